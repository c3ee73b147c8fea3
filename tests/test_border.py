"What comes in is right or refused: tables of scores, whoever wrote them."

import ast
import inspect
import pickle
import re

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.core.resampling import design_of, read_resampling
from clfcompare.core.tables import check_scores
from clfcompare.inference.checks import facts_for
from clfcompare.report.choose import design_kind
from clfcompare.report.cli import main
from conftest import PUBLIC, ROOT, named


def folds_of(sizes, design=None):
    "Scores of two algorithms; `sizes` holds the number of folds of each repeat."
    places = [(repeat, fold) for repeat, folds in enumerate(sizes) for fold in range(folds)]
    rows = [dict(algorithm=name, repeat=r, fold=f) for name in ("knn", "svm") for r, f in places]
    value = np.random.default_rng(3).random(len(rows))
    return check_scores(
        pd.DataFrame(rows).assign(
            dataset="wine", measure="error", better="lower", value=value, design=design
        )
    )


@pytest.mark.parametrize(
    ("sizes", "design"),
    [
        ([1], None),
        ([1], "monte_carlo(1)"),
        ([2, 3, 2], None),
        ([2, 3, 2], "repeated_k_fold"),
        ([10], None),
        ([2] * 5, None),
        ([2] * 5, "five_by_two"),
        ([2] * 4, "five_by_two"),
        ([2] * 4, None),
        ([1] * 9, None),
        ([1] * 9, "bootstrap(9)"),
        ([9], "leave_one_out()"),
        ([6] * 2, "k_fold(6)"),
        ([3], "magic"),
    ],
    ids=str,
)
def test_choice_and_checks_read_one_design(sizes, design):
    "Both take the same kind of design, or both refuse with the same words."

    def said(read):
        try:
            return read(folds_of(sizes, design))
        except cc.ClfCompareError as error:
            return str(error)

    expected = said(lambda scores: read_resampling(scores).kind)
    assert (
        said(lambda scores: design_kind(scores)[0])
        == said(lambda scores: facts_for(scores, test="wilcoxon").design)
        == expected
    )


WIDE = pd.DataFrame(
    {
        "knn": [0.21, 0.34, 0.18, 0.4, 0.27],
        "svm": [0.19, 0.3, 0.2, 0.33, 0.25],
        "lda": [0.3, 0.31, 0.22, 0.36, 0.29],
    },
    index=["iris", "wine", "sick", "zoo", "car"],
)


def test_the_order_of_rows_says_nothing():
    scores = folds_of([2] * 5)
    expected = cc.compare(scores).pairs.comparisons
    for rows in (
        scores.sort_values(["fold", "repeat"]),
        scores.sort_values("value"),
        scores.sample(frac=1, random_state=5),
    ):
        pd.testing.assert_frame_equal(
            cc.compare(rows.sort_values("algorithm", kind="stable")).pairs.comparisons, expected
        )


def test_an_undefined_measure_does_not_block_another():
    errors = folds_of([10])
    both = pd.concat(
        [errors, errors.assign(measure="mcc", better="higher", value=[np.nan, np.inf, *[0.5] * 18])]
    )
    assert cc.compare(both, measure="error").text == cc.compare(errors).text
    with pytest.raises(
        cc.ClfCompareError,
        match="nan for measure=mcc, algorithm=knn, dataset=wine, repeat=0, fold=0; 2 in all: kn",
    ):
        cc.compare(both, measure="mcc")


@pytest.mark.parametrize(
    ("measure", "better", "words"),
    [
        ("accuracy", "lower", "`better` of accuracy must be 'higher'; got 'lower'"),
        ("error rate", "higher", "`better` of error must be 'lower'; got 'higher'"),
    ],
)
def test_a_known_measure_has_its_direction(measure, better, words):
    with pytest.raises(cc.ClfCompareError, match=words):
        cc.compare(cc.scores_from_wide(WIDE, measure=measure, better=better))
    cc.compare(cc.scores_from_wide(WIDE, measure=f"my own {measure}", better=better))


@pytest.mark.parametrize("values", [[101, 9000, 846, 178, 150], [-0.1, 0.2, 0.3, 0.4, 0.5]])
def test_a_known_measure_has_its_range(values):
    wide = WIDE.assign(records=values)
    with pytest.raises(cc.ClfCompareError, match="accuracy must lie between 0 and 1"):
        cc.compare(cc.scores_from_wide(wide, measure="accuracy", better="higher"))
    cc.compare(cc.scores_from_wide(100 * WIDE, measure="accuracy", better="higher"))  # percent
    cc.compare(cc.scores_from_wide(wide, measure="speed", better="higher"))


@pytest.mark.parametrize(
    "use",
    [
        lambda wide: cc.scores_from_wide(wide, measure="error", better="lower"),
        lambda wide: cc.friedman(wide, better="lower"),
        lambda wide: cc.data.check_scores(
            wide.rename_axis("dataset")
            .melt(var_name="algorithm", ignore_index=False)
            .reset_index()
            .assign(measure="error", better="lower")
        ),
    ],
    ids=["wide", "test", "tidy"],
)
def test_summaries_and_descriptions_are_no_data(use):
    use(WIDE)
    with pytest.raises(
        cc.ClfCompareError, match="got 'Average', which names a summary of the others"
    ):
        use(pd.concat([WIDE, WIDE.mean().to_frame("Average").T]))
    for name in ("Size", "id", "n", "Unnamed: 0"):
        with pytest.raises(
            cc.ClfCompareError,
            match=f"got '{name}', which names a column that describes the data sets",
        ):
            use(WIDE.assign(**{name: [3, 1, 2, 5, 4]}))


