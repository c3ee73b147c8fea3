"""Results stay as they were made, whoever holds them, travel between processes, and are asked in
one way.
"""

import inspect
import json
import pickle
import sys
from dataclasses import fields, is_dataclass

import numpy as np
import pandas as pd
import pytest
from conftest import PUBLIC, named

import clfcompare as cc
import clfcompare.core.rows as rows
from clfcompare.core.measure import LOWER, Measure
from clfcompare.core.register import PROCEDURES
from clfcompare.core.resampling import Resampling
from clfcompare.core.results import Immutable, Result
from clfcompare.core.rows import said
from clfcompare.experiment.designs import Design
from clfcompare.report.gate import gate

FRAME = pd.DataFrame(
    np.random.default_rng(4).random((12, 4)).round(3), columns=["knn", "svm", "rip", "lda"]
)
FRAME.index = [f"set {i}" for i in range(12)]
A, B = FRAME["knn"].to_numpy(), FRAME["svm"].to_numpy()
Y = np.repeat([0, 1], [14, 11])
SCORE = np.random.default_rng(5).random(25)
CUBE = np.random.default_rng(6).random((3, 12, 2))
SCORES = cc.scores_from_wide(FRAME, measure="error", better="lower")


def counts_of_folds():
    "L x k x 4 counts (tp, fp, tn, fn) with 18 positives and 12 negatives in every fold."
    tp, fp = (
        np.random.default_rng(9).integers(5, 18, (3, 9)),
        np.random.default_rng(10).integers(0, 11, (3, 9)),
    )
    return np.stack([tp, fp, 12 - fp, 18 - tp], axis=-1)


KINDS = {  # what each needs beside its table and its measure
    "Gaps": {},
    "Folds": {"resampling": Resampling(kind="k_fold", repeats=1, folds=4)},
    "FiveByTwo": {"resampling": Resampling(kind="five_by_two", repeats=5, folds=2)},
    "TestedCases": {"resampling": Resampling(kind="k_fold", repeats=1, folds=2)},
    "HeldOut": {
        "resampling": Resampling(kind="five_by_two", holdout=0.25),
        "losses": {"a": np.arange(40.0).reshape(4, 5, 2)},
    },
    "Cases": {},
    "OneClass": {"tested": 9},
    "Losses": {"bounds": (-1.0, 1.0)},
    "ClassScores": {"y_true": np.array([1, 0, 0, 1])},
    "Clustered": {"cluster": np.array([3, 3, 5, 8])},
    "Clusters": {},
    "Suite": {"stratum": np.array([1, 1, 2, 2])},
    "Runs": {},
}


def rows_of(kind):
    "Rows of a kind, four of them."
    known = dict(
        table=pd.DataFrame({"a": [1.0, 0, 1, 1], "b": [0.0, 0, 1, 0]}),
        measure=Measure(name="error", better=LOWER, low=0, high=1),
    )
    if kind == "Clusters":
        known["cases"] = cc.Clustered(**known, cluster=np.array([3, 3, 5, 8]))
    return getattr(rows, kind)(**known, **KINDS[kind])


