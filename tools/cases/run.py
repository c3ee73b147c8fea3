"""Recompute the outcomes of the case studies:  python tools/cases/run.py [--jobs N] [name ...]
(all, without names)

Every other file in this folder gives `experiments() -> dict`: name -> (function, names of its data
sets). The function gets the data sets as a dict; if it has a parameter `run`, it also gets a
function that runs an `Experiment`. It gives an `Experiment`, or a dict of tables. A file NAME.npz
(arrays X, y) in the folder of downloads is taken in place of the source's files.

Everything runs on one thread of BLAS, in as many processes as you like, so that their number
decides no digit. What comes out is compared with what is stored, and the differences are told. As
stored means: every number to nine digits, but for times, and for what a file names in
`LOOSE = {experiment: {algorithm: gap}}`: of these algorithms (networks, whose search leaves digits
to rounding) the mean scores on a data set may differ by that much. What is as stored is left alone.

Outcomes go to clfcompare/data/outcomes, with a log of times. What is done is kept in _cases/, so
that a run that was stopped goes on where it was: fits one by one in NAME.sqlite, and NAME.json when
an experiment is finished (until its file here, the versions of the packages or its stored outcome
change). Delete _cases/ to compute everything afresh. A data set that cannot be had is named, the
experiments that need it are left out, and the exit code is 1.
"""

import argparse
import csv
import hashlib
import inspect
import json
import os
import platform
import sys
import time
from functools import partial
from importlib import import_module
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
from threadpoolctl import threadpool_info, threadpool_limits

from clfcompare import Experiment, load_dataset, load_outcome
from clfcompare.data import Dataset, available_outcomes, read_store
from clfcompare.core.errors import ClfCompareError
from clfcompare.experiment.downloads import cache_folder
from clfcompare.experiment.fitting import versions
from clfcompare.experiment.outcomes import save_outcome

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUTCOMES = ROOT / "clfcompare/data/outcomes"
KEPT = ROOT / "_cases"
LARGEST = 300_000  # bytes of one outcome
OWN = ["fit_time", "predict_time", "source"]  # of one run: its times, the version of clfcompare
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def found():
    "The experiments of all files: name -> (function, names of data sets, file, what is loose)."
    known = {}
    for path in sorted(HERE.glob("*.py")):
        if path == Path(__file__).resolve():
            continue
        module = import_module(path.stem)
        for name, (make, names) in module.experiments().items():
            if name in known:
                sys.exit(
                    f"{name} is in {known[name][2].name} and in {path.name}: give one another name"
                )
            known[name] = make, tuple(names), path, getattr(module, "LOOSE", {}).get(name, {})
    return known


def one_thread():
    "BLAS on one thread, here and in all processes that are started from here."
    os.environ.update(dict.fromkeys(THREADS, "1"))
    return threadpool_limits(1)


def computed():
    "What the numbers may hang on: versions, processor, kernels and threads of BLAS."
    blas = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    return {
        **versions(),
        "processor": platform.machine(),
        "blas": sorted({" ".join(map(str, kernels(pool))) for pool in blas}),
        "threads": max((pool["num_threads"] for pool in blas), default=None),
    }


def kernels(pool):
    return [pool[key] for key in ("internal_api", "version", "architecture") if pool.get(key)]


def differences(old, new, loose):
    """What is not as stored in `new` tables, and what differs as much as it may: two lists of
    words.
    """
    if list(old) != list(new):
        return [f"tables {', '.join(new)}, stored are {', '.join(old)}"], []
    wrong = [text for part in old for text in changed(part, old[part], new[part], loose)]
    noted = []
    for algorithm, gap in loose.items():
        far = (mean_scores(new, algorithm) - mean_scores(old, algorithm)).abs().max()
        if far > gap or np.isnan(far):
            wrong.append(f"{algorithm}: a mean score differs by {far:.2g}, more than {gap:g}")
        elif far > 0:
            noted.append(
                f"{algorithm}: mean scores differ by up to {far:.1g}, at most {gap:g} may be"
            )
    return wrong, noted


def changed(part, old, new, loose):
    "Where a table differs in what must be the same."
    old, new = firm(old, loose), firm(new, loose)
    if list(old) != list(new) or len(old) != len(new):
        yield f"{part}: {len(new)} rows of {', '.join(new)}; stored are {len(old)} of {', '.join(old)}"
        return
    for name in old:
        n = int((~same(old[name], new[name])).sum())
        if n:
            yield f"{part}: {name} differs in {n} of {len(old)} rows"


def firm(table, loose):
    "A table without what is one run's own, and without what hangs on the algorithms that are loose."
    own = [c for c in table if c in OWN or any(c.startswith(f"{name}_") for name in loose)]
    rows = ~table["algorithm"].isin(loose) if "algorithm" in table else slice(None)
    return table.loc[rows].drop(columns=own).reset_index(drop=True)


def same(a, b):
    "Row by row: equal, or numbers equal to nine digits?"
    if a.dtype.kind == b.dtype.kind == "f":
        return pd.Series(np.isclose(a, b, rtol=1e-9, atol=1e-12, equal_nan=True))
    a, b = (column.astype(object).where(column.notna(), None) for column in (a, b))
    return pd.Series([x == y for x, y in zip(a, b)], dtype=bool)


def mean_scores(tables, algorithm):
    "The mean of every score of an algorithm over the folds of a data set."
    scores = tables["scores"]
    by = [name for name in ("dataset", "design", "measure") if name in scores]
    return scores[scores["algorithm"] == algorithm].groupby(by)["value"].mean()


