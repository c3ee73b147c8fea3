"""Recompute the outcomes of the case studies:  python tools/cases/run.py [name ...]   (all, without names)

Every other file in this folder gives `experiments() -> dict`: name -> a function. The function gives an `Experiment`, an
`Outcome` or a dict of tables; if it has a parameter `store`, it gets the store, for experiments that it runs itself. Outcomes go to
clfcompare/data/outcomes, with a log of times. What is done is kept in _cases/, so that a run that was stopped goes on where it was:
fits one by one, functions as a whole (until their file changes). Delete _cases/ to compute everything afresh.
"""
import csv
import hashlib
import inspect
import sys
import time
from collections.abc import MutableMapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import joblib

from clfcompare import Experiment
from clfcompare.experiment.outcomes import save_outcome

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUTCOMES = ROOT / 'clfcompare/data/outcomes'
STORE = ROOT / '_cases'
LARGEST = 300_000  # bytes of one outcome


class FileStore(MutableMapping):
    "A dict on disk: one file a key, written whole or not at all."
    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
    def _file(self, key):
        "Short keys are names of files, long ones are hashed."
        return self.folder / f'{key if len(key) < 100 else hashlib.sha256(key.encode()).hexdigest()}.joblib'
    def __getitem__(self, key):
        if not self._file(key).is_file(): raise KeyError(key)
        return joblib.load(self._file(key))
    def __setitem__(self, key, value):
        fresh = self._file(key).with_suffix('.tmp')
        joblib.dump(value, fresh, compress=3)
        fresh.replace(self._file(key))
    def __delitem__(self, key): self._file(key).unlink()
    def __iter__(self): return (path.stem for path in self.folder.glob('*.joblib'))
    def __len__(self): return sum(1 for _ in self)
    def __contains__(self, key): return self._file(key).is_file()


def found():
    "The experiments of all files: name -> (function, file)."
    known = {}
    for path in sorted(HERE.glob('*.py')):
        if path == Path(__file__).resolve(): continue
        spec = spec_from_file_location(path.stem, path)
        module = module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
        for name, make in module.experiments().items():
            if name in known: sys.exit(f'{name} is in {known[name][1].name} and in {path.name}: give one another name')
            known[name] = make, path
    return known


def compute(name, make, path, store):
    "The outcome, or the tables, of one experiment."
    key = f'{name}-{joblib.hash(path.read_text())}'
    if key in store: return store[key]
    made = make(store) if 'store' in inspect.signature(make).parameters else make()
    if isinstance(made, Experiment): return made.run(store=store)
    store[key] = made
    return made


def log(name, seconds, fits, resumed):
    "One more line in the log of times."
    path = OUTCOMES / 'times.csv'
    rows = list(csv.DictReader(path.open())) if path.is_file() else []
    rows = [r for r in rows if r['experiment'] != name or resumed]
    rows.append(dict(experiment=name, seconds=round(seconds, 1), fits=fits, resumed='yes' if resumed else 'no'))
    with path.open('w', newline='') as file:
        writer = csv.DictWriter(file, ['experiment', 'seconds', 'fits', 'resumed'], lineterminator='\n')
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda r: r['experiment']))


def main(names):
    known = found()
    if unknown := [n for n in names if n not in known]: sys.exit(f"no experiment {unknown[0]!r}; there are {', '.join(known)}")
    OUTCOMES.mkdir(parents=True, exist_ok=True)
    for name in names or known:
        store = FileStore(STORE / name)
        had, start = len(store), time.perf_counter()
        outcome = compute(name, *known[name], store)
        seconds, new = time.perf_counter() - start, len(store) - had
        place = save_outcome(name, outcome, OUTCOMES)
        size = sum(f.stat().st_size for f in place.iterdir())
        if new: log(name, seconds, new, resumed=had > 0)
        print(f'{name}: {new} new of {len(store)} records, {seconds:.1f} s, {size} bytes', flush=True)
        if size > LARGEST: sys.exit(f'{name} takes {size} bytes, more than {LARGEST}: keep less')


if __name__ == '__main__':
    main(sys.argv[1:])