MAKE = {
    "TestResult": lambda: cc.friedman(FRAME, better="lower"),
    "PairwiseResult": lambda: cc.nemenyi(FRAME, better="lower"),
    "Estimate": lambda: cc.error_interval(7, 50),
    "Ordering": lambda: cc.bradley_terry(cc.inference.wins_matrix(FRAME, better="lower")),
    "MeasuresReport": lambda: cc.compare(
        pd.concat([SCORES, SCORES.assign(measure="loss", value=1 - SCORES["value"] ** 2)]),
        measure=["error", "loss"],
    ),
    "GroupsReport": lambda: cc.compare(
        SCORES.assign(kind=SCORES["dataset"].isin(sorted(set(SCORES["dataset"]))[:4])), by="kind"
    ),
    "Audit": lambda: cc.audit(
        FRAME, measure="error", better="lower", claims=[cc.GroupClaim(["knn", "svm"])]
    ),
    "Gate": lambda: gate(FRAME - 0.01, FRAME, margin=0.02, measure="error", rows="datasets"),
    "ResultsTable": lambda: cc.results_table(FRAME, better="lower"),
    "MissingBounds": lambda: cc.inference.missing_bounds(
        FRAME.mask(FRAME == FRAME.iloc[0, 0]), better="lower", test="friedman", low=0, high=1
    ),
    "Curve": lambda: cc.roc_curve(Y, SCORE),
    "CostDifference": lambda: cc.measures.cost_difference(Y, SCORE, SCORE[::-1], draws=99, rng=1),
    "CalibrationCurve": lambda: cc.measures.calibration_curve(Y, SCORE),
    "AverageCurve": lambda: cc.average_curves(
        [cc.roc_curve(Y, SCORE), cc.roc_curve(Y, SCORE[::-1])]
    ),
    "MulticlassMeasures": lambda: cc.multiclass_measures([[8, 1, 2], [0, 9, 3], [4, 5, 7]]),
    "Report": lambda: cc.compare(
        SCORES, paradigm="bayesian", rope=0.01, cost=dict(knn=3, svm=1, rip=2, lda=4)
    ),
    "NormalityResult": lambda: cc.mardia(np.random.default_rng(7).normal(size=(30, 2))),
    "LearnedMeasures": lambda: cc.learned_measures(counts_of_folds()),
    "EquivalenceResult": lambda: cc.inference.tost(A, B, low=-0.2, high=0.3),
    "SampleSize": lambda: cc.sample_size(
        "wilcoxon", cc.simulate.PairedDatasets(difference=1.5, datasets=8), n=200, rng=1
    ),
    "WinTieLoss": lambda: cc.inference.win_tie_loss(A, B, better="lower"),
    "Underlines": lambda: cc.underlines(cc.nemenyi(FRAME, better="lower"), alpha=0.05),
    "SignPosterior": lambda: cc.bayes_sign(A, B, better="lower", rope=0.01, rng=1),
    "SignedRankPosterior": lambda: cc.bayes_signed_rank(A, B, better="lower", rope=0.01, rng=1),
    "StudentPosterior": lambda: cc.bayes_correlated_ttest(
        A, B, better="lower", rope=0.01, test_share=0.2
    ),
    "HierarchicalPosterior": lambda: cc.bayes_hierarchical(
        CUBE[..., 0] - CUBE[..., 1], better="lower", rope=0.01, test_share=0.2, rng=1
    ),
    "Finding": lambda: next(iter(cc.check(SCORES.drop(columns="better"), test="wilcoxon"))),
    "Findings": lambda: cc.check(SCORES.drop(columns="better"), test="friedman"),
    "manova": lambda: cc.manova(CUBE),
    "StoredOutcome": lambda: cc.load_outcome(cc.data.available_outcomes()[0]),
    "DataSets": lambda: cc.compare(SCORES).rows,
    **{kind: lambda kind=kind: rows_of(kind) for kind in KINDS},
    "Written": lambda: said((0.25, "b")),
    "Call": lambda: cc.compare(SCORES).planned[0][1],
    "PosteriorCall": lambda: dict(cc.compare(SCORES, paradigm="bayesian", rope=0.01).planned)[
        "posteriors"
    ],
}
PARTS = {"StoredOutcome", "DataSets", *KINDS, "Written", "Call", "PosteriorCall"}  # no results

BASES = {
    "Result",
    "Posterior",
    "DrawnPosterior",
    "Procedure",
    "Rows",
    "OfDataSets",
    "Splits",
}  # no function gives one of these


def classes():
    "Every class of result that the package has."
    found, left = set(), [Immutable]
    while left:
        new = left.pop().__subclasses__()
        left, found = left + new, found | set(new)
    return {c.__name__ for c in found if c.__module__.startswith("clfcompare")} - BASES


@pytest.fixture(scope="module")
def results():
    return {name: make() for name, make in MAKE.items()}


def test_no_class_of_results_is_left_out(results):
    for name in PUBLIC:
        named(name)  # loads every module
    assert classes() <= {type(result).__name__ for result in results.values()}


def same(a, b):
    "Equal to the last digit, frames and arrays too."
    if isinstance(a, pd.DataFrame | pd.Series):
        return a.equals(b)
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Immutable):
        return same(state(a), state(b))
    if is_dataclass(a):
        return repr(a) == repr(b)
    return a == b or a != a and b != b


