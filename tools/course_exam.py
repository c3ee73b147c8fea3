"""A second exam: ten questions of the kinds of nbs/course/20_exam.ipynb with numbers drawn from a
seed, and the answers computed by the package. Who does not know the seed does not know the numbers.
See tools/course.py.
"""

import clfcompare as cc
import numpy as np
import pandas as pd
from course_release import notebook, write
from nbformat.v4 import new_markdown_cell
from scipy import stats

ALPHA = 0.05


def measures(rng):
    tp, fn, fp = (int(rng.integers(*ends)) for ends in ((30, 60), (8, 25), (50, 110)))
    tn = 1000 - tp - fn - fp
    m = cc.binary_measures(tp=tp, fn=fn, fp=fp, tn=tn)
    rare = int(rng.choice([100, 250, 400]))
    precision = cc.measures.ppv_at_prevalence(m["tpr"], m["tnr"], prevalence=1 / rare)
    yield (
        6,
        f"A classifier of 1,000 samples has tp = {tp}, fn = {fn}, fp = {fp}, tn = {tn}. (a) Give error, recall, specificity and precision. "
        '(b) Compare its error with that of always saying "negative". (c) Name one measure that shows whether it has learned something.',
        f"(a) {m['error']:.3f}, {m['tpr']:.3f}, {m['tnr']:.3f}, {m['ppv']:.3f} (4 points). (b) That errs on the {tp + fn} positives: "
        f"{(tp + fn) / 1000:.3f} (1). (c) Balanced accuracy ({m['balanced_accuracy']:.3f}), MCC ({m['mcc']:.3f}) or both rates (1).",
    )
    yield (
        6,
        f"The classifier of question 1 is used where one sample in {rare} is positive. (a) What is its precision there? (b) Which of the four numbers "
        "of 1(a) stay? (c) May its F1 be compared with one that was published for other data?",
        f"(a) {precision:.3f} (3 points). (b) Recall and specificity (2). (c) Only at the same prevalence, since F1 contains the precision (1).",
    )


def curves(rng):
    scores = np.sort(rng.choice(np.arange(5, 96, 5), 7, replace=False))[::-1] / 100
    y = np.ones(7, int)
    y[rng.choice(np.arange(1, 7), 3, replace=False)] = 0
    pairs = int(sum((p > scores[y == 0]).sum() for p in scores[y == 1]))
    said = [", ".join(f"{s:g}" for s in scores[y == label]) for label in (1, 0)]
    yield (
        6,
        f"Positives have the scores {said[0]}; negatives {said[1]}. (a) Draw the ROC curve. (b) Compute its area by counting pairs. "
        "(c) Every score is replaced by its square root. What happens to the area and to the Brier score?",
        f"(a) Steps (2 points). (b) {pairs} of 12 pairs, {cc.auc_roc(y, scores):.3f} (2). (c) The area stays, for the order does; the Brier score changes (2).",
    )


def resampling(rng):
    patients, each, folds = (int(rng.choice(some)) for some in ((30, 45, 60), (3, 5, 8), (5, 15)))
    yield (
        6,
        f"{patients} patients, {each} images of each; the classifier is for new patients. (a) How do you form {folds} folds, and how many images does each test? "
        "(b) What happens to the error if the images are dealt instead? (c) A colleague repeats the cross-validation ten times. What becomes smaller, and what does not?",
        f"(a) {patients // folds} patients a fold with all their images, {patients // folds * each} images (3 points). (b) It is too low: the classifier recognises patients (1). "
        "(c) The spread that comes from the dealing; not the one that comes from the patients, nor any bias (2).",
    )


def testing(rng):
    many, few = int(rng.integers(7, 12)), int(rng.integers(1, 4))
    found = cc.mcnemar(many, few, method="exact")
    yield (
        6,
        f"On 500 test cases A alone is wrong on {many} and B alone on {few}. (a) State the null hypothesis. (b) Compute the exact two-sided p-value. "
        "(c) Say in one sentence what it means. (d) What would you report beside it?",
        f"(a) A disagreement is as likely to be lost by A as by B (1 point). (b) {found.pvalue:.4f} (3). (c) If both are equally good, a split at least as uneven "
        f"happens in {100 * found.pvalue:.1f} % of such studies (1). (d) The difference of the errors, {(many - few) / 500:.3f}, with its interval (1).",
    )


def two_algorithms(rng):
    mean, sd, repeats = rng.integers(15, 31) / 1000, rng.integers(20, 41) / 1000, 5
    t = {
        J: [mean / (sd * np.sqrt(1 / J + more)) for more in (0, 1 / 9)] for J in (10, 10 * repeats)
    }
    limit = {J: stats.t.ppf(1 - ALPHA / 2, J - 1) for J in t}
    judged = ["above" if value > limit[10] else "below" for value in t[10]]
    yield (
        8,
        f"Ten-fold cross-validation, done once; the differences of the error have mean {mean:.3f} and standard deviation {sd:.3f}. (a) Compute the plain and the corrected t and "
        f"judge both at 0.05. (b) Why do they differ? (c) The same mean and standard deviation come from {repeats} repeats. Compute both again. Which one grows without limit, and why?",
        f"(a) Plain {t[10][0]:.2f}, {judged[0]} {limit[10]:.2f}; corrected {t[10][1]:.2f}, {judged[1]} (3 points). (b) Training sets overlap by 8/9, so the differences are correlated (2). "
        f"(c) Plain {t[50][0]:.2f}, corrected {t[50][1]:.2f}; the plain one, for repeats use the same cases (3).",
    )