def test_means_that_round_alone_sets_apart_tie():
    right = {
        "knn": [94, 100, 101, 95, 99, 97, 99, 94, 100, 108],
        "svm": [99, 98, 100, 95, 97, 100, 101, 97, 94, 106],
    }
    one = pd.DataFrame({name: np.array(counts) / 139 for name, counts in right.items()})
    assert one["knn"].mean() != one["svm"].mean() and sum(right["knn"]) == sum(right["svm"])
    tables = [
        cc.scores_from_folds(
            one if i else one / 2, dataset=f"set {i}", measure="accuracy", better="higher"
        )
        for i in range(3)
    ]
    means = cc.data.average_folds(pd.concat(tables))
    assert means.groupby("dataset")["value"].nunique().eq(1).all()


def test_splits_that_nobody_saw_are_said():
    value = np.random.default_rng(7).random((2, 10)) / 4
    tested = np.arange(30).reshape(10, 3)
    split = dict(train=[np.setdiff1d(np.arange(30), rows) for rows in tested], test=list(tested))
    seen = {name: dict(test_score=row, indices=split) for name, row in zip(("knn", "svm"), value)}
    blind = {name: dict(test_score=row) for name, row in zip(("knn", "svm"), value)}
    words = dict(dataset="wine", design=cc.k_fold(10), measure="accuracy")
    for results, said in ((seen, False), (blind, True), ({**seen, "svm": blind["svm"]}, True)):
        report = cc.compare(cc.data.scores_from_cross_validate(results, **words))
        assert (
            ("CC011" in [f.code for f in report.findings])
            == any("the same splits" in note for note in report.notes)
            == said
        )
    other = dict(train=split["train"][::-1], test=split["test"][::-1])
    with pytest.raises(cc.ClfCompareError, match="all algorithms must have the same splits"):
        cc.data.scores_from_cross_validate(
            {**seen, "svm": dict(test_score=value[1], indices=other)}, **words
        )
    sized = folds_of([10]).assign(n_train=27, n_test=[3] * 19 + [4])
    with pytest.raises(cc.ClfCompareError, match="got different `n_test` for dataset=wine"):
        cc.compare(sized)


@pytest.mark.parametrize(
    "call",
    [
        lambda pairs: cc.rank_intervals(pairs, alpha=0.05),
        lambda pairs: cc.multitest(pairs, cost=dict(knn=1, svm=2, lda=3)),
        lambda pairs: cc.multi2test(pairs, cost=dict(knn=1, svm=2, lda=3)),
    ],
)
def test_pairs_without_a_better_one_are_not_put_in_order(call):
    values = np.random.default_rng(5).normal([[[0.8]], [[0.7]], [[0.6]]], 0.02, (3, 10, 2))
    for adjust in ("holm", "none"):
        several = cc.inference.hotelling_pairs(values, names=["knn", "svm", "lda"], adjust=adjust)
        with pytest.raises(cc.ClfCompareError) as refused:
            call(several)
        said = str(refused.value)
        assert (
            "each pair must have a better one; got Hotelling's paired T-squared test of all pairs"
            in said
        )
        assert (
            "several measures at once" in said
            and "Compare one measure with pairwise" in said
            and "multivariate_cliques" in said
        )
    one = cc.pairwise(
        pd.DataFrame(values[..., 0].T, columns=["knn", "svm", "lda"]),
        test="paired_ttest",
        adjust="holm",
        better="higher",
    )
    call(one)


class Foreign:
    "A frame of another library."

    columns = list(WIDE)

    def to_numpy(self):
        return WIDE.to_numpy()

    def __getitem__(self, name):
        return WIDE[name].reset_index(drop=True)


def test_frames_of_other_libraries_keep_their_names():
    assert cc.nemenyi(Foreign(), better="lower").names == cc.nemenyi(WIDE, better="lower").names
    scores = cc.scores_from_wide(Foreign(), measure="error", better="lower")
    assert list(scores["algorithm"].unique()) == ["knn", "svm", "lda"]


@pytest.mark.parametrize(
    "call",
    [
        lambda a: cc.paired_ttest(a, [1, 2.5, 4, 3]),
        lambda a: cc.friedman(np.ma.column_stack([a, a * 2 + 1]), better="lower"),
        lambda a: cc.brier_score([0, 1, 1, 0], a / 9),
        lambda a: cc.measures.log_loss(a.astype(int) % 2, [0.2, 0.4, 0.5, 0.7]),
        lambda a: cc.roc_curve(a.astype(int) % 2, [0.2, 0.4, 0.5, 0.7]),
        lambda a: cc.confusion(a.astype(int) % 2, [0, 1, 1, 0], positive=1),
        lambda a: cc.k_fold(2).split(a.astype(int) % 2, rng=1),
        lambda a: cc.experiment.floor_errors(a.astype(int) % 2),
        lambda a: cc.adjust(a / 9, method="holm"),
        lambda a: cc.measures.count_matrix(a.astype(int), [1, 2, 2, 4]),
    ],
)
def test_masks_are_refused_and_bytes_turned(call):
    values = np.array([1.0, 3, 2, 4])
    plain, turned = (pickle.dumps(call(v)) for v in (values, values.astype(">f8")))
    assert plain == turned
    masked = np.ma.array(values, mask=[0, 0, 1, 0])
    with pytest.raises(cc.ClfCompareError, match="masked|missing|nan|finite|filled"):
        call(masked)


