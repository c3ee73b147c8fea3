"""What a learner does to its process or to its data harms no other; and the same on other systems,
as far as they can be had here by taking names out of `os`.
"""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from clfcompare import ClfCompareError, Experiment, k_fold, monte_carlo
from clfcompare.experiment import workers as module
from clfcompare.experiment.store import read_store
from conftest import ROOT
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB
from small_experiment import children, lives

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
on_linux = pytest.mark.skipif(
    not os.path.exists("/proc/self/stat"), reason="looks for processes in /proc"
)


class Meddler(ClassifierMixin, BaseEstimator):
    "Says the most frequent class, and does something that it should not do."

    def __init__(self, deed="none"):
        self.deed = deed

    def fit(self, X, y):
        self.classes_, counts = np.unique(y, return_counts=True)
        self.most_ = self.classes_[counts.argmax()]
        if self.deed == "fork" and os.fork() == 0:
            raise OSError("the copy goes on where its parent does")
        if self.deed == "interrupted fork" and os.fork() == 0:
            raise KeyboardInterrupt
        if self.deed == "turn":
            X.flags.writeable = True
        if self.deed == "base":
            X.base.flags.writeable = True
        if self.deed in ("turn", "base", "write"):
            X[:] = 0
        if self.deed == "labels":
            y[:] = y[::-1]
        return self

    def predict(self, X):
        return np.repeat(self.most_, len(X))


def data(cases=51, columns=3):
    X = np.random.default_rng(8).normal(size=(cases, columns))
    return X, np.where(X[:, 0] + X[:, 1] / 2 > 0.1, "high", "low")


def run(*deeds, folds=4, **how):
    "Good learners before and after those that meddle, in the order of their names."
    learners = {"a": GaussianNB()} | {f"m {deed}": Meddler(deed) for deed in deeds}
    learners["z"] = GaussianNB(var_smoothing=0.3)
    made = Experiment(datasets={"d": data()}, algorithms=learners, design=k_fold(folds), rng=5)
    return made.run(progress=False, **how)


def good(outcome):
    "What the good learners have."
    scores = outcome.scores.query("algorithm in ['a', 'z']")
    return scores.sort_values(["algorithm", "fold"]).reset_index(drop=True)


@pytest.fixture(scope="module")
def undisturbed():
    return good(run())


@needs_fork
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_copy_answers_for_nobody(n_jobs, undisturbed, tmp_path):
    "And keeps nothing in the store, where another would find it."
    path = tmp_path / "results.sqlite"
    outcome = run("fork", "interrupted fork", n_jobs=n_jobs, store=path)
    pd.testing.assert_frame_equal(good(outcome), undisturbed)
    assert outcome.failed.empty and len(read_store(path)) == 4 * 4
    pd.testing.assert_frame_equal(good(run(store=path)), undisturbed)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_nobody_writes_into_what_others_see(n_jobs, undisturbed):
    outcome = run("turn", "base", "write", "labels", n_jobs=n_jobs)
    pd.testing.assert_frame_equal(good(outcome), undisturbed)
    errors = outcome.failed.groupby("algorithm")["error"].first()
    assert sorted(errors.index) == ["m base", "m labels", "m turn", "m write"]
    for name in ("m labels", "m turn", "m write"):
        assert errors[name].startswith("ValueError: ") and errors[name].endswith("X = X.copy()")
    assert errors["m write"] in outcome.summary()


def test_other_errors_get_no_such_advice():
    class Odd(Meddler):
        def fit(self, X, y):
            raise (RuntimeError if self.deed == "a" else ValueError)(
                "read-only" if self.deed == "a" else "odd"
            )

    made = Experiment(
        datasets={"d": data()},
        algorithms={"a": Odd("a"), "b": Odd("b")},
        design=monte_carlo(1),
    )
    found = made.run(progress=False).runs.set_index("algorithm")["error"]
    assert found.tolist() == ["RuntimeError: read-only", "ValueError: odd"]


class Parallel(GaussianNB):
    "Has a process of its own for a part of its work, as some boosting machines have."

    def fit(self, X, y):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            assert pool.apply(abs, (-3,)) == 3
        return super().fit(X, y)


def test_a_learner_may_have_processes():
    made = Experiment(
        datasets={"d": data()}, algorithms={"p": Parallel()}, design=monte_carlo(1), rng=5
    )
    outcome = made.run(time_limit=300, progress=False)
    assert outcome.failed.empty, outcome.failed["error"].iloc[0]


# What a user's own program may be.

