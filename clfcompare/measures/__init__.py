"""Measures: counts, probabilities, curves and areas. The package can be called: `measures()` is the table of all measures."""
import sys
from types import ModuleType


class _Measures(ModuleType):
    "So that `clfcompare.measures` is both this package and, called, the table of the registry."
    def __call__(self):
        from clfcompare.measures.registry import measures
        return measures()


sys.modules[__name__].__class__ = _Measures
