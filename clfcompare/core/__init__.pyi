# Made by tools/export.py from __init__.py; not edited by hand.
__all__ = []
