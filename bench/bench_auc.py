"""Areas under the ROC curve at a million cases: time and memory, beside a peer.

    python bench/bench_auc.py [cases] [repetitions]

Each task runs in a process of its own, so that the peak of its memory is its own. Half of the runs
have scores that are all different, half have 1000 distinct scores, which is harder for programs
that walk through ties. The peers are scikit-learn and, where they are installed (pip install
confidenceinterval MLstatkit), two implementations of DeLong's method.
"""

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, version

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def data(cases, ties):
    "Truth (a third positive) and two scores of a made-up test set."
    import numpy as np

    rng = np.random.default_rng(1)
    y = (rng.random(cases) < 1 / 3).astype(int)
    a, b = rng.normal(size=(2, cases)) + y + rng.normal(size=cases)
    return y, *((np.round(200 * s).clip(-500, 499) / 200, s)[ties == "no"] for s in (a, b))


def ours(name):
    from clfcompare.measures import areas, curves

    return {
        "auc_roc": lambda y, a, b: curves.auc_roc(y, a),
        "auc_pr": lambda y, a, b: curves.auc_pr(y, a, method="average_precision"),
        "delong_interval": lambda y, a, b: areas.delong_interval(y, a).se,
        "delong_test": lambda y, a, b: areas.delong_test(y, a, b).statistic,
    }[name]


def peer(name):
    if name in ("auc_roc", "auc_pr"):
        import sklearn.metrics as metrics

        area = {"auc_roc": metrics.roc_auc_score, "auc_pr": metrics.average_precision_score}[name]
        return lambda y, a, b: area(y, a)
    if name == "delong_interval":
        from confidenceinterval.delong import delong_roc_variance

        return lambda y, a, b: float(delong_roc_variance(y, a)[1]) ** 0.5
    from MLstatkit import Delong_test

    return lambda y, a, b: -Delong_test(y, a, b, return_ci=False, return_auc=False)[0]


PEERS = {
    "auc_roc": "scikit-learn",
    "auc_pr": "scikit-learn",
    "delong_interval": "confidenceinterval",
    "delong_test": "MLstatkit",
}


def megabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024 if sys.platform != "darwin" else 1024**2
    )


def one(who, name, cases, repetitions, ties):
    "Run one task in this process and print what it took."
    run = {"ours": ours, "peer": peer}[who](name)
    y, a, b = data(cases, ties)
    before, seconds = megabytes(), []
    for _ in range(repetitions):
        start = time.perf_counter()
        value = run(y, a, b)
        seconds.append(time.perf_counter() - start)
    print(
        json.dumps(
            dict(
                value=float(value),
                seconds=statistics.median(seconds),
                before=before,
                peak=megabytes(),
            )
        )
    )


def child(*words):
    "The figures of one task, or None where the peer is not installed."
    env = {**os.environ, **dict.fromkeys(THREADS, "1")}
    done = subprocess.run(
        [sys.executable, __file__, "--one", *map(str, words)],
        capture_output=True,
        text=True,
        env=env,
    )
    if done.returncode and "ModuleNotFoundError" in done.stderr:
        return None
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def released(package):
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def main(cases=1_000_000, repetitions=5):
    print(
        f"{cases:,} cases, median of {repetitions} runs, one thread; {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, numpy {released('numpy')}, scipy {released('scipy')}\n"
    )
    print(
        "| task | ties | ours, s | peak, MB (before) | peer | peer, s | peak, MB | ratio of times | ours | peer |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, package in PEERS.items():
        for ties in ("no", "many"):
            us, them = (child(who, name, cases, repetitions, ties) for who in ("ours", "peer"))
            row = f"| {name} | {ties} | {us['seconds']:.2f} | {us['peak']:.0f} ({us['before']:.0f}) | {package} "
            if them is None:
                print(row + f"| not installed | | | {us['value']:.7g} | |", flush=True)
            else:
                print(
                    row
                    + f"{released(package)} | {them['seconds']:.2f} | {them['peak']:.0f} | {them['seconds'] / us['seconds']:.1f} "
                    f"| {us['value']:.7g} | {them['value']:.7g} |",
                    flush=True,
                )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]), sys.argv[6])
    else:
        main(*map(int, sys.argv[1:]))
