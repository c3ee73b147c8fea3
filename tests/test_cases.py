"The stored outcomes of the case studies: small, readable, and each with the experiment that makes it."
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import clfcompare as cc

ROOT = Path(__file__).resolve().parent.parent
OUTCOMES = ROOT / 'clfcompare/data/outcomes'


def load(path):
    "A file of tools/cases as a module."
    spec = spec_from_file_location(f'cases_{path.stem}', path)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def known():
    "The names of all experiments."
    return [name for path in sorted((ROOT / 'tools/cases').glob('*.py')) if path.name != 'run.py' for name in load(path).experiments()]


def test_every_outcome_has_its_experiment_and_every_experiment_its_outcome():
    assert sorted(known()) == cc.available_outcomes()


def test_outcomes_are_small():
    sizes = {path.name: sum(f.stat().st_size for f in path.iterdir()) for path in OUTCOMES.iterdir() if path.is_dir()}
    assert not {name: size for name, size in sizes.items() if size > 300_000}
    assert sum(sizes.values()) < 4_000_000


@pytest.mark.parametrize('name', cc.available_outcomes())
def test_outcome_is_read_and_complete(name):
    outcome = cc.load_outcome(name)
    assert outcome.tables and all(len(table) for table in outcome.tables.values())
    if 'runs' in outcome.tables and 'scores' in outcome.tables:
        key = ['dataset', 'algorithm', 'repeat', 'fold']
        assert set(outcome.scores[key].itertuples(index=False, name=None)) == set(outcome.runs[key].itertuples(index=False, name=None))


def test_a_store_of_files_keeps_what_it_is_given(tmp_path):
    store = load(ROOT / 'tools/cases/run.py').FileStore(tmp_path / 'store')
    store['short'], store['long ' * 60] = {'a': 1}, [2, 3]
    assert (store['short'], store['long ' * 60], len(store)) == ({'a': 1}, [2, 3], 2)
    assert 'short' in store and 'other' not in store
    with pytest.raises(KeyError): store['other']
