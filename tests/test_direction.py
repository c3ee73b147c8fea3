"""Who is better than whom, in every output: the pair's own test decides, whatever sorts the table.

Crafted tables, on which the order by score and the tests disagree, tests run in a circle, or pairs
were not compared at all.
"""

from functools import cache, partial
import itertools
import json

import numpy as np
import pandas as pd
import pytest

import clfcompare as cc
from clfcompare.core.theme import alt_text
from clfcompare.inference.checks import turned_pairs
from clfcompare.report.cli import main


def turned_table():
    "A wins 21 data sets narrowly, B 19 clearly: the mean rank is for A, signed ranks are for B."
    rng = np.random.default_rng(0)
    base = rng.uniform(0.1, 0.4, 40)
    gap = np.r_[rng.uniform(0.001, 0.01, 21), -rng.uniform(0.02, 0.12, 19)]
    return pd.DataFrame({"A": base, "B": base + gap}, index=[f"d{i}" for i in range(40)]).clip(
        0.001
    )


def turned_five():
    "The same with three that are clearly worse than both."
    table, rng = turned_table(), np.random.default_rng(5)
    for k, name in enumerate(("C", "D", "E")):
        table[name] = table["B"] + 0.13 + 0.11 * k + rng.uniform(0, 0.02, 40)
    return table


def circle_table(outside=False):
    "By the sign test A is better than B, B than C, and C than A; D may be worse than all of them."
    orders = [(0.1, 0.2, 0.3), (0.31, 0.11, 0.21), (0.22, 0.32, 0.12)]
    rows = [np.array(orders[k % 3]) + 0.001 * k for k in range(90)]
    table = pd.DataFrame(rows, columns=list("ABC"), index=[f"d{k}" for k in range(90)])
    return table.assign(D=table["C"] + 0.5) if outside else table


def gapped_table():
    "svm was run on ten data sets only: there it is better than net, and net is better elsewhere."
    rng, rows = np.random.default_rng(3), []
    for i in range(26):
        base, e = rng.uniform(0.15, 0.35), rng.normal(0, 0.003, 5)
        steps = (0.03, 0.015, 0, 0.005, 0.01) if i < 10 else (0, np.nan, 0.02, 0.025, 0.03)
        rows.append(base + np.array(steps) + e)
    names = ["net", "svm", "forest", "tree", "bayes"]
    return pd.DataFrame(rows, columns=names, index=[f"d{i}" for i in range(26)])


def named_table():
    rng = np.random.default_rng(0)
    values = rng.normal(0.3, 0.02, (14, 6)) + 0.05 * np.arange(6)
    return pd.DataFrame(values, columns=TestNames.NAMES, index=[f"d{i}" for i in range(14)])


@cache
def compared(made, test="wilcoxon"):
    return cc.compare(made(), measure="error", test=test)


def published(**words):
    return cc.compare(cc.load_results("irsoy2012_table14"), **words)


def outputs(report, folder):
    "Every text that a report gives: name -> text, without line breaks."
    report.save(folder)
    found = {path.name: path.read_text() for path in folder.iterdir() if path.suffix in _TEXTS}
    found |= {"print": str(report), "text": report.text, "headline": report.headline}
    found |= {"html": report.to_html(), "notebook": report._repr_html_()}
    found |= {"latex": report.to_latex(), "markdown": report.to_markdown()}
    found |= {"figure": alt_text(report.plot()), "pairs": report.pairs.summary(report.alpha)}
    return {name: " ".join(text.split()) for name, text in found.items()}


_TEXTS = (".txt", ".md", ".html", ".tex")