SCRIPT = """
import os, sys
print("RUNS", flush=True)
import numpy as np
from clfcompare import Experiment, k_fold
from sklearn.naive_bayes import GaussianNB
class Mine(GaussianNB): pass
X = np.random.default_rng(0).normal(size=(60, 4))
made = Experiment(datasets={"d": (X, X[:, 0] > 0)}, algorithms={"a": Mine(), "b": GaussianNB()}, design=k_fold(3), rng=1)
print("FAILED", len(made.run(n_jobs=2, progress=False).failed), flush=True)
"""


@pytest.mark.parametrize("how", ["file", "stdin"])
def test_a_script_without_guard(how, env, tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    words = [str(tmp_path / "script.py") if how == "file" else "-"]
    told = subprocess.run(
        [sys.executable, *words],
        input=SCRIPT if how == "stdin" else None,
        env=env,
        text=True,
        capture_output=True,
        timeout=300,
    )
    assert (told.stdout, told.returncode) == ("RUNS\nFAILED 0\n", 0), told.stderr


PLACES = """
import multiprocessing, os, sys, time
def inner(): exec(RUN)
RUN = '''
import numpy as np
from clfcompare import Experiment, k_fold
from sklearn.naive_bayes import GaussianNB
X = np.random.default_rng(0).normal(size=(60, 4))
made = Experiment(datasets={"d": (X, X[:, 0] > 0)}, algorithms={"b": GaussianNB()}, design=k_fold(3), rng=1)
print("FAILED", len(made.run(n_jobs=2, progress=False).failed), flush=True)
'''
"""


@needs_fork
def test_in_a_daemon_and_in_a_copy_of_a_process_that_had_workers(env):
    "Dask's workers are daemons; pools of other packages fork."
    code = PLACES + textwrap.dedent("""
        inner()
        process = multiprocessing.get_context("fork").Process(target=inner, daemon=True)
        process.start()
        process.join(200)
        print("DONE", process.exitcode)
    """)
    told = subprocess.run(
        [sys.executable, "-c", code], env=env, text=True, capture_output=True, timeout=300
    )
    assert told.stdout == "FAILED 0\nFAILED 0\nDONE 0\n", told.stderr


def gone(numbers):
    until = time.monotonic() + 60
    while any(map(lives, numbers)) and time.monotonic() < until:
        time.sleep(0.01)
    return not any(map(lives, numbers))


@on_linux
def test_left_half_asked(env, tmp_path):
    "Python ends although results were still to come: no process and no file stays."
    code = textwrap.dedent("""
        import json, os, time
        import cloudpickle
        import numpy as np
        from clfcompare.experiment.workers import Workers
        def work(parcel, data, first, begun):
            yield os.getpid()
            time.sleep(1000)
        workers = Workers(1)
        workers.lend(np.zeros(1000))
        asking = workers.each(work, iter([("a", 2, b"")]))
        print(json.dumps(next(asking)[2]), flush=True)
    """)
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**env, "TMPDIR": str(tmp_path)},
        text=True,
        capture_output=True,
        timeout=120,
    )
    assert told.returncode == 0 and not told.stderr, told.stderr
    assert gone([json.loads(told.stdout)])
    assert not list(tmp_path.glob("clfcompare-*"))


# The file with the data.


@needs_fork
def test_a_full_disk_is_one_sentence(env):
    "As little room as a limit of the size of files gives."
    code = textwrap.dedent("""
        import resource, signal
        import numpy as np
        from clfcompare.experiment.workers import Loan
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        try:
            Loan(np.zeros(100_000))
        except ValueError as error:
            print(error)
    """)
    with_room = {**env, "PYTHONDONTWRITEBYTECODE": "1"}
    told = subprocess.run(
        [sys.executable, "-c", code], env=with_room, text=True, capture_output=True, timeout=120
    )
    assert "must fit into the folder of temporary files" in told.stdout, told.stderr
    assert "got File too large, " in told.stdout and "n_jobs=1" in told.stdout


@on_linux
def test_what_a_killed_process_leaves_is_removed_by_the_next(env, tmp_path):
    here = {**env, "TMPDIR": str(tmp_path)}
    paths = os.pathsep.join([str(ROOT / "tests"), env.get("PYTHONPATH", "")])
    child = subprocess.Popen(
        [sys.executable, "-c", "import small_experiment as s; s.stuck()"],
        env={**here, "PYTHONPATH": paths},
        text=True,
        stderr=subprocess.PIPE,
    )
    assert child.stderr.readline() == "begun\n"
    started = children(child.pid)
    loans = list(tmp_path.glob("clfcompare-loan-*"))
    assert len(loans) == 1
    look = "from clfcompare.experiment.workers import Loan; import numpy as np; Loan(np.zeros(9))"
    for killed in (False, True):
        os.utime(loans[0], (0, 0))
        subprocess.run([sys.executable, "-c", look], env=here, check=True, timeout=120)
        assert list(tmp_path.glob("clfcompare-loan-*")) == ([] if killed else loans)
        child.kill()
        child.wait()
        assert gone(started)
    child.stderr.close()


