"""What a row is, is named, said or asked, and every line that a refusal prints can be typed."""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.core.rows import Cases, DataSets, Folds, Losses, OneClass, TestedCases
from clfcompare.report.cli import main
from clfcompare.report.intake import Ask
from sklearn.datasets import load_iris
from sklearn.metrics import (
    accuracy_score,
    f1_score,
    fbeta_score,
    log_loss,
    make_scorer,
    roc_auc_score,
)
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    TimeSeriesSplit,
    cross_val_score,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

RNG = np.random.default_rng(12)
SCORES = {"svm": RNG.uniform(0.8, 0.9, 10), "tree": RNG.uniform(0.7, 0.9, 10)}
ZEROS = {"ours": RNG.integers(0, 2, 17), "theirs": RNG.integers(0, 2, 17)}
ASKED = {
    "a mapping": (SCORES, {"measure": "accuracy"}),
    "a frame": (pd.DataFrame(SCORES), {"measure": "accuracy"}),
    "an array with names": (pd.DataFrame(SCORES).set_axis(range(5, 15)), {"measure": "accuracy"}),
    "zeros and ones": (ZEROS, {"measure": "accuracy"}),
    "a measure of one's own": (SCORES, {"measure": "gain", "better": "higher"}),
    "a leftover column": (
        pd.DataFrame({"case": range(10), "epoch": range(10), **SCORES}),
        {"measure": "log_loss"},
    ),
    "two units": (
        pd.DataFrame(
            {"dataset": [f"d{i}" for i in range(10)], **SCORES, "knn": 100 * SCORES["svm"]}
        ),
        {"measure": "accuracy"},
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_every_line_that_is_printed_works(name):
    data, words = ASKED[name]
    with pytest.raises(Ask) as told:
        cc.compare(data, **words)
    assert told.value.ways and all(line in str(told.value) for line in told.value.ways)
    for line in told.value.ways:
        report = eval(line, {"compare": cc.compare, "cc": cc, "data": data})
        assert report.pairs.names


def test_folds_are_no_data_sets():
    X, y = load_iris(return_X_y=True)
    learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=3)}
    scores = {name: cross_val_score(learner, X, y, cv=7) for name, learner in learners.items()}
    for cv in (7, cc.k_fold(7), KFold(7)):
        report = cc.compare(scores, measure="accuracy", rows="folds", cv=cv)
        assert isinstance(report.rows, Folds) and report.choice.pairs == "corrected_ttest"
        assert (report.rows.n_train, report.rows.n_test) == (6, 1)
    results = {
        name: cross_validate(learner, X, y, cv=7, return_indices=True)
        for name, learner in learners.items()
    }
    told = cc.compare(results, measure="accuracy", cv=7)
    assert told.pairs.comparisons["n"].tolist() == [7]
    search = GridSearchCV(DecisionTreeClassifier(random_state=1), {"max_depth": [1, 2, 3]}, cv=6)
    assert cc.compare(search.fit(X, y), measure="accuracy").rows.count == 6


def test_any_splitter_says_how_folds_were_made():
    twenty = {"a": RNG.uniform(0.1, 0.2, 20), "b": RNG.uniform(0.1, 0.3, 20)}
    rows = {
        cv: cc.compare(twenty, measure="error", rows="folds", cv=cv).rows
        for cv in (
            RepeatedStratifiedKFold(n_splits=10, n_repeats=2),
            RepeatedStratifiedKFold(n_splits=4, n_repeats=5),
            ShuffleSplit(20, test_size=0.25),
        )
    }
    assert [one.resampling.kind for one in rows.values()] == [
        "repeated_k_fold",
        "repeated_k_fold",
        "monte_carlo",
    ]
    assert [one.n_train / one.n_test for one in rows.values()] == pytest.approx([9, 3, 3])
    with pytest.raises(cc.ClfCompareError, match="level was measured"):
        cc.compare(twenty, measure="error", rows="folds", cv=TimeSeriesSplit(20))