def state(result):
    return {f.name: getattr(result, f.name) for f in fields(result)}


@pytest.mark.parametrize("name", MAKE)
def test_pickles(results, name):
    copy = pickle.loads(pickle.dumps(results[name]))
    assert type(copy) is type(results[name]) and same(state(results[name]), state(copy))
    if hasattr(copy, "summary"):
        assert copy.summary() == results[name].summary()
    refuses_changes(copy)


@pytest.mark.parametrize("name", [name for name in MAKE if name not in PARTS])
def test_json(results, name):
    "Every number is read back as it was; nothing that only Python can read is written."
    result = results[name]
    text = result.to_json()
    read = json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    assert (read["schema"], read["type"]) == ("clfcompare/1", type(result).__name__)
    assert read["summary"] == result.summary() and " object at 0x" not in text
    for key, value in result.facts().items():
        if isinstance(value, float) and np.isfinite(value):
            assert read[key] == value
        if isinstance(value, pd.DataFrame) and len(value):
            assert len(read[key]) == len(value) and set(value.columns.map(str)) <= set(read[key][0])


@pytest.mark.parametrize("name", MAKE)
def test_nobody_changes_a_result(results, name):
    refuses_changes(results[name])


def refuses_changes(result):
    "Reach into everything that the result hands out, and see that it stays."
    before = pickle.dumps(state(result))
    for f in fields(result):
        with pytest.raises(AttributeError):
            setattr(result, f.name, None)
        spoil(getattr(result, f.name))
    if isinstance(result, Result):
        spoil_copy(result.to_dict())
    assert pickle.dumps(state(result)) == before