def many_algorithms(rng):
    p = np.sort(np.round(np.append(rng.uniform(0.0005, 0.02, 4), rng.uniform(0.03, 0.7, 2)), 4))
    holm, bonferroni = (
        int((cc.adjust(p, method=m) <= ALPHA).sum()) for m in ("holm", "bonferroni")
    )
    yield (
        6,
        f"Four algorithms on one data set; the six p-values of the pairs are {', '.join(f'{each:g}' for each in p)}. (a) Which does Bonferroni reject at 0.05? "
        "(b) Which does Holm reject? Show the steps. (c) What do both promise?",
        f"(a) The smallest {bonferroni}: the limit is 0.00833 (1 point). (b) The smallest {holm}: limits 0.00833, 0.01, 0.0125, 0.0167, 0.025, 0.05, until the first that is not met (4). "
        "(c) At least one false alarm with a probability of at most 0.05 (1).",
    )


def many_data_sets(rng):
    base = rng.choice(np.arange(8, 45), 7, replace=False)
    table = pd.DataFrame(
        {
            name: base + rng.choice([-1, 1, 2, 3, 5], 7) + shift
            for name, shift in (("A", 0), ("B", 2), ("C", 4))
        }
    )
    ranks, cd = cc.average_ranks(table, better="lower"), cc.critical_difference(3, 7, alpha=ALPHA)
    apart = [
        f"{a} and {b}"
        for a, b in (("A", "B"), ("A", "C"), ("B", "C"))
        if abs(ranks[a] - ranks[b]) >= cd
    ]
    wins = int((table["A"] < table["C"]).sum())
    told = " ".join(f"{name}: {', '.join(map(str, table[name]))}." for name in table)
    yield (
        8,
        f"Errors (%) of three algorithms on seven data sets. {told} (a) Give the mean ranks. (b) Compute Nemenyi's critical difference (q = 2.343) and judge the pairs. "
        "(c) On how many data sets is A better than C? Could seven wins of seven be significant by the sign test? (d) Why are the errors not averaged?",
        f"(a) {', '.join(f'{name} {ranks[name]:.2f}' for name in table)} (3 points). (b) {cd:.3f}; told apart: {', '.join(apart) or 'none'} (2). "
        f"(c) {wins}; yes, p = 2/128 = 0.016 (2). (d) They have no common scale; one data set may rule (1).",
    )


def several_measures(rng):
    t_squared, m = int(rng.integers(20, 50)), int(rng.integers(2, 4))
    f = t_squared * (10 - m) / (9 * m)
    yield (
        4,
        f"Ten folds, {m} measures, plain $T^2 = {t_squared}$. (a) Compute F and its degrees of freedom. (b) Which $T^2$ remains after the correction for the overlap of the training sets?",
        f"(a) {f:.2f} on {m} and {10 - m} (2 points). (b) {t_squared * 0.1 / (0.1 + 1 / 9):.1f} (2).",
    )


def selection(rng):
    genes, level = int(rng.choice([2000, 5000, 12000])), float(rng.choice([0.01, 0.001]))
    yield (
        4,
        f"{genes:,} genes that tell nothing are tested at {level:g} on all patients; those that are significant go into a classifier, whose error is estimated by cross-validation. "
        "(a) How many genes do you expect? (b) In which direction is the error biased? (c) Name the cure, and a way to show the bias without new patients.",
        f"(a) {genes * level:g} (1 point). (b) Too low (1). (c) Choose the genes inside the folds; shuffle the labels and look whether the error is near that of guessing (2).",
    )


KINDS = (measures, curves, resampling, testing, two_algorithms, many_algorithms, many_data_sets, several_measures, selection)  # fmt: skip


def questions(seed):
    "Points, question and answer of each."
    rng = np.random.default_rng(seed)
    return [told for kind in KINDS for told in kind(rng)]


def export(seed, folder):
    "Write questions and answers as two notebooks."
    asked = questions(seed)
    head = f"# Second exam\n\nClosed book, 90 minutes, {sum(points for points, _, _ in asked)} points. A pocket calculator and the sheet of formulas are allowed."
    texts = [
        (f"**Question {n}** ({points} points). {text}", f"**Answer {n}.** {answer}")
        for n, (points, text, answer) in enumerate(asked, 1)
    ]
    write(folder / "exam_2.ipynb", notebook(map(new_markdown_cell, [head, *(q for q, _ in texts)])))
    both = [head, f"Seed {seed}.", *(part for pair in texts for part in pair)]
    write(folder / "exam_2_answers.ipynb", notebook(map(new_markdown_cell, both)))
