"""Designs, fits and outcomes."""

from clfcompare import _namespace

__all__, __getattr__, __dir__ = _namespace("experiment")
