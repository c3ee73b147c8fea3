"""The course: its exercises, its key, what is handed out, and the question bank. The solution of an
exercise earns full marks, the blank sheet none, and every stored mistake none but its hint. See
tools/course.py."""

import json
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from xml.etree import ElementTree as ET

import clfcompare as cc
import nbformat
import numpy as np
import pytest
from clfcompare.report.answers import near_right, written
from conftest import ROOT

sys.path.append(str(ROOT / "tools"))
import course
import course_bank
import course_deck
import course_exam
import course_lite
import course_release
import course_slides

LECTURES = course.lectures()
BANK = course_bank.read(course.SOURCE / "bank/questions.toml")
NAMES = [
    "measures",
    "curves",
    "resampling",
    "testing",
    "two_algorithms",
    "many_algorithms",
    "many_data_sets",
    "several_measures",
    "selection_bias",
    "reporting",
]


def by_name(lecture):
    return lecture.name


def test_ten_lectures_and_their_keys():
    assert [lecture.name for lecture in LECTURES] == NAMES
    assert {path.stem for path in course.KEYS.glob("*.json")} == set(NAMES)


@pytest.mark.parametrize("lecture", LECTURES, ids=by_name)
def test_solution_blank_and_mistakes(lecture):
    assert not course.shape_faults(lecture)
    assert not course.prove(lecture)


@pytest.mark.parametrize("name", NAMES)
def test_three_misconceptions_each(name):
    key = json.loads((course.KEYS / f"{name}.json").read_text(encoding="utf-8"))
    assert all(
        len(entry["hints"]) >= 3 for exercise, entry in key.items() if exercise[-1].isdigit()
    )
    assert any(exercise[-1].isalpha() for exercise in key), "no hidden test"
    hints = [hint for entry in key.values() for hint in entry["hints"].values()]
    assert all(hint[0].isupper() or hint[0] in '`0123456789"' for hint in hints) and all(
        hint[-1] in ".?)" for hint in hints
    )


@pytest.mark.parametrize("lecture", LECTURES, ids=by_name)
def test_a_lecture_has_its_parts(lecture):
    text = "\n".join(cell.source for cell in lecture.taught if cell.cell_type == "markdown")
    assert text.startswith(f"# Lecture {int(lecture.path.stem[:2])}. ")
    for part in (
        "**You will learn**",
        "**You need**",
        "**The data**",
        "## In this lecture we saw",
        "## For discussion",
        "## Reading",
    ):
        assert part in text, part
    assert (
        text.count("**Predict.**") >= 3
        and len(re.findall(r"^\d\. ", text.partition("## For discussion")[2], re.MULTILINE)) >= 3
    )
    assert "](../" in text, "no chapter is cited"
    pictures = [
        out
        for cell in lecture.taught
        for out in cell.get("outputs", [])
        if "image/png" in out.get("data", {})
    ]
    drawn = [
        cell.source
        for cell in lecture.taught
        if any("image/png" in out.get("data", {}) for out in cell.get("outputs", []))
    ]
    assert all(source.startswith("#| fig-alt: ") for source in drawn), "a figure without words"
    assert len(pictures) >= 5 and 25 <= len(lecture.taught) <= 75
    assert sum(task.points for task in lecture.tasks) == int(
        re.search(r"Five exercises, (\d+) points", lecture.setup[0][1])[1]
    )


def links(text):
    "Where the links of a text lead, but for papers and addresses of data."
    found = re.findall(r"\]\(([^)\s]+)\)", text)
    return [link for link in found if not link.startswith(("https://doi.org", "#"))]


@pytest.mark.parametrize("lecture", LECTURES, ids=by_name)
def test_what_students_get_holds_no_answer(lecture):
    book = course.students(lecture)
    nbformat.validate(book)
    text = "\n".join(cell.source for cell in book.cells)
    assert not re.search(r"BEGIN|END SOLUTION|\*\*Solution|Exercise\(|report\.answers|HIDDEN", text)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert not [out for cell in code for out in cell.outputs]
    assert (
        sum("not answered yet" in cell.source or "your code" in cell.source for cell in code) == 5
    )
    outside = [link for link in links(text) if link not in course.NEAR]
    assert outside and all(link.startswith(f"{course_release.site()}/") for link in outside)
    for link in outside:
        page = link.removeprefix(course_release.site()).partition("#")[0].replace(".html", ".ipynb")
        assert page == "/tour.ipynb" or (ROOT / f"nbs{page}").exists(), link


