"""The course, made from its lectures:  python tools/course.py [key|release|check|bank|slides|exam] ...

A lecture is a notebook nbs/course/NN_name.ipynb. What follows its heading `## Exercises` is its
exercise sheet, and the solutions that stand there are the source of everything: the key
(clfcompare/data/course/name.json), the students' notebooks without solutions, the assignments for
nbgrader, and the proof that the solution earns full marks, the blank sheet none, and each stored
mistake none but its hint.
"""

import argparse
import json
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import course_bank
import course_release
from course_release import ROOT, SOURCE, linked, notebook, write
from nbformat.v4 import new_code_cell, new_markdown_cell

KEYS, OUT = ROOT / "clfcompare/data/course", ROOT / "_course"
# The notebooks that lie beside a lecture in the release
NEAR = {path.name for path in SOURCE.glob("[0-2][0-9]_*.ipynb")} - {
    "00_guide.ipynb",
    "20_exam.ipynb",
}
HEADING = re.compile(r"### Exercise (\d) \((remember|apply|think), (\d) points?\)")
CHECK = re.compile(r'^cc\.check_answer\("([a-z_]+-\d[a-z]?)", (.+)\)$', re.MULTILINE)
BEGIN, END, HIDDEN, HIDDEN_END = (
    f"### {word}"
    for word in ("BEGIN SOLUTION", "END SOLUTION", "BEGIN HIDDEN TESTS", "END HIDDEN TESTS")
)


@dataclass
class Task:
    "One exercise: its points, and its cells as pairs of a kind and a source."

    number: int
    grade: str
    points: int
    cells: list = field(default_factory=list)

    def sources(self, kind):
        return [source for each, source in self.cells if each == kind]

    @property
    def checks(self):
        """Pairs of an exercise's name and the expression that is checked: the open one first,
        then the hidden ones.
        """
        return [
            found
            for kind in ("check", "hidden")
            for source in self.sources(kind)
            for found in CHECK.findall(source)
        ]

    @property
    def answer(self):
        "The name that the student fills: a variable or a function."
        return re.match(r"\w+", self.checks[0][1])[0]


@dataclass
class Lecture:
    "A lecture: what is taught, and its exercise sheet."

    path: Path
    taught: list
    setup: list
    tasks: list

    @property
    def name(self):
        return self.path.stem[3:]


def kind_of(cell):
    "What a cell of the sheet is."
    source = cell.source
    if cell.cell_type == "markdown":
        return "explained" if source.startswith("**Solution") else "text"
    if source.startswith(HIDDEN):
        return "hidden"
    if "Exercise(" in source or source.startswith("#| hide"):
        return "key"
    if BEGIN in source:
        return "solution"
    return "check" if CHECK.search(source) else "given"


def read(path):
    "A lecture from its notebook."
    cells = nbformat.read(path, 4).cells
    [start] = [
        i
        for i, cell in enumerate(cells)
        if cell.cell_type == "markdown" and re.search("^## Exercises$", cell.source, re.MULTILINE)
    ]
    lecture = Lecture(path, cells[:start], [], [])
    for cell in cells[start:]:
        if cell.cell_type == "markdown" and (head := HEADING.search(cell.source)):
            lecture.tasks.append(Task(int(head[1]), head[2], int(head[3])))
        (lecture.tasks[-1].cells if lecture.tasks else lecture.setup).append(
            (kind_of(cell), cell.source)
        )
    return lecture


def lectures(only=None):
    "All lectures, or those of these names."
    paths = [path for path in sorted(SOURCE.glob("[01][0-9]_*.ipynb")) if path.stem[:2] != "00"]
    return [read(path) for path in paths if not only or path.stem[3:] in only]


# The key and the proof


class Sheet:
    """A sheet as one computes it: the names that its cells leave behind, and the exercises that
    they store.
    """

    def __init__(self, lecture):
        self.lecture, self.names, self.stored = lecture, {}, {}
        self.run(*(source for kind, source in lecture.setup if kind in ("given", "key")))

    def store(self, *args, **options):
        from clfcompare.report.answers import Exercise

        exercise = Exercise(*args, **options)
        if exercise.name in self.stored:
            raise ValueError(f"{exercise.name} is stored twice")
        self.stored[exercise.name] = exercise

    def run(self, *sources, **names):
        "Run cells, as in a notebook; returns the names afterwards."
        self.names.update(names)
        for source in sources:
            self.names["Exercise"] = self.store  # a sheet imports its own, each time
            exec(compile(source, f"{self.lecture.name}: {source[:40]!r}", "exec"), self.names)
        return self.names