# Workers that are killed one after the other.


class Slow(GaussianNB):
    def fit(self, X, y):
        time.sleep(0.02)
        return super().fit(X, y)


@on_linux
@pytest.mark.parametrize("kills", [5, pytest.param(30, marks=pytest.mark.slow)])
def test_workers_are_killed_and_only_their_fits_are_lost(kills, tmp_path, monkeypatch):
    path = tmp_path / "results.sqlite"
    made = Experiment(
        datasets={"d": data()}, algorithms={"s": Slow(), "a": GaussianNB()}, design=k_fold(12)
    )
    plain = made.run(progress=False)
    started, lost = [], []
    begin = module.Worker.__init__

    def noted(self, *words):
        begin(self, *words)
        started.append(self)

    monkeypatch.setattr(module.Worker, "__init__", noted)
    for kill in range(kills):
        begun = len(started)

        def disturb(begun=begun, pause=0.01 * (kill % 5)):
            until = time.monotonic() + 60
            while len(started) == begun and time.monotonic() < until:
                time.sleep(0.001)
            time.sleep(pause)
            os.kill(started[begun].pid, signal.SIGKILL)

        thread = threading.Thread(target=disturb)
        thread.start()
        outcome = made.run(store=path if kill % 2 else {}, n_jobs=2, progress=False)
        thread.join()
        lost.append(len(outcome.failed))
        assert lost[-1] <= 1 and outcome.failed["error"].str.contains("SIGKILL").all()
        scores = outcome.scores.merge(plain.scores, on=["algorithm", "fold"])
        assert len(scores) == 24 and scores["value_x"].isna().sum() == lost[-1]
        assert (scores["value_x"].isna() | (scores["value_x"] == scores["value_y"])).all()
        if kill % 2:
            path.unlink()
    assert sum(lost) >= kills / 5


# Other systems.

ELSEWHERE = """
import importlib.abc, importlib.machinery, os, select, signal, sys
SYSTEM = os.environ["SIMULATED"]
LACKS = {"os": {"O_ASYNC", "memfd_create", "pidfd_open", "sched_getaffinity"}, "signal": set()}
if SYSTEM == "win32":
    LACKS["os"] |= {"fork", "setpgid", "killpg", "getppid", "wait", "waitpid"}
    LACKS["signal"] |= {"SIGKILL", "SIGALRM", "pthread_sigmask"}
    LACKS["select"] = {"poll"}

class Less:
    "A module of another system."
    def __init__(self, module, **instead): self.__dict__.update(_module=module, _instead=instead)
    def __getattr__(self, name):
        if name in LACKS.get(self._module.__name__, ()): raise AttributeError(f"simulated: {name}")
        return self._instead[name] if name in self._instead else getattr(self._module, name)
    def __setattr__(self, name, value): setattr(self._module, name, value)

def in_use(path):
    for process in os.listdir("/proc"):
        if process.isdigit():
            try:
                if path in open(f"/proc/{process}/maps").read(): return True
                files = f"/proc/{process}/fd"
                if any(os.readlink(f"{files}/{one}") == path for one in os.listdir(files)): return True
            except OSError: pass
    return False

def unlink(path):
    if SYSTEM == "win32" and in_use(os.fspath(path)): raise PermissionError("[WinError 32] in use")
    os.unlink(path)

def kill(number, sign):
    assert SYSTEM != "win32" or sign == signal.SIGTERM, "only TerminateProcess"
    os.kill(number, signal.SIGKILL if SYSTEM == "win32" else sign)

class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != "clfcompare.experiment.workers": return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        execute = spec.loader.exec_module
        def less(module):
            execute(module)
            module.os = Less(os, name="nt" if SYSTEM == "win32" else "posix", unlink=unlink, kill=kill)
            module.signal, module.sys = Less(signal), Less(sys, platform=SYSTEM)
            module.select = Less(select)
            if SYSTEM == "win32": module.fcntl = None
        spec.loader.exec_module = less
        return spec

sys.meta_path.insert(0, Finder())
"""

LAUNCHER = """#!/bin/sh
# as python.exe of an environment on Windows: starts the real Python as its child, and waits
"{python}" "$@"
exit $?
"""

