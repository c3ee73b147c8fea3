"""What a fit costs in worker processes, beside another version of the package.

    git archive v0.2.0 clfcompare | tar x -C ../before
    python bench/bench_workers.py ../before 12

Two programs, one with each version, have two warm workers each and are asked in turns, in an order
drawn anew for every kind of batch, so that a busy machine troubles both alike. A fit does nothing
but wait for its time to pass on the processor. Printed: milliseconds a fit (least of all rounds),
and this version over the other one in the same round, median and quartiles. Also the time from
`run` to the first answer in a fresh process, with the import of what the work needs.
"""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent
BATCHES = {"0 ms": (200, 0), "1 ms": (200, 1), "50 ms": (20, 50)}  # fits, milliseconds each


class Busy:
    "Uses the processor for some milliseconds, and says one class."

    def __init__(self, ms=0):
        self.ms = ms

    def get_params(self, deep=True):
        return {"ms": self.ms}

    def set_params(self, **parameters):
        self.__dict__.update(parameters)
        return self

    def fit(self, X, y):
        until = time.process_time() + self.ms / 1000
        while time.process_time() < until:
            pass
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.repeat(self.classes_[0], len(X))


def serve():
    "Do the batches that are asked for; print what each took."
    from clfcompare.experiment.designs import Cell
    from clfcompare.experiment.fitting import Job, Session, Task, each, fit_task

    X, y = np.random.default_rng(3).normal(size=(66, 5)), np.arange(66) % 2
    cut = np.arange(44), np.arange(44, 66)
    with Session() as session:
        for line in sys.stdin:
            fits, ms = json.loads(line)
            busy, todo = Busy(ms), []
            for k in range(fits // 10):
                jobs = [Job(("d", f"a{j}", 0, k), busy, j) for j in range(10)]
                todo.append(Task(X, y, None, Cell(0, k, *cut), jobs, [0, 1]))
            clock, own, first = time.perf_counter(), time.process_time(), None
            for _, record in each(fit_task, todo, n_jobs=2, session=session):
                first = first or time.perf_counter() - clock
                assert record["status"] == "ok", record
            took = time.perf_counter() - clock
            print(json.dumps([took, time.process_time() - own, first]), flush=True)


class Version:
    "A program that runs batches of fits with the package of a folder."

    def __init__(self, folder):
        paths = os.pathsep.join([str(folder), str(Path(__file__).parent)])
        self.process = subprocess.Popen(
            [sys.executable, "-c", "import bench_workers; bench_workers.serve()"],
            env=os.environ | {"PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
        )

    def ask(self, fits, ms):
        "Seconds on the clock, of the processor of the process that asks, to the first answer."
        self.process.stdin.write(json.dumps([fits, ms]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def quartiles(ratios):
    ratios = sorted(ratios)
    return [ratios[round(share * (len(ratios) - 1))] for share in (0.5, 0.25, 0.75)]


def main(other, rounds):
    versions = {"other": Version(Path(other).resolve()), "this": Version(ROOT)}
    firsts = {name: version.ask(20, 0)[2] for name, version in versions.items()}
    took = {(name, batch): [] for name in versions for batch in BATCHES}
    for _ in range(rounds):
        for batch, what in BATCHES.items():
            for name in random.sample([*versions], 2):
                took[name, batch].append(versions[name].ask(*what))
        time.sleep(0.05)
    print("| a fit of | other, ms a fit | this, ms a fit | this over other | own, ms | first, s |")
    print("|---|---|---|---|---|---|")
    for batch, (fits, _) in BATCHES.items():
        pairs = [[1000 * one[0] / fits for one in took[name, batch]] for name in versions]
        own = [
            1000 * sorted(one[1] for one in took[name, batch])[rounds // 2] / fits
            for name in versions
        ]
        middle, low, high = quartiles([b / a for a, b in zip(*pairs)])
        words = f"{middle:.2f} ({low:.2f} to {high:.2f})"
        print(
            f"| {batch} | {min(pairs[0]):.2f} | {min(pairs[1]):.2f} | {words} | {own[0]:.3f}, {own[1]:.3f} | {firsts['other']:.1f}, {firsts['this']:.1f} |"
        )
    for version in versions.values():
        version.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 12)
