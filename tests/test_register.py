"""The register of tests: one decorator serves every room, and a new test is one notebook.

A toy test is planted in a copy of the tree, as a contributor would write it: its notebook, with the
function that people call, its array function and its decorator. Then every room must take it.
"""

import inspect
import json
import re
import shutil
import subprocess
import sys

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.inference.checks import ASSUMES
from clfcompare.inference.posthoc import PAIR_TESTS
from clfcompare.core.register import PROCEDURES
from clfcompare.inference.simulate import PAIRED, TESTS
from conftest import PUBLIC, ROOT
from conftest import named as public

sys.path.append(str(ROOT / "tools"))
import ignored

ROOMS = [
    "inference/posthoc",
    "inference/checks",
    "inference/simulate",
    "inference/planning",
    "report/calls",
    "report/units",
]
MODULE = """
from dataclasses import replace

import numpy as np
from clfcompare.core.register import procedure
from clfcompare.core.results import TestResult
from clfcompare.core.rows import DataSets, Folds
from clfcompare.inference.statistics import t_pvalues
from clfcompare.inference.two_on_one import paired_ttest

def half_pvalues(d): # (..., J) -> (...)
    "The t test, from the halves of the differences."
    half = d / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        t = half.mean(-1) / (half.std(-1, ddof=1) / np.sqrt(half.shape[-1]))
    return t_pvalues(t, half.shape[-1] - 1)

@procedure(asks="two", data=(DataSets, Folds), signed=True, assumes=("independent", "normal", "scale"),
           arrays=half_pvalues, models=("folds", "datasets"), source="a test of the house")
def half_ttest(
    a, # values of the first algorithm
    b, # values of the second
) -> TestResult:
    "The t test, by another name."
    return replace(paired_ttest(a, b), method="Half a t test")
"""
USED = """
import clfcompare as cc, numpy as np, pandas as pd
from clfcompare.core.register import PROCEDURES
table = pd.DataFrame(np.random.default_rng(1).normal(0.3, 0.05, (12, 3)) + [0, 0.03, 0.09], columns=["a", "b", "c"],
                     index=[f"d{i}" for i in range(12)])
print(cc.pairwise(table, test="half_ttest", adjust="holm", better="lower").method)
print(cc.power("half_ttest", cc.simulate.PairedDatasets(datasets=9, difference=1), n=200, rng=1).n)
print(cc.simulate.type_one_error("half_ttest+holm", cc.simulate.AlgorithmTable(rows=9, means=(0, 0, 0)), n=50, rng=1).n)
scores = cc.scores_from_wide(table, measure="error", better="lower")
print(cc.check(scores, test="half_ttest").codes)
report = cc.compare(scores, test="half_ttest")
print(report.choice.pairs, "half_ttest" in report.code())
space = {}
exec(report.code(), space)
assert space["pairs"].comparisons["pvalue"].tolist() == report.pairs.comparisons["pvalue"].tolist()
print("half_ttest" in set(cc.inference.procedures_table()["name"]), PROCEDURES["half_ttest"].function(table["a"], table["b"]).n)
"""


def notebook(*sources):
    "A notebook of exported cells."
    cells = [
        dict(
            cell_type="code",
            execution_count=None,
            id=f"cell{k}",
            metadata={},
            outputs=[],
            source=source,
        )
        for k, source in enumerate(sources)
    ]
    return json.dumps(dict(cells=cells, metadata={}, nbformat=4, nbformat_minor=5))


def test_a_new_test_of_two_algorithms_is_one_notebook(tmp_path, env):
    copy = shutil.copytree(ROOT, tmp_path / "copy", ignore=ignored.left_out)
    made = copy / "nbs/inference/90_half.ipynb"
    made.write_text(notebook("#| default_exp inference.half", "#| export" + MODULE))
    export = f"from nbdev.export import nb_export; nb_export({str(made)!r})"
    for code in (export, USED):
        child = subprocess.run(
            [sys.executable, "-c", code],
            cwd=copy,
            env={**env, "PYTHONPATH": str(copy)},
            capture_output=True,
            text=True,
        )
        assert child.returncode == 0, child.stderr
    told = child.stdout.splitlines()  # between them is what the report's own program prints
    assert (
        told[:5] == ["Half a t test of all pairs", "200", "50", "('CC007',)", "half_ttest True"]
        and told[-1] == "True 12"
    )


