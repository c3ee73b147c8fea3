"""Cases in the tasks of a fixed suite, and independent runs: how they are read, what is said of them,
and that both answers of a suite are the tests that they name."""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.core.rows import Clusters, DataSets, Runs, Suite
from clfcompare.report.cli import main
from clfcompare.report.frames import Ask

RNG = np.random.default_rng(19)
SIZES = {"law": 90, "art": 41, "code": 63, "maths": 55}
TASK = np.repeat(list(SIZES), list(SIZES.values()))
HARD = np.repeat([0.7, 0.55, 0.35, 0.6], list(SIZES.values()))
BOARD = pd.DataFrame(
    {name: (RNG.random(len(TASK)) < HARD + more) * 1 for name, more in (("ours", 0.12), ("x", 0))}
)
WITHIN = BOARD.assign(task=TASK, case=pd.Series(TASK).groupby(TASK).cumcount())
LONG = WITHIN.melt(["task", "case"], var_name="algorithm", value_name="value").rename(
    columns={"case": "row"}
)
TRUTH = LONG["row"] % 2
PREDICTED = LONG.assign(y_true=TRUTH, y_pred=TRUTH.where(LONG["value"] == 1, 1 - TRUTH)).drop(
    columns="value"
)
DIRECT = cc.stratified_ttest(BOARD["ours"], BOARD["x"], stratum=TASK)
FORMS = {
    "labels": (BOARD, {"task": TASK}),
    "a column said": (BOARD.assign(kind=TASK), {"task": "kind"}),
    "a column in capitals": (BOARD.assign(Task=TASK), {"task": "Task"}),
    "numbers": (BOARD.assign(task=pd.factorize(TASK)[0]), {"task": "task"}),
    "beside cases": (BOARD.assign(task=TASK).rename_axis("case").reset_index(), {}),
    "cases said": (BOARD.assign(task=TASK), {"rows": "cases"}),
    "an index": (BOARD.set_index(pd.Index(TASK, name="task")), {"task": "task"}),
    "two levels": (WITHIN.set_index(["task", "case"]), {}),
    "cases counted within tasks": (WITHIN, {}),
    "single values": (LONG, {}),
    "data sets that are tasks": (LONG.rename(columns={"task": "dataset"}), {"task": "dataset"}),
    "predictions": (PREDICTED, {}),
    "predictions on data sets": (
        PREDICTED.rename(columns={"task": "dataset"}),
        {"task": "dataset"},
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_tasks_are_read_in_every_form(form):
    data, words = FORMS[form]
    report = cc.compare(data, measure="accuracy", **words)
    assert isinstance(report.rows, Suite) and report.rows.words == "249 cases in 4 tasks"
    assert report.omnibus.pvalue == pytest.approx(DIRECT.pvalue, rel=1e-12)
    assert report.omnibus.estimate == pytest.approx(DIRECT.estimate, rel=1e-12)
    assert report.choice.pairs == "stratified_ttest" and "249 cases in 4 tasks" in report.headline


def test_both_answers_stand_side_by_side():
    report = cc.compare(BOARD, measure="accuracy", task=TASK)
    means = BOARD.groupby(TASK).mean()
    other = cc.wilcoxon(means["ours"], means["x"])
    assert report.further.table["pvalue"].iloc[0] == pytest.approx(other.pvalue, rel=1e-12)
    assert "This speaks of these four tasks and further cases of them" in report.text
    for text in (report.text, report.headline, report.to_html()):
        assert "Of further tasks speaks Wilcoxon" in text and "no p-value is below 0.125" in text
    assert "was not measured" in report.level
    assert report.results_table().to_frame().shape[0] >= 4


def test_data_sets_stay_data_sets():
    several = cc.compare(PREDICTED.rename(columns={"task": "dataset"}), measure="accuracy")
    means = BOARD.groupby(TASK).mean().rename_axis("task").reset_index()
    for report in (several, cc.compare(means, measure="accuracy")):
        assert isinstance(report.rows, DataSets) and report.further is None
    grouped = cc.compare(BOARD.assign(task=TASK), measure="accuracy", rows="cases", cluster="task")
    assert isinstance(grouped.rows, Clusters)


def test_a_column_of_tasks_beside_unnamed_rows_is_asked_about():
    data = BOARD.assign(task=TASK)
    with pytest.raises(Ask) as told:
        cc.compare(data, measure="accuracy")
    found = [
        type(eval(line, {"compare": cc.compare, "data": data}).rows) for line in told.value.ways
    ]
    assert found == [Suite, DataSets, Clusters]


def test_weights_and_clusters_reach_the_test():
    weights, pages = {"law": 3, "art": 0, "code": 1, "maths": 0.5}, np.arange(len(TASK)) // 3
    pages = [f"{task} {page}" for task, page in zip(TASK, pages)]
    for given in ("size", weights, pd.Series(weights)):
        report = cc.compare(BOARD, measure="accuracy", task=TASK, weights=given, cluster=pages)
        direct = cc.stratified_ttest(
            BOARD["ours"], BOARD["x"], stratum=TASK, weights=given, cluster=pages
        )
        assert report.omnibus.pvalue == pytest.approx(direct.pvalue, rel=1e-12)
        assert "clusters" in report.rows.words


@pytest.mark.parametrize(
    ("data", "words", "said"),
    [
        (BOARD, {"rows": "cases", "weights": "size"}, "`weights` must come with tasks"),
        (BOARD, {"task": TASK, "weights": "both"}, "`weights` must be one of"),
        (BOARD, {"task": TASK, "weights": {"law": 1}}, "weight for every task"),
        (BOARD, {"task": TASK[:-1]}, "`task` must hold a label for every case"),
        (BOARD, {"task": "kind"}, "`task` must name a column"),
        (BOARD, {"task": TASK, "cluster": np.arange(len(TASK)) % 5}, "must lie in one task"),
        (BOARD, {"task": TASK, "paradigm": "bayesian", "rope": 0.02}, "must have a model"),
        (BOARD, {"task": TASK, "test": "mcnemar"}, "'stratified_ttest'; got 'mcnemar'"),
        (
            BOARD.groupby(TASK).mean(),
            {"task": ["u", "u", "v", "v"], "rows": "datasets"},
            "tasks must be the tasks of test cases",
        ),
    ],
)
def test_what_does_not_fit_is_refused(data, words, said):
    with pytest.raises(cc.ClfCompareError, match=said):
        cc.compare(data, measure="accuracy", **words)


def test_a_measure_that_is_no_mean_over_cases_is_refused():
    with pytest.raises(cc.ClfCompareError, match="must be a mean over its cases; got f1"):
        cc.compare(PREDICTED, measure="f1")


SEEDS = {
    "svm": RNG.normal(0.8, 0.01, 5),
    "net": RNG.normal(0.83, 0.03, 8),
    "knn": RNG.normal(0.78, 0.02, 6),
}
TABLE = pd.DataFrame({name: pd.Series(values) for name, values in SEEDS.items()})
STACKED = TABLE.rename_axis("seed").reset_index().melt("seed", var_name="algorithm").dropna()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (SEEDS, {"rows": "runs"}),
        (TABLE, {"rows": "runs"}),
        (TABLE.assign(seed=range(11, 19)), {}),
        (TABLE.rename_axis("Run"), {}),
        (TABLE.set_axis([f"seed {k}" for k in range(8)]), {"rows": "runs"}),
        (STACKED, {}),
        (STACKED.drop(columns="seed"), {"rows": "runs"}),
    ],
)
def test_runs_are_read_in_every_form(data, words):
    report = cc.compare(data, measure="accuracy", **words)
    assert isinstance(report.rows, Runs) and report.rows.words == "5, 8 and 6 independent runs"
    assert report.omnibus.pvalue == pytest.approx(cc.welch_anova(SEEDS).pvalue, rel=1e-12)
    pairs = cc.games_howell(SEEDS, better="higher").comparisons
    pd.testing.assert_frame_equal(report.pairs.comparisons, pairs)
    assert "(other seeds) on these data, and not of other data" in report.text
    assert "was not measured" in report.level