def solve(lecture):
    """The key as the solutions give it, the stored exercises, and the names before and after the
    solution of each task.
    """
    sheet, steps = Sheet(lecture), []
    for task in lecture.tasks:
        before = dict(sheet.run(*task.sources("given")))
        after = dict(sheet.run(*task.sources("solution")))
        sheet.run(*task.sources("key"))
        steps.append((task, before, after))
    wanted = {name for task in lecture.tasks for name, _ in task.checks}
    if wanted != sheet.stored.keys():
        raise ValueError(f"{lecture.name}: checked {sorted(wanted)}, stored {sorted(sheet.stored)}")
    return {name: exercise.key() for name, exercise in sheet.stored.items()}, sheet.stored, steps


def graded(task, names, key):
    "Points that a task earns with these names, and what was said."
    import clfcompare as cc

    said = []
    for exercise, expression in task.checks:
        try:
            said.append(cc.check_answer(exercise, eval(expression, dict(names)), key=key))
        except Exception as error:
            said.append(error)
    good = [answer for answer in said if not isinstance(answer, Exception) and answer]
    return task.points * (len(good) == len(said)), said


def handed_in(value, expression):
    "A variable or a function with this answer, as a student would have made it."
    return (lambda *args, **options: value) if "(" in expression else value


def written_out(value):
    "A stored mistake as plain Python."
    if isinstance(value, dict | str | bool):
        return repr(value)
    if isinstance(value, set):
        return repr(set(map(str, value)))
    if hasattr(value, "tolist"):
        return repr(value.tolist())
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written_out, value))}]"
    return repr(value)


def prove(lecture):
    """Faults of a sheet: solution without full marks, blank with marks, a mistake with marks or
    without its hint, a key out of step.
    """
    key, stored, steps = solve(lecture)
    file, faults = KEYS / f"{lecture.name}.json", []
    if not file.exists() or json.loads(file.read_text(encoding="utf-8")) != key:
        faults.append(f"{file.name} is out of step: run tools/course.py key")
    for task, before, after in steps:
        where, (name, expression) = f"{lecture.name}-{task.number}", task.checks[0]
        points, said = graded(task, after, key)
        if points != task.points:
            faults.append(f"{where}: the solution earns {points} of {task.points}: {said}")
        for source in task.sources("solution"):
            exec(stub(task, source), before)
        points, said = graded(task, before, key)
        if points:
            faults.append(f"{where}: the blank sheet earns {points}")
        for value, hint in stored[name].wrong:
            points, said = graded(task, {**after, task.answer: handed_in(value, expression)}, key)
            if points or getattr(said[0], "words", None) != hint:
                faults.append(f"{where}: {value!r} earns {points} and hears {said[0]}")
    return faults


def shape_faults(lecture):
    "What a sheet lacks: five tasks, three grades, three misconceptions each, a solution in words."
    tasks, faults = lecture.tasks, []
    if [task.number for task in tasks] != [1, 2, 3, 4, 5]:
        faults.append(f"{lecture.name}: not five exercises")
    if {task.grade for task in tasks} != {"remember", "apply", "think"}:
        faults.append(f"{lecture.name}: not all grades")
    for task in tasks:
        kinds = [kind for kind, _ in task.cells]
        if not {"text", "solution", "check", "key", "explained"} <= set(kinds):
            faults.append(f"{lecture.name}-{task.number}: has {kinds}")
        if task.checks[0][0] != f"{lecture.name}-{task.number}":
            faults.append(f"{lecture.name}-{task.number}: checks {task.checks[0][0]}")
    return faults


# What students and graders get


def stub(task, source):
    "A solution cell without its solution: the name is there, and waits."
    kept = re.sub(rf"( *){BEGIN}.*?{END}", r"\1...  # your code here", source, flags=re.DOTALL)
    return (
        kept
        if f"def {task.answer}" in kept
        else f"{task.answer} = ...  # not answered yet\n" + kept
    )


def open_cells(lecture):
    "The lecture as it is handed out: no hidden cells, no outputs, links that lead somewhere."
    for cell in lecture.taught:
        if cell.cell_type == "markdown":
            text = re.sub(r"^<!-- .*?-->\n", "", cell.source, flags=re.MULTILINE | re.DOTALL)
            text = course_bank.with_quiz(text, lecture.name)
            yield new_markdown_cell(linked(text, NEAR))
        elif not cell.source.startswith("#| hide"):
            yield new_code_cell(re.sub(r"^#\| .*\n", "", cell.source))


def students(lecture):
    "The lecture and its sheet without solutions."
    cells = [*open_cells(lecture)]
    for kind, source in lecture.setup:
        if kind in ("text", "given"):
            cells.append(made(kind, source))
    for task in lecture.tasks:
        for kind, source in task.cells:
            if kind == "solution":
                cells.append(new_code_cell(stub(task, source)))
            if kind in ("text", "given", "check"):
                cells.append(made(kind, source))
    return notebook(cells)


def made(kind, source, near=NEAR):
    return new_markdown_cell(linked(source, near)) if kind == "text" else new_code_cell(source)


