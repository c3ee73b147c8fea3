"""What all floors share: arrays, tables, results, errors."""

from clfcompare import _namespace

__all__, __getattr__, __dir__ = _namespace("core")