def test_two_systems_get_welchs_t_test():
    two = {name: SEEDS[name] for name in ("svm", "net")}
    report = cc.compare(two, measure="accuracy", rows="runs")
    assert report.omnibus.pvalue == cc.welch_ttest(two["svm"], two["net"]).pvalue
    assert report.pairs.table["pvalue_adjusted"].iloc[0] == pytest.approx(report.omnibus.pvalue)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"control": "net"}, "in all pairs"),
        ({"adjust": "holm"}, "in all pairs"),
        ({"test": "paired_ttest"}, "'games_howell', 'welch_ttest'"),
        ({"paradigm": "bayesian", "rope": 0.01}, "must have a model"),
        ({"cluster": range(8)}, "clusters must be clusters"),
        ({"margin": 0.02}, "asked of two systems"),
    ],
)
def test_what_does_not_fit_runs_is_refused(words, said):
    with pytest.raises(cc.ClfCompareError, match=said):
        cc.compare(SEEDS, measure="accuracy", rows="runs", **words)


def test_a_run_that_failed_is_no_gap_to_close():
    with pytest.raises(cc.ClfCompareError, match="must stand without a gap"):
        cc.compare(TABLE.iloc[::-1], measure="accuracy", rows="runs")


def test_the_command_line_takes_both(tmp_path, capsys):
    BOARD.assign(kind=TASK).to_csv(tmp_path / "board.csv", index=False)
    TABLE.to_csv(tmp_path / "seeds.csv", index=False)
    told = ["--measure", "accuracy"]
    board = ["compare", str(tmp_path / "board.csv"), *told, "--task", "kind"]
    assert main([*board, "--weights", "law=3,art=0,code=1,maths=0.5"]) == 0
    assert "with the weights given" in capsys.readouterr().out
    assert main([*board, "--weights", "much"]) == 2
    assert "--weights must be equal, size" in capsys.readouterr().err
    assert main(["compare", str(tmp_path / "seeds.csv"), *told, "--rows", "runs"]) == 0
    assert "5, 8 and 6 independent runs" in " ".join(capsys.readouterr().out.split())


def test_a_margin_is_asked_of_both():
    suite = cc.compare(BOARD, measure="accuracy", task=TASK, margin=0.04)
    two = {name: SEEDS[name] for name in ("svm", "net")}
    runs = cc.compare(two, measure="accuracy", rows="runs", margin=0.03)
    for report, direct in ((suite, DIRECT), (runs, cc.welch_ttest(two["svm"], two["net"]))):
        assert abs(report.margins["estimate"].iloc[0]) == pytest.approx(abs(direct.estimate))
        half = (report.margins["high"] - report.margins["low"]).iloc[0] / 2
        assert half < (direct.high - direct.low) / 2  # of level 0.90 beside 0.95
