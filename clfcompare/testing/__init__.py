"""What every test, measure and design must satisfy, for one's own: `cc.testing.check_procedure`,
`check_measure`, `check_design`; and for one's results, `assert_not_worse`.
"""

import importlib

_MODULE = {
    "assert_not_worse": "gate",
    "check_design": "testing",
    "check_measure": "testing",
    "check_procedure": "testing",
}
__all__ = list(_MODULE)


def __getattr__(name):
    if name not in _MODULE:
        raise AttributeError(f"module 'clfcompare.testing' has no attribute {name!r}")
    return getattr(importlib.import_module(f"clfcompare.report.{_MODULE[name]}"), name)


def __dir__():
    return __all__