def takes_a_table(function):
    own = inspect.isfunction(function) and function.__module__.startswith("clfcompare.inference")
    return own and next(iter(inspect.signature(function).parameters), None) == "table"


TAKES_A_TABLE = [name for name in PUBLIC if takes_a_table(named(name))]
WISHES = {
    "test": "wilcoxon",
    "adjust": "holm",
    "better": "lower",
    "rng": 3,
    "alpha": 0.05,
    "control": "knn",
    "n_train": 90,
    "n_test": 10,
    "measure": "error",
    "cluster": list("aabbc"),
    "stratum": list("aabbb"),
}


@pytest.mark.parametrize("name", TAKES_A_TABLE)
def test_a_table_of_scores_names_the_line_that_turns_it(name):
    """Who gives scores where algorithms must stand side by side is told what to write; written
    so, it runs.
    """
    scores, function = cc.scores_from_wide(WIDE, measure="error", better="lower"), named(name)
    parameters = inspect.signature(function).parameters.items()
    asked = {
        k: WISHES[k] for k, p in parameters if p.kind == p.KEYWORD_ONLY and p.default is p.empty
    }
    with pytest.raises(
        cc.ClfCompareError, match=r"Write table = cc\.data\.wide_by_dataset\(scores\) first"
    ):
        function(scores, **asked)
    if name != "cochran_q":
        function(cc.data.wide_by_dataset(scores), **asked)


def test_functions_that_take_a_table_are_found():
    assert len(TAKES_A_TABLE) > 12


DESIGNS = [
    cc.leave_one_out(),
    *(cc.k_fold(k) for k in (2, 10, 137)),
    *(cc.repeated_k_fold(repeats=r, folds=k) for r, k in ((1, 2), (5, 2), (10, 10), (2, 137))),
    *(
        cc.five_by_two(holdout=share)
        for share in (None, 0, 1 / 3, 0.2, 2 / 7, 0.123456789, 1e-7, np.float64(0.3))
    ),
    *(
        cc.monte_carlo(r, test_size=share)
        for r, share in ((1, 0.25), (30, 1 / 3), (7, 1 / 998), (9, np.float32(0.1)), (4, 1 - 1e-16))
    ),
    *(cc.bootstrap(r, test=test) for r in (1, 100) for test in ("out_of_bag", "whole")),
]


@pytest.mark.parametrize("design", DESIGNS, ids=repr)
def test_the_name_of_a_design_comes_back(design, tmp_path):
    "What a design writes into a table of scores is read as that design, from a file too."
    assert (
        design_of(design.name) == design.resampling and str(design_of(design.name)) == design.name
    )
    assert eval(design.name, {name: named(name) for name in PUBLIC if name[0].islower()}) == design
    scores = (
        folds_of([design.folds or 17] * design.repeats, design.name)
        if design.repeats * (design.folds or 17) > 1
        else None
    )
    if scores is None:
        return
    scores.to_csv(tmp_path / "scores.csv", index=False)
    for table in (scores, check_scores(pd.read_csv(tmp_path / "scores.csv"))):
        found = read_resampling(table)
        assert (found.name, found.note) == (design.name, f"design {design.name}")
        assert found == design.resampling or found.folds == 17 and found.kind == "leave_one_out"
        assert found.test_share == (
            design.resampling.test_share or (1 / 17 if found.kind == "leave_one_out" else None)
        )


@pytest.mark.parametrize(
    ("sizes", "design", "share"),
    [
        ([1] * 9, "monte_carlo(9, test_size=0.2)", "0.2"),
        ([2] * 5, "five_by_two(holdout=0.2)", "0.333"),
        ([8], "k_fold(8)", "0.125"),
    ],
)
def test_a_check_made_by_compare_knows_what_the_name_tells(sizes, design, share):
    report = cc.compare(folds_of(sizes, design), test="paired_ttest")
    assert report.resampling == design_of(design) and report.design == design
    assert any(
        f"correlated by {share}, the share of cases that a fold tests on" in finding.what
        for finding in report.findings
    )


def hostile():
    "Names that nobody would write, and some that many do."
    rng = np.random.default_rng(11)
    kinds = [
        "k_fold",
        "five_by_two",
        "bootstrap",
        "monte_carlo",
        "repeated_k_fold",
        "leave_one_out",
    ]
    parts = [
        *kinds,
        "none",
        "(",
        ")",
        "((",
        ",",
        "=",
        "5",
        "0",
        "-3",
        "1/3",
        "1/0",
        "1e-400",
        "9" * 5000,
        "holdout",
        "test_size",
        "test",
        "k",
        "'whole'",
        '"',
        "'",
        "\\",
        "\n",
        "\0",
        " ",
        "x",
        "é",
        "５",
        "{0}",
        "%s",
        ".*",
        "[",
    ]
    yield from (
        "",
        " ",
        "5x2cv",
        "5x2",
        "10-fold",
        "K_Fold(10)",
        "k_fold(10",
        "k_fold)10(",
        "k_fold(" * 3000,
    )
    yield "monte_carlo(5, test_size=1e999999999)"
    for _ in range(2000):
        yield "".join(rng.choice(parts, rng.integers(1, 9)))
    for kind in kinds:
        for _ in range(300):
            yield f"{kind}({''.join(rng.choice(parts, rng.integers(0, 6)))})"