@pytest.mark.parametrize("lecture", LECTURES, ids=by_name)
def test_assignments_are_nbgraders(lecture):
    book = course.assignment(lecture)
    nbformat.validate(book)
    about = [cell.metadata.nbgrader for cell in book.cells if "nbgrader" in cell.metadata]
    assert sum(each.solution for each in about) == sum(each.grade for each in about) == 5
    assert sum(each.get("points", 0) for each in about) == sum(
        task.points for task in lecture.tasks
    )
    assert len({each.grade_id for each in about}) == 10 and all(
        each.locked == each.grade for each in about
    )
    tests = [cell.source for cell in book.cells if cell.metadata.get("nbgrader", {}).get("grade")]
    assert all("assert answer, answer" in test for test in tests) and any(
        course.HIDDEN in test for test in tests
    )


def changed(old, new, folder):
    "The lecture on testing with another text in its cells."
    book = nbformat.read(LECTURES[3].path, 4)
    assert any(old in cell.source for cell in book.cells)
    for cell in book.cells:
        cell.source = cell.source.replace(old, new)
    path = folder / LECTURES[3].path.name
    nbformat.write(book, path)
    return course.read(path)


def test_a_faulty_sheet_is_seen(tmp_path):
    assert (
        "testing.json is out of step"
        in course.prove(
            changed("p = 2 * stats.binom.cdf(4, 16", "p = stats.binom.cdf(4, 16", tmp_path)
        )[0]
    )
    with pytest.raises(ValueError, match="written like the right one"):
        course.prove(changed("p / 2,", "p,", tmp_path))
    with pytest.raises(ValueError, match="stored"):
        course.prove(changed('"testing-4",\n', '"testing-7",\n', tmp_path))
    faults = course.prove(
        changed('cc.check_answer("testing-1", p)', 'cc.check_answer("testing-1", p * 2)', tmp_path)
    )
    hints = json.loads((course.KEYS / "testing.json").read_text(encoding="utf-8"))["testing-1"][
        "hints"
    ]
    assert "the solution earns 0 of 2" in faults[0] and len(faults) == 1 + len(hints)
    assert (
        "not five"
        in course.shape_faults(changed("### Exercise 5 (think", "### Exercise 6 (think", tmp_path))[
            0
        ]
    )


def test_the_key_serves_the_package():
    assert cc.check_answer("testing-2", 20) and cc.check_answer("many_algorithms-1", "28")
    said = cc.check_answer("many_algorithms-1", 56)
    assert not said and "same question" in str(said)
    with pytest.raises(ValueError, match="many_algorithms"):
        cc.check_answer("somewhere-1", 1)
    with pytest.raises(ValueError, match="testing-3b"):
        cc.check_answer("testing-7", 1)


NEAR = ("rounded", "percent", "sign", "cut off", "complement")


def test_a_nearly_right_answer_is_told_so():
    "Rounded, in percent, with the other sign, cut off, the other tail: in every exercise with numbers."
    heard, words = dict.fromkeys(NEAR, 0), 0
    for lecture in LECTURES:
        key, stored, _ = course.solve(lecture)
        for name, exercise in stored.items():
            right, d = exercise.right, exercise.decimals
            if not near_right(right, d):
                words += 1
                continue
            x, few = np.array(right, float), max(d - 1, 0)
            made = [np.round(x, few), 100 * x, -x, np.trunc(x * 10**d) / 10**d, 1 - x]
            for what, value in zip(NEAR, made):
                value = value.tolist()
                text = written(value, decimals=d)
                zero = written((0 * x).tolist(), decimals=d)
                if text in (written(right, decimals=d), zero):
                    continue
                said = cc.check_answer(name, value, key=key)
                assert not said and "look at the definition" not in said.words, (name, what, value)
                heard[what] += 1
    assert words <= 16 and min(heard.values()) >= 15 and heard["sign"] >= 40


def test_the_bank():
    assert not list(course_bank.faults(BANK))
    assert (
        len(BANK) == 100
        and [sum(q["id"].startswith(f"{name}-") for q in BANK) for name in NAMES] == [10] * 10
    )
    longest = sum(len(q["right"]) > max(len(answer) for answer, _ in q["wrong"]) for q in BANK)
    assert longest <= 25, "the right answer must not be known by its length"


def test_a_faulty_question_is_seen():
    good = dict(BANK[0])
    for change in (
        dict(check="1 == 2"),
        dict(id="No Name"),
        dict(wrong=good["wrong"][:2]),
        dict(right=good["wrong"][0][0]),
    ):
        assert list(course_bank.faults([{**good, **change}]))
    assert list(course_bank.faults([good, good])) == ["measures-01: twice"]


