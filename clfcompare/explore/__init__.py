"""Explorers: figures to be moved by hand, in a notebook or on a page."""

from clfcompare import _namespace

__all__, __getattr__, __dir__ = _namespace("explore")