def test_a_hostile_name_is_refused_or_read_once_for_all():
    "No error from inside; what is read is written so that it is read the same."
    read = 0
    for name in hostile():
        try:
            found = design_of(name)
        except cc.ClfCompareError as error:
            assert len(str(error)) < 500
            continue
        read += 1
        assert (
            design_of(found.name) == found
            and design_of(found.name).name == found.name
            and len(found.name) < 80
        ), name
        assert found.test_share is None or 0 < found.test_share < 1 or found.folds == 1
    assert 1000 < read < 3500


KINDS = "five_by_two|k_fold|repeated_k_fold|monte_carlo|bootstrap|leave_one_out"
READS = (
    "startswith",
    "endswith",
    "split",
    "partition",
    "rpartition",
    "removeprefix",
    "removesuffix",
    "match",
    "search",
    "fullmatch",
    "contains",
)


def about_design(node):
    "Is this the name of a design, or a table's column of them?"
    words = {
        "id": getattr(node, "id", ""),
        "attr": getattr(node, "attr", ""),
        "key": getattr(getattr(node, "slice", None), "value", ""),
    }
    return "design" in words.values() or any(
        about_design(part) for part in ast.iter_child_nodes(node) if not isinstance(part, ast.Call)
    )


def texts(node):
    return [
        n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    ]


def reads_or_writes(node):
    "Does this piece of code take the name of a design apart, or put one together?"
    if isinstance(node, ast.JoinedStr):
        return bool(node.values) and any(
            re.match(rf"({KINDS})\(", text) for text in texts(node.values[0])
        )
    if isinstance(node, ast.Constant):
        return (
            isinstance(node.value, str)
            and re.fullmatch(rf"({KINDS})\(.*\)", node.value) is not None
        )
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
        return (
            isinstance(node.left, ast.Constant)
            and isinstance(node.left.value, str)
            and about_design(node.comparators[0])
        )
    if (
        not isinstance(node, ast.Call)
        or not isinstance(node.func, ast.Attribute)
        or node.func.attr not in READS
    ):
        return False
    if node.func.attr == "split" and any(part.arg == "rng" for part in node.keywords):
        return False  # a design splits cases
    said = [text for part in node.args for text in texts(part)]
    return (
        any(re.search(f"{KINDS}|held out", text) for text in said)
        or about_design(node.func.value)
        or any(map(about_design, node.args))
    )


def test_the_name_of_a_design_is_written_and_read_in_one_place():
    found = {}
    for path in sorted((ROOT / "clfcompare").rglob("*.py")):
        where = path.relative_to(ROOT / "clfcompare").as_posix()
        lines = [
            node.lineno
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if reads_or_writes(node)
        ]
        if lines:
            found[where] = lines
    assert not set(found) - {"core/resampling.py"}, found


@pytest.mark.parametrize(
    "code",
    [
        "rows['design'].str.startswith('leave_one_out')",
        "facts['design'].endswith('held out')",
        "f'k_fold({k})'",
        "'held out' in design",
        "re.match(r'\\w*', design)",
        "scores.assign(design='five_by_two(holdout=1/3)')",
        "design.split('(')",
    ],
)
def test_what_is_looked_for_would_be_seen(code):
    assert any(map(reads_or_writes, ast.walk(ast.parse(code))))


FOLDS = pd.DataFrame(
    {"svm": [0.81, 0.84, 0.79, 0.83], "knn": [0.78, 0.8, 0.8, 0.77]},
    index=pd.Index([1, 2, 3, 4], name="fold"),
)


def test_folds_in_the_index_are_folds():
    "As pivot and set_index leave them: never taken for data sets."
    expected = cc.compare(FOLDS.reset_index(), measure="accuracy")
    assert expected.choice.pairs == "corrected_ttest"
    two = pd.concat({1: FOLDS, 2: FOLDS[::-1]}, names=["repeat"])
    for table, same in (
        (FOLDS, expected),
        (FOLDS.rename_axis(index="Fold "), expected),
        (two, cc.compare(two.reset_index(), measure="accuracy")),
    ):
        assert cc.compare(table, measure="accuracy").text == same.text
    with pytest.raises(cc.ClfCompareError, match="every level of the index must have a name"):
        cc.compare(two.rename_axis(index=[None, None]), measure="accuracy")
    with pytest.raises(cc.ClfCompareError, match="got a row 'fold 1', which looks like a fold"):
        cc.compare(FOLDS.set_axis([f"fold {k}" for k in FOLDS.index]), measure="accuracy")


def test_folds_of_several_data_sets_may_stand_in_a_wide_table():
    rng = np.random.default_rng(2)
    wide = pd.DataFrame(
        {
            "dataset": np.repeat(list("uvwxyz"), 3),
            "fold": [1, 2, 3] * 6,
            **{a: rng.random(18) for a in "abc"},
        }
    )
    report = cc.compare(wide, measure="quality", better="higher")
    np.testing.assert_allclose(
        report.table[list("abc")], wide.groupby("dataset")[list("abc")].mean(), rtol=1e-12
    )