def test_the_bank_is_written_for_others(tmp_path, capsys):
    course_bank.export(course.SOURCE / "bank/questions.toml", tmp_path)
    quiz = ET.parse(tmp_path / "questions.xml").getroot()
    asked = [q for q in quiz if q.get("type") == "multichoice"]
    assert len(asked) == 100 and len(quiz) == 110
    assert all(
        sorted(a.get("fraction") for a in q.findall("answer")) == ["0", "0", "0", "100"]
        for q in asked
    )
    assert all(a.find("feedback/text").text for q in asked for a in q.findall("answer"))
    gift = (tmp_path / "questions.gift").read_text()
    assert (
        len(re.findall(r"^::", gift, re.MULTILINE)) == 100
        and len(re.findall(r"^  =", gift, re.MULTILINE)) == 100
    )
    assert (
        course_bank.gift(dict(id="a-01", text="x = {1}?", right="a~b", why="c", wrong=[]))[:18]
        == "::a-01:: x \\= \\{1\\"
    )


def test_three_questions_stand_inside_each_lecture():
    for lecture in LECTURES:
        text = "\n".join(cell.source for cell in course.students(lecture).cells)
        assert text.count("## Check yourself") == 1 == text.count("## For discussion")
        part = text.partition("## Check yourself")[2].partition("## For discussion")[0]
        assert part.count("<details>") == part.count("**Right.**") == part.count("</details>") == 3
        assert len(re.findall(r"^\* [a-d]: ", part, re.MULTILINE)) == 24


@pytest.mark.parametrize("seed", [1, 2, 2731])
def test_a_second_exam(seed, tmp_path):
    asked = course_exam.questions(seed)
    assert len(asked) == 10 and sum(points for points, _, _ in asked) == 60
    for points, text, answer in asked:
        worth = [int(n) for n in re.findall(r"\((\d)(?: points?)?\)", answer)]
        assert sum(worth) == points and "nan" not in text + answer, answer
    assert asked != course_exam.questions(seed + 1)
    course_exam.export(seed, tmp_path)
    given, told = (
        "\n".join(c.source for c in nbformat.read(tmp_path / f"{name}.ipynb", 4).cells)
        for name in ("exam_2", "exam_2_answers")
    )
    assert "Answer" not in given and given.count("**Question") == told.count("**Answer") == 10
    tp, fn, fp, tn = map(int, re.findall(r"(?:tp|fn|fp|tn) = (\d+)", asked[0][1]))
    assert f"{(fn + fp) / 1000:.3f}, {tp / (tp + fn):.3f}, {tn / (tn + fp):.3f}" in asked[0][2]


def test_the_exam_is_handed_out_without_answers():
    [path] = course.SOURCE.glob("*_exam.ipynb")
    book, source = course.without_answers(path), nbformat.read(path, 4)
    text = "\n".join(cell.source for cell in book.cells)
    assert text.count("**Question") == sum("**Answer" in cell.source for cell in source.cells) >= 8
    assert "Answer" not in text and not [cell for cell in book.cells if cell.cell_type == "code"]


def test_the_minutes_of_a_lecture_are_those_of_its_sections():
    for number, lecture in enumerate(LECTURES, 1):
        text = "\n".join(cell.source for cell in lecture.taught if cell.cell_type == "markdown")
        sections = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert [*course_slides.minutes(number)] == ["Opening", *sections[:-1]], lecture.name
        assert sections[-1] == "Reading" and sum(course_slides.minutes(number).values()) == 50


def dealt(*cells):
    "Slides of these items."
    deck = course_deck.Deck()
    for item in cells:
        deck.add(course_deck.Item(*item))
    deck.close()
    return deck.slides


def test_items_are_dealt_to_slides():
    long = " ".join(["Word"] * 45) + "."
    slides = dealt(
        ("title", "Lecture 0"),
        ("motto", "A motto"),
        ("heading", "One"),
        ("text", long, long),
        ("text", long, long),
        ("wide", "<svg>", "a picture"),
        ("report", course_deck.report("p = 0.02")),
        ("predict", "How many?", "**Predict.** How many?"),
        ("text", "Three.", "Three. (Nobody knew.)"),
    )
    assert [slide.kind for slide in slides] == [
        "title",
        "plain",
        "plain",
        "wide",
        "predict",
        "plain",
    ]
    assert [slide.section for slide in slides] == [""] + ["One"] * 5
    assert "<b>p&nbsp;=&nbsp;0.02</b>" in slides[3].text[0] and slides[3].notes == ["a picture"]
    assert slides[5].notes == ["Three. (Nobody knew.)"]