def about(grade_id, **what):
    "nbgrader's metadata of a cell."
    default = dict(grade=False, solution=False, locked=False, task=False, schema_version=3)
    return {"nbgrader": {"grade_id": grade_id, **default, **what}}


def asserted(sources):
    "Checks as tests that fail with their hint."
    return CHECK.sub(
        r'answer = cc.check_answer("\1", \2)\nassert answer, answer', "\n".join(sources)
    )


def assignment(lecture):
    "The sheet as nbgrader's source: solutions between its marks, hidden tests, points."
    title = next(
        line
        for cell in lecture.taught
        for line in cell.source.splitlines()
        if line.startswith("# ")
    )
    cells = [new_markdown_cell(f"{title}: exercises")]
    cells += [made(kind, source, ()) for kind, source in lecture.setup if kind in ("text", "given")]
    for task in lecture.tasks:
        name = f"{lecture.name}-{task.number}"
        for kind, source in task.cells:
            if kind in ("text", "given"):
                cells.append(made(kind, source, ()))
            if kind == "solution":
                named = f"def {task.answer}" in source.partition(BEGIN)[0]
                text = source if named else f"{task.answer} = ...  # not answered yet\n{source}"
                cells.append(new_code_cell(text, metadata=about(name, solution=True)))
            if kind == "check":
                tests = asserted([source, *task.sources("hidden")])
                cells.append(
                    new_code_cell(
                        tests,
                        metadata=about(f"{name}-test", grade=True, locked=True, points=task.points),
                    )
                )
    return notebook(cells)


def without_answers(path):
    """The exam without its answers: what a heading `Answer` stands over is left out, and so is
    all code.
    """
    kept = [
        cell.source
        for cell in nbformat.read(path, 4).cells
        if cell.cell_type == "markdown" and not cell.source.startswith("**Answer")
    ]
    return notebook([new_markdown_cell(linked(source)) for source in kept])


# The commands


def make_keys(args):
    "Write the keys."
    KEYS.mkdir(exist_ok=True)
    for lecture in lectures(args.only):
        key, _, _ = solve(lecture)
        (KEYS / f"{lecture.name}.json").write_text(
            json.dumps(key, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
        print(
            f"{lecture.name}: {len(key)} answers, {sum(len(entry['hints']) for entry in key.values())} hints"
        )


def check(args):
    "Prove every sheet."
    found = lectures(args.only)
    if faults := [fault for lecture in found for fault in shape_faults(lecture) + prove(lecture)]:
        sys.exit("\n".join(faults))
    tasks = [task for lecture in found for task in lecture.tasks]
    points = sum(task.points for task in tasks)
    print(
        f"{len(tasks)} exercises, {points} points: solutions earn all, blanks none, mistakes none and their hints"
    )


CONFIG = """c = get_config()
c.CourseDirectory.course_id = 'clfcompare'
c.ClearSolutions.code_stub = {'python': '...  # your code here'}  # what is left blank has no answer, and raises nothing
"""


def release(args):
    "Write the release for students, nbgrader's sources and the exam without answers."
    for folder in ("students", "nbgrader"):
        shutil.rmtree(OUT / folder, ignore_errors=True)
    found = lectures(args.only)
    course_release.export({each.path.name: students(each) for each in found}, OUT / "students")
    for lecture in found:
        write(OUT / "nbgrader/source" / lecture.path.stem / lecture.path.name, assignment(lecture))
    for path in SOURCE.glob("*_exam.ipynb"):
        write(OUT / "exam.ipynb", without_answers(path))
    (OUT / "nbgrader/nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
    print(f"{OUT.name}: students, nbgrader/source, exam.ipynb")


def bank(args):
    "Write the question bank for Moodle and in GIFT."
    course_bank.export(SOURCE / "bank/questions.toml", OUT / "bank")


def slides(args):
    "Write the slides."
    import course_slides

    course_slides.export(lectures(args.only), OUT / "slides")


def exam(args):
    "Write a second exam and, beside it, its answers."
    import course_exam

    course_exam.export(args.seed, OUT / "lecturer")
    print(f"{OUT.name}/lecturer: exam_2.ipynb, exam_2_answers.ipynb")


COMMANDS = {
    "exam": exam,
    "key": make_keys,
    "check": check,
    "release": release,
    "bank": bank,
    "slides": slides,
}


def main(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "commands", nargs="*", choices=[*COMMANDS, []], help="default: check release bank"
    )
    parser.add_argument("--only", nargs="+", help="names of lectures, such as testing")
    parser.add_argument("--seed", type=int, help="of the second exam: keep it to yourself")
    args = parser.parse_args(words)
    if "exam" in args.commands and args.seed is None:
        parser.error("exam needs a number that you keep to yourself: --seed 2731")
    import matplotlib

    matplotlib.use("Agg")
    for command in args.commands or ["check", "release", "bank"]:
        COMMANDS[command](args)


if __name__ == "__main__":
    main(sys.argv[1:])
