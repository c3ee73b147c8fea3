"""Figures of comparisons beside those of `report.plot()`, and what looks after them."""

from clfcompare import _namespace

__all__, __getattr__, __dir__ = _namespace("plots")
