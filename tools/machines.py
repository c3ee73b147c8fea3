"""Do notebooks, stored outcomes and course give the same on other processors?

python tools/machines.py            every setting, one after the other (an hour and a half on two cores)
python tools/machines.py nehalem-2-plain own-2    some of them
python tools/machines.py --foreign  one that is not this machine's
python tools/machines.py --list     what each setting is here; runs nothing

A setting is three words. The kernels of OpenBLAS: `nehalem` (2008), `haswell` (2013), or `own`,
which this processor and its environment choose. The threads of BLAS. And `plain`: numpy and the C
library do without AVX2, FMA and what came later; without the word they take what there is, but with
`haswell` no AVX-512. Each adds up in another order, so that last digits differ, and sorts equal
numbers in another one. What could not be set here is said, and a setting that comes out as an
earlier one is left out.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ["tests/test_notebooks.py::test_notebook", "tests/test_cases.py", "tests/test_course.py"]
KERNELS = {"nehalem": "Nehalem", "haswell": "Haswell", "own": None}
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
SETTINGS = [
    f"{kernel}-{threads}{plain}"
    for plain in ("-plain", "")
    for kernel in KERNELS
    for threads in (1, 2)
]
FOREIGN = ["nehalem-1-plain", "haswell-1"]  # the first whose kernels are not this machine's
LEAST = "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4"  # exp, log, sin of the C library; ignored elsewhere

LOOK = """
import json, numpy, scipy.linalg, threadpoolctl
blas = [pool for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"]
print(json.dumps({
    "blas": sorted({f"{pool['internal_api']} {pool.get('architecture')}" for pool in blas}),
    "threads": sorted({pool["num_threads"] for pool in blas}),
    "numpy": numpy.show_config(mode="dicts").get("SIMD Extensions", {}).get("found", []),
}))
"""


def environment(setting):
    "The environment of a process under a setting."
    kernel, threads, *plain = setting.split("-")
    env = {**os.environ, **dict.fromkeys(THREADS, threads)}
    if KERNELS[kernel]:
        env["OPENBLAS_CORETYPE"] = KERNELS[kernel]
    if plain:
        env["GLIBC_TUNABLES"] = LEAST
    if off := [name for name in extensions() if plain or kernel == "haswell" and newer(name)]:
        env["NPY_DISABLE_CPU_FEATURES"] = " ".join(off)
    return env


@cache
def extensions():
    "All that numpy has for this processor, by its own names, which change with its version."
    return seen({**os.environ, "NPY_DISABLE_CPU_FEATURES": ""})["numpy"]


def newer(name):
    "Is it an extension of x86 after AVX2?"
    return name.startswith("AVX512") or name == "X86_V4"


def seen(env):
    "What a process in this environment runs: kernels and threads of BLAS, numpy's extensions."
    child = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LOOK],
        env=env,
        text=True,
        check=True,
        stdout=subprocess.PIPE,
    )
    return json.loads(child.stdout)


def not_had(setting, runs):
    "What of a setting this machine did not take, in words."
    kernel, threads, *plain = setting.split("-")
    kernels = KERNELS[kernel]
    said = (
        (kernels and runs["blas"] != [f"openblas {kernels}"], f"kernels {kernels}"),
        (runs["threads"] != [int(threads)], f"{threads} threads"),
        (plain and runs["numpy"], "numpy without extensions"),
        (kernel == "haswell" and any(map(newer, runs["numpy"])), "numpy without AVX-512"),
    )
    return [text for differs, text in said if differs]


def told(setting, runs):
    "A setting as it came out, in one line."
    extensions = ", ".join(runs["numpy"]) or "no extensions"
    line = (
        f"{setting}: {', '.join(runs['blas'])}, threads {runs['threads']}, numpy with {extensions}"
    )
    lacks = not_had(setting, runs)
    return line + (f"; NOT SET HERE: {', '.join(lacks)}" if lacks else "")


def different(settings):
    "The settings that come out each in another way: (setting, environment); the others are named."
    known = {}
    for setting in settings:
        env = environment(setting)
        runs = seen(env)
        print(told(setting, runs), flush=True)
        first = known.setdefault(json.dumps(runs), setting)
        if first == setting:
            yield setting, env
        else:
            print(f"{setting}: left out, the same as {first} here", flush=True)


def run(setting, env, workers, options):
    "Test under one setting; prints what differs, and gives the exit code."
    start = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-q", "-n", workers, "--no-header", *options, *TESTS]
    child = subprocess.run(
        command, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if child.returncode:
        print(child.stdout)
    verdict = "FAILED" if child.returncode else "the same"
    print(f"{setting}: {verdict}, {time.monotonic() - start:.0f} s", flush=True)
    return child.returncode


def foreign():
    "A setting whose kernels are not those of this machine."
    own = seen(dict(os.environ))["blas"]
    return next(s for s in FOREIGN if f"openblas {KERNELS[s.split('-')[0]]}" not in own)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("settings", nargs="*", metavar="setting", help=", ".join(SETTINGS))
    parser.add_argument("--foreign", action="store_true", help="one that is not this machine's")
    parser.add_argument("--list", action="store_true", help="say what each is here, run nothing")
    parser.add_argument("--slow", action="store_true", help="slow cells and slow tests too")
    parser.add_argument("--workers", default="auto", help="processes")
    args = parser.parse_args()
    if unknown := set(args.settings).difference(SETTINGS):
        parser.error(f"no setting {', '.join(sorted(unknown))}; there are {', '.join(SETTINGS)}")
    chosen = [foreign()] if args.foreign else args.settings or SETTINGS
    settings = list(different(chosen))
    if args.list:
        return
    options = ["--slow"] if args.slow else []
    failed = [name for name, env in settings if run(name, env, args.workers, options)]
    if failed:
        sys.exit(
            f"{len(failed)} of {len(settings)} settings show something else: {', '.join(failed)}"
        )


if __name__ == "__main__":
    main()
