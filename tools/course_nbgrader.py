"""Do nbgrader's own marks agree with ours?  python tools/course_nbgrader.py testing two_algorithms

Each assignment is released, and graded three times in a folder that is thrown away: with the
solutions, blank, and with a stored mistake in every exercise. Needs the optional extra: pip install
'clfcompare[course]'.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import course
import nbformat

ROOT = course.ROOT


def filled(release, answers):
    "A student's notebook: the release with these sources in its answer cells."
    book = nbformat.read(release, 4)
    for cell in book.cells:
        about = cell.metadata.get("nbgrader", {})
        if about.get("solution") and about["grade_id"] in answers:
            cell.source = answers[about["grade_id"]]
    return book


def submissions(lecture):
    "Student -> answers: the solutions, nothing, and the first stored mistake of each exercise."
    _, stored, _ = course.solve(lecture)
    solved, mistaken = {}, {}
    for task in lecture.tasks:
        name, expression = task.checks[0]
        mistake = course.written_out(stored[name].wrong[0][0])
        solved[name] = "\n".join(task.sources("solution"))
        mistaken[name] = (
            f"def {task.answer}(*args, **options): return {mistake}"
            if "(" in expression
            else f"{task.answer} = {mistake}"
        )
    return {"solution": solved, "blank": {}, "mistakes": mistaken}, [
        stored[task.checks[0][0]].wrong[0][1] for task in lecture.tasks
    ]


def proved(api, root, lecture):
    """Release one assignment, grade three submissions; returns the points and the share of hints
    in the feedback.
    """
    from nbgrader.api import Gradebook

    stem, file = lecture.path.stem, lecture.path.name
    course.write(root / "source" / stem / file, course.assignment(lecture))
    done = api.generate_assignment(stem)
    if not done["success"]:
        sys.exit(done["log"])
    answers, hints = submissions(lecture)
    for student, given in answers.items():
        folder = shutil.copytree(root / "release" / stem, root / "submitted" / student / stem)
        nbformat.write(filled(root / "release" / stem / file, given), folder / file)
        done = api.autograde(stem, student)
        if not done["success"]:
            sys.exit(done["log"])
        api.generate_feedback(stem, student)
    with Gradebook(f"sqlite:///{root}/gradebook.db") as book:
        found = {student: book.find_submission(stem, student) for student in answers}
        points = {
            student: (int(each.score), int(each.max_score)) for student, each in found.items()
        }
    said = " ".join(
        (root / "feedback/mistakes" / stem / f"{stem}.html").read_text(encoding="utf-8").split()
    )
    missing = [
        hint
        for hint in hints
        if " ".join(hint.split())[:30] not in said.replace("&#39;", "'").replace("&quot;", '"')
    ]
    return points, missing


def main(names, root=None):
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    os.environ["PATH"] = (
        # nbgrader calls `alembic` by its bare name
        f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    os.environ["PYTHONPATH"] = f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    root = Path(root or tempfile.mkdtemp()).resolve()
    config = Config(
        CourseDirectory=dict(root=str(root), course_id="clfcompare"),
        Execute=dict(timeout=120),
        ClearSolutions=dict(code_stub={"python": "...  # your code here"}),
    )
    api = NbGraderAPI(config=config)
    for lecture in course.lectures(names):
        points, missing = proved(api, root, lecture)
        (full, top), (blank, _), (mistakes, _) = (
            points[student] for student in ("solution", "blank", "mistakes")
        )
        print(
            f"{lecture.name}: solution {full} of {top}, blank {blank}, mistakes {mistakes}; hints missing: {len(missing)}"
        )
        if (full, blank, mistakes) != (top, 0, 0) or missing:
            sys.exit(f"{lecture.name}: nbgrader does not agree; {missing}")


if __name__ == "__main__":
    main(sys.argv[1:])