def spoil(value):
    if isinstance(value, pd.DataFrame) and value.size:
        value.iloc[:, 0] = value.iloc[0, 0] if len(value) > 1 else None
    elif isinstance(value, pd.Series) and len(value):
        value.iloc[:] = value.iloc[0]
    elif isinstance(value, np.ndarray) and value.size:
        with pytest.raises(ValueError, match="read-only"):
            value[...] = value.flat[0]
        with pytest.raises(ValueError, match="WRITEABLE"):
            value.setflags(write=True)
    elif isinstance(value, dict):
        for key in list(value):
            spoil(value[key])
        for change in (lambda: value.update(x=1), lambda: value.__setitem__("x", 1), value.clear):
            with pytest.raises(cc.ClfCompareError, match="must stay as it is"):
                change()
    elif isinstance(value, tuple):
        for part in value:
            spoil(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for f in fields(value):
            with pytest.raises(AttributeError):
                setattr(value, f.name, None)
            spoil(getattr(value, f.name))
    else:
        assert not isinstance(value, list | set)


def spoil_copy(value):
    "What to_dict gives is the holder's own: it can be changed, and nothing else changes with it."
    for key, part in list(value.items()):
        if isinstance(part, np.ndarray) and part.size:
            part[...] = part.flat[0]
        elif isinstance(part, pd.DataFrame | pd.Series) and part.size:
            spoil(part)
        elif isinstance(part, dict):
            spoil_copy(part)
        value[key] = None


def test_what_went_in_is_no_part_of_a_result():
    table, details = (
        pd.DataFrame({"a": ["x"], "b": ["y"], "pvalue_adjusted": [0.5]}),
        {"roots": np.array([3.0, 1.0]), "list": [1, 2]},
    )
    result = cc.PairwiseResult(
        table=table,
        names=["x", "y"],
        scores=[1, 2],
        score_name="mean",
        method="m",
        adjust="holm",
        details=details,
    )
    table.loc[0, "pvalue_adjusted"] = 0
    details["roots"][0] = 0
    details["list"].append(3)
    assert (
        result.matrix().loc["x", "y"] == 0.5
        and result.details["roots"][0] == 3
        and result.details["list"] == (1, 2)
    )


def test_a_report_stays_when_its_data_change():
    """Neither the table that was compared nor what the report holds of it reaches the answers
    that are given later.
    """
    wide = FRAME.copy()
    report = cc.compare(wide, measure="error", better="lower")
    expected = report.fragility(), report.code(), report.results_table().to_frame()
    wide.iloc[:, 0] = 0.5
    spoil(report.table)
    spoil(report.rows.table)
    for _, call in report.planned:
        if call is not None:
            spoil(call.arguments)
    assert all(
        map(same, expected, (report.fragility(), report.code(), report.results_table().to_frame()))
    )


def in_package(base=object):
    "Every class of the package, or those below a class of it."
    for name in PUBLIC:
        named(name)  # loads every module
    found = {
        c
        for module in list(sys.modules.values())
        if getattr(module, "__name__", "").startswith("clfcompare")
        for c in vars(module).values()
        if inspect.isclass(c) and issubclass(c, base) and c.__module__.startswith("clfcompare")
    }
    return sorted(found, key=lambda c: c.__qualname__)


def deviating(classes):
    "What deviates from the one signature of each method, class by class."
    found = []
    for c in classes:
        words = {
            name: list(inspect.signature(getattr(c, name)).parameters.values())[1:]
            for name in SIGNATURES
            if hasattr(c, name)
        }
        found += [
            f"{c.__name__}.{name}{inspect.signature(getattr(c, name))}"
            for name, got in words.items()
            if not SIGNATURES[name](got)
        ]
    return found


def keywords(parameters):
    "Nothing but keywords that may be left out."
    return all(p.kind is p.KEYWORD_ONLY and p.default is not p.empty for p in parameters)


def starts(parameters, name):
    "This word first, None by default, and then nothing but keywords that may be left out."
    first = (
        parameters[0] if parameters else inspect.Parameter("none", inspect.Parameter.VAR_KEYWORD)
    )
    return (first.name, first.default, first.kind) == (
        name,
        None,
        first.POSITIONAL_OR_KEYWORD,
    ) and keywords(parameters[1:])


SIGNATURES = {
    "to_latex": lambda p: (
        [str(v) for v in p[:2]] == ["caption: str | None = None", "label: str | None = None"]
        and keywords(p)
    ),
    "plot": lambda p: starts(p, "ax"),
    "to_frame": keywords,
    "to_dict": lambda p: not p,
    "_repr_html_": lambda p: not p,
    "summary": lambda p: not p or starts(p, "alpha") and len(p) == 1,
}


def test_results_are_asked_in_one_way():
    """to_latex(*, caption, label, ...), plot(ax=None, *, ...), to_frame(*, ...), to_dict(), summary()
    or summary(alpha=None): of every result.
    """
    assert len(in_package(Result)) > 25 and not deviating(in_package(Result))


def test_what_is_no_result_is_asked_alike():
    """A report of several has no other `to_latex` or `plot` either; a design alone is drawn for
    labels.
    """
    others = [
        c for c in in_package() if not issubclass(c, Result) and {"to_latex", "plot"} & set(dir(c))
    ]
    designs = {c.__name__ for c in others if issubclass(c, Design)}
    assert not deviating(c for c in others if c.__name__ not in designs)


def test_what_deviates_would_be_seen():
    class Odd(Result):
        def to_latex(self, caption=None, label=None):
            return ""

        def plot(self, *, ax=None):
            return ax

        def to_frame(self, level):
            return level

        def summary(self, digits=3):
            return str(digits)

    assert len(deviating([Odd])) == 4 and not deviating([Result])


def test_figures_take_axes_by_keyword():
    "plot_...(data, *, ..., ax=None)"
    figures = {
        name: inspect.signature(named(name)).parameters
        for name in PUBLIC
        if name.startswith("plot_")
    }
    axes = {name: words["ax"] for name, words in figures.items() if "ax" in words}
    assert set(figures) - set(axes) <= {"plot_folds"}  # several axes
    assert all((p.kind, p.default) == (p.KEYWORD_ONLY, None) for p in axes.values()), axes


CLUSTER = list("aabbccddeeff")
LOSSES = np.random.default_rng(8).random((3, 20, 5, 2))
PAIRS = {  # how they are made, what their rows are taken for, and whether values are ranked
    "nemenyi": (lambda better, control: cc.nemenyi(FRAME, better=better), "datasets", True),
    "conover": (lambda better, control: cc.conover(FRAME, better=better), "datasets", True),
    "mean_rank_ztest": (
        lambda better, control: cc.inference.mean_rank_ztest(
            FRAME, better=better, adjust="holm", control=control
        ),
        "datasets",
        True,
    ),
    "bonferroni_dunn": (
        lambda better, control: cc.bonferroni_dunn(FRAME, control="svm", better=better),
        "datasets",
        True,
    ),
    "quade_pairs": (
        lambda better, control: cc.inference.quade_pairs(FRAME, better=better, control=control),
        "datasets",
        True,
    ),
    "aligned_pairs": (
        lambda better, control: cc.inference.aligned_pairs(FRAME, better=better, control=control),
        "datasets",
        True,
    ),
    "tukey": (
        lambda better, control: cc.tukey(FRAME, better=better, n_train=70, n_test=9),
        "folds",
        False,
    ),
    "max_t": (
        lambda better, control: cc.max_t(FRAME, better=better, rng=1, draws=99),
        "cases",
        False,
    ),
    "wilcoxon": (
        lambda better, control: cc.pairwise(
            FRAME, test="wilcoxon", adjust="holm", better=better, control=control
        ),
        "datasets",
        False,
    ),
    "paired_ttest": (
        lambda better, control: cc.pairwise(
            FRAME, test="paired_ttest", adjust="holm", better=better, control=control
        ),
        "folds",
        False,
    ),
    "delong_test": (
        lambda better, control: cc.delong_pairs(
            Y[:12] if better == "lower" else np.repeat([0, 1], 6), FRAME, control=control
        ),
        "class scores",
        False,
    ),
    "auc_permutation_test": (
        lambda better, control: cc.inference.auc_permutation_pairs(
            Y[:12] if better == "lower" else np.repeat([0, 1], 6),
            FRAME,
            control=control,
            rng=1,
        ),
        "class scores",
        False,
    ),
    "clustered_ttest": (
        lambda better, control: cc.inference.clustered_pairs(
            FRAME, cluster=CLUSTER, better=better, control=control
        ),
        "clusters",
        False,
    ),
    "welch_ttest": (
        lambda better, control: cc.games_howell(FRAME, better=better),
        "runs",
        False,
    ),
    "games_howell": (lambda better, control: cc.games_howell(FRAME, better=better), "runs", False),
    "stratified_ttest": (
        lambda better, control: cc.stratified_pairs(
            FRAME, stratum=CLUSTER, weights="size", better=better, control=control
        ),
        "tasks",
        False,
    ),
    "heldout_ttest": (
        lambda better, control: cc.heldout_pairs(
            dict(zip(FRAME, LOSSES)), better=better, control=control
        ),
        "losses",
        False,
    ),
}


def test_pairs_by_several_measures_are_pairs_without_a_direction():
    pairs = cc.inference.hotelling_pairs(CUBE, adjust="holm", names=["x", "y", "z"])
    assert type(pairs) is cc.PairwiseResult
    assert (pairs.better, pairs.values_better, pairs.control, pairs.names) == (
        None,
        None,
        None,
        ("x", "y", "z"),
    )
    assert pairs.rows == PROCEDURES["hotelling"].rows


@pytest.mark.parametrize("better", ["lower", "higher"])
@pytest.mark.parametrize("name", PAIRS)
def test_pairs_tell_direction_control_and_kind_of_rows(name, better):
    make, rows, ranked = PAIRS[name]
    if name in ("delong_test", "auc_permutation_test") and better == "lower":
        return  # areas are better when higher
    for control in (None, "svm"):
        pairs = make(better, control)
        assert pairs.rows == rows == PROCEDURES[name].rows
        assert pairs.control == ("svm" if name == "bonferroni_dunn" else control) or name in (
            "nemenyi",
            "conover",
            "tukey",
            "max_t",
            "welch_ttest",
            "games_howell",
        )
        assert (pairs.better, pairs.values_better) == (
            ("lower", better) if ranked else (better, None)
        )
        a, b, estimate = (pairs.comparisons[word] for word in ("a", "b", "estimate"))
        score = pd.Series(pairs.scores, index=pairs.names)
        first = score[list(a)].to_numpy() - score[list(b)].to_numpy()
        if name != "wilcoxon":
            assert (
                np.sign(first) == np.sign(estimate)
            ).all()  # of these the estimate is of what they are sorted by
