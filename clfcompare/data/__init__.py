"""Tables in and out: data sets, stored outcomes, what other packages give, checks of tables."""

from clfcompare import _namespace

__all__, __getattr__, __dir__ = _namespace("data")