OTHER = {
    "the true labels": lambda: pd.DataFrame(
        {"truth": [0, 1, 1, 0], "svm": [0, 1, 0, 0], "knn": [1, 1, 1, 0]}
    ),
    "with the algorithms in the rows": lambda: WIDE.T.rename_axis("Model").reset_index(),
    "which are measures": lambda: WIDE.set_axis(["Accuracy", "F1 score", "AUC"], axis=1),
    "must have the columns dataset, algorithm and value": lambda: (
        WIDE.rename_axis("dataset")
        .reset_index()
        .melt("dataset", var_name="classifier", value_name="acc")
    ),
    "the spread of another column": lambda: WIDE.assign(knn_std=0.01, svm_std=0.02, lda_std=0.015),
    "2 levels of names": lambda: pd.concat({"accuracy": WIDE, "f1": WIDE / 2}, axis=1),
    "groups of cases": lambda: pd.DataFrame(
        {"patient": [1, 1, 2, 2], "svm": [0, 1, 0, 0], "knn": [1, 1, 1, 0]}
    ),
    "'p1' 3 times in the index": lambda: pd.DataFrame(
        {"svm": [0, 1, 0], "knn": [1, 1, 0]}, index=["p1"] * 3
    ),
    "repeated runs, which are no data sets": lambda: FOLDS.rename_axis("trial"),
    "the folds": lambda: FOLDS.rename_axis("CV split").reset_index(),
    "results of a search must be read first": lambda: {
        "params": [{}, {}],
        "mean_test_score": [0.8, 0.9],
    },
    "a mean beside its spread": lambda: WIDE.map("{:.2f} ± 0.01".format),
    "a number with a percent sign": lambda: FOLDS.map("{:.0%}".format).reset_index(),
    "a column `fold`; got none": lambda: FOLDS.rename_axis("repeat"),
}


@pytest.mark.parametrize("words", OTHER, ids=str)
def test_a_table_of_something_else_is_no_table_of_algorithms(words):
    with pytest.raises(cc.ClfCompareError, match=re.escape(words)):
        cc.compare(OTHER[words](), measure="accuracy")


def test_zeros_and_ones_with_holes_are_cases_and_their_mean_is_no_f1():
    answers = pd.DataFrame(np.random.default_rng(4).integers(0, 2, (40, 3)), columns=list("abc"))
    answers = answers.rename_axis("case")
    for missing in ("refuse", "incomplete"):
        with pytest.raises(
            cc.ClfCompareError, match="a value for every case; got none of b for case 7"
        ):
            cc.compare(
                answers.astype(float).mask(np.arange(120).reshape(40, 3) == 22),
                measure="accuracy",
                missing=missing,
            )
    with pytest.raises(
        cc.ClfCompareError, match="must be a mean over its cases; got F1, which is none"
    ):
        cc.compare(answers, measure="F1")
    with pytest.raises(cc.ClfCompareError, match="`better` of accuracy must be 'higher'"):
        cc.compare(answers, measure="accuracy", better="lower")
    expected = cc.compare(answers, measure="accuracy").text
    for dtype in ("Int64", "boolean", bool, float):
        assert cc.compare(answers.astype(dtype), measure="accuracy").text == expected


def test_holes_may_be_pandas_na():
    gaps = (1000 * WIDE).astype("Int64").mask(WIDE > 0.35)
    plain = gaps.astype(float)
    assert (
        cc.compare(gaps, measure="cost", better="lower", missing="incomplete").text
        == cc.compare(plain, measure="cost", better="lower", missing="incomplete").text
    )


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (str, "got '1' beside 1 for knn"),
        (lambda y: f"{bool(y)}", "got 'True' beside 1 for knn"),
        (lambda y: 0.3 + y / 2, "none of them"),
    ],
)
def test_labels_of_another_type_are_no_errors(wrong, words):
    rows = pd.DataFrame(
        {
            "algorithm": np.repeat(["svm", "knn"], 30),
            "row": list(range(30)) * 2,
            "y_true": [1, 0, 1] * 20,
        }
    )
    said = pd.Series([1, 0, 1, 1] * 15, dtype=object)
    cc.compare(rows.assign(y_pred=said.where(rows["row"] != 4, 0)), measure="accuracy")
    with pytest.raises(cc.ClfCompareError, match=re.escape(words)):
        cc.compare(
            rows.assign(y_pred=said.where(rows["algorithm"] == "svm", said.map(wrong))),
            measure="accuracy",
        )


MIXED = {
    "accuracy": (
        1 - WIDE,
        [
            lambda w: w.assign(svm=100 * w["svm"]),
            lambda w: w.assign(svm=[8.12, *w["svm"][1:]]),
            lambda w: w.mul([100, 1, 1, 1, 1], axis=0),
            lambda w: (100 * w).assign(svm=[0.81, *100 * w["svm"][1:]]),
        ],
    ),
    "error": (
        WIDE,
        [lambda w: w.assign(svm=100 * w["svm"]), lambda w: (100 * w).assign(svm=w["svm"])],
    ),
}


@pytest.mark.parametrize("measure", MIXED)
def test_shares_and_percent_do_not_mix(measure):
    wide, slips = MIXED[measure]
    for slip in slips:
        with pytest.raises(
            cc.ClfCompareError, match=f"{measure} must have one unit, shares or percent"
        ):
            cc.compare(slip(wide), measure=measure)
    for one in (wide, 100 * wide):
        cc.compare(one, measure=measure)
    if measure == "error":
        cc.compare((100 * wide).assign(svm=[0.3, 0.2, 4, 0.5, 0.9]), measure=measure)
    else:
        cc.compare((100 * wide).assign(svm=[0.0] * 5), measure=measure)