CONTRACTS = ["tests/test_contracts.py", "tests/test_testing.py"]
MEASURE = """
import numpy as np
from clfcompare.measures.registry import measure

@measure(better="higher", range=(0, 1), names={"this house": ("least recall",)})
def least_found(y_true, y_pred):
    "The smallest share found of any class."
    return min(float(np.mean(y_pred[y_true == label] == label)) for label in np.unique(y_true))
"""
DESIGN = """
import numpy as np
from clfcompare.experiment.splitters import design

@design(source="this house")
def in_turn(k=5):
    "Every k-th case, in turn."
    class InTurn:
        def split(self, X, y=None, groups=None):
            for rest in range(k):
                fold = np.arange(len(X)) % k == rest
                yield np.flatnonzero(~fold), np.flatnonzero(fold)
    return InTurn()
"""
MADE = """
import clfcompare as cc
from clfcompare.experiment.turns import in_turn
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
print(cc.testing.check_measure("least recall"), cc.testing.check_design(in_turn(4)), cc.testing.check_procedure("half_ttest")[-1])
learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=1, random_state=0)}
outcome = cc.Experiment(datasets=["wine"], algorithms=learners, design=in_turn(6), measures=["least recall"]).run(progress=False)
print(outcome.scores["design"].iloc[0], cc.compare(outcome, test="half_ttest").pairs.method)
print(cc.measure_name("Least recall"), "least_found" in set(cc.measures_table()["name"]))
"""


@pytest.mark.slow
def test_a_new_test_measure_and_design_are_a_notebook_each_and_keep_all_contracts(tmp_path, env):
    """A contributor writes three notebooks and exports them; nothing else is touched. The tests of
    this suite that hold contracts, run in the copy, then have the new test among theirs.
    """
    copy = shutil.copytree(ROOT, tmp_path / "copy", ignore=ignored.left_out)
    for floor, stem, source in (
        ("inference", "half", MODULE),
        ("measures", "least", MEASURE),
        ("experiment", "turns", DESIGN),
    ):
        made = copy / f"nbs/{floor}/90_{stem}.ipynb"
        made.write_text(notebook(f"#| default_exp {floor}.{stem}", "#| export" + source))
        export = f"from nbdev.export import nb_export; nb_export({str(made)!r})"
        run([sys.executable, "-c", export], copy, env)
    told = run([sys.executable, "-c", MADE], copy, env).splitlines()
    assert told == [
        "('value', 'range', 'best', 'order', 'labels') ('splits', 'seed', 'groups', 'kind') names",
        "k_fold(6) Half a t test of all pairs",
        "least_found True",
    ]
    checked = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    said = run([*checked, *CONTRACTS, "-k", "half_ttest or least_found"], copy, env)
    assert int(re.search(r"(\d+) passed", said)[1]) >= 15, said


