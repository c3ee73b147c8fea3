"""What scikit-learn lacks: learners, selectors and kernels of the papers."""

from clfcompare import _namespace

__all__, __getattr__, __dir__ = _namespace("algorithms")
