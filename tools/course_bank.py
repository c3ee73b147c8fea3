"""The question bank (nbs/course/bank/questions.toml): read, checked, and written for Moodle and
in GIFT. See tools/course.py.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET


BANK = Path(__file__).resolve().parent.parent / "nbs/course/bank/questions.toml"
ASKED = (2, 5, 8)  # of the ten questions of a lecture, those that stand inside it


def quiz(lecture):
    "Three questions of a lecture as text, each with its answers explained behind a fold."
    mine = [one for one in read(BANK) if one["id"].rpartition("-")[0] == lecture]
    lines = ["## Check yourself\n"]
    for number, one in enumerate((mine[i] for i in ASKED), 1):
        told = sorted([(one["right"], f"**Right.** {one['why']}"), *map(tuple, one["wrong"])])
        lines.append(f"**{number}.** {one['text']}\n")
        lines += [f"* {letter}: {answer}" for letter, (answer, _) in zip("abcd", told)]
        lines.append("\n<details><summary>Which one, and why not the others</summary>\n")
        lines += [f"* {letter}: {why}" for letter, (_, why) in zip("abcd", told)]
        lines.append("\n</details>\n")
    return "\n".join(lines)


def with_quiz(text, lecture):
    "The text of a lecture with the quiz before its questions for discussion."
    head, mark, rest = text.partition("## For discussion")
    return f"{head}{quiz(lecture)}\n{mark}{rest}" if mark else text


@cache
def read(path):
    "The questions, each a dict."
    return tomllib.loads(path.read_text(encoding="utf-8"))["question"]


def faults(questions):
    "What is wrong with the bank: doubles, missing parts, numbers that do not hold."
    import clfcompare as cc
    import numpy as np
    from scipy import stats

    known = {"id", "text", "right", "why", "wrong", "check"}
    for question in questions:
        name, answers = (
            question.get("id"),
            [question["right"], *(answer for answer, _ in question["wrong"])],
        )
        if not known >= question.keys() >= known - {"check"}:
            yield f"{name}: has {sorted(question)}"
        if not re.fullmatch(r"[a-z_]+-\d\d", name):
            yield f"{name}: is no name"
        if len(question["wrong"]) != 3 or len(set(answers)) != 4:
            yield f"{name}: not four different answers"
        if min(len(why) for _, why in question["wrong"]) < 3:
            yield f"{name}: a distractor is not explained"
        holds = eval(question.get("check", "True"), dict(cc=cc, np=np, stats=stats))
        if not holds:
            yield f"{name}: {question['check']} is false"
    names = [question["id"] for question in questions]
    yield from (
        f"{name}: twice" for name in sorted({name for name in names if names.count(name) > 1})
    )


def gift(question):
    "A question in Moodle's GIFT format."

    def safe(text):
        return re.sub(r"([~=#{}:\\])", r"\\\1", text)

    answers = [
        ("=", question["right"], question["why"]),
        *(("~", answer, why) for answer, why in question["wrong"]),
    ]
    lines = [f"  {sign}{safe(answer)} #{safe(why)}" for sign, answer, why in answers]
    return "\n".join([f"::{question['id']}:: {safe(question['text'])} {{", *lines, "}"])


def element(parent, name, text=None, **attributes):
    "A new element with a text inside, as Moodle has it."
    made = ET.SubElement(parent, name, attributes)
    if text is not None:
        ET.SubElement(made, "text").text = text
    return made


def moodle(questions):
    "All questions as Moodle's XML, one category a lecture."
    quiz, lecture = ET.Element("quiz"), None
    for question in questions:
        if (now := question["id"].rpartition("-")[0]) != lecture:
            lecture = now
            element(
                element(quiz, "question", type="category"),
                "category",
                f"$course$/clfcompare/{lecture}",
            )
        made = element(quiz, "question", type="multichoice")
        element(made, "name", question["id"])
        element(made, "questiontext", question["text"], format="plain_text")
        for tag, value in (("single", "true"), ("shuffleanswers", "true"), ("defaultgrade", "1")):
            element(made, tag).text = value
        for share, answer, why in (
            (100, question["right"], question["why"]),
            *((0, *pair) for pair in question["wrong"]),
        ):
            element(
                element(made, "answer", answer, fraction=str(share), format="plain_text"),
                "feedback",
                why,
                format="plain_text",
            )
    ET.indent(quiz)
    return ET.tostring(quiz, encoding="unicode", xml_declaration=True)


def export(path, folder):
    "Check the bank and write both formats."
    questions = read(path)
    if found := list(faults(questions)):
        raise SystemExit("\n".join(found))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "questions.xml").write_text(moodle(questions) + "\n", encoding="utf-8")
    (folder / "questions.gift").write_text(
        "\n\n".join(map(gift, questions)) + "\n", encoding="utf-8"
    )
    print(
        f"{folder.parent.name}/{folder.name}: {len(questions)} questions for Moodle (questions.xml) and in GIFT"
    )
