"""Plant the faults of tools/mutants.toml one at a time, and see which the tests find:  python
tools/mutants.py [--only TEXT] [--jobs N]

A fault is a text of an exported cell and what is put in its place, in the notebook and in its
module, in a copy of the tree. It is caught if the notebook then fails or shows something else, or
if a test named with it fails. What is done is kept in _mutants/, until the fault, the notebook, a
test or a tool changes: a run that was stopped goes on where it was. The exit code is 1 if a fault
survives that is not marked as `equivalent`, with the reason why nobody could see it.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
LIST, KEPT = ROOT / "tools/mutants.toml", ROOT / "_mutants/results.json"
sys.path.append(str(ROOT / "tests"))
import ignored  # noqa: E402
from notebook_server import Server  # noqa: E402


class Unfit(LookupError):
    "A fault that does not fit the tree."


def faults(file=LIST):
    """The stored list: a fault has `place`, `old`, `new`, `breaks`, and may have `tests` and
    `equivalent`.
    """
    return tomllib.loads(file.read_text(encoding="utf-8"))["fault"]


def module(fault, root=ROOT):
    return root / f"clfcompare/{fault['place']}.py"


def notebook(fault, root=ROOT):
    "The notebook that exports the module."
    floor, name = fault["place"].split("/")
    found = list((root / "nbs" / floor).glob(f"[0-9][0-9]_{name}.ipynb"))
    if len(found) != 1:
        raise Unfit(f"{fault['place']}: no notebook exports it")
    return found[0]


def planted(fault, root=ROOT):
    """Path -> text of the notebook with the fault in it, and of the module that it exports then.
    `Unfit` says why it cannot be planted.
    """
    place = notebook(fault, root)
    nb = with_fault(fault, json.loads(place.read_text(encoding="utf-8")))
    return {module(fault, root): exported(fault, nb), place: json.dumps(nb)}


def with_fault(fault, nb):
    "The notebook with the fault in the one exported cell that has its text."
    old, new = fault["old"], fault["new"]
    cells = [cell for cell in nb["cells"] if cell["cell_type"] == "code"]
    texts = ["".join(cell["source"]) for cell in cells]
    kept = [cell for cell, text in zip(cells, texts) if re.match(r"#\| *export", text)]
    count = sum("".join(cell["source"]).count(old) for cell in kept)
    if old == new or count != 1:
        raise Unfit(f"{fault['place']}: {old!r} is {count} times in the notebook")
    for cell in kept:
        cell["source"] = "".join(cell["source"]).replace(old, new)
    return nb


def exported(fault, nb):
    "The module of a notebook, as nbdev exports it."
    from nbdev.export import nb_export

    with tempfile.TemporaryDirectory() as folder:
        floor, name = fault["place"].split("/")
        path = Path(folder, "nbs", floor, f"{name}.ipynb")
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(nb), encoding="utf-8")
        nb_export(path, lib_path=Path(folder, "clfcompare"))
        return Path(folder, f"clfcompare/{fault['place']}.py").read_text(encoding="utf-8")


class Planted:
    "A copy of the tree with a fault in it, inside `with`."

    def __init__(self, fault, root):
        self.texts = planted(fault, root)

    def __enter__(self):
        self.before = {path: path.read_bytes() for path in self.texts}
        self._write({path: text.encode() for path, text in self.texts.items()})

    def __exit__(self, *_):
        self._write(self.before)

    def _write(self, contents):
        for path, content in contents.items():
            path.write_bytes(content)
            if path.suffix == ".py":
                Path(importlib.util.cache_from_source(path)).unlink(
                    missing_ok=True
                )  # a second is too coarse a clock


class Worker:
    "A copy of the tree, and a server that runs notebooks in it."

    def __init__(self, folder):
        self.root = Path(shutil.copytree(ROOT, folder, ignore=ignored.left_out))
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        paths = os.pathsep.join([str(self.root), str(self.root / "tests")])
        self.env = {**os.environ, **threads, "PYTHONPATH": paths}
        self.server, self.sound = Server(self.root), {}

    def fails(self, test):
        "Does this notebook, or file of tests, fail? And what it says."
        if test.endswith(".ipynb"):
            code, said = self.server.run(
                self.root / test, self.env, "--check", "--quick", timeout=180
            )
            return code != 0, said
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-qx",
            "-p",
            "no:xdist",
            "-p",
            "no:cacheprovider",
            "-o",
            "addopts=",
            *test.split(),
        ]
        try:
            done = subprocess.run(
                command, cwd=self.root, env=self.env, capture_output=True, text=True, timeout=600
            )
        except subprocess.TimeoutExpired:
            return True, "takes too long"
        return done.returncode != 0, done.stdout

    def judge(self, fault):
        """What became of a fault: the test that caught it, or 'survived'; a test that fails
        without any fault proves nothing.
        """
        tests = tests_of(fault)
        for test in tests:
            if test not in self.sound:
                self.sound[test] = not self.fails(test)[0]
        if broken := [test for test in tests if not self.sound[test]]:
            return f"not tried: without the fault {broken[0]} fails"
        with Planted(fault, self.root):
            return next((f"caught by {test}" for test in tests if self.fails(test)[0]), "survived")


def tests_of(fault):
    return [notebook(fault).relative_to(ROOT).as_posix(), *fault.get("tests", [])]


def state(fault):
    "What a kept result rests on."
    files = [
        module(fault),
        LIST.with_name("shown.py"),
        *(ROOT / test.split()[0] for test in tests_of(fault)),
    ]
    parts = [
        json.dumps([fault[key] for key in ("place", "old", "new")]).encode(),
        *(path.read_bytes() for path in files),
    ]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def judge_all(chosen, jobs, kept):
    "Judge the faults, and keep each result as soon as it is there."
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        idle = SimpleQueue()
        workers = [Worker(Path(folder, str(number))) for number in range(jobs)]
        for worker in workers:
            idle.put(worker)

        def judge(fault):
            worker = idle.get()
            try:
                kept[fault["state"]] = worker.judge(fault)
            finally:
                idle.put(worker)
            return fault

        for fault in pool.map(judge, chosen):
            print(f"{kept[fault['state']]:60} {fault['place']}: {fault['breaks']}", flush=True)
            KEPT.parent.mkdir(exist_ok=True)
            KEPT.write_text(json.dumps(dict(kept)))
        for worker in workers:
            worker.server.close()


def report(chosen, kept):
    "How many were caught, floor by floor, and who survived; True if nobody did who should not."
    left = []
    for floor in sorted({fault["place"].split("/")[0] for fault in chosen}):
        here = [
            fault
            for fault in chosen
            if fault["place"].startswith(floor + "/") and "equivalent" not in fault
        ]
        caught = sum(kept[fault["state"]].startswith("caught") for fault in here)
        print(f"{floor:12} {caught} of {len(here)}")
        left += [fault for fault in here if not kept[fault["state"]].startswith("caught")]
    wrong = [
        fault for fault in chosen if "equivalent" in fault and kept[fault["state"]] != "survived"
    ]
    real = [fault for fault in chosen if "equivalent" not in fault]
    caught = len(real) - len(left)
    print(
        f"caught: {caught} of {len(real)} ({100 * caught / max(len(real), 1):.1f} %); equivalent: {len(chosen) - len(real)}"
    )
    for fault in left:
        print(
            f"{kept[fault['state']]}: {fault['place']}: {fault['breaks']}\n  - {fault['old']}\n  + {fault['new']}"
        )
    for fault in wrong:
        print(f"called equivalent, but {kept[fault['state']]}: {fault['place']}: {fault['breaks']}")
    return not left and not wrong


def main(words):
    "Judge what has not been judged, and report."
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only",
        default="",
        metavar="TEXT",
        help="only the faults whose place or description has this text (a pattern)",
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many at a time (2)")
    args = parser.parse_args(words)
    chosen = [
        fault for fault in faults() if re.search(args.only, f"{fault['place']}: {fault['breaks']}")
    ]
    for fault in chosen:
        planted(fault)  # a list that does not fit the tree is refused before anything runs
        fault["state"] = state(fault)
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    new = [fault for fault in chosen if kept.get(fault["state"], "not").startswith("not")]
    if new:
        judge_all(new, min(args.jobs, len(new)), kept)
    sys.exit(not report(chosen, kept))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Unfit as error:
        sys.exit(f"tools/mutants.toml does not fit the tree: {error}")