class TestTurned:
    "One pair, B ahead by the test, A by the mean rank."

    @pytest.fixture
    def report(self):
        return compared(turned_table)

    def test_numbers(self, report):
        row = report.pairs.comparisons.iloc[0]
        assert (row["a"], row["b"], row["winner"]) == ("A", "B", "B") and row["estimate"] > 0
        assert report.ranks.index[0] == "A" and row["pvalue"] == pytest.approx(0.0152670, abs=1e-6)
        assert report.best == ("B",)
        assert report.rank_intervals.set_index("algorithm")[["low", "high"]].to_dict("index") == {
            "A": {"low": 2, "high": 2},
            "B": {"low": 1, "high": 1},
        }
        order = report.order_frame().set_index("algorithm")["rank between"]
        assert order.to_dict() == {"A": "2", "B": "1"}
        assert report.results_table().marks == {"B": "+"}

    def test_every_text(self, report, tmp_path):
        for name, text in outputs(report, tmp_path / "saved").items():
            assert "B is better than A" in text, name
            assert "A is better than B" not in text and "Best: A" not in text, name

    def test_a_finding_says_that_the_order_is_another(self, report):
        found = next(f for f in report.findings if f.code == "CC018")
        assert "mean rank puts A before B" in found.what and "favours B" in found.what
        for text in (report.text, str(report), report.to_markdown(), report.to_latex()):
            assert " ".join(text.split()).count("puts A before B") == 1

    def test_tables_of_files(self, report, tmp_path):
        report.save(tmp_path / "saved")
        pairs = pd.read_csv(tmp_path / "saved" / "pairs.csv")
        assert list(pairs)[:4] == ["a", "b", "winner", "estimate"] and list(pairs["winner"]) == [
            "B"
        ]
        order = pd.read_csv(tmp_path / "saved" / "order.csv").set_index("algorithm")
        assert order["rank between"].to_dict() == {"A": 2, "B": 1}
        latex = (tmp_path / "saved" / "report.tex").read_text()
        assert "Favoured" in latex and r"{}A -- {}B & {}B &" in latex

    def test_an_order_by_cost(self, report):
        equal = cc.multitest(report.pairs, cost={"A": 1, "B": 1})
        assert equal.names == ("B", "A") and equal.why[0][:2] == ("B", "A")
        assert cc.multi2test(report.pairs, cost={"A": 1, "B": 2}).names == ("B", "A")

    def test_fragility(self, report):
        found = report.fragility().set_index("change")
        assert found.loc["as reported", "best"] == ("B",)
        assert found.loc["test sign_test", "best"] == ("A", "B")

    def test_the_command_line(self, tmp_path, capsys):
        turned_table().rename_axis("dataset").reset_index().to_csv(tmp_path / "t.csv", index=False)
        options = ["--measure", "error", "--test", "wilcoxon"]
        assert main(["compare", str(tmp_path / "t.csv"), *options]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert "B is better than A" in said and "A is better than B" not in said

    def test_higher_is_better(self):
        report = cc.compare(1 - turned_table(), measure="accuracy", test="wilcoxon")
        assert report.best == ("B",) and "B is better than A" in report.text


class TestTurnedAmongFive:
    @pytest.fixture
    def report(self):
        return compared(turned_five)

    def test_verdicts(self, report):
        assert report.ranks.index[0] == "A" and report.best == ("B",)
        spans = report.rank_intervals.set_index("algorithm")
        assert (spans.loc["A", "low"], spans.loc["B", "high"]) == (2, 1)
        assert report.results_table().marks == {"B": "+", "C": "-", "D": "-", "E": "-"}
        letters = cc.inference.compact_letters(report.pairs, alpha=0.05)
        assert letters["A"] != letters["B"] and report.cliques == []

    def test_every_text(self, report, tmp_path):
        for name, text in outputs(report, tmp_path / "saved").items():
            assert "A is better than B" not in text, name
            if name != "headline":
                assert "B is better than A, C, D and E" in text, name
                assert "A is better than C, D and E" in text, name
        assert "Only B was not worse than any other" in report.headline
        assert "Ranks of the first, between: A 2 to 2, B 1 to 1" in report.headline

    def test_figures(self, report):
        assert "(B better)" not in alt_text(
            cc.plots.plot_pairs(report.pairs)
        )  # the difference says it
        matrix = cc.plots.plot_pair_matrix(report.pairs, turned_five())
        cells = {
            (round(t.get_position()[1]), round(t.get_position()[0])): t.get_text()
            for t in matrix.texts
        }
        assert cells[1, 0].endswith("+") and cells[0, 1].endswith("−")  # rows and columns A, B
        figure = cc.plots.plot_rank_intervals(report.rank_intervals, best=report.best)
        assert "Not told from the best: B." in alt_text(figure)

    def test_with_a_control(self):
        report = cc.compare(turned_five(), measure="error", test="wilcoxon", control="A")
        assert "B is better than A; A is better than C, D and E" in report.text
        assert "Better than A: B. Worse than A: C, D and E." in report.headline
        assert report.results_table().marks == {"B": "+", "C": "-", "D": "-", "E": "-"}


class TestCircle:
    @pytest.mark.parametrize("outside", [False, True])
    def test_nobody_is_left_out(self, outside):
        pairs = cc.pairwise(circle_table(outside), test="sign_test", adjust="holm", better="lower")
        found = {frozenset((r.a, r.b)): r.winner for r in pairs.comparisons.itertuples()}
        assert [found[frozenset(p)] for p in ("AB", "BC", "AC")] == ["A", "B", "C"]
        assert set(pairs.best(0.05)) == {"A", "B", "C"}
        spans = cc.rank_intervals(pairs, alpha=0.05).set_index("algorithm")
        assert (spans.loc[["A", "B", "C"], "low"] == 2).all()

    def test_every_text(self, tmp_path):
        report = cc.compare(circle_table(), measure="error", test="sign_test")
        assert set(report.best) == {"A", "B", "C"} and report.cliques == []
        for name, text in outputs(report, tmp_path / "saved").items():
            for first, second in ("AB", "BC", "CA"):
                assert f"{second} is better than {first}" not in text, name
        assert "circle" in report.text and "circle" in report.headline

    def test_groups_figure(self):
        table = circle_table(True)
        groups = table.assign(kind=np.arange(90) // 45)
        groups = cc.scores_from_wide(table, measure="error", better="lower").merge(
            groups["kind"].rename_axis("dataset").reset_index(), on="dataset"
        )
        found = cc.compare(groups, by="kind", test="sign_test")
        for name, report in found.reports.items():
            row = found.matrix().loc[name]
            assert row["D"] == 3 and (row[list(report.best)] < 3).all()


class TestGaps:
    def test_the_winner_counts(self):
        report = cc.compare(gapped_table(), measure="error", missing="incomplete", test="wilcoxon")
        told = report.pairs.told(0.05)
        won = {frozenset((r.a, r.b)): r.winner for r in told.itertuples()}
        assert won[frozenset(("net", "svm"))] == "svm"
        assert "net is better than svm" not in report.text
        assert set(told["loser"]) - set(told["winner"]) <= set(report.table) - set(report.best)
        spans = report.rank_intervals.set_index("algorithm")
        for name, row in spans.iterrows():
            assert row["low"] == 1 + (told["loser"] == name).sum()
            assert row["high"] == 5 - (told["winner"] == name).sum()


class TestControl:
    "Only the pairs with the control were compared; of the others nothing is said."

    def test_nothing_is_said_of_two_others(self, tmp_path):
        report = published(control="RnF")
        assert report.best == () and report.cliques == [] and report.rank_intervals is None
        matrix = report.pairs.matrix()
        others = [name for name in matrix if name != "RnF"]
        for one, other in itertools.combinations(others, 2):
            assert np.isnan(matrix.loc[one, other])
        for name, text in outputs(report, tmp_path / "saved").items():
            for one, other in itertools.permutations(others, 2):
                assert f"{one} is better than {other}" not in text, name
        for ask in (
            lambda: report.pairs.best(0.05),
            lambda: report.pairs.cliques(0.05),
            lambda: cc.inference.compact_letters(report.pairs, alpha=0.05),
            lambda: cc.rank_intervals(report.pairs, alpha=0.05),
        ):
            with pytest.raises(cc.ClfCompareError, match="must be compared"):
                ask()

    def test_groups(self):
        scores = cc.load_results("irsoy2012_table14")
        first = sorted(scores["dataset"].unique())[:6]
        scores["kind"] = np.where(scores["dataset"].isin(first), "first", "other")
        found = cc.compare(scores, by="kind", control="Svm")
        assert "best" not in found.text.replace("best score", "") and "best" not in found.verdicts()
        assert {"better than it", "worse than it", "not told from it"} <= set(found.verdicts())
        matrix = found.matrix()
        assert (matrix["Svm"] == 0).all()
        for name, report in found.reports.items():
            told = report.pairs.told(0.05)
            for other in matrix.columns.drop("Svm"):
                row = told[(told["a"] == other) | (told["b"] == other)]
                code = 2 if row.empty else 3 if row["winner"].iloc[0] == "Svm" else 1
                assert matrix.loc[name, other] == code
        assert "Svm is better than" in alt_text(found.plot())

    def test_several_measures_and_posteriors(self):
        rng, right = np.random.default_rng(1), np.tile([0, 1], 60)
        tested = pd.concat(
            pd.DataFrame(
                {
                    "dataset": "d",
                    "algorithm": name,
                    "row": range(120),
                    "y_true": right,
                    "y_pred": np.where(rng.random(120) < share, right, 1 - right),
                }
            )
            for name, share in (("m0", 0.95), ("m1", 0.8), ("m2", 0.6))
        )
        found = cc.compare(tested, measure=["tpr", "tnr"], control="m1")
        assert all("m1" in (r.a, r.b) for r in found.joint.itertuples()) and len(found.joint) == 2
        assert "m0 is better than m2" not in found.text and "best" not in found.verdicts()
        one = cc.compare(tested, measure="error", control="m1", paradigm="bayesian", rope=0.01)
        assert len(one.bayes) == 2 and all("m1" in (r.a, r.b) for r in one.bayes.itertuples())
        names = {}
        exec("import numpy as np, pandas as pd, clfcompare as cc\n" + one.code(), names)


class TestNoSide:
    def test_told_apart_without_a_side(self):
        "The 5x2 cv F test rejects although the mean difference is 0."
        d = np.array([[0.1, 0.101], [-0.1, -0.101], [0.1, 0.1005], [-0.1, -0.1005], [0.05, -0.05]])
        d[4] = [-(d[:4].sum()) / 2 + 1e-4, -(d[:4].sum()) / 2 - 1e-4]
        a, b = 0.5 + d, np.full((5, 2), 0.5)
        found = cc.ftest_5x2cv(a, b)
        assert found.pvalue < 0.05 and found.side == 0
        pairs = cc.pairwise(
            pd.DataFrame({"a": a.ravel(), "b": b.ravel()}),
            test="ftest_5x2cv",
            adjust="none",
            better="lower",
        )
        assert pairs.told(0.05)["winner"].isna().all() and pairs.best(0.05) == pairs.names
        assert "are told apart, but the test favours neither" in pairs.decision(0.05)
        assert "better than" not in pairs.decision(0.05)
        assert turned_pairs(pairs, alpha=0.05) is None


TABLES = {
    "nemenyi": cc.nemenyi,
    "mean_rank_ztest": cc.inference.mean_rank_ztest,
    "bonferroni_dunn": partial(cc.bonferroni_dunn, control="C"),
    "conover": cc.conover,
    "quade_pairs": cc.inference.quade_pairs,
    "aligned_pairs": cc.inference.aligned_pairs,
    "tukey": cc.tukey,
    "max_t": partial(cc.max_t, rng=1),
    "max_t signed_rank": partial(cc.max_t, rng=1, statistic="signed_rank"),
    **{
        name: partial(cc.pairwise, test=name, adjust="holm")
        for name in ("wilcoxon", "sign_test", "paired_ttest")
    },
    "permutation_test": partial(cc.pairwise, test="permutation_test", adjust="holm", rng=1),
    "wilcoxon with a control": partial(cc.pairwise, test="wilcoxon", adjust="holm", control="C"),
    "clustered_pairs": partial(cc.inference.clustered_pairs, cluster=np.arange(40) // 2),
    "games_howell": cc.games_howell,
    "stratified_pairs": partial(
        cc.stratified_pairs, stratum=np.arange(40) % 3, cluster=np.arange(40) % 21
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_winners_do_not_hang_on_the_order_of_columns_or_the_sign_of_the_measure(name):
    table, run = turned_five(), TABLES[name]

    def winners(values, better):
        found = run(values, better=better).comparisons
        return {frozenset((r.a, r.b)): r.winner for r in found.itertuples()}

    first = winners(table, "lower")
    assert first == winners(table[list("ECADB")], "lower") == winners(-table, "higher")
    assert first[frozenset("CE")] == "C"
    if "control" not in name and name != "bonferroni_dunn":
        by_count = ("nemenyi", "mean_rank_ztest", "conover", "sign_test", "quade_pairs")
        assert first[frozenset("AB")] == ("A" if name in by_count else "B")


def test_winner_of_pairs_whose_data_are_no_table():
    rng, y = np.random.default_rng(4), np.tile([0, 1], 30)
    scores = pd.DataFrame({"bad": rng.random(60), "good": y + rng.normal(0, 0.4, 60)})
    assert list(cc.delong_pairs(y, scores).comparisons["winner"]) == ["good"]
    losses = {k: rng.random((30, 5, 2)) * size for k, size in (("low", 0.3), ("high", 0.9))}
    for better, winner in (("lower", "low"), ("higher", "high")):
        assert list(cc.heldout_pairs(losses, better=better).comparisons["winner"]) == [winner]
    values = rng.normal(size=(3, 12, 2)) + np.arange(3)[:, None, None]
    joint = cc.inference.hotelling_pairs(values, names=["x", "y", "z"])
    assert joint.comparisons["winner"].isna().all() and "better" not in joint.decision(0.05)


class TestNames:
    "Names are other people's words: sentences are made of them and never taken apart."

    NAMES = (
        "bag and boost",
        "J. Doe",
        "tree, pruned",
        'say "cheese"',
        "p" * 35 + " C=1 " + "q" * 35,
        "p" * 35 + " C=2 " + "q" * 35,
    )

    @pytest.fixture
    def report(self):
        return compared(named_table, test=None)

    def test_each_name_is_one_name(self, report):
        order = next(s for s in report.sentences() if s.startswith("From best to worst"))
        assert order.count(" (0.") + order.count(" (1") + order.count(" (2") >= 1
        assert '"bag and boost" (' in order and '"tree, pruned" (' in order and "J. Doe (" in order
        assert report.pairs.names[:4] == self.NAMES[:4]

    def test_long_names_stay_two(self, report):
        text = report.pairs.decision(0.05)
        assert "(1) is better than one" in text and text.count("(1)") == 1
        one, other = list(cc.core.format.short_names(self.NAMES).values())[4:]
        assert one != other and max(len(one), len(other)) <= 64
        order = report.order_frame()
        assert order["rank between"].notna().all() and order["algorithm"].is_unique

    def test_a_dot_ends_no_finding(self):
        table = pd.DataFrame(
            {"J. Doe": [0.1, 0.2, 0.3, -0.2], "K. Roe": [0.3, 0.2, 0.4, 0.1]}, index=list("wxyz")
        )
        scores = cc.scores_from_wide(table, measure="error", better="lower")
        found = {f.code: f for f in cc.check(scores, test="wilcoxon")}
        assert "J. Doe" in found["CC013"].what and found["CC013"].do.startswith("Mend")


def test_the_best_are_made_of_the_pairs_of_the_report():
    "What `best_set` finds, each algorithm for itself, stands in a sentence of its own."
    rng = np.random.default_rng(2)
    values = pd.DataFrame((rng.random((60, 14)) < 0.7) * 1, columns=[f"s{k}" for k in range(14)])
    report = cc.compare(values.rename_axis("case"), measure="accuracy")
    assert report.pairs.told(0.05).empty and report.best == report.pairs.names
    assert len(report.best_found) < 14  # each for itself, fewer than that stay
    for text in (report.text, report.headline):
        assert text.count("no evidence") >= 1 and "best_set" not in text
    assert "Tested against the best alone, each for itself" in report.text
    assert report.fragility()["best"].iloc[0] == report.best


def test_rope_is_used_or_refused():
    with pytest.raises(cc.ClfCompareError, match="`rope` must come with the Bayesian paradigm"):
        published(rope=0.01)
    assert published(rope=1.0, paradigm="bayesian").rope == 1.0


def test_a_finding_is_said_once():
    "What stands in the paragraph is not said again below it."
    report = cc.compare(turned_table(), measure="error", test="wilcoxon")
    for f in report.findings:
        for text in (str(report), report.to_markdown().replace(report.headline, "")):
            assert " ".join(text.split()).count(f.what) == 1, f.code


def test_what_a_posterior_over_several_pairs_claims():
    report = published(paradigm="bayesian", rope=1.0)
    assert "of ten pairs got a statement" in report.text and "not adjusted" in report.text


def test_saved_json_keeps_the_winner():
    pairs = cc.pairwise(turned_table(), test="wilcoxon", adjust="holm", better="lower")
    rows = json.loads(pairs.comparisons.to_json(orient="records"))
    assert rows[0]["winner"] == "B"
