"What a report says of three algorithms, and that nothing in it can break a page."

import re
from dataclasses import replace

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.inference.checks import Finding
from clfcompare.report.report import html_page


@pytest.fixture(scope="module")
def report():
    values = np.random.default_rng(3).normal([0.2, 0.24, 0.3], 0.03, (14, 3))
    return cc.compare(
        cc.scores_from_wide(
            pd.DataFrame(values, columns=["one", "two", "three"]), measure="error", better="lower"
        )
    )


def test_the_pairs_of_three_algorithms_are_told(report):
    assert "3 comparisons" in report.text and "is better than" in report.text
    said = report.pairs.decision(0.05)
    for row in report.pairs.comparisons.itertuples():
        loser = row.b if row.winner == row.a else row.a
        of_the_winner = [part for part in said.split(";") if f"{row.winner} is better than" in part]
        told = any(loser in part.partition("than")[2].partition(".")[0] for part in of_the_winner)
        assert told is bool(row.pvalue_adjusted <= 0.05)


BAD = '<script>alert("&")</script>'


def test_findings_and_titles_are_escaped(report):
    finding = Finding(code="CC999", title=BAD, what=BAD, do=BAD)
    page = replace(report, findings=(finding,)).to_html()
    assert "CC999" in page and "<script" not in page and "&lt;script&gt;" in page
    assert "<script" not in html_page(BAD, ["<p>text</p>"]) and "<p>text</p>" in html_page(
        BAD, ["<p>text</p>"]
    )


def test_names_are_escaped_everywhere():
    values = {BAD: [0.1, 0.2, 0.4], "a_b&%$#{}~^\\": [0.2, 0.3, 0.6], "c": [0.4, 0.1, 0.3]}
    made = cc.compare(
        cc.scores_from_wide(
            pd.DataFrame(values, index=["x", BAD, "z"]), measure="error", better="lower"
        )
    )
    assert (
        "<script" not in made.to_html() + made._repr_html_()
        and "<script" not in made.pairs._repr_html_()
    )
    assert r"a\_b\&\%\$\#\{\}" in made.to_latex()


def test_the_counts_of_mcnemar_are_of_the_cases_that_one_alone_has_wrong():
    errors = pd.DataFrame(
        {"a": np.repeat([1, 0, 1, 0], [19, 5, 3, 33]), "b": np.repeat([0, 1, 1, 0], [19, 5, 3, 33])}
    )
    for table, measure in ((errors, "error"), (1 - errors, "accuracy")):
        told = cc.compare(table, measure=measure, rows="cases").omnibus.to_dict()
        assert (told["n01"], told["n10"]) == (19, 5)


@pytest.mark.parametrize(("datasets", "method"), [(1, "MultiTest"), (9, "Multi2Test")])
def test_costs_order_the_algorithms_of_one_data_set_and_of_many(datasets, method):
    rng = np.random.default_rng(1)
    keys = [
        (f"d{i}", 0, fold, x)
        for i in range(datasets)
        for fold in range(10 if datasets == 1 else 1)
        for x in "abc"
    ]
    table = pd.DataFrame(keys, columns=["dataset", "repeat", "fold", "algorithm"]).assign(
        measure="error",
        better="lower",
        value=rng.random(len(keys)),
        n_train=90,
        n_test=10,
        design="k_fold(10)",
    )
    assert method in repr(cc.compare(table, cost={"a": 1, "b": 2, "c": 3}).ordering).split(":")[0]


def test_better_is_taken_for_a_measure_that_nobody_knows():
    table = pd.DataFrame(
        [(f"d{i}", x, "quality", i + (x == "b")) for i in range(9) for x in "abc"],
        columns=["dataset", "algorithm", "measure", "value"],
    )
    assert (
        cc.compare(table, better="higher").pairs.names[0]
        == "b"
        != cc.compare(table, better="lower").pairs.names[0]
    )
    assert cc.compare(table.assign(measure="accuracy"), better="higher").better == "higher"


def test_stored_outcomes_carry_no_time(tmp_path):
    folder = cc.data.save_outcome(
        "wine", {"scores": pd.DataFrame({"value": [0.5, 0.25]})}, tmp_path
    )
    files = list(folder.glob("*.gz"))
    assert files and all(file.read_bytes()[4:8] == bytes(4) for file in files)


