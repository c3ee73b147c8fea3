"One store, two processes; files that are damaged or not ours; the same keys in every process."

import json
import os
import random
import subprocess
import sys

import pytest
from clfcompare import ClfCompareError
from clfcompare.experiment.store import packed
from clfcompare.experiment.store import Store, read_store
from small_experiment import FITS, TRIALS, check_same, done, experiment
from test_crash_resume import python


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    "A store, its bytes, and what an experiment gave."
    path = tmp_path_factory.mktemp("store") / "results.sqlite"
    outcome = experiment(pause=0).run(store=path, progress=False)
    return path, path.read_bytes(), outcome


def test_two_processes_on_one_store(made, env, tmp_path):
    """Both finish; each fit is there once, though every process has its own order of hashes: the
    keys are the same everywhere.
    """
    path, _, outcome = made
    shared = tmp_path / "shared.sqlite"
    children = [
        python("s.whole(sys.argv[1], pause=0)", shared, env={**env, "PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    ]
    for child in children:
        _, err = child.communicate(timeout=600)
        assert child.returncode == 0, err
    assert done(shared) == FITS + TRIALS - len(outcome.failed)
    assert set(read_store(shared)["definition"]) == set(read_store(path)["definition"])
    check_same(experiment(pause=0).run(store=shared, progress=False), outcome)


def test_many_processes_make_and_fill_one_store(env, tmp_path):
    path = tmp_path / "crowd.sqlite"
    child = python("s.crowd(sys.argv[1], 5, 40)", path, env=env)
    out, err = child.communicate(timeout=600)
    assert child.returncode == 0 and json.loads(out) == [0] * 5, err
    with Store(path) as store:
        own = [
            f'{{"seed": {1000 * number + i}}}' for number in range(1, 6) for i in range(0, 40, 2)
        ]
        assert (
            len(store.known([*own, *(f'{{"seed": {i}}}' for i in range(1, 40, 2))])) == 5 * 20 + 20
        )


THINGS = """
import json, hashlib, numpy as np, pandas as pd
from functools import partial
from scipy import sparse, special
from sklearn.ensemble import VotingClassifier
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC
from clfcompare.experiment.description import described
words, factor = frozenset(["one", "two", "three"]), 3
def helper(x): return [v for v in x if v in {"a", "b", "c"} or v * factor in words]
def maker(k): return lambda X: helper(X[:k])
class Own(SVC):
    names = {"u", "v", "w"}
    def fit(self, X, y): return super().fit(helper(X), y)
X = np.arange(12.0).reshape(3, 4)
things = [make_pipeline(StandardScaler().set_output(transform="pandas"), FunctionTransformer(maker(2)), Own(C=np.nan)),
          {"a", "b", "c"}, partial(np.quantile, q=0.3), special.expit, sparse.csc_matrix(X),
          VotingClassifier([("a", Own()), ("b", GridSearchCV(SVC(), {"C": [1, 2]}, cv=StratifiedKFold(3)))]),
          pd.DataFrame(X, columns=list("abcd")).astype({"a": "category"}), np.random.default_rng(3), np.array(["a", None, 2.5], object)]
print(hashlib.sha256(json.dumps([described(thing) for thing in things]).encode()).hexdigest())
"""


def test_things_are_described_alike_in_every_process(env):
    "Sets, functions, closures, classes of one's own, pipelines, nested estimators, sparse, NaN."

    def tell(seed):
        here = {**env, "PYTHONHASHSEED": seed}
        return subprocess.run(
            [sys.executable, "-c", THINGS], env=here, capture_output=True, text=True, check=True
        ).stdout

    told = [tell(seed) for seed in ("1", "2")]
    assert len(set(told)) == 1 and len(told[0]) == 65


def use(path, definitions):
    with Store(path) as store:
        return store.known(definitions)


def test_every_damage_is_seen_or_harmless(made, tmp_path):
    """Bytes changed anywhere, files cut anywhere: refused by an error of our own and left as
    they were, or every record found is right.
    """
    path, good, _ = made
    definitions = list(read_store(path)["definition"])
    right, listed = use(path, definitions), read_store(path)
    columns = listed.columns.drop("made")  # when it was made is not part of what is checked
    rng, refused, spoiled = random.Random(5), 0, tmp_path / "spoiled.sqlite"
    spots = [*range(0, 100, 3), *(rng.randrange(100, len(good)) for _ in range(40))]
    cuts = [rng.randrange(1, len(good)) for _ in range(10)]
    for bad in [
        *(good[:s] + bytes([good[s] ^ rng.randrange(1, 256)]) + good[s + 1 :] for s in spots),
        *(good[:cut] for cut in cuts),
    ]:
        for look in (lambda p: use(p, definitions), read_store):
            spoiled.write_bytes(bad)
            try:
                found = look(spoiled)
            except ClfCompareError as error:
                refused += 1
                assert "store must" in str(error) and spoiled.read_bytes() == bad
            else:
                assert (
                    same_records(found, right)
                    if isinstance(found, dict)
                    else found[columns].equals(listed[columns])
                )
            assert [entry.name for entry in tmp_path.iterdir()] == [
                "spoiled.sqlite"
            ]  # nothing is left beside it
    assert refused >= 80


def same_records(found, right):
    return [*map(packed, found.values())] == [*map(packed, right.values())] and list(found) == list(
        right
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"dataset,algorithm,value\n", "another kind of file"),
        (b"SQLite format 3\0" + bytes(200), "another kind of file"),
        (b"\x80\x04\x95", "another kind of file"),  # a pickle
    ],
)
def test_a_foreign_file_is_refused_before_anything_runs(content, words, tmp_path):
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(ClfCompareError, match=words):
        experiment(pause=9).run(store=path, progress=False)
    assert path.read_bytes() == content and len(list(tmp_path.iterdir())) == 1


def test_a_file_that_may_only_be_read(made, tmp_path, monkeypatch):
    "Refused before SQLite leaves a log that it cannot remove; to look at it is allowed."
    path = tmp_path / "results.sqlite"
    path.write_bytes(made[1])
    monkeypatch.setattr(os, "access", lambda place, how: place != path)
    with pytest.raises(ClfCompareError, match="must be writable"):
        experiment(pause=0).run(store=path, progress=False)
    assert (
        len(read_store(path))
        and path.read_bytes() == made[1]
        and len(list(tmp_path.iterdir())) == 1
    )


def test_no_pickle_is_read():
    from conftest import ROOT

    text = (ROOT / "clfcompare/experiment/store.py").read_text(encoding="utf-8")
    assert "pickle" not in text.replace("nothing is pickled", "")
