"""The numbers of the explorer of the winner: by integration, by simulation, and a study written
a second time.
"""

import clfcompare as cc
import numpy as np
from explorer_numbers import computed, needs_node
from scipy import integrate, stats
from test_explorers import mulberry

CASES = [
    dict(settings=35, cases=72, correlation=0.5, mean=0.56, spread=0.025),
    dict(settings=4, cases=300, correlation=0.0, mean=0.8, spread=0.03),
    dict(settings=200, cases=50, correlation=0.9, mean=0.6, spread=0.0),
    dict(settings=1, cases=40, correlation=0.3, mean=0.7, spread=0.05),
]


def largest(m):
    def weighed(z):
        return z * m * stats.norm.pdf(z) * stats.norm.cdf(z) ** (m - 1)

    return integrate.quad(weighed, -12, 12, points=[0, 2], epsabs=1e-12, limit=400)[0]


@needs_node
def test_expected_largest_of_normals(tmp_path):
    counts = (1, 2, 3, 5, 35, 200, 1000)
    got = computed(tmp_path, "winner", *(["largestOf", m] for m in counts))
    np.testing.assert_allclose(got, [largest(m) for m in counts], rtol=0, atol=1e-10)


@needs_node
def test_expected_winner(tmp_path):
    for case, got in zip(
        CASES, computed(tmp_path, "winner", *(["winner", case] for case in CASES))
    ):
        noise = (1 - case["correlation"]) * case["mean"] * (1 - case["mean"]) / case["cases"]
        sd, steps = np.sqrt(case["spread"] ** 2 + noise), largest(case["settings"])
        keep, mean = case["spread"] ** 2 / sd**2, case["mean"]
        wanted = dict(
            reported=mean + sd * steps,
            truth=mean + keep * sd * steps,
            optimism=noise / sd * steps,
            keep=keep,
        )
        np.testing.assert_allclose(
            [got[key] for key in wanted], list(wanted.values()), rtol=0, atol=1e-10
        )


def simulated(case, studies, rng):
    "Reported, true, nested and shrunken score of the winner in many studies."
    m, error = case["settings"], np.sqrt(case["mean"] * (1 - case["mean"]) / case["cases"])
    common, own = (
        np.sqrt(case["correlation"]) * rng.standard_normal((studies, 1)),
        np.sqrt(1 - case["correlation"]),
    )
    truth = case["mean"] + case["spread"] * rng.standard_normal((studies, m))
    score = truth + error * (common + own * rng.standard_normal((studies, m)))
    best = (np.arange(studies), score.argmax(axis=1))
    nested = truth[best] + error * (common[:, 0] + own * rng.standard_normal(studies))
    keep = case["spread"] ** 2 / (case["spread"] ** 2 + own**2 * error**2)
    return np.stack(
        [
            score[best],
            truth[best],
            nested,
            score.mean(axis=1) + keep * (score[best] - score.mean(axis=1)),
        ],
        axis=1,
    )


@needs_node
def test_expected_winner_beside_a_simulation(tmp_path):
    for case, got in zip(
        CASES, computed(tmp_path, "winner", *(["winner", case] for case in CASES))
    ):
        found = simulated(case, 4000, np.random.default_rng(case["settings"]))
        wanted, error = (
            [got["reported"], got["truth"], got["truth"], got["truth"]],
            found.std(axis=0, ddof=1) / np.sqrt(4000),
        )
        assert (np.abs(found.mean(axis=0) - wanted) < 4 * error + 1e-12).all(), case


def written_again(case, seed):
    "The study of the explorer, in Python."
    m = case["settings"]
    u = np.array(mulberry(seed, 2 * (2 + 2 * m))).reshape(-1, 2)
    z = np.sqrt(-2 * np.log(1 - u[:, 0])) * np.cos(2 * np.pi * u[:, 1])
    error, rho = np.sqrt(case["mean"] * (1 - case["mean"]) / case["cases"]), case["correlation"]
    common, own = np.sqrt(rho) * z[0], np.sqrt(1 - rho)
    truth = case["mean"] + case["spread"] * z[1:-1:2]
    score = truth + error * (common + own * z[2:-1:2])
    best = int(score.argmax())
    keep = case["spread"] ** 2 / (case["spread"] ** 2 + (own * error) ** 2)
    nested, shrunken = (
        truth[best] + error * (common + own * z[-1]),
        score.mean() + keep * (score[best] - score.mean()),
    )
    return dict(truth=truth, score=score, best=best, nested=nested, shrunken=shrunken)


@needs_node
def test_a_study(tmp_path):
    for case, got in zip(
        CASES, computed(tmp_path, "winner", *(["study", case | dict(study=5)] for case in CASES))
    ):
        wanted = written_again(case, 5)
        assert got["best"] == wanted["best"] and set(got) == set(wanted)
        for key in wanted:
            np.testing.assert_allclose(got[key], wanted[key], rtol=0, atol=1e-12)


@needs_node
def test_the_summary_says_what_is_shown(tmp_path):
    made = cc.explore.explore_winner(50, 101, correlation=0.2, mean=0.75, spread=0.04)
    [got] = computed(tmp_path, "winner", ["winner", made.values])
    assert all(f"{100 * got[key]:.1f}" in made.summary for key in ("reported", "truth", "optimism"))
