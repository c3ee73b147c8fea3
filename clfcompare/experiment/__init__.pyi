# Made by tools/export.py from __init__.py; not edited by hand.
from clfcompare.experiment.estimation import floor_errors as floor_errors

__all__ = [
    "floor_errors",
]
