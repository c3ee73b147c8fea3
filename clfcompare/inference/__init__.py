"""What numbers allow one to say: intervals, effects, tests and their families."""

from clfcompare import _namespace

__all__, __getattr__, __dir__ = _namespace("inference")