@pytest.mark.parametrize(
    ("design", "repeats", "folds"),
    [
        ("k_fold(10)", 1, 7),
        ("repeated_k_fold(repeats=3, folds=5)", 3, 4),
        ("repeated_k_fold(repeats=3, folds=5)", 2, 5),
        ("monte_carlo(15)", 1, 12),
        ("bootstrap(20)", 8, 1),
        ("leave_one_out()", 2, 9),
        ("five_by_two()", 1, 1),
    ],
)
def test_a_design_that_the_folds_contradict_is_refused(design, repeats, folds):
    places = [(r, f) for r in range(repeats) for f in range(folds)]
    values = np.random.default_rng(5).random((len(places), 2))
    rows = [
        dict(
            dataset="colon",
            algorithm=name,
            measure="error",
            value=v[k],
            better="lower",
            repeat=r,
            fold=f,
            n_train=50,
            n_test=6,
            design=design,
        )
        for (r, f), v in zip(places, values)
        for k, name in enumerate(("svm", "knn"))
    ]
    with pytest.raises(
        cc.ClfCompareError,
        match=re.escape(f"their design {design}; got {repeats} repeat(s) of {folds} fold(s)"),
    ):
        cc.compare(pd.DataFrame(rows))


def test_labels_of_clusters_meet_their_cases():
    """By the column, by the number, in the order of names; labels alone of shuffled numbers are
    refused.
    """
    rng = np.random.default_rng(3)
    truth, patient, number = (
        rng.integers(0, 2, 42),
        np.repeat(np.arange(14), 3),
        rng.permutation(42),
    )
    wrong = pd.DataFrame({"svm": rng.random(42) < 0.1, "knn": rng.random(42) < 0.5})
    said = {name: np.where(hit, 1 - truth, truth) for name, hit in wrong.items()}
    long = pd.concat(
        [
            pd.DataFrame(
                {"algorithm": name, "row": number, "y_true": truth, "y_pred": y, "patient": patient}
            )
            for name, y in said.items()
        ],
        ignore_index=True,
    )
    plain = long.drop(columns="patient")
    with pytest.raises(cc.ClfCompareError, match="which case each label belongs to"):
        cc.compare(plain, measure="error", cluster=patient)
    named = long.assign(
        row=long["row"].map("case {}".format),
        value=(long["y_true"] != long["y_pred"]).astype(float),
    )
    named = named[["algorithm", "row", "value"]]
    told = [
        cc.compare(long, measure="error", cluster="patient"),
        cc.compare(plain, measure="error", cluster=pd.Series(patient, number)),
        cc.compare(named, measure="error", cluster=patient),
        cc.compare(wrong.astype(int), measure="error", cluster=patient),
    ]
    values = [
        report.pairs.table[["estimate", "pvalue", "low", "high"]].to_numpy(float) for report in told
    ]
    for each in values[1:]:
        np.testing.assert_allclose(each, values[0], rtol=1e-12)
    assert "The column 'patient' was not used" in cc.compare(long, measure="error").text
    assert all("was not used" not in report.text for report in told)
    assert told[2].table.index[:2].tolist() == [f"case {i}" for i in number[:2]]


@pytest.mark.parametrize("scale", [1, 100])
def test_folds_whose_sizes_nobody_knows_are_saved_with_their_intervals(tmp_path, scale):
    """Shares and percent alike: the interval of a mean holds it, and stays where such a measure
    can be.
    """
    values = scale * np.array([[0.91, 0.94, 0.88, 0.97, 0.92], [0.85, 0.83, 0.89, 0.84, 0.88]]).T
    report = cc.compare(
        pd.DataFrame(values, columns=["svm", "knn"]).rename_axis("fold").reset_index(),
        measure="Acc",
    )
    told = report.error_intervals().set_index("algorithm")
    half = 2.7764451 * np.sqrt((1 / 5 + 1 / 4) * values[:, 0].var(ddof=1))
    expected = (
        values[:, 0].mean(),
        values[:, 0].mean() - half,
        min(values[:, 0].mean() + half, scale),
    )
    np.testing.assert_allclose(
        told.loc["svm", ["value", "low", "high"]].to_numpy(float), expected, rtol=1e-6
    )
    assert told["n"].isna().all() and (report.save(tmp_path / "out") / "errors.csv").is_file()


def test_a_sentence_about_a_control_names_it(report):
    for words in (
        {},
        {"test": "bonferroni_dunn"},
        {"test": "wilcoxon"},
        {"test": "permutation_test"},
    ):
        told = cc.compare(report.table, measure="error", control="two", **words)
        assert told.text.count(" of all against two") == 1 and "one value each" in told.headline


def test_a_long_table_of_results_is_cut_but_its_summary_is_of_all_rows():
    values = np.random.default_rng(2).random((700, 3))
    values[500:, 0] += 1  # what nobody sees decides
    report = cc.compare(
        pd.DataFrame(values, columns=list("abc"), index=[f"d{k}" for k in range(700)]),
        measure="quality",
        better="higher",
    )
    table = report.results_table()
    cells = table.to_frame()
    assert (
        table.against == "a"
        and cells.loc["mean rank"].astype(float).round(2).to_dict()
        == report.ranks.round(2).to_dict()
    )
    assert sum(map(int, cells.loc["wins/ties/losses", "b"].split("/"))) == 700
    assert (
        len(cells) == 503
        and "the first 500 rows are shown" in repr(table)
        and "d500" not in table.to_html()
    )
