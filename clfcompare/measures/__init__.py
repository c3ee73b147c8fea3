"""How good a classifier is on test cases: measures, curves, areas."""

from clfcompare import _namespace

__all__, __getattr__, __dir__ = _namespace("measures")
