"""Recompute the outcomes of the case studies:  python tools/cases/run.py [--jobs N] [name ...]   (all, without names)

Every other file in this folder gives `experiments() -> dict`: name -> (function, names of its data sets). The function gets the data
sets as a dict; if it has a parameter `run`, it also gets a function that runs an `Experiment`. It gives an `Experiment`, or a dict of
tables. A file NAME.npz (arrays X, y) in the folder of downloads is taken in place of the source's files.

Outcomes go to clfcompare/data/outcomes, with a log of times. What is done is kept in _cases/, so that a run that was stopped goes on
where it was: fits one by one in NAME.sqlite, and NAME.json when an experiment is finished (until its file here, the versions of the
packages or its stored outcome change). Delete _cases/ to compute everything afresh. A data set that cannot be had is named, the
experiments that need it are left out, and the exit code is 1.
"""
import argparse
import csv
import hashlib
import inspect
import json
import sys
import time
from functools import partial
from importlib import import_module
from pathlib import Path

import joblib
import numpy as np

from clfcompare import Dataset, Experiment, load_dataset, read_store
from clfcompare.core.errors import ClfCompareError
from clfcompare.experiment.downloads import cache_folder
from clfcompare.experiment.fitting import versions
from clfcompare.experiment.outcomes import save_outcome

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUTCOMES = ROOT / 'clfcompare/data/outcomes'
KEPT = ROOT / '_cases'
LARGEST = 300_000  # bytes of one outcome


def found():
    "The experiments of all files: name -> (function, names of data sets, file)."
    known = {}
    for path in sorted(HERE.glob('*.py')):
        if path == Path(__file__).resolve(): continue
        for name, (make, names) in import_module(path.stem).experiments().items():
            if name in known: sys.exit(f'{name} is in {known[name][2].name} and in {path.name}: give one another name')
            known[name] = make, tuple(names), path
    return known


def load(name):
    "A data set, or the error that says why it cannot be had."
    path = cache_folder() / f'{name}.npz'
    try:
        if not path.is_file(): return load_dataset(name)
        with np.load(path, allow_pickle=False) as arrays: return Dataset(X=arrays['X'].astype(float), y=arrays['y'].astype(str), name=name)
    except ClfCompareError as error: return error


def run_whole(experiment, *, store, jobs):
    "Run an experiment; fits that failed are no outcome of a case study."
    outcome = experiment.run(store=store, n_jobs=jobs, progress=sys.stderr.isatty())
    if len(outcome.failed): raise ClfCompareError(f"{len(outcome.failed)} fits failed, the first with: {outcome.failed['error'].iloc[0]}")
    return outcome


def compute(make, data, run):
    "The outcome, or the tables, of one experiment."
    made = make(data, run) if 'run' in inspect.signature(make).parameters else make(data)
    return run(made) if isinstance(made, Experiment) else made


def state(name, path):
    "What a finished experiment depends on, and what it left."
    files = sorted((OUTCOMES / name).glob('*'))
    digest = hashlib.sha256(b''.join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()
    return {'file': hashlib.sha256(path.read_bytes()).hexdigest(), 'versions': versions(), 'outcome': digest}


def is_finished(name, path):
    mark = KEPT / f'{name}.json'
    return mark.is_file() and json.loads(mark.read_text()) == state(name, path)


def log(**row):
    "Put the row of an experiment into the log of times, in place of its last one."
    path = OUTCOMES / 'times.csv'
    rows = list(csv.DictReader(path.open())) if path.is_file() else []
    rows = [r for r in rows if r['experiment'] != row['experiment']] + [row]
    with path.open('w', newline='') as file:
        writer = csv.DictWriter(file, list(row), lineterminator='\n', extrasaction='ignore')
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda r: r['experiment']))


def had(names, data):
    "The data sets of an experiment; those loaded once, or tried in vain, are kept in `data`."
    data |= {name: load(name) for name in names if name not in data}
    if lost := [name for name in names if isinstance(data[name], ClfCompareError)]: raise ClfCompareError(f"without {', '.join(lost)}")
    return {name: data[name] for name in names}


def do(name, entry, data, jobs):
    "Compute one experiment, save its outcome, and say that it is finished."
    make, wanted, path = entry
    store = KEPT / f'{name}.sqlite'
    resumed, start = store.is_file(), time.perf_counter()
    outcome = compute(make, had(wanted, data), partial(run_whole, store=store, jobs=jobs))
    seconds, fits = time.perf_counter() - start, len(read_store(store)) if store.is_file() else 0
    place = save_outcome(name, outcome, OUTCOMES)
    size = sum(file.stat().st_size for file in place.iterdir())
    if size > LARGEST: raise ClfCompareError(f'the outcome takes {size} bytes, more than {LARGEST}: keep less')
    log(experiment=name, seconds=float(f'{seconds:.3g}'), fits=fits, jobs=joblib.effective_n_jobs(jobs), resumed='yes' if resumed else 'no')
    (KEPT / f'{name}.json').write_text(json.dumps(state(name, path), indent=1))
    print(f"{name}: {fits} fits, {seconds:.1f} s{' since it was resumed' if resumed else ''}, {size} bytes", flush=True)


def main(names, jobs):
    "All experiments, or some; gives the exit code."
    known, data, undone = found(), {}, []
    if unknown := [name for name in names if name not in known]: sys.exit(f"no experiment {unknown[0]!r}; there are {', '.join(known)}")
    for folder in (OUTCOMES, KEPT): folder.mkdir(parents=True, exist_ok=True)
    for name in names or known:
        if is_finished(name, known[name][2]): print(f'{name}: finished before', flush=True)
        else:
            try: do(name, known[name], data, jobs)
            except ClfCompareError as error:
                undone.append(name)
                print(f'{name}: NOT DONE, {error}', flush=True)
    for one, error in data.items():
        if isinstance(error, ClfCompareError): print(f'\nThe data set {one} could not be had: {error}', file=sys.stderr)
    if undone: print(f"\n{len(undone)} of {len(names or known)} experiments not done: {', '.join(undone)}", file=sys.stderr)
    return 1 if undone else 0


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description='Recompute the outcomes of the case studies.')
    parser.add_argument('names', nargs='*', help='experiments; all, without names')
    parser.add_argument('--jobs', type=int, default=-1, help='processes; -1 (the default) for one per core')
    arguments = parser.parse_args()
    sys.exit(main(arguments.names, arguments.jobs))