def test_a_rate_of_one_class_counts_its_class():
    y = (np.arange(105) < 5).astype(int)
    told = pd.concat(
        pd.DataFrame({"algorithm": name, "row": range(105), "y_true": y, "y_pred": found})
        for name, found in (("A", y), ("B", np.zeros(105, dtype=int)))
    )
    report = cc.compare(told, measure="tpr")
    assert type(report.rows) is OneClass and "5 positives" in report.text
    assert report.omnibus.pvalue == pytest.approx(2 * 0.5**5 / 2)  # mid-p of five against none
    assert type(cc.compare(told, measure="accuracy").rows) is Cases


def test_random_splits_whose_cases_are_known_are_compared_by_cases():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(60, 2)), (np.arange(60) % 3 == 0).astype(int)
    outcome = cc.Experiment(
        datasets={"made": (X, y)},
        algorithms={"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2)},
        design=cc.monte_carlo(8, test_size=0.2),
        measures=["error", "tpr"],
        rng=4,
    ).run(progress=False)
    tested = outcome.predictions[outcome.predictions["algorithm"] == "bayes"]
    report = cc.compare(outcome, measure="error")
    assert type(report.rows) is TestedCases and report.rows.count == tested["row"].nunique()
    positives = tested.loc[tested["y_true"] == 1, "row"].nunique()
    assert cc.compare(outcome, measure="tpr").rows.words == f"{positives} positives"


def test_names_say_what_rows_are():
    frame = pd.DataFrame(SCORES)
    named = cc.compare(frame.rename_axis("fold"), measure="accuracy")
    assert isinstance(named.rows, Folds)
    texts = cc.compare(frame.set_axis([f"set {i}" for i in range(10)]), measure="accuracy")
    assert isinstance(texts.rows, DataSets) and texts.rows.count == 10
    with pytest.raises(cc.ClfCompareError, match="`rows` must be what the columns name"):
        cc.compare(frame.rename_axis("case"), measure="accuracy", rows="folds")


def predicted(shares=(0.9, 0.7), n=60, seed=4, **more):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    made = {f"m{k}": np.where(rng.random(n) < share, y, 1 - y) for k, share in enumerate(shares)}
    return pd.concat(
        pd.DataFrame(
            {"algorithm": name, "row": range(n), "y_true": y, "y_pred": found, **more}
        ).assign(score=found * 0.6 + rng.random(n) * 0.4)
        for name, found in made.items()
    )


def every_way(data, **words):
    "The question that a table leads to; each of its lines is typed, and gives rows of this kind."
    with pytest.raises(Ask) as told:
        cc.compare(data, **words)
    names = {"compare": cc.compare, "cc": cc, "data": data}
    return {line: type(eval(line, names).rows).__name__ for line in told.value.ways}


class TestNamedByTexts:
    def test_rows_or_clusters_that_are_said_come_before_texts(self):
        values = pd.DataFrame(RNG.normal(size=(40, 3)), columns=list("abc"))
        values.index = [f"case {k}" for k in range(40)]
        assert cc.compare(values, measure="gain", better="higher").rows.unit == "data sets"
        said = cc.compare(values, measure="gain", better="higher", rows="cases")
        assert type(said.rows) is Losses and said.rows.count == 40
        groups = pd.Series(np.repeat(range(8), 5), index=values.index)
        for given in (groups, groups.sample(frac=1, random_state=1)):
            report = cc.compare(values, measure="gain", better="higher", cluster=given)
            assert report.rows.words == "40 cases in 8 clusters"

    def test_a_board_with_two_columns_of_texts(self):
        board = pd.DataFrame({"ours": RNG.integers(0, 2, 50), "theirs": RNG.integers(0, 2, 50)})
        named = board.assign(task=[f"t{k}" for k in range(50)], repo=["x", "y"] * 25)
        named = named[["task", "repo", "ours", "theirs"]].astype({"ours": bool, "theirs": bool})
        ways = every_way(named, measure="accuracy")
        assert {"Cases", "Clusters"} <= set(ways.values())
        ways = every_way(named.rename(columns={"task": "case"}), measure="accuracy")
        assert {"Cases", "Clusters"} <= set(ways.values())

    def test_many_zeros_and_ones_are_asked_about(self):
        board = pd.DataFrame({"ours": RNG.integers(0, 2, 45), "theirs": RNG.integers(0, 2, 45)})
        texts = board.set_axis([f"q{k}" for k in range(45)])
        assert list(every_way(texts, measure="accuracy").values()) == ["Cases"]
        for named in (
            texts.rename_axis("dataset"),
            texts.rename_axis("dataset").reset_index(),
        ):
            assert list(every_way(named, measure="accuracy").values()) == ["Cases"]
        ways = every_way(board.rename_axis("fold").reset_index(), measure="accuracy")
        assert list(ways.values()) == ["Cases", "Folds"]
        long = cc.scores_from_wide(texts.astype(float), measure="accuracy", better="higher")
        assert list(every_way(long).values()) == ["Cases"]


class TestCells:
    GAPPED = pd.DataFrame(
        {
            "dataset": [f"d{k}" for k in range(9)],
            "a": ["0.1", "n/a", *["0.2"] * 7],
            "b": RNG.random(9),
            "c": RNG.random(9),
        }
    )

    @pytest.mark.parametrize("gap", ["NA", "n/a", "-", " NaN "])
    def test_words_for_gaps(self, gap, tmp_path, capsys):
        table = self.GAPPED.replace({"n/a": gap})
        with pytest.raises(cc.ClfCompareError, match="none of a for d1 .1 hole"):
            cc.compare(table, measure="error")
        report = cc.compare(table, measure="error", missing="incomplete")
        assert report.rows.holes == 1
        long = table.melt("dataset", var_name="algorithm", value_name="value")
        assert cc.compare(long, measure="error", missing="incomplete").text == report.text
        table.to_csv(tmp_path / "t.csv", index=False)
        told = ["compare", str(tmp_path / "t.csv"), "--measure", "error"]
        assert main(told) == 2 and "--missing incomplete" in capsys.readouterr().err
        assert main([*told, "--missing", "incomplete"]) == 0

    @pytest.mark.parametrize("separator", ["\t", ";"])
    @pytest.mark.parametrize("mark", [",", "."])
    def test_thousands_or_decimals(self, separator, mark, tmp_path, capsys):
        rows = [("d0", "987", f"1{mark}050"), ("d1", "950", f"1{mark}100"), ("d2", "970", "1001")]
        lines = [separator.join(row) for row in [("dataset", "A", "B"), *rows]]
        (tmp_path / "t.txt").write_text("\n".join(lines))
        told = ["compare", str(tmp_path / "t.txt"), "--measure", "cost", "--better", "lower"]
        assert main(told) == 2
        assert "may be 1050 or 1.050" in capsys.readouterr().err
        (tmp_path / "t.txt").write_text("\n".join(lines).replace(f"1{mark}", "1"))
        assert main(told) == 0 and "A is better than B" not in capsys.readouterr().err

    def test_a_name_with_a_comma_is_one_measure(self, tmp_path, capsys):
        table = pd.DataFrame({" A": [0.1, 0.2, 0.3], "B ": [0.3, 0.4, 0.5]}, index=list("xyz"))
        table.rename_axis("dataset").to_csv(tmp_path / "t.csv")
        told = ["compare", str(tmp_path / "t.csv"), "--better", "lower", "--measure"]
        assert main([*told, "loss, mean of three"]) == 0
        said = capsys.readouterr().out
        assert "by loss, mean of three" in " ".join(said.split()) and "(A and B)" in said
        tested = predicted()
        tested.to_csv(tmp_path / "p.csv", index=False)
        assert main(["compare", str(tmp_path / "p.csv"), "--measure", "tpr, tnr"]) == 0
        assert "By tpr" in capsys.readouterr().out


class TestSizes:
    "What a refusal asks for is used when it is given."

    def test_sizes_or_the_splitter_of_random_splits(self):
        rng, y = np.random.default_rng(2), np.arange(60) % 2
        parts = []
        for k in range(6):
            kept = rng.permutation(60)[:15]
            whole = (
                predicted(seed=k)
                .drop(columns="y_true")
                .merge(pd.DataFrame({"row": range(60), "y_true": y}))
            )
            parts.append(whole[whole["row"].isin(kept)].assign(repeat=k))
        splits = pd.concat(parts)
        with pytest.raises(cc.ClfCompareError, match="Give the columns `n_train` and `n_test`"):
            cc.compare(splits, measure="auc_roc")
        given = [
            cc.compare(splits.assign(n_train=45, n_test=15), measure="auc_roc"),
            cc.compare(splits, measure="auc_roc", cv=ShuffleSplit(6, test_size=0.25)),
            cc.compare(splits, measure="auc_roc", cv=cc.monte_carlo(6, test_size=0.25)),
        ]
        assert len({one.pairs.table["pvalue"].iloc[0] for one in given}) == 1

    def test_runs_of_single_values(self):
        long = pd.DataFrame(
            [
                (f"m{m}", q, run, float((q * (m + 2) + run) % 3 > 0))
                for m in range(2)
                for q in range(30)
                for run in range(3)
            ],
            columns=["algorithm", "row", "repeat", "value"],
        )
        report = cc.compare(long, measure="accuracy")
        assert (report.rows.runs, report.rows.count) == (3, 30)
        means = long.groupby(["row", "algorithm"])["value"].mean().unstack()
        pd.testing.assert_frame_equal(report.table, means, check_names=False)
        assert "CC017" in [f.code for f in report.findings]


class TestFunctions:
    "A function of true and predicted labels, or a scorer, where predictions are given."

    def test_as_the_measure_of_that_name(self):
        tested = predicted()
        for function, name in ((f1_score, "f1"), (accuracy_score, "accuracy")):
            ours = cc.compare(tested, measure=function, better="higher")
            named = cc.compare(tested, measure=name)
            assert ours.measure == function.__name__ and type(ours.rows) is type(named.rows)
            assert ours.pairs.table["pvalue"].iloc[0] == named.pairs.table["pvalue"].iloc[0]
        area = cc.compare(tested, measure=roc_auc_score, better="higher")
        assert area.ranks["m0"] == pytest.approx(cc.compare(tested, measure="auc_roc").ranks["m0"])

    def test_scorers_have_a_direction(self):
        tested = predicted()
        scorer = make_scorer(fbeta_score, beta=2)
        report = cc.compare(tested, measure=scorer)
        m0 = tested[tested["algorithm"] == "m0"]
        assert report.ranks["m0"] == pytest.approx(fbeta_score(m0["y_true"], m0["y_pred"], beta=2))
        loss = make_scorer(log_loss, greater_is_better=False, response_method="predict_proba")
        report = cc.compare(tested, measure=loss)
        assert report.better == "lower"
        assert report.ranks["m0"] == pytest.approx(log_loss(m0["y_true"], m0["score"]))
        with pytest.raises(cc.ClfCompareError, match="what the scorer says"):
            cc.compare(tested, measure=scorer, better="lower")

    def test_in_every_design(self):
        rng, y = np.random.default_rng(6), np.arange(48) % 2
        X = rng.normal(size=(48, 2)) + y[:, None]
        learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2)}
        for design in (cc.k_fold(4), cc.five_by_two(holdout=1 / 3), cc.monte_carlo(5)):
            outcome = cc.Experiment(
                datasets={"made": (X, y)},
                algorithms=learners,
                design=design,
                measures=["error"],
                rng=2,
            ).run(progress=False)
            ours = cc.compare(outcome, measure=f1_score, better="higher")
            named = cc.compare(outcome, measure="f1")
            assert ours.pairs.table["pvalue"].iloc[0] == pytest.approx(
                named.pairs.table["pvalue"].iloc[0], abs=1e-12
            )
            both = cc.compare(outcome, measure=[f1_score, "error"], better="higher")
            assert list(both.reports) == ["f1_score", "error"]

    def test_refused_where_there_are_no_predictions(self):
        with pytest.raises(cc.ClfCompareError, match="must get predictions"):
            cc.compare(
                pd.DataFrame(SCORES, index=list("abcdefghij")), measure=f1_score, better="higher"
            )
        with pytest.raises(cc.ClfCompareError, match="which direction of a function"):
            cc.compare(predicted(), measure=f1_score)

    def test_on_the_command_line(self, tmp_path, capsys, monkeypatch):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "my_gains.py").write_text(
            "def gain(y_true, y_pred):\n    return float(((y_true == y_pred) * 2 - 1).mean())\n"
        )
        predicted().to_csv("p.csv", index=False)
        told = ["compare", "p.csv", "--measure", "my_gains:gain", "--better", "higher"]
        assert main(told) == 0 and "by gain" in " ".join(capsys.readouterr().out.split())
        assert main(["compare", "p.csv", "--measure", "my_gains:loss", "--better", "lower"]) == 2
        assert "module:name" in capsys.readouterr().err


