"""What stands in quotation marks in a chapter on a paper, or elsewhere in a paragraph that names one,
and is long enough to be a quotation, is in one of the five papers, to the letter, or in tests/quotations.txt, which lists what is quoted from nobody or from elsewhere.
The papers' texts are no part of the repository: CLFCOMPARE_PAPERS names a folder with them, one
`.txt` a paper; without it they are looked for as `papers` next to the folder of the raw data.
"""

import json
import os
import re
from pathlib import Path

import pytest
from conftest import ROOT, name, notebooks

ELSEWHERE = ROOT / "tests/quotations.txt"
WORDS, LETTERS = 5, 20  # shorter ones are names and terms
FLOATS = re.compile(r"(\||TABLE |Table \d|Fig\. )")  # lines that may stand inside a sentence
AUTHORS = re.compile(r"Irsoy|Y[ıi]ld[ıi]z|Berrar|Boulesteix|Jiao|the paper")
SAME = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "×": "x", "–": "-", "—": "-"})


def folder():
    "Where the papers may be."
    data = os.environ.get("CLFCOMPARE_DATA")
    beside = Path(data).absolute().parents[1] / "papers" if data else None
    named = os.environ.get("CLFCOMPARE_PAPERS", beside)
    return None if named is None else Path(named)


def plain(text):
    "Letters, digits and comparisons only, without markup: what a change of words would change."
    text = re.sub(r"</?(i|b|u|sup|sub|br|em|strong)\b[^>]*>", "", text.translate(SAME))
    text = re.sub(r"\\times", "x", text)
    text = re.sub(r"\\[a-zA-Z]+", "", text)
    return re.sub(r"[^a-z0-9<>=%]+", "", text.lower())


def papers():
    "Each paper twice: as it is, and without the lines of tables and captions."
    found = sorted(folder().glob("*.txt")) if folder() is not None else []
    texts = [path.read_text(encoding="utf-8") for path in found]
    without = ["\n".join(x for x in text.splitlines() if not FLOATS.match(x)) for text in texts]
    return [plain(text) for text in texts + without]


def quotations(path):
    "The quotations of a notebook's prose."
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    prose = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    for text in prose:
        text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        text = re.sub(r"`[^`]*`", lambda code: code[0].replace('"', ""), text)
        for paragraph in re.split(r"\n\s*\n|\n(?=[*|-] |\d+\. )", text):
            if path.parent.name != "cases" and not AUTHORS.search(paragraph):
                continue
            for quoted in re.findall(r'"([^"]+)"', paragraph.translate(SAME)):
                if len(quoted.split()) >= WORDS and len(quoted) >= LETTERS:
                    yield " ".join(quoted.split())
            if path.parent.name == "cases":  # where sentences of the papers stand in italics, too
                for quoted in re.findall(r"(?<![\w*])\*(?=[A-Z])([^*]+)\*(?!\*)", paragraph):
                    if len(quoted.split()) > WORDS:
                        yield " ".join(quoted.split())


def is_in(quoted, texts):
    "Is every part of it, between marks of omission, in one of the texts?"
    parts = [part for part in re.split(r"\.\.\.|…|\[[^\]]*\]", quoted) if plain(part)]
    return any(all(plain(part) in text for part in parts) for text in texts)


FOUND = [(path, quoted) for path in notebooks() for quoted in quotations(path)]
KNOWN = {plain(line) for line in ELSEWHERE.read_text(encoding="utf-8").splitlines() if line.strip()}


@pytest.fixture(scope="module")
def texts():
    if folder() is None or not list(folder().glob("*.txt")):
        pytest.skip("the papers' texts are not here; CLFCOMPARE_PAPERS names their folder")
    return papers()


def test_what_is_quoted_stands_in_a_paper(texts):
    strange = [
        f"{name(path)}: {quoted}"
        for path, quoted in FOUND
        if plain(quoted) not in KNOWN and not is_in(quoted, texts)
    ]
    assert not strange, (
        "not in a paper to the letter (mend it, or add it to tests/quotations.txt):\n"
        + "\n".join(strange)
    )


def test_enough_is_found_and_a_changed_word_is_seen(texts):
    of_papers = [quoted for _, quoted in FOUND if is_in(quoted, texts)]
    assert len(of_papers) > 60
    longest = max(of_papers, key=len)
    assert not is_in(longest.replace(" the ", " a ", 1), texts)
