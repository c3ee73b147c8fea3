"""What compare says of two algorithms on many data sets depends on their own values, not on who
else takes part; and the report, the figure, the files and the program all say it.
"""

import json

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.core.theme import alt_text
from clfcompare.report.cli import main

SCORES = cc.load_results("irsoy2012_table14")


def table(M, L, seed, step=0.4):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(M, L)) + step * np.arange(L)
    index = pd.Index([f"set {i}" for i in range(M)], name="dataset")
    return pd.DataFrame(values, index=index, columns=[f"m{j}" for j in range(L)])


def compared(values, **words):
    return cc.compare(values, measure="score", better="higher", **words)


def raw(report, a, b):
    "The p-value of a pair, not adjusted."
    rows = report.pairs.comparisons
    return rows[(rows[["a", "b"]].isin([a, b])).all(axis=1)]["pvalue"].item()


@pytest.mark.parametrize("control", [None, "m1"])
def test_a_pair_has_the_same_pvalue_and_winner_whoever_else_takes_part(control):
    values = table(13, 5, seed=3)
    whole = compared(values, control=control)
    for others in (["m1", "m3"], ["m1", "m3", "m0"], ["m1", "m3", "m4", "m2"]):
        part = compared(values[others], control=control if len(others) > 2 else None)
        assert raw(part, "m1", "m3") == pytest.approx(raw(whole, "m1", "m3"), rel=1e-12)
    moved = values.assign(m4=values["m4"] ** 3, m0=-values["m0"])  # the others change altogether
    one, other = (report.pairs.table for report in (whole, compared(moved, control=control)))
    of_pair = [frame[frame[["a", "b"]].isin(["m1", "m3"]).all(axis=1)] for frame in (one, other)]
    assert of_pair[0]["winner"].item() == of_pair[1]["winner"].item() == "m3"
    assert raw(whole, "m1", "m3") == raw(compared(moved, control=control), "m1", "m3")


def test_table_xiv_reads_as_the_sign_flips_have_it():
    report = cc.compare(SCORES)
    flips = cc.max_t(
        SCORES.pivot(index="dataset", columns="algorithm", values="value"),
        better="lower",
        statistic="signed_rank",
        rng=5,
    )  # 2,048 patterns are counted, whatever the seed
    names = list(report.pairs.names)
    assert names == ["Svm", "Mlp", "RnF", "Knn", "Rip"] and report.pairs.score_name == "mean rank"
    pd.testing.assert_frame_equal(report.pairs.matrix(), flips.matrix().loc[names, names])
    assert (
        "Svm is better than Mlp, RnF, Knn and Rip; Mlp is better than Knn and Rip; " in report.text
    )
    assert "The other three pairs were not told apart, which is no evidence" in report.text
    assert report.omnibus.statistic == pytest.approx(30.33, abs=0.005)
    assert report.best == ("Svm",) and report.critical_difference is None
    assert report.rank_intervals[["low", "high"]].to_numpy().tolist() == [
        [1, 1],
        [2, 3],
        [2, 4],
        [3, 5],
        [4, 5],
    ]
    assert report.results_table().to_frame().loc["told apart"].tolist()[1:] == ["-"] * 4
    for text in (report.to_html(), report.to_latex(), report.to_markdown(), str(report)):
        assert "signed ranks" in text and "mean rank" in text
    assert "Svm is better than Mlp, RnF" in alt_text(report.plot())


def test_the_program_prints_the_reports_own_order_and_names():
    for words in ({}, {"control": "m2"}):
        report, names = compared(table(20, 6, seed=8), **words), {}
        exec(report.code(), names)
        assert names["pairs"].names == report.pairs.names
        assert names["pairs"].scores == report.pairs.scores
        pd.testing.assert_frame_equal(names["pairs"].comparisons, report.pairs.comparisons)
        again = compared(table(20, 6, seed=8), **words)
        pd.testing.assert_frame_equal(again.pairs.comparisons, report.pairs.comparisons)


def test_with_five_data_sets_no_pair_can_be_told_apart_and_the_report_says_so():
    report = compared(table(5, 3, seed=1, step=9.0))
    assert report.omnibus.rejects(0.05) and report.pairs.told(0.05).empty
    assert report.pairs.comparisons["pvalue"].min() == 2 / 2**5
    (found,) = [f for f in report.findings if f.code == "CC002"]
    assert "0.0625" in found.what and "at least 6 data sets" in found.do
    assert "CC002" not in [f.code for f in compared(table(6, 3, seed=1, step=9.0)).findings]


def test_tests_of_mean_ranks_are_one_argument_away_and_carry_their_level():
    report = cc.compare(SCORES, test="nemenyi")
    assert len(report.pairs.told(0.05)) == 4 and report.critical_difference == pytest.approx(
        1.839, abs=0.0005
    )
    level = cc.simulate.evidence().query(
        "design == 'many data sets, all pairs' and algorithms == 'pairs' and test == 'nemenyi' and "
        "world == '11 data sets, unequal spread, better rivals'"
    )["rate"]
    (found,) = [f for f in report.findings if f.code == "CC014"]
    assert f"{level.item():.1%}" in found.what and not cc.compare(SCORES).findings
    assert cc.compare(SCORES, test="wilcoxon").pairs.adjust == "holm"
    for words in ({"test": "bonferroni_dunn"}, {"adjust": "holm"}):
        codes = [f.code for f in cc.compare(SCORES, control="Knn", **words).findings]
        assert "CC014" in codes


def test_gaps_keep_wilcoxon_and_groups_and_several_measures_take_the_flips():
    values = table(12, 4, seed=2)
    holes = values.mask(np.arange(48).reshape(12, 4) % 17 == 3)
    report = compared(holes, missing="incomplete")
    assert (report.choice.pairs, report.choice.omnibus) == ("wilcoxon", "skillings_mack")
    assert "gaps" in report.choice.reason
    long = SCORES.assign(half=np.where(SCORES["dataset"].str.contains("tumor"), "one", "two"))
    groups = cc.compare(long, by="half")
    assert {one.choice.pairs for one in groups.reports.values()} == {"max_t"}
    both = pd.concat([SCORES, SCORES.assign(measure="size", value=SCORES["value"] ** 2)])
    found = cc.compare(both, measure=["error", "size"])
    assert {one.choice.pairs for one in found.reports.values()} == {"max_t"}


def test_the_command_line_says_the_same(tmp_path, capsys):
    values = SCORES.pivot(index="dataset", columns="algorithm", values="value")
    values.to_csv(tmp_path / "errors.csv")
    words = ["compare", str(tmp_path / "errors.csv"), "--measure", "error", "--better", "lower"]
    assert main(words) in (0, None)
    assert "Step-down max-t tests of signed ranks" in capsys.readouterr().out
    assert main([*words, "--json", "-"]) in (0, None)
    json.loads(capsys.readouterr().out)
