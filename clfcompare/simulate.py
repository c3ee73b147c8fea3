"""Made-up experiments: what a test does when the truth is known, and what was measured so."""

from clfcompare import _namespace

__all__, __getattr__, __dir__ = _namespace("simulate")
