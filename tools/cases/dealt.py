"""Folds of groups as they were dealt when a study was made: part of the study, kept in dealt.json.

How groups are dealt has changed since, where two parts are equally good. A study whose folds would
come out otherwise names them here.
"""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from clfcompare.experiment.designs import Design

ROLES = ("train", "validation", "test")


class Dealt(Design):
    "A design whose groups lie where the file says; cases without groups are dealt as ever."

    def __init__(self, design, name):
        self.resampling, self.design = design.resampling, design
        kept = json.loads(Path(__file__).with_suffix(".json").read_text())
        self.kept = kept[name]  # a text for each cell, with the role of each group, 0 to 2

    def _least(self):
        return self.design._least()

    def _cells(self, cases, rng):
        cells = list(self.design._cells(cases, rng))
        if cases.group is None:
            return cells
        roles = np.array([list(text) for text in self.kept], dtype=int)[:, cases.group]
        return [replace(cell, **placed(role)) for cell, role in zip(cells, roles, strict=True)]


def placed(role):
    "The cases of each role; None for one that no case has."
    where = {name: np.flatnonzero(role == number) for number, name in enumerate(ROLES)}
    return {name: rows if len(rows) else None for name, rows in where.items()}


def experiments():
    return {}  # none of its own