def test_results_table_of_each_kind_of_rows():
    tested = predicted((0.9, 0.8, 0.6))
    for measure, many in (("accuracy", True), ("tpr", True), ("f1", False), ("auc_roc", False)):
        report = cc.compare(tested, measure=measure)
        shown = report.results_table()
        assert ("mean rank" in str(shown)) == ("wins/ties/losses" in str(shown)) == many
        if not many:  # the measure of all cases in one row, and no case is won
            assert len(shown.values) == 1
            assert shown.values.iloc[0].to_dict() == pytest.approx(report.ranks.to_dict())


LONG = tuple(f"{'p' * 33} C={k} {'q' * 33}" for k in (1, 2))
NAMED = ("bag and boost", "J. Doe", "tree, pruned", 'say "cheese"', *LONG)


@pytest.mark.parametrize("pair", [NAMED[:2], NAMED[2:4], LONG])
def test_names_of_two_are_written_once_and_short(pair):
    rng = np.random.default_rng(9)
    values = pd.DataFrame(rng.random((12, 2)), columns=list(pair))
    for index, words in (("fold", "12 folds"), ("dataset", "12 data sets"), ("case", "12 cases")):
        more = {"cv": 12} if index == "fold" else {}
        report = cc.compare(values.rename_axis(index), measure="gain", better="higher", **more)
        assert words in report.headline  # the unit stands there
        for text in (report.text, report.headline):
            assert not any(name in text for name in LONG) and "  " not in text
        written = list(cc.core.format.short_names(pair).values())
        assert all(name in report.text for name in written)


@pytest.mark.parametrize(
    "made",
    [
        lambda: cc.compare(cc.load_results("irsoy2012_table14")),
        lambda: cc.compare(cc.load_results("irsoy2012_table14"), test="nemenyi"),
        lambda: cc.compare(predicted(), measure="accuracy"),
        lambda: cc.compare(predicted(), measure="f1"),
        lambda: cc.compare(pd.DataFrame(SCORES).rename_axis("fold"), measure="accuracy"),
    ],
)
def test_why_has_no_word_of_code(made):
    report = made()
    for name in cc.core.register.PROCEDURES:
        if "_" in name or name in ("friedman", "wilcoxon", "nemenyi", "mcnemar"):
            assert name not in report.reason(), name
    assert "k_fold" not in report.reason() and "Design: " not in report.reason()
