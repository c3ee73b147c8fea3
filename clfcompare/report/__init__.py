"""What a comparison says: reports, tables, figures."""

from clfcompare import _namespace

__all__, __getattr__, __dir__ = _namespace("report")
