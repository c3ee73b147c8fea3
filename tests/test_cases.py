"""The stored outcomes of the case studies: small, readable, and each with the experiment that
makes it; and the runner that makes them.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pandas as pd
import pytest

import clfcompare as cc

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools/cases"))  # its files import one another
OUTCOMES = ROOT / "clfcompare/data/outcomes"


def load(path):
    "A file of tools/cases as a module."
    spec = spec_from_file_location(f"cases_{path.stem}", path)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def known():
    "The names of all experiments."
    return [
        name
        for path in sorted((ROOT / "tools/cases").glob("*.py"))
        if path.name != "run.py"
        for name in load(path).experiments()
    ]


def test_every_outcome_has_its_experiment_and_every_experiment_its_outcome():
    assert sorted(known()) == cc.data.available_outcomes()


def test_outcomes_are_small():
    sizes = {
        path.name: sum(f.stat().st_size for f in path.iterdir())
        for path in OUTCOMES.iterdir()
        if path.is_dir()
    }
    assert not {name: size for name, size in sizes.items() if size > 300_000}
    assert sum(sizes.values()) < 4_000_000


@pytest.mark.parametrize("name", cc.data.available_outcomes())
def test_outcome_is_read_and_complete(name):
    outcome = cc.load_outcome(name)
    assert outcome.tables and all(len(table) for table in outcome.tables.values())
    if "runs" in outcome.tables and "scores" in outcome.tables:
        key = ["dataset", "algorithm", "repeat", "fold"]
        assert set(outcome.scores[key].itertuples(index=False, name=None)) == set(
            outcome.runs[key].itertuples(index=False, name=None)
        )


@pytest.mark.parametrize("name", ["irsoy_acceptors", "irsoy_donors"])
def test_held_out_cases_tell_the_scores_again(name):
    outcome = cc.load_outcome(name)
    cases, (dataset,) = outcome.tables["cases"], set(outcome.scores["dataset"])
    assert (
        set(cases["dataset"]) == {dataset}
        and cases["row"].is_unique
        and len(cases) == outcome.scores["n_test"].iloc[0]
    )
    assert 1 < cases["gene"].nunique() < len(cases) and cases["gene"].notna().all()
    y = cases["y_true"].to_numpy(int)
    for algorithm, of in outcome.scores.groupby("algorithm"):
        told = of.sort_values(["repeat", "fold"]).pivot(
            index=["repeat", "fold"], columns="measure", values="value"
        )
        wrong = pd.DataFrame([list(digits) for digits in cases[f"{algorithm}_wrong"]]).astype(int)
        place = pd.DataFrame([places.split() for places in cases[f"{algorithm}_place"]]).astype(int)
        assert wrong.shape == place.shape == (len(y), 10) and (place.min() == 1).all()
        assert wrong.mean().tolist() == pytest.approx(told["error"].tolist(), abs=1e-12)
        for measure, area in (("auc_roc", cc.auc_roc), ("auc_pr", cc.auc_pr)):
            assert [area(y, place[k]) for k in place] == pytest.approx(
                told[measure].tolist(), abs=1e-12
            )


def test_every_outcome_has_its_time_of_a_whole_run():
    times = pd.read_csv(OUTCOMES / "times.csv")
    assert sorted(times["experiment"]) == cc.data.available_outcomes()
    assert (times["resumed"] == "no").all() and times["seconds"].sum() < 100 * 60


# What is compared, and how closely.

RUNNER = load(ROOT / "tools/cases/run.py")


def made(**changes):
    "Tables of an outcome: two algorithms, of which one is loose, in two folds of one data set."
    scores = pd.DataFrame(
        {
            "dataset": "iris",
            "algorithm": ["net", "net", "tree", "tree"],
            "measure": "error",
            "fold": [0, 1, 0, 1],
            "value": [0.10, 0.20, 0.30, 0.40],
            "source": "clfcompare 0.1.0, rng=3",
        }
    )
    runs = scores[["algorithm", "fold"]].assign(
        fit_time=[1.5, 2.5, 3.5, 4.5], size=pd.array([7, 8, None, 9], "Int64")
    )
    cases = pd.DataFrame({"row": [11, 12], "net_wrong": ["01", "00"], "tree_wrong": ["10", "11"]})
    tables = {"scores": scores, "runs": runs, "cases": cases}
    for name, (row, value) in changes.items():
        part, column = name.split("__")
        tables[part].loc[row, column] = value
    return tables


@pytest.mark.parametrize(
    ("changes", "wrong", "noted"),
    [
        ({}, "", ""),
        ({"runs__fit_time": (2, 9.0), "scores__source": (1, "clfcompare 0.9.0, rng=3")}, "", ""),
        ({"scores__value": (2, 0.3 + 1e-12)}, "", ""),
        ({"scores__value": (2, 0.3 + 1e-6)}, "scores: value differs in 1 of 2 rows", ""),
        ({"scores__value": (3, float("nan"))}, "scores: value differs in 1 of 2 rows", ""),
        ({"scores__value": (0, 0.13)}, "", "differ by up to 0.01, at most 0.02 may be"),
        ({"scores__value": (0, 0.16)}, "net: a mean score differs by 0.03, more than 0.02", ""),
        ({"scores__value": (0, float("nan"))}, "net: a mean score differs by 0.05", ""),
        ({"runs__size": (0, 70)}, "", ""),
        ({"runs__size": (3, 90)}, "runs: size differs in 1 of 2 rows", ""),
        ({"runs__size": (2, 5)}, "runs: size differs in 1 of 2 rows", ""),
        ({"cases__net_wrong": (0, "11")}, "", ""),
        ({"cases__tree_wrong": (0, "11")}, "cases: tree_wrong differs in 1 of 2 rows", ""),
    ],
)
def test_what_is_as_stored(changes, wrong, noted):
    found = RUNNER.differences(made(), made(**changes), {"net": 0.02})
    assert [bool(texts) for texts in found] == [bool(wrong), bool(noted)]
    assert wrong in "; ".join(found[0]) and noted in "; ".join(found[1])


def test_other_tables_and_rows_are_told():
    short = made() | {"cases": made()["cases"].iloc[:1]}
    assert RUNNER.differences(made(), short, {})[0] == [
        "cases: 1 rows of row, net_wrong, tree_wrong; stored are 2 of row, net_wrong, tree_wrong"
    ]
    without = {"scores": made()["scores"]}
    assert RUNNER.differences(made(), without, {})[0] == [
        "tables scores, stored are scores, runs, cases"
    ]


def test_what_computed_an_outcome_is_remembered():
    kept = {
        name: cc.load_outcome(name).about.get("computed") for name in cc.data.available_outcomes()
    }
    now = RUNNER.computed()
    assert set(now) == {
        "clfcompare",
        "numpy",
        "scipy",
        "scikit-learn",
        "processor",
        "blas",
        "threads",
    }
    told = {name: about for name, about in kept.items() if about}
    assert len(told) >= 5 and all(set(about) == set(now) for about in told.values())
    assert all(about["threads"] == 1 for about in told.values())


def test_folds_that_were_dealt_before_are_kept():
    dealt = load(ROOT / "tools/cases/dealt.py")
    stored = cc.load_outcome("jiao_du_donors").tables["windows"]
    design = dealt.Dealt(cc.k_fold(10), "jiao_du_donors")
    cells = design.split(stored["y_true"].astype(int), groups=stored["gene"], rng=5)
    for cell in cells:
        assert set(stored["fold"].iloc[cell.test]) == {cell.fold} and cell.validation is None
        assert len(cell.train) + len(cell.test) == len(stored)
    y = [0, 1] * 20
    without = design.split(y, rng=5)
    plain = cc.k_fold(10).split(y, rng=5)
    assert [c.test.tolist() for c in without] == [c.test.tolist() for c in plain]


def again(*algorithms):
    "The study of `irsoy_tumours` on one data set, with some of its algorithms."
    irsoy, data = load(ROOT / "tools/cases/irsoy.py"), RUNNER.load("SRBCT")
    if isinstance(data, Exception):
        pytest.skip("the data set SRBCT is not here: set CLFCOMPARE_DATA")
    whole = irsoy.tumours(dict.fromkeys(irsoy.TUMOURS.values(), data))
    some = {name: whole.algorithms[name] for name in algorithms}
    scores = replace(whole, datasets={"srbct": data}, algorithms=some).run(progress=False).scores
    stored = cc.load_outcome("irsoy_tumours").scores.query("dataset == 'srbct'")
    stored = stored[stored["algorithm"].isin(algorithms)]
    return [t.groupby("algorithm")["value"].agg(list) for t in (scores, stored)]


def test_a_stored_outcome_is_computed_again():
    new, old = again("Svm", "Knn")
    for name in ("Svm", "Knn"):
        assert new[name] == pytest.approx(old[name], abs=1e-12) and len(old[name]) == 10


@pytest.mark.slow
def test_a_network_is_computed_again_but_for_rounding():
    new, old = again("Mlp")
    gap = load(ROOT / "tools/cases/irsoy.py").LOOSE["irsoy_tumours"]["Mlp"]
    assert sum(new["Mlp"]) / 10 == pytest.approx(sum(old["Mlp"]) / 10, abs=gap)


# The runner, with small experiments of its own.

TINY = """
import os
from sklearn.naive_bayes import GaussianNB
from clfcompare import Experiment, repeated_k_fold

