"""Runs notebooks one after the other, each in a child forked from a process that has loaded what
most of them import.

A child starts clean, as a new interpreter would, and saves the two seconds of processor time that
the imports take. The package itself is not loaded here: each child loads it. A line of JSON comes
in for each notebook, and its exit code goes out.
"""

import gc
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FORKS = sys.platform == "linux"  # elsewhere a fork of what has been loaded is not safe
COMMON = [
    "execnb.shell",
    "fastcore.test",
    "matplotlib.pyplot",
    "nbdev.clean",
    "nbdev.process",
    "numpy",
    "pandas",
    "pooch",
    "scipy.stats",
    "seaborn",
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.model_selection",
    "sklearn.neighbors",
    "sklearn.pipeline",
    "sklearn.svm",
    "sklearn.tree",
    "statsmodels.api",
]


class Server:
    "The side of the tests: starts the process when it is first needed."

    def __init__(self, root=ROOT):
        self.root, self.process = root, None

    def run(self, notebook, env, *options, timeout=600):
        "Exit code, and what was said, of `tools/run_nbs.py` with these options."
        with tempfile.TemporaryDirectory() as folder:
            said = Path(folder, "said")
            job = dict(
                words=[*options, str(notebook)],
                said=str(said),
                env={"IPYTHONDIR": folder},
                timeout=timeout,
            )
            code = self._ask(job, env) if FORKS else self._alone(job, env)
            return code, said.read_text(encoding="utf-8", errors="replace")

    def _ask(self, job, env):
        if self.process is None:
            command = [sys.executable, str(self.root / "tests/notebook_server.py")]
            self.process = subprocess.Popen(
                command,
                env=env,
                cwd=self.root,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        return int(answer) if answer else 1

    def _alone(self, job, env):
        with open(job["said"], "w") as said:
            command = [sys.executable, str(self.root / "tools/run_nbs.py"), *job["words"]]
            return subprocess.run(
                command,
                cwd=self.root,
                env=env | job["env"],
                stdout=said,
                stderr=said,
                timeout=job["timeout"],
            ).returncode

    def close(self):
        "End the process."
        if self.process is None:
            return
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.process = None


def become(job):
    "What a child does: as a process of its own, `tools/run_nbs.py` with the words of the job."
    os.setsid()  # so that whatever it starts can be ended with it
    said = os.open(job["said"], os.O_WRONLY | os.O_CREAT, 0o600)
    for number, target in ((0, os.open(os.devnull, os.O_RDONLY)), (1, said), (2, said)):
        os.dup2(target, number)
    os.environ.update(job["env"])
    import numpy as np
    import run_nbs

    random.seed()
    np.random.seed(None)  # noqa: NPY002  the generator that a careless cell would use
    run_nbs.main(job["words"])


def wait(pid, seconds):
    "The exit code of a child, which is ended when it takes too long."
    import signal

    def late(*_):
        os.killpg(pid, signal.SIGKILL)

    signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    _, status = os.waitpid(pid, 0)
    signal.alarm(0)
    return os.waitstatus_to_exitcode(status)


def serve():
    """Fork for each line. In the child this returns after the notebook, so that it ends as every
    interpreter does.
    """
    import importlib

    sys.path[:1] = [str(ROOT / "tools"), str(ROOT)]
    for name in COMMON:
        importlib.import_module(name)
    gc.freeze()  # what is loaded stays, so the collector of a child need not look at it
    for line in iter(sys.stdin.readline, ""):
        job = json.loads(line)
        pid = os.fork()
        if not pid:
            return become(job)
        sys.stdout.write(f"{wait(pid, job['timeout'])}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
