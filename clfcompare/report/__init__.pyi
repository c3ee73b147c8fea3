# Made by tools/export.py from __init__.py; not edited by hand.
from clfcompare.report.several import GroupsReport as GroupsReport
from clfcompare.report.several import MeasuresReport as MeasuresReport
from clfcompare.report.results_table import ResultsTable as ResultsTable

__all__ = [
    "GroupsReport",
    "MeasuresReport",
    "ResultsTable",
]
