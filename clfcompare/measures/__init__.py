"""Measures: counts, probabilities, curves and areas. The table of all measures is `clfcompare.measures_table()`."""
import sys
import warnings
from types import ModuleType


class _Measures(ModuleType):
    "For one release: `clfcompare.measures()`, as it was called in 0.1, still gives the table (docs/decisions/0006)."
    def __call__(self):
        from clfcompare.measures.registry import measures_table
        warnings.warn("clfcompare.measures() is now clfcompare.measures_table(); the old call goes with version 0.3",
                      DeprecationWarning, stacklevel=2)
        return measures_table()


sys.modules[__name__].__class__ = _Measures