def test_a_mean_beside_its_folds_is_refused():
    cells = [
        (d, a, f, 0.1 + k / 10 + j / 100)
        for d in "uvw"
        for k, a in enumerate("ab")
        for j, f in enumerate([1, 2, 3, None])
    ]
    rows = pd.DataFrame(cells, columns=["dataset", "algorithm", "fold", "value"])
    with pytest.raises(
        cc.ClfCompareError,
        match="must all have a fold, or none; got one without for measure=error, algorithm=a, data",
    ):
        cc.compare(rows, measure="error")
    cc.compare(rows.dropna(), measure="error")
    cc.compare(rows[rows["fold"].isna()], measure="error")
    with pytest.raises(
        cc.ClfCompareError, match="`fold` in `scores` must hold whole numbers; got 'Mean'"
    ):
        cc.compare(rows.assign(fold=rows["fold"].astype(object).fillna("Mean")), measure="error")


def test_values_with_gaps_have_their_range():
    with pytest.raises(cc.ClfCompareError, match="accuracy must lie between 0 and 1"):
        cc.compare(
            WIDE.assign(svm=[-0.1, None, 0.3, 0.4, 0.5]), measure="accuracy", missing="incomplete"
        )


def test_clusters_are_not_dropped_where_folds_are_compared():
    rng = np.random.default_rng(6)
    folds = pd.DataFrame(
        {"row": range(60), "fold": np.arange(60) // 12, "y_true": np.tile([0, 1, 1], 20)}
    )
    said = pd.concat(
        [
            folds.assign(
                algorithm=a,
                y_pred=np.where(rng.random(60) < share, folds["y_true"], 1 - folds["y_true"]),
            )
            for a, share in (("svm", 0.9), ("knn", 0.7))
        ]
    )
    for measure in ("error", "f1"):
        told = cc.compare(said, measure=measure, cluster=np.arange(60) // 4)
        assert told.notes[
            -1
        ] == "Every cluster lies in one fold; the folds are compared." and told.table.shape == (
            5,
            2,
        )
        with pytest.raises(
            cc.ClfCompareError,
            match="must lie in one fold, where folds are compared; got 20 of 20 clusters in several",
        ):
            cc.compare(said, measure=measure, cluster=np.arange(60) % 20)
    assert (
        cc.compare(said, measure="error", cluster=range(60)).text
        == cc.compare(said, measure="error").text
    )
    two = pd.concat([said.assign(dataset=d) for d in "uvw"])
    with pytest.raises(
        cc.ClfCompareError, match="`cluster` must go with one data set; got 3 data sets"
    ):
        cc.compare(two, measure="error", cluster=np.arange(60) // 4)
    with pytest.raises(cc.ClfCompareError, match="at least two clusters"):
        cc.compare(
            pd.DataFrame({"svm": [0, 1, 1], "knn": [1, 0, 1]}), measure="error", cluster=[1, 1, 1]
        )


def test_names_that_differ_in_blanks_or_bytes_are_one_name():
    long = WIDE.rename_axis("dataset").reset_index().melt("dataset", var_name="algorithm")
    for odd in ("svm ", " svm", "svm\u00a0"):
        slipped = long["algorithm"].mask(
            long["algorithm"].eq("svm") & long["dataset"].eq("zoo"), odd
        )
        with pytest.raises(cc.ClfCompareError, match="every algorithm must be written in one way"):
            cc.compare(long.assign(algorithm=slipped), measure="error")
    with pytest.raises(cc.ClfCompareError, match="every algorithm must be written in one way"):
        cc.compare(WIDE.set_axis(["naïve", "nai\u0308ve", "lda"], axis=1), measure="error")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("iris,0.21,0.19\nwine,0.34,0.3\n", "the first line must hold the names of the columns"),
        (
            "dataset|knn|svm\niris|0.21|0.19\n",
            "must be separated by commas, semicolons or tabs; got one column",
        ),
        (
            "dataset,0.1,0.5\niris,0.21,0.19\nwine,0.34,0.3\nzoo,0.2,0.4\n,,\n,,\n",
            "Read with 2 empty rows left out.",
        ),
        (
            "dataset,fold,knn,svm\n"
            + "".join(f"{d},{f},0.{f}{k},0.1{k}\n" for k, d in enumerate("uvw") for f in (1, 2)),
            "on three data sets",
        ),
        (
            "dataset,knn,svm\n"
            + "".join(f"d{k},0.2{k},{0.3 - k / 20 if k else ''}\n" for k in range(6)),
            "1 of 12 cells are empty",
        ),
    ],
)
def test_files_as_spreadsheets_write_them(tmp_path, capsys, text, told):
    (tmp_path / "results.csv").write_text(text, encoding="utf-8")
    code = main(
        ["compare", str(tmp_path / "results.csv"), "--measure", "error", "--missing", "incomplete"]
    )
    shown = capsys.readouterr()
    assert told in " ".join((shown.out + shown.err).split()) and code == (
        2 if "must" in told else 0
    )


def folded(accuracy, fold, *, name="svm", classes=(0, 1, 1)):
    truth = np.tile(classes, 20)
    rng = np.random.default_rng(round(1000 * accuracy))
    return pd.DataFrame(
        {
            "algorithm": name,
            "row": range(60),
            "fold": fold,
            "y_true": truth,
            "y_pred": np.where(rng.random(60) < accuracy, truth, 1 - truth),
        }
    )


@pytest.mark.parametrize("measure", ["accuracy", "f1"])
def test_predictions_of_other_folds_or_other_cases_are_not_paired(measure):
    fold = np.arange(60) // 12
    ours = folded(0.8, fold)
    cc.compare(pd.concat([ours, folded(0.9, fold, name="knn")]), measure=measure)
    other = np.random.default_rng(1).permutation(fold)
    with pytest.raises(
        cc.ClfCompareError,
        match="tested on the same cases, fold by fold; got no prediction of knn for row",
    ):
        cc.compare(pd.concat([ours, folded(0.9, other, name="knn")]), measure=measure)
    turned = pd.concat([ours, folded(0.9, fold, name="knn", classes=(1, 1, 0))])
    for data in (turned, pd.concat([turned.assign(dataset=d, fold=0) for d in "uvwxyz"])):
        with pytest.raises(
            cc.ClfCompareError, match="a case must have one true label; got two for row"
        ):
            cc.compare(data, measure=measure)


def test_a_measure_says_what_it_needs_of_predictions():
    both = pd.concat([folded(0.8, 0), folded(0.9, 0, name="knn")])
    named = both.assign(
        y_true=both["y_true"].map({0: "ill", 1: "well"}),
        y_pred=both["y_pred"].map({0: "ill", 1: "well"}),
    )
    cc.compare(named, measure="mcc")
    with pytest.raises(
        cc.ClfCompareError, match=re.escape("assign(y_true=frame['y_true'].eq('well')")
    ):
        cc.compare(named, measure="f1")
    of_well = named.assign(y_true=named["y_true"].eq("well"), y_pred=named["y_pred"].eq("well"))
    assert cc.compare(of_well, measure="f1").text == cc.compare(both, measure="f1").text
    signs = both.assign(y_true=2 * both["y_true"] - 1, y_pred=2 * both["y_pred"] - 1)
    assert cc.compare(signs, measure="f1").text == cc.compare(both, measure="f1").text
    for data, column in ((both, "`score`"), (named, "`score_ill` and so on")):
        with pytest.raises(
            cc.ClfCompareError, match=f"must have class scores; got the columns .* Add {column}"
        ):
            cc.compare(data, measure="brier_score")


def test_predictions_of_data_sets_may_have_gaps():
    each = [(d, a) for d in "uvwxyz" for a in "ab"]
    both = pd.concat(
        [folded(0.7 + k / 90, 0, name=a).assign(dataset=d) for k, (d, a) in enumerate(each)]
    )
    report = cc.compare(
        both[(both["dataset"] != "v") | (both["algorithm"] != "b")],
        measure="error",
        missing="incomplete",
    )
    assert report.table.isna().to_numpy().sum() == 1 and np.isnan(report.table.loc["v", "b"])


def test_folds_of_predictions_in_a_wide_table_are_kept():
    wide = pd.DataFrame(
        {"truth": np.tile([0, 1, 1], 20), "fold": np.arange(60) // 12}, index=range(60)
    )
    for k, name in enumerate(["svm", "knn"]):
        wide[name] = folded(0.8 + k / 10, 0)["y_pred"]
    long = cc.data.predictions_from_wide(wide, y_true="truth")
    assert long["fold"].tolist() == np.repeat(wide["fold"], 2).tolist() and list(
        long["algorithm"].unique()
    ) == ["svm", "knn"]
    assert cc.compare(long, measure="f1").table.shape == (5, 2)
    right = wide[["svm", "knn"]].eq(wide["truth"], axis=0).astype(int)
    with pytest.raises(cc.ClfCompareError, match="look like outcomes of single cases"):
        cc.compare(right.rename_axis("fold"), measure="accuracy")


def test_results_of_cross_validate_may_be_frames():
    values = {"svm": [0.8, 0.9, 0.85], "knn": [0.7, 0.8, 0.9]}
    known = dict(dataset="wine", design=cc.k_fold(3), measure="accuracy")
    plain = cc.data.scores_from_cross_validate(
        {name: {"test_score": v} for name, v in values.items()}, **known
    )
    frames = cc.data.scores_from_cross_validate(
        {name: pd.DataFrame({"test_score": v}) for name, v in values.items()}, **known
    )
    pd.testing.assert_frame_equal(plain, frames)
    with pytest.raises(cc.ClfCompareError, match="a dict of 2, one of them a list of 3"):
        cc.data.scores_from_cross_validate(values, **known)


@pytest.mark.parametrize("measure", ["accuracy", "my loss"])
@pytest.mark.parametrize("tidy", [False, True])
def test_systems_may_be_called_by_numbers(tmp_path, measure, tidy):
    values = np.random.default_rng(8).random((40, 3))
    board = pd.DataFrame(
        values < [0.6, 0.7, 0.9] if measure == "accuracy" else values,
        index=pd.RangeIndex(40, name="case"),
    )
    data = (
        board.rename_axis(index="row").reset_index().melt("row", var_name="algorithm")
        if tidy
        else board
    )
    report = cc.compare(data, measure=measure, better="higher")
    assert set(report.ranks.index) == set("012") == set(report.table.columns)
    assert (report.save(tmp_path / "out") / "report.html").is_file()
    with pytest.raises(cc.ClfCompareError, match="must have a name of its own; got '1' twice"):
        cc.compare(board.set_axis([1, "1", 2], axis=1), measure=measure, better="higher")


@pytest.mark.parametrize(
    "odd",
    [10**400, [1], {"a": 1}, 1j, pd.Timestamp("2020"), b"x"],
    ids=lambda odd: type(odd).__name__,
)
def test_whatever_stands_in_a_cell_is_refused(odd):
    for name in ("svm", "case", "fold", "dataset", "row"):
        frame = pd.DataFrame(
            {
                name: pd.Series([0.1, odd, 0.3], dtype=object),
                "knn": [0.2, 0.3, 0.1],
                "lda": [0.1, 0.3, 0.2],
            }
        )
        try:
            cc.compare(frame, measure="my loss", better="lower", missing="incomplete")
        except cc.ClfCompareError:
            continue
        assert name in ("case", "dataset", "row") and not isinstance(odd, (list, dict))
    with pytest.raises(cc.ClfCompareError, match="every column must have a name"):
        cc.compare(pd.DataFrame([[0.1, 0.2, 0.3]], columns=["svm", None, pd.NA]), measure="error")


def test_a_direction_against_the_measure_is_refused_whatever_is_compared():
    both = pd.concat([folded(0.8, 0), folded(0.9, 0, name="knn")])
    with pytest.raises(cc.ClfCompareError, match="`better` of accuracy must be 'higher'"):
        cc.compare(both, measure="accuracy", better="lower")
    assert (
        cc.compare(both, measure="accuracy", better="higher").text
        == cc.compare(both, measure="accuracy").text
    )
    with pytest.raises(cc.ClfCompareError, match="`better` of error must be 'lower'"):
        cc.compare(WIDE.mask(WIDE > 0.35), measure="error", better="higher", missing="incomplete")
    outcome = type("Stored", (), {"scores": folds_of([10])})()
    assert cc.compare(outcome, better="lower").text == cc.compare(outcome).text
    with pytest.raises(cc.ClfCompareError, match="`better` must say what the outcome says"):
        cc.compare(outcome, better="higher")


def test_one_value_is_not_two_measures():
    long = WIDE.rename_axis("dataset").reset_index().melt("dataset", var_name="algorithm")
    for data in (
        WIDE,
        long,
        WIDE.to_dict("list"),
        WIDE.rename_axis("fold"),
        long.rename(columns={"dataset": "row"}),
    ):
        with pytest.raises(
            cc.ClfCompareError,
            match="must say of each value what it measures; got no column `measure`",
        ):
            cc.compare(data, measure=["error", "fpr"])
    both = pd.concat(
        [long.assign(measure="Error rate"), long.assign(measure="fpr", value=long["value"] / 3)]
    )
    assert list(cc.compare(both, measure=["error", "fpr"]).reports) == ["error", "fpr"]
    with pytest.raises(cc.ClfCompareError, match="names of one measure"):
        cc.compare(both, measure=["error", "Error rate"])


def test_a_cell_or_a_name_that_cannot_be_read_is_refused_at_the_door():
    scores = cc.load_results("irsoy2012_table14")
    for column in ("dataset", "algorithm", "design", "better", "value"):
        spoilt = scores.assign(
            **{
                column: [
                    [1, 2],
                    *scores.get(column, pd.Series("k_fold(10)", scores.index)).astype(object)[1:],
                ]
            }
        )
        with pytest.raises(
            cc.ClfCompareError,
            match=f"every cell of `{column}` must hold one text or number; got a list",
        ):
            cc.compare(spoilt)
    silent = type("Silent", (), {"__repr__": lambda self: 1 / 0})()
    with pytest.raises(cc.ClfCompareError, match="name of a column must be a text or a number"):
        cc.data.predictions_from_wide(
            pd.DataFrame([[0.1, 0.2]], columns=[silent, "knn"]), measure="error"
        )
    with pytest.raises(
        cc.ClfCompareError, match="several measures must be two or more different ones"
    ):
        cc.compare(scores, measure=[silent, "error"])
    with pytest.raises(cc.ClfCompareError, match="`by` must be a column"):
        cc.compare(scores, by=silent)


def test_odd_arrays_at_the_door():
    rng = np.random.default_rng(3)
    cases = pd.DataFrame((rng.random((60, 2)) < [0.2, 0.4]) * 1, columns=["svm", "knn"])
    labels = np.repeat(np.arange(15), 4)
    plain = cc.compare(cases, measure="error", cluster=labels)
    assert cc.compare(cases, measure="error", cluster=labels.astype(np.float16)).pairs.table.equals(
        plain.pairs.table
    )
    with pytest.raises(cc.ClfCompareError, match="`cluster` must hold a label for every case"):
        cc.compare(cases, measure="error", cluster=np.array("a"))
    with pytest.raises(cc.ClfCompareError, match="an answer must be a finite number"):
        cc.check_answer("testing-1", [[1, 2], [3]])
    with pytest.raises(cc.ClfCompareError, match="an answer must be a finite number"):
        cc.check_answer("testing-1", [[1, 2], [3, 4]])
    ranks = pd.Series({"svm": 1.2, "knn": 2.1, "tree": 2.7})
    groups = [("knn", "tree")]
    said = cc.plots.alt_text(cc.plot_critical_difference(ranks, groups=iter(groups)))
    assert (
        said == cc.plots.alt_text(cc.plot_critical_difference(ranks, groups=groups))
        and "Groups not told apart: (knn, tree)" in said
    )
    from sklearn.naive_bayes import GaussianNB

    mixed = np.array([0, 1] * 9 + ["a", "b"], dtype=object)
    with pytest.raises(cc.ClfCompareError, match="`y` must hold texts or numbers, all of one kind"):
        cc.nested_cv_interval(
            GaussianNB(), rng.normal(size=(20, 2)), mixed, folds=3, repeats=2, rng=1
        )