def run(command, folder, env):
    "What a program prints in a copy of the tree."
    child = subprocess.run(
        command,
        cwd=folder,
        env={**env, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    assert child.returncode == 0, child.stdout[-3000:] + child.stderr[-3000:]
    return child.stdout


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_asks_for_the_name_of_a_test(room):
    code = (ROOT / f"clfcompare/{room}.py").read_text(encoding="utf-8")
    code = re.sub(r'"""(.|\n)*?"""', "", code)
    names = "|".join(PROCEDURES)
    found = re.findall(rf'(?:==|!=|\bin|startswith|endswith)\s*\(?"(?:{names})\b[^\n]*', code)
    assert not found, found


def test_the_rooms_know_what_the_register_has():
    two = {name for name, one in PROCEDURES.items() if one.asks == "two"}
    alone = {name for name in two if not PROCEDURES[name].of_pairs}
    assert (
        set(PAIR_TESTS)
        <= two
        <= {
            *PAIR_TESTS,
            *alone,
            "heldout_ttest",
            "clustered_ttest",
            "stratified_ttest",
            "welch_ttest",
            "delong_test",
            "auc_permutation_test",
        }
    )
    assert not any(PROCEDURES[name].fits for name in alone)
    assert set(ASSUMES) == {name for name, one in PROCEDURES.items() if one.assumes}
    assert set(PAIRED) <= set(PROCEDURES)
    assert set(TESTS) == {
        form for one in PROCEDURES.values() if one.models for form in (one.name, *one.forms)
    }
    for name in ASSUMES:
        assert 0 <= cc.inference.smallest_pvalue(name, 6, L=3) < 1


NO_ENTRY = {  # what gives a p-value or an interval and has no entry in the register, and why
    "an effect size beside a test, which reports it": "cohen_dz hedges_g rank_biserial probability_of_superiority cliffs_delta kendalls_w",
    "adjusts or runs a test of the register": "adjust pairwise batch_pvalues missing_bounds rank_bounds",
    "asks whether what a test takes for granted holds": "check mardia mauchly smallest_pvalue",
    "a posterior, which has no p-value": "bayes_correlated_ttest bayes_heldout_ttest bayes_sign bayes_signed_rank bayes_hierarchical",
    "counts over many analyses or selections": "replicability replicability_table selection_stability",
    "simulates tests of the register, or shows what was simulated": "type_one_error power power_curve sample_size level_table evidence "
    "interval_evidence rivals_table",
    "orders or groups what a test told apart": "bradley_terry consensus_ranking multitest multi2test multivariate_cliques",
    "counts wins, with the p-value of sign_test beside them": "win_tie_loss",
    "estimates by any scheme, without an interval where the scheme has none": "estimate_error",
    "an interval of a learner and its data, which are no rows": "nested_cv_interval",
    "asks what can stand behind printed numbers": "possible_test_sizes sd_from_pvalue",
}
GIVES = "TestResult PairwiseResult Estimate Posterior EquivalenceResult NormalityResult WinTieLoss CostDifference Ordering".split()


def gives_inference(name):
    """Does this public function give a p-value or an interval, by what it returns or by what it
    is called?
    """
    made = public(name)
    if inspect.isclass(made) or not callable(made) or name.startswith(("plot_", "explore_")):
        return False
    returned = str(inspect.signature(made).return_annotation)
    words = (
        "interval",
        "sequence",
        "pvalue",
        "test",
        "power",
        "replicab",
        "evidence",
        "level_table",
        "best_set",
        "bounds",
        "rivals",
    )
    named = any(word in name for word in words) and name not in ("test_set_size", "tests_for")
    return (
        any(word in returned for word in GIVES)
        or named
        or name in ("adjust", "check", "sample_size", "multivariate_cliques")
    )


def test_every_procedure_is_in_the_register_or_has_its_reason():
    named = {
        function for one in PROCEDURES.values() for function in (one.name, one.of_pairs) if function
    }
    reasons = [name for names in NO_ENTRY.values() for name in names.split()]
    assert len(reasons) == len(set(reasons)) and not named - {"pairwise"} & set(reasons)
    public = {name for name in PUBLIC if gives_inference(name)}
    assert public - named - set(reasons) == set(), (
        "give these an entry in the register, or a reason here"
    )
    assert set(reasons) <= public | named, "a reason for what is not there"


def test_every_entry_can_be_called_as_it_says():
    for name, one in PROCEDURES.items():
        if one.own:  # of an example or of another test
            continue
        assert one.load("function") is public(name), name
        takes = set(inspect.signature(one.load("function")).parameters)
        assert {*one.options, *one.needs} <= takes, name
        given = {
            word
            for word, p in inspect.signature(one.load("function")).parameters.items()
            if p.kind == p.KEYWORD_ONLY and p.default is p.empty
        }
        assert given <= {*one.needs, "better"}, name


def some_results():
    "A result of every kind, with arrays, frames and dicts in it."
    rng = np.random.default_rng(2)
    table, values = (
        pd.DataFrame(rng.normal(0.3, 0.05, (12, 3)), columns=["a", "b", "c"]),
        rng.normal(0.8, 0.05, (3, 9, 2)),
    )
    return [
        cc.friedman(table, better="lower"),
        cc.pairwise(table, test="wilcoxon", adjust="holm", better="lower"),
        cc.inference.hotelling_pairs(values),
        cc.hotelling(values[0], values[1]),
        cc.manova(values),
        cc.max_t(table, better="lower", rng=1, draws=99),
        cc.sample_size(
            "paired_ttest", cc.simulate.PairedDatasets(datasets=5, difference=2.0), n=100, rng=1
        ),
        PROCEDURES["mcnemar"],
    ]


@pytest.mark.parametrize("result", some_results(), ids=lambda result: type(result).__name__)
def test_who_holds_a_result_cannot_change_it(result):
    for name in result.__dataclass_fields__:
        with pytest.raises((AttributeError, TypeError)):
            setattr(result, name, None)
        value = getattr(result, name)
        if isinstance(value, dict):
            with pytest.raises(ValueError):
                value["new"] = 1
        held = [value, *(value.values() if isinstance(value, dict) else [])]
        for part in held:
            if isinstance(part, np.ndarray):
                assert not part.flags.writeable, name
            if isinstance(part, pd.DataFrame) and isinstance(value, pd.DataFrame):
                part["new"] = 0
                assert "new" not in getattr(result, name), name