PROGRAM = """
import json, multiprocessing, os, sys, time
import numpy as np
from clfcompare import Experiment, monte_carlo
from sklearn.naive_bayes import GaussianNB

class Learner(GaussianNB):
    def __init__(self, deed=""): super().__init__(); self.deed = deed
    def fit(self, X, y):
        with open(os.environ["NOTES"], "a") as file: file.write(f"{os.getpid()}\\n")
        if self.deed == "sleep": time.sleep(1000)
        if self.deed == "exit": os._exit(5)
        if self.deed == "turn": X.flags.writeable = True
        if self.deed == "threads":
            from threadpoolctl import threadpool_info
            assert all(pool["num_threads"] == 1 for pool in threadpool_info()), threadpool_info()
        return super().fit(X, y)

if len(sys.argv) > 2: multiprocessing.set_executable(sys.argv[2])
X = np.random.default_rng(0).normal(size=(60, 4))
learners = {deed: Learner(deed) for deed in sys.argv[1].split()}
made = Experiment(datasets={"d": (X, (X[:, 0] > 0).astype(int))}, algorithms=learners, design=monte_carlo(1), rng=1)
outcome = made.run(n_jobs=2, time_limit=None if "wait" in os.environ else 2, progress=False)
from clfcompare.experiment import workers
found = dict(outcome.runs.set_index("algorithm")["error"].fillna("ok"))
print(json.dumps({**found, "system": workers.sys.platform}), flush=True)
"""


@on_linux
@pytest.mark.slow
@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_elsewhere(system, env, tmp_path):
    """No fork, no process groups, no SIGKILL, files that cannot be removed while they are open, and
    a launcher between the process that asks and its worker.
    """
    (tmp_path / "sitecustomize.py").write_text(ELSEWHERE)
    (tmp_path / "program.py").write_text(PROGRAM)
    launcher, temporary = tmp_path / "python.exe", tmp_path / "temporary"
    launcher.write_text(LAUNCHER.format(python=sys.executable))
    launcher.chmod(0o755)
    temporary.mkdir()
    here = {**env, "SIMULATED": system, "TMPDIR": str(temporary), "NOTES": str(tmp_path / "notes")}
    here["PYTHONPATH"] = os.pathsep.join([str(tmp_path), str(ROOT), env.get("PYTHONPATH", "")])
    words = [sys.executable, str(tmp_path / "program.py")]
    options = dict(text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    launched = [str(launcher)] if system == "win32" else []
    child = subprocess.Popen(
        [*words, "good exit sleep turn threads", *launched], env=here, **options
    )
    out, err = child.communicate(timeout=300)
    assert child.returncode == 0, err
    found = json.loads(out)
    assert found["good"] == found["threads"] == "ok" and found["system"] == system, found
    assert found["exit"] == "WorkerDied: its process ended with exit code 5"
    assert found["sleep"] == "TimeLimit: not done after 2 s"
    assert found["turn"].endswith("X = X.copy()")
    used = list(map(int, (tmp_path / "notes").read_text().split()))
    assert len(used) == 5 and gone(used)
    assert not list(temporary.glob("clfcompare-*"))
    # The process that asks is killed: no worker outlives it.
    (tmp_path / "notes").unlink()
    child = subprocess.Popen([*words, "sleep", *launched], env={**here, "wait": "1"}, **options)
    until = time.monotonic() + 120
    while not (tmp_path / "notes").exists() and time.monotonic() < until:
        time.sleep(0.02)
    child.kill()
    child.wait()
    assert gone(map(int, (tmp_path / "notes").read_text().split()))
    child.stdout.close()
    child.stderr.close()


def test_a_worker_that_cannot_start_is_told(env):
    code = PLACES + textwrap.dedent("""
        multiprocessing.set_executable("/bin/false")
        try:
            inner()
        except ValueError as error:
            print(error)
    """)
    told = subprocess.run(
        [sys.executable, "-c", code], env=env, text=True, capture_output=True, timeout=120
    )
    assert "a worker process must be able to start; got " in told.stdout, told.stderr
    assert issubclass(ClfCompareError, ValueError) and "n_jobs=1" in told.stdout


def test_the_numbers_of_loans_are_never_used_twice():
    "A worker knows data by their number."
    with module.Workers(1, most=2) as workers:
        numbers = [workers.lend(np.full(7, value)) for value in range(5)]
        assert numbers == list(range(5)) and len(workers.loans) == len(workers.numbers) == 2
        paths = [Path(loan.path) for loan in workers.loans.values()]
        last = workers.loans[4].data
        assert workers.lend(last) == 4
    assert not any(path.exists() for path in paths)