def test_an_author_steers_the_slides():
    text = "## One\n\n<!-- say: Short. -->\nA long paragraph.\n\n<!-- say: -->\nOnly in the notes."
    items = list(course_deck.prose(text))
    assert [(item.kind, item.content) for item in items] == [
        ("heading", "One"),
        ("text", "Short."),
        ("text", ""),
    ]
    assert items[2].notes == "Only in the notes."


def test_what_stands_on_a_slide_is_short():
    text = "First. " + "Then we go on and on. " * 20 + "**This matters.** Is it so?"
    short = course_deck.shortened(text)
    assert course_deck.count(short) <= 60 and "**This matters.**" in short and "so?" in short
    wrapped = "Two algorithms were compared on one data set, which is told at length, and\n" * 4
    assert "<pre>" not in course_deck.report(wrapped + "at the end. At the 0.05 level A is better.")
    assert (
        course_deck.broad("<tr><th>abc</th><td>12</td></tr><tr><th>a</th><td>1234</td></tr>") == 11
    )


def test_the_browsers_edition_asks_for_all_that_the_package_needs(tmp_path, monkeypatch):
    release = tmp_path / "students"
    course_release.write(release / "04_testing.ipynb", course.students(LECTURES[3]))
    (release / "data").mkdir()
    (release / "data/wine.csv").write_text("a,b\n", encoding="utf-8")
    (release / "clfcompare-1-py3-none-any.whl").write_bytes(b"")
    monkeypatch.setattr(course_lite, "RELEASE", release)
    course_lite.contents(tmp_path / "contents")
    files = {path.name for path in (tmp_path / "contents").rglob("*") if path.is_file()}
    assert files == {"04_testing.ipynb", "wine.csv"}
    book = nbformat.read(tmp_path / "contents/04_testing.ipynb", 4)
    nbformat.validate(book)
    first = book.cells[0].source.split()
    assert first[:3] == ["%pip", "install", "-q"] and first[-1] == "clfcompare"
    assert {"numpy", "scipy", "pandas", "scikit-learn", "matplotlib"} < set(first[3:])
    assert book.metadata.kernelspec["name"] == "python"


@pytest.mark.slow
def test_the_release_stands_alone(tmp_path, env):
    course_release.export({each.path.name: course.students(each) for each in LECTURES}, tmp_path)
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    for link in links(text):
        assert link.startswith(course_release.site()) or (tmp_path / link).exists(), link
    assert (tmp_path / (tmp_path / "requirements.txt").read_text().split()[0]).exists()
    for book in sorted(tmp_path.glob("*.ipynb")):
        found = links("\n".join(cell.source for cell in nbformat.read(book, 4).cells))
        far = [link for link in found if not link.startswith(course_release.site())]
        assert all((tmp_path / link).exists() for link in far), (book, far)
    code = "import sys, nbformat, nbclient; book = nbformat.read(sys.argv[1], 4); nbclient.NotebookClient(book, timeout=300).execute()"
    for name in ("04_testing", "07_many_data_sets", "report_template", "21_project"):
        done = subprocess.run(
            [sys.executable, "-c", code, f"{name}.ipynb"],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.slow
def test_the_slides_in_chromium(tmp_path, env):
    deps = ROOT / "_site_deps"
    if not (deps / "node_modules/playwright-core").exists() or not shutil.which("npm"):
        pytest.skip("playwright-core is not fetched: make docs-check")
    course_slides.export(LECTURES, tmp_path)
    site = ["--site", ROOT / "_site"] if (ROOT / "_site/index.html").exists() else []
    command = [
        "node",
        "tools/slides_check.mjs",
        tmp_path,
        deps,
        "--url",
        course_slides.site(),
        *site,
    ]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    if done.returncode == 3:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stdout
    assert "10 decks" in done.stdout


@pytest.mark.slow
@pytest.mark.skipif(
    find_spec("nbgrader") is None,
    reason="nbgrader is not installed: pip install 'clfcompare[course]'",
)
def test_nbgrader_agrees(tmp_path):
    code = 'import sys; sys.path.insert(0, "tools"); import course_nbgrader; course_nbgrader.main(["testing"], sys.argv[1])'
    child = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True
    )
    assert child.returncode == 0, child.stderr[-3000:]
    assert "testing: solution 14 of 14, blank 0, mistakes 0" in child.stdout
