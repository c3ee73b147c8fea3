"""An index that both sides carry is matched by label, never by place."""

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest

RNG = np.random.default_rng(29)
CASES = [f"case{k}" for k in range(40)]
TRUE = pd.Series(RNG.permutation(np.arange(40) % 2), index=CASES)
SCORE = TRUE + pd.Series(RNG.normal(size=40), index=CASES)
OTHER = 0.5 * TRUE + pd.Series(RNG.normal(size=40), index=CASES)
FOLD = pd.Series(np.arange(40) % 3, index=CASES)
PATIENT = pd.Series(np.repeat(np.arange(8), 5), index=CASES)
LOSS = pd.DataFrame(RNG.normal(size=(40, 3)) + [0, 0.4, 0.8], columns=list("uvw"), index=CASES)
CALLS = {
    "clustered_pairs": (
        lambda c: (
            cc.inference.clustered_pairs(LOSS, cluster=c, better="lower")
            .comparisons["pvalue"]
            .sum()
        ),
        PATIENT,
    ),
    "clustered_ttest": (
        lambda c: cc.clustered_ttest(LOSS["u"], LOSS["v"], cluster=c).pvalue,
        PATIENT,
    ),
    "stratified_pairs": (
        lambda s: cc.stratified_pairs(LOSS, stratum=s, better="lower").comparisons["pvalue"].sum(),
        FOLD,
    ),
    "stratified_ttest": (
        lambda s: cc.stratified_ttest(LOSS["u"], LOSS["v"], stratum=s).pvalue,
        FOLD,
    ),
    "stratified_ttest, cluster": (
        lambda c: cc.stratified_ttest(LOSS["u"], LOSS["v"], stratum=np.ones(40), cluster=c).pvalue,
        PATIENT,
    ),
    "measure_interval": (
        lambda p: cc.measure_interval(TRUE, p, measure="f1").value,
        (OTHER > 0.5) * 1,
    ),
    "measure_interval, cluster": (
        lambda c: cc.measure_interval(TRUE, (SCORE > 0.5) * 1, measure="mcc", cluster=c).se,
        PATIENT,
    ),
    "auc_cv_interval, fold": (lambda f: cc.auc_cv_interval(TRUE, SCORE, fold=f).se, FOLD),
    "auc_cv_interval, scores alone": (
        lambda f: cc.auc_cv_interval(TRUE.to_numpy(), SCORE, fold=f).se,
        FOLD,
    ),
    "auc_permutation_pairs": (
        lambda s: cc.inference.auc_permutation_pairs(TRUE, s, rng=2).comparisons["pvalue"].sum(),
        pd.DataFrame({"s": SCORE, "o": OTHER}),
    ),
    "auc_permutation_test": (
        lambda s: (
            cc.inference.auc_permutation_test(TRUE.to_numpy(), SCORE, s, rng=2, draws=99).pvalue
        ),
        OTHER,
    ),
    "delong_pairs": (
        lambda s: cc.delong_pairs(TRUE, s).comparisons["pvalue"].sum(),
        pd.DataFrame({"s": SCORE, "o": OTHER}),
    ),
    "delong_test": (lambda s: cc.delong_test(TRUE.to_numpy(), SCORE, s).pvalue, OTHER),
    "auc_roc": (lambda s: cc.auc_roc(TRUE, s), SCORE),
    "wilcoxon": (lambda b: cc.wilcoxon(LOSS["u"], b).pvalue, LOSS["w"]),
    "disagreements": (lambda b: cc.disagreements(TRUE, 1 - TRUE, b)[0], (OTHER > 0.5) * 1),
    "confusion": (lambda p: cc.confusion(TRUE, p, positive=1).tp, (OTHER > 0.5) * 1),
    "cv_interval": (
        lambda f: cc.cv_interval(LOSS["u"], method="bayle_within", fold=f).se,
        FOLD,
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_labels_decide(name):
    call, values = CALLS[name]
    moved = values.sample(frac=1, random_state=4)
    assert call(moved) == pytest.approx(call(values), rel=1e-12)
    assert call(values) != pytest.approx(call(moved.set_axis(CASES)), rel=1e-9)  # places would
    with pytest.raises(cc.ClfCompareError, match="same labels in their index"):
        call(values.rename(index={"case7": "case77"}))


def test_experiment_matches_cases_by_label():
    from sklearn.linear_model import LogisticRegression

    X = pd.DataFrame(RNG.normal(size=(60, 3)), index=[f"s{k}" for k in range(60)])
    y = (X[0] > 0) * 1
    groups = pd.Series(np.arange(60) % 20, index=X.index)

    def error(*data):
        done = cc.Experiment(
            datasets={"d": data},
            algorithms={"lr": LogisticRegression()},
            design=cc.k_fold(5),
            measures=["error"],
            rng=1,
        ).run(progress=False)
        return done.scores["value"].tolist()

    assert error(X, y.sort_values()) == error(X, y) == error(X, y.to_numpy())
    assert error(X, y, groups[::-1]) == error(X, y, groups)
    with pytest.raises(cc.ClfCompareError, match="same labels"):
        error(X, y.reset_index(drop=True))
