"What is made in this tree and never committed, as .gitignore names it: one list for all that copy."

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def patterns(text):
    "The names in a .gitignore, whatever folder they stand in."
    lines = [line.strip() for line in text.splitlines()]
    return [line.strip("/").rpartition("/")[2] for line in lines if line and line[0] != "#"]


NAMES = [".git", *patterns((ROOT / ".gitignore").read_text(encoding="utf-8"))]
left_out = shutil.ignore_patterns(*NAMES)  # for shutil.copytree