BEGUN = []

class Mortal(GaussianNB):
    def fit(self, X, y):
        BEGUN.append(len(X))
        if len(BEGUN) == int(os.environ.get('DIE_AT_FIT', 0)): os.kill(os.getpid(), 9)
        return super().fit(X, y)

def fits(data): return Experiment(datasets=data, algorithms={'mortal': Mortal()}, design=repeated_k_fold(repeats=4, folds=5), rng=3)
def tables(data, run): return {'means': run(fits(data)).means().reset_index()}
def lost(data): return fits(data)

def experiments():
    return {'tiny_lost': (lost, ['wine', 'DLBCL']), 'tiny_fits': (fits, ['wine']), 'tiny_tables': (tables, ['wine'])}
"""


@pytest.fixture
def house(tmp_path):
    """A place with the runner, one file of experiments, and no data to be had but those that
    come with packages.
    """
    (tmp_path / "tools/cases").mkdir(parents=True)
    shutil.copy(ROOT / "tools/cases/run.py", tmp_path / "tools/cases")
    (tmp_path / "tools/cases/tiny.py").write_text(TINY)
    return tmp_path


def run(house, *names, **env):
    nowhere = {"CLFCOMPARE_DATA": str(house / "no data"), "CLFCOMPARE_MIRROR": "http://127.0.0.1:9"}
    return subprocess.run(
        [sys.executable, "tools/cases/run.py", "--jobs", "1", *names],
        cwd=house,
        env=os.environ | nowhere | env,
        text=True,
        capture_output=True,
        timeout=300,
    )


def outcomes(house):
    return house / "clfcompare/data/outcomes"


def log(house):
    return pd.read_csv(outcomes(house) / "times.csv").set_index("experiment")


def test_a_data_set_that_cannot_be_had_is_named_and_the_others_are_done(house):
    child = run(house)
    complaint = child.stderr
    assert child.returncode == 1
    assert "tiny_lost: NOT DONE, without DLBCL\n" in child.stdout
    assert (
        "The data set DLBCL could not be had: http://127.0.0.1:9/DLBCL.mat must be reached"
        in complaint
        and "wine" not in complaint
    )
    assert complaint.strip().endswith("1 of 3 experiments not done: tiny_lost")
    assert cc.data.available_outcomes(outcomes(house)) == ["tiny_fits", "tiny_tables"]
    assert log(house)[["fits", "jobs", "resumed"]].values.tolist() == [[20, 1, "no"], [20, 1, "no"]]
    assert (log(house)["seconds"] > 0).all()


def test_a_run_that_was_killed_goes_on_where_it_was(house):
    names, store = ("tiny_fits", "tiny_tables"), house / "_cases/tiny_fits.sqlite"
    assert run(house, *names, DIE_AT_FIT="8").returncode == -9
    assert len(cc.data.read_store(store)) == 7 and not (outcomes(house) / "tiny_fits").exists()
    assert run(house, *names).returncode == 0
    made = cc.data.read_store(store)
    assert len(made) == 20 and made.duplicated(["repeat", "fold"]).sum() == 0
    assert log(house)["resumed"].to_dict() == {"tiny_fits": "yes", "tiny_tables": "no"}
    fits, tables = (cc.load_outcome(name, outcomes(house)) for name in names)
    means = fits.scores["value"].mean(), tables.tables["means"]["mortal"][0]
    assert means[0] == pytest.approx(means[1], abs=1e-12) and 0 < means[0] < 0.2
    assert run(house, *names).stdout.splitlines() == [
        "tiny_fits: finished before",
        "tiny_tables: finished before",
    ]