def load(name):
    "A data set, or the error that says why it cannot be had."
    path = cache_folder() / f"{name}.npz"
    try:
        if not path.is_file():
            return load_dataset(name)
        with np.load(path, allow_pickle=False) as arrays:
            return Dataset(X=arrays["X"].astype(float), y=arrays["y"].astype(str), name=name)
    except ClfCompareError as error:
        return error


def run_whole(experiment, *, store, jobs):
    "Run an experiment; fits that failed are no outcome of a case study."
    outcome = experiment.run(store=store, n_jobs=jobs, progress=sys.stderr.isatty())
    if len(outcome.failed):
        raise ClfCompareError(
            f"{len(outcome.failed)} fits failed, the first with: {outcome.failed['error'].iloc[0]}"
        )
    return outcome


def compute(make, data, run):
    "The outcome, or the tables, of one experiment."
    made = make(data, run) if "run" in inspect.signature(make).parameters else make(data)
    return run(made) if isinstance(made, Experiment) else made


def state(name, path):
    "What a finished experiment depends on, and what it left."
    files = sorted((OUTCOMES / name).glob("*"))
    digest = hashlib.sha256(
        b"".join(file.name.encode() + file.read_bytes() for file in files)
    ).hexdigest()
    return {
        "file": hashlib.sha256(path.read_bytes()).hexdigest(),
        "versions": versions(),
        "outcome": digest,
    }


def is_finished(name, path):
    mark = KEPT / f"{name}.json"
    return mark.is_file() and json.loads(mark.read_text()) == state(name, path)


def log(**row):
    "Put the row of an experiment into the log of times, in place of its last one."
    path = OUTCOMES / "times.csv"
    rows = list(csv.DictReader(path.open())) if path.is_file() else []
    rows = [r for r in rows if r["experiment"] != row["experiment"]] + [row]
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(row), lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda r: r["experiment"]))


def had(names, data):
    "The data sets of an experiment; those loaded once, or tried in vain, are kept in `data`."
    data |= {name: load(name) for name in names if name not in data}
    if lost := [name for name in names if isinstance(data[name], ClfCompareError)]:
        raise ClfCompareError(f"without {', '.join(lost)}")
    return {name: data[name] for name in names}


def do(name, entry, data, jobs):
    "Compute one experiment, save its outcome, and say that it is finished."
    make, wanted, path, loose = entry
    store = KEPT / f"{name}.sqlite"
    resumed, start = store.is_file(), time.perf_counter()
    outcome = compute(make, had(wanted, data), partial(run_whole, store=store, jobs=jobs))
    seconds, fits = time.perf_counter() - start, len(read_store(store)) if store.is_file() else 0
    verdict = kept(name, outcome, loose)
    place = OUTCOMES / name
    size = sum(file.stat().st_size for file in place.iterdir())
    if size > LARGEST:
        raise ClfCompareError(f"the outcome takes {size} bytes, more than {LARGEST}: keep less")
    log(
        experiment=name,
        seconds=float(f"{seconds:.3g}"),
        fits=fits,
        jobs=joblib.effective_n_jobs(jobs),
        resumed="yes" if resumed else "no",
    )
    (KEPT / f"{name}.json").write_text(json.dumps(state(name, path), indent=1))
    since = " since it was resumed" if resumed else ""
    print(f"{name}: {fits} fits, {seconds:.1f} s{since}, {size} bytes; {verdict}", flush=True)


def kept(name, outcome, loose):
    "Store an outcome, if it is not as stored; gives how it compares, in words."
    about = {"computed": computed()}
    if name not in available_outcomes(OUTCOMES):
        save_outcome(name, outcome, OUTCOMES, about=about, keep="counts")
        return "new"
    old = load_outcome(name, OUTCOMES)
    save_outcome(name, outcome, KEPT / "new", about=about, keep="counts")
    wrong, noted = differences(old.tables, load_outcome(name, KEPT / "new").tables, loose)
    if wrong:
        save_outcome(name, outcome, OUTCOMES, about=about, keep="counts")
    elif "computed" not in old.about:
        note_down(OUTCOMES / name / "about.json", about)
    if wrong:
        return f"NOT AS STORED, and stored now: {'; '.join(wrong)}"
    return "; ".join(["as stored", *noted])


def note_down(path, about):
    "Add to what is remembered of an outcome; its tables stay."
    note = json.loads(path.read_text())
    note["about"] |= about
    path.write_text(json.dumps(note, indent=1) + "\n")


def main(names, jobs):
    "All experiments, or some; gives the exit code."
    known, data, undone = found(), {}, []
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"no experiment {unknown[0]!r}; there are {', '.join(known)}")
    for folder in (OUTCOMES, KEPT):
        folder.mkdir(parents=True, exist_ok=True)
    for name in names or known:
        if is_finished(name, known[name][2]):
            print(f"{name}: finished before", flush=True)
        else:
            try:
                do(name, known[name], data, jobs)
            except ClfCompareError as error:
                undone.append(name)
                print(f"{name}: NOT DONE, {error}", flush=True)
    for one, error in data.items():
        if isinstance(error, ClfCompareError):
            print(f"\nThe data set {one} could not be had: {error}", file=sys.stderr)
    if undone:
        print(
            f"\n{len(undone)} of {len(names or known)} experiments not done: {', '.join(undone)}",
            file=sys.stderr,
        )
    return 1 if undone else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Recompute the outcomes of the case studies.")
    parser.add_argument("names", nargs="*", help="experiments; all, without names")
    parser.add_argument(
        "--jobs", type=int, default=-1, help="processes; -1 (the default) for one per core"
    )
    arguments = parser.parse_args()
    with one_thread():
        sys.exit(main(arguments.names, arguments.jobs))
