"""What every test, measure and design must satisfy, for one's own: `cc.testing.check_procedure`,
`check_measure`, `check_design`.
"""

__all__ = ["check_design", "check_measure", "check_procedure"]


def __getattr__(name):
    if name not in __all__:
        raise AttributeError(f"module 'clfcompare.testing' has no attribute {name!r}")
    from clfcompare.report import testing

    return getattr(testing, name)


def __dir__():
    return __all__
