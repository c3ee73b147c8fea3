"""Killed at any moment (kill -9) and started again, an experiment gives what it would have given
undisturbed.
"""

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from clfcompare.experiment.store import read_store
from conftest import ROOT
from small_experiment import (
    FITS,
    TRIALS,
    Hostile,
    check_hostile,
    check_same,
    children,
    done,
    experiment,
    hostile,
    lives,
)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")


def python(code, *words, env, **options):
    "Start a child process that knows small_experiment."
    paths = os.pathsep.join([str(ROOT / "tests"), env.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", f"import sys, small_experiment as s; {code}", *map(str, words)]
    return subprocess.Popen(
        command,
        env={**env, "PYTHONPATH": paths},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


@pytest.fixture(scope="module")
def undisturbed():
    return experiment().run(progress=False)


def test_the_experiment_has_what_is_to_be_tested(undisturbed):
    runs = undisturbed.runs
    assert (
        len(runs) == FITS
        and 0 < len(undisturbed.failed) < 20
        and set(undisturbed.failed["algorithm"]) == {"sulky"}
    )
    assert runs.loc[
        runs["shortcut"].notna(), ["dataset", "algorithm"]
    ].drop_duplicates().values.tolist() == [["wine", "knn"]]
    assert (
        runs["warnings"].str.contains("slept").sum() == 20
        and runs["warnings"].str.contains("400").sum() == 20
    )


def test_killed_again_and_again(undisturbed, env, tmp_path):
    path = tmp_path / "results.sqlite"
    child = python("s.killed(sys.argv[1], 12, pause=0.03)", path, env=env)
    out, err = child.communicate(timeout=600)
    assert child.returncode == 0, err
    ends, ok = json.loads(out), FITS + TRIALS - len(undisturbed.failed)
    counts = [count for _, count in ends]
    assert counts == sorted(counts) and counts[-1] <= ok  # nothing is ever lost
    assert sum(was_killed and count < ok for was_killed, count in ends) >= 2 and any(
        0 < count for count in counts
    ), ends
    before = read_store(path).query("status == 'ok' and kind == 'fit'")
    resumed = experiment(pause=0.03).run(store=path, progress=False)
    check_same(resumed, undisturbed)
    key = ["dataset", "algorithm", "repeat", "fold"]
    kept = resumed.runs.set_index(key)["fit_time"]
    assert [kept[tuple(row[k] for k in key)] for _, row in before.iterrows()] == before[
        "fit_time"
    ].tolist()  # not run again
    assert done(path) == ok
    assert [entry.name for entry in tmp_path.iterdir()] == ["results.sqlite"]


def gone(numbers):
    "Wait until processes have ended; False if they never do."
    until = time.monotonic() + 60
    while any(map(lives, numbers)) and time.monotonic() < until:
        time.sleep(0.01)
    return not any(map(lives, numbers))


HELPERS = 2  # of multiprocessing, beside the workers: its fork server, and its tracker of resources
on_linux = pytest.mark.skipif(
    not os.path.exists("/proc/self/stat"), reason="looks for processes in /proc"
)


@on_linux
@pytest.mark.parametrize(
    ("records", "count", "how"),
    [(7, 2, "n_jobs=2"), (58, 1, "n_jobs=1, time_limit=600")],
    ids=["two workers, while tuning", "one worker, while fitting"],
)
def test_killed_with_workers(records, count, how, undisturbed, env, tmp_path):
    """What was kept is kept, and no worker outlives the process that asked, nor do the helpers of
    `multiprocessing`.
    """
    path = tmp_path / "results.sqlite"
    child = python(f"s.whole(sys.argv[1], records=int(sys.argv[2]), {how})", path, records, env=env)
    out, _ = child.communicate()
    workers = json.loads(out)
    assert (
        child.returncode == -signal.SIGKILL
        and len(workers) == count + HELPERS
        and gone(workers)
        and len(read_store(path)) == records
    )
    check_same(experiment().run(store=path, progress=False), undisturbed)
    assert done(path) == FITS + TRIALS - len(undisturbed.failed)


@on_linux
def test_workers_that_are_in_c_code_end_too(env):
    child = python("s.stuck()", env=env)
    assert [child.stderr.readline() for _ in range(2)] == ["begun\n"] * 2
    workers = children(child.pid)
    assert len(workers) == 2 + HELPERS and all(map(lives, workers))
    child.kill()
    child.communicate()
    assert gone(workers)


@pytest.mark.parametrize(
    "how",
    [
        pytest.param({"n_jobs": 1}, id="one worker", marks=pytest.mark.slow),
        pytest.param({"n_jobs": 2}, id="two workers"),
    ],
)
def test_fits_that_are_lost_are_rows(how, tmp_path):
    "They are tried again, as every fit that failed; the others are not."
    path = tmp_path / "results.sqlite"
    check_hostile(hostile().run(store=path, time_limit=3, progress=False, **how))
    assert read_store(path)["status"].tolist().count("ok") == 2
    leaving = {name: Hostile("leave") for name in ("leave", "fresh")}
    again = dataclasses.replace(hostile(), algorithms=leaving).run(store=path, progress=False)
    assert len(again.failed) == 2 and len(read_store(path)) == 9


def test_interrupted_by_the_user(env, tmp_path):
    "Ctrl-C ends it, with one process or two; what was done is kept."
    # in the background of a script, children inherit that SIGINT is ignored
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    for n_jobs in (1, 2):
        path = tmp_path / f"{n_jobs}.sqlite"
        code = f"{listen}; s.whole(sys.argv[1], n_jobs=int(sys.argv[2]), pause=600, records={TRIALS + 2}, then='tell')"
        child = python(code, path, n_jobs, env=env, start_new_session=True)
        workers = json.loads(
            child.stdout.readline()
        )  # now all that is left to do is to wait for the slow one
        os.killpg(child.pid, signal.SIGINT)  # as a terminal does: to all of them
        _, err = child.communicate()
        assert (
            child.returncode != 0
            and "done and kept in the store; run the same line again" in err.splitlines()[-1]
        ), err
        assert err.count("  File ") <= 8, err  # the way to the message is short
        assert TRIALS + 2 <= len(read_store(path)) < FITS + TRIALS and gone(workers)
