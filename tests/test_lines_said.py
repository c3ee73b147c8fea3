"""Every line of Python or of the command line that a refusal prints can be typed, and works.

`SAID` has a call for each refusal that prints such a line, and what becomes of the line: words
(`better='lower'`) are added to the call, all else stands in a call of its own. Lines are taken out
of the message. A refusal of the package that prints a line and has no call here is named, and so is
a line that stands in a message and was not typed.
"""

import ast
import re
import traceback
from functools import cache
from pathlib import Path

import clfcompare as cc
import pytest

PACKAGE = Path(cc.__file__).parent
CODE = re.compile(r"\w\(|\w=['\"\w{\[(@]|(?<!\w)--\w|[a-z]\[|@cc|\.T\b")

WORLD = """
import io
import numpy as np, pandas as pd, clfcompare as cc
globals().update({name: cc._load(name) for name in {*cc.__all__, *cc._SPACE} - {'__version__'}})
from clfcompare import testing
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, ShuffleSplit, TimeSeriesSplit, cross_val_score, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

rng = np.random.default_rng(8)
table = cc.load_results("irsoy2012_table14").pivot(index="dataset", columns="algorithm", values="value")
scores = cc.load_results("irsoy2012_table14")
a, b, c = (rng.normal(size=12) + shift for shift in (0, 0.3, 0.5))
X, y = rng.normal(size=(40, 3)), np.arange(40) % 2
y_true, score = y, y + rng.normal(size=40)
s, truth = score, y
labels = np.where(y == 1, "sick", "well")
folds = pd.DataFrame({"fold": range(10), "svm": rng.uniform(0.1, 0.2, 10), "knn": rng.uniform(0.2, 0.3, 10)})
wide = pd.DataFrame({"svm": rng.uniform(0.1, 0.2, 9), "knn": rng.uniform(0.2, 0.3, 9)}, index=[f"d{k}" for k in range(9)])
right = pd.DataFrame({"svm": rng.integers(0, 2, 40), "knn": rng.integers(0, 2, 40)})
pairs = cc.nemenyi(table, better="lower")
tested = pd.concat([pd.DataFrame({"dataset": "made", "algorithm": name, "repeat": 0, "fold": 0, "row": range(40), "y_true": y,
                                  "y_pred": np.where(rng.random(40) < share, y, 1 - y)}) for name, share in (("svm", 0.9), ("knn", 0.7))])
splits = pd.concat([tested[tested["row"].isin(rng.permutation(40)[:15])].assign(repeat=k) for k in range(4)])
splits["score"] = splits["y_pred"] + rng.normal(0, 0.4, len(splits))
results = {"svm": cross_validate(SVC(), X, y, cv=5), "knn": cross_validate(KNeighborsClassifier(), X, y, cv=5)}

many = pd.DataFrame(rng.normal(size=(12, 3)), columns=list("xyz"))
ten = pd.DataFrame(rng.random((10, 2)), columns=["svm", "knn"])
two = pd.concat([scores, scores.assign(measure="accuracy", better="higher", value=100 - scores["value"])])
cube = rng.random((6, 5, 2))
two_curves = [cc.roc_curve(y, score), cc.roc_curve(y, score + rng.normal(size=40))]
learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2)}
scattered = np.where(np.random.default_rng(1).random(780) < 0.5, 0.001, 0.2) + rng.random(780) / 100
mixed = np.array(["u", 1] * 20, dtype=object)
holes = pd.DataFrame(rng.random((40, 2)), columns=["svm", "knn"]).mask(rng.random((40, 2)) < 0.4).assign(nn=0.5)
search = GridSearchCV(DecisionTreeClassifier(random_state=1), {"max_depth": [1, 2, 3]}, cv=5).fit(X, y)

def run(**words): return cc.Experiment(**{"datasets": {"mine": (X, y)}, "algorithms": {"bayes": GaussianNB()}, "design": cc.k_fold(4),
                                          "measures": ["error"], "rng": 1} | words).run(progress=False)

asked = run(class_scores="asked")
dated = cc.Outcome(**vars(asked) | {"predictions": asked.predictions.assign(y_true=pd.Timestamp("2020-01-01"))})
"""

WORDS = "added to the call"
SAID = [
    # core
    ("friedman(table, better='up')", {"better='lower'": WORDS, "better='higher'": WORDS}),
    ("max_t(table, better='lower', rng='x')", {"rng=1": WORDS}),
    ("nemenyi(table, better='lower').plot(ax=3)", {"ax=plt.subplots()[1]": WORDS}),
    ("error_interval(3, 10, level=95)", {"level=0.05": WORDS, "level=0.95": WORDS}),
    (
        "auc_roc(pd.Series(y), pd.Series(score, index=range(1, 41)))",
        {".to_numpy()": "auc_roc(pd.Series(y){}, pd.Series(score){})"},
    ),
    (
        "hotelling(many[['x', 'y']], many[['y', 'x']])",
        {
            "b[a.columns]": "a, b = many[['x', 'y']], many[['z', 'y', 'x']]; hotelling(a, {} + rng.normal(size=(12, 2)))"
        },
    ),
    (
        "friedman(pd.DataFrame({'svm ': a, 'svm': b}), better='lower')",
        {
            "frame.rename(columns=str.strip)": "frame = pd.DataFrame({'svm ': a, 'knn': b}); friedman({}, better='lower')",
            "column.str.strip()": "column = pd.Series(['svm ']); assert {}[0] == 'svm'",
        },
    ),
    (
        "friedman(scores, better='lower')",
        {
            "table = cc.data.wide_by_dataset(scores)": "{}; friedman(table, better='lower')",
            "cc.compare(scores)": "",
        },
    ),
    (
        "friedman(tested, better='lower')",
        {"cc.compare(predictions, measure='error')": "predictions = tested; {}"},
    ),
    (
        "max_t(wide.where(wide > wide.min().min()), better='lower', rng=1, missing='refuse') if False else pairwise(wide.where(wide > wide.min().min()), test='wilcoxon', adjust='holm', better='lower')",
        {
            "missing='pairs'": "pairwise(wide.where(wide > wide.min().min()), test='wilcoxon', adjust='holm', better='lower', {})"
        },
    ),
    (
        "pairwise(ten.where(ten > ten.min().min()), test='ftest_5x2cv', adjust='holm', better='lower')",
        {
            "missing='pairs'": "pairwise(ten.where(ten > ten.min().min()), test='corrected_ttest', adjust='holm', better='lower', n_train=9, n_test=9, {})"
        },
    ),
    (
        "nemenyi(table, better='lower').to_dict(); friedman(table, better='lower').details['x'] = 1",
        {"to_dict()": "copy = friedman(table, better='lower').{}; copy['x'] = 1"},
    ),
    (
        "procedure(asks='two', data=3)(lambda a, b: 1)",
        {
            "data=cc.DataSets": "procedure(asks='two', {})",
            "data=(cc.Folds, cc.DataSets)": "procedure(asks='two', {})",
        },
    ),
    (
        "procedure(asks='two', data=cc.DataSets)(3)",
        {
            "@cc.procedure(asks='two', data=cc.DataSets)": 'exec("""{}""" + chr(10) + \'def my_own_test(a, b): return cc.wilcoxon(a, b)\')'
        },
    ),
    (
        "compare(folds, measure='error', cv=object())",
        {
            "cc.k_fold(10)": "compare(folds, measure='error', cv={})",
            "KFold(10)": "compare(folds, measure='error', cv={})",
        },
    ),
    (
        "run(design=GroupKFold(3))",
        {
            "(X, y, groups)": "groups = np.arange(40) // 4; run(design=GroupKFold(3), datasets={'mine': {}})"
        },
    ),
    ("cc.core.tables.select_measure(two)", {"measure='error'": WORDS}),
    ("scores_from_wide(wide, measure=3, better='lower')", {"measure='error'": WORDS}),
    ("looks(3)", {"looks(table.columns)": ""}),
    ("cc.core.resampling.design_of(3)", {"'k_fold(10)'": "cc.core.resampling.design_of({})"}),
    # measures
    (
        "confusion([0, 1, 2], [0, 1, 1], positive=1)",
        {
            "positive=True": "y_true, y_pred, it = np.array([0, 1, 2]), np.array([0, 1, 1]), 2; confusion(y_true == it, y_pred == it, {})"
        },
    ),
    (
        "binary_measures_table(np.ones((2, 4)))",
        {
            "pd.DataFrame(array, columns=['tp', 'fn', 'fp', 'tn'])": "array = np.ones((2, 4), int); binary_measures_table({})"
        },
    ),
    ("roc_hull(3)", {"roc_hull(roc_curve(y_true, score))": ""}),
    ("partial_auc(y_true, score, fpr=3)", {"fpr=(0, 0.1)": WORDS}),
    ("croc_curve(y_true, score, alpha=0)", {"alpha=7": WORDS}),
    (
        "average_curves(two_curves).point_at(0.5)",
        {"average_curves(curves, how='threshold')": "curves = two_curves; {}.point_at(0.5)"},
    ),
    (
        "multiclass_measures(pd.DataFrame([[3, 1]], index=['u'], columns=['u', 'v']))",
        {
            "matrix.reindex(index=classes, columns=classes, fill_value=0)": "matrix, classes = pd.DataFrame([[3, 1]], index=['u'], columns=['u', 'v']), ['u', 'v']; multiclass_measures({})"
        },
    ),
    (
        "average_curves(3)",
        {
            "[roc_curve(y, s) for y, s in folds]": "folds = [(y, score), (y, score[::-1])]; average_curves({})"
        },
    ),
    ("brier_score(labels, np.full(40, 0.3))", {"positive='well'": WORDS}),
    (
        "brier_score(['u', 'v', 'w'], [0.1, 0.2, 0.7], positive='w')",
        {
            "(y == label).astype(int)": "y, label = np.array(['u', 'v', 'w']), 'w'; brier_score({}, [0.1, 0.2, 0.7])"
        },
    ),
    (
        "expected_cost(pd.DataFrame(np.eye(2), index=list('uv'), columns=list('uv')), costs=pd.DataFrame(np.ones((2, 2)), index=list('vu'), columns=list('vu')))",
        {
            "costs.reindex(index=matrix.index, columns=matrix.columns)": "matrix = pd.DataFrame(np.eye(2), index=list('uv'), columns=list('uv')); costs = 1 - matrix.loc[list('vu'), list('vu')]; expected_cost(matrix, costs={})"
        },
    ),
    (
        "cc.measures.curve_differences._check_thresholds(3)",
        {
            "thresholds=(0.5, 0.5)": "cc.measures.curve_differences._check_thresholds(dict({})['thresholds'])"
        },
    ),
    ("cc.measure(better='higher', range=3)", {"range=(0, 1)": WORDS}),
    ("compare(tested, measure=len, better='higher')", {"def my_measure(y_true, y_pred): ...": ""}),
    (
        "compare(tested, measure=lambda y_true, y_pred: 1.0)",
        {"better='higher'": WORDS, "better='lower'": WORDS},
    ),
    (
        "measure_name(max)",
        {
            "@cc.measure(better='higher')": 'exec("""{}""" + chr(10) + \'def my_own_gain(y_true, y_pred): return 1.0\')',
            "better='lower'": "cc.measure({})",
        },
    ),
    ("cc.measures.registry.measure_of('error', better='higher')", {"better='lower'": WORDS}),
    ("compare(scores.assign(better='higher'))", {"better='lower'": "compare(scores.assign({}))"}),
    (
        "evaluate('informedness', y_true=[0, 1, 2], y_pred=[0, 1, 2])",
        {"multiclass_measures(matrix).per_class": "matrix = np.eye(3); {}"},
    ),
    # inference
    (
        "adjust(pairs, method='holm')",
        {
            "mean_rank_ztest(table, better='lower', adjust='holm')": "",
            "pairwise(table, test='wilcoxon', better='lower', adjust='holm')": "",
        },
    ),
    ("anytime_comparison(y, y[::-1], bounds=3)", {"bounds=(-1, 1)": WORDS}),
    (
        "plot_simplex(np.ones((2, 2)), rope=0.1) if False else cc.inference.bayes._check_masses(np.ones((2, 2)))",
        {
            "posterior.masses()": "posterior = bayes_signed_rank(a, b, better='lower', rope=0.1, rng=1); cc.inference.bayes._check_masses({})"
        },
    ),
    (
        "cc.inference.bayes._check_masses(np.ones((2, 3)))",
        {
            "posterior.masses()": "posterior = bayes_signed_rank(a, b, better='lower', rope=0.1, rng=1); cc.inference.bayes._check_masses({})"
        },
    ),
    (
        "cc.inference.bayes._check_two(3)",
        {"names=('svm', 'knn')": "cc.inference.bayes._check_two(dict({})['names'])"},
    ),
    (
        "check(two, test='wilcoxon')",
        {"scores[scores['measure'] == 'error']": "scores = two; check({}, test='wilcoxon')"},
    ),
    (
        "cv_interval(np.ones(4) + rng.random(4), method='bayle_within', fold=range(4))",
        {"method='bayle_all'": WORDS},
    ),
    (
        "heldout_ttest(a, b)",
        {
            "case_values(outcome, measure='error')": "outcome = run(design=cc.five_by_two(), algorithms={'bayes': GaussianNB(), 'tree': DecisionTreeClassifier()}); heldout_ttest(*{}.values())"
        },
    ),
    (
        "level_table('wilcoxon', 3, n=100, rng=1)",
        {"{'normal': PairedDatasets(datasets=12)}": "level_table('wilcoxon', {}, n=100, rng=1)"},
    ),
    ("friedman(rng.random((300, 9)), better='lower', method='exact')", {"method='chi2'": WORDS}),
    ("AlgorithmTable(rows=5, means=(0,))", {"means=(0, 0, 1)": WORDS}),
    (
        "manova(np.ones((1, 4, 3)))",
        {
            "np.stack([a, b, c])": "a, b, c = (rng.normal(size=(12, 2)) for k in range(3)); manova({})"
        },
    ),
    (
        "multitest(pairs, cost=3)",
        {
            "cost={'A': 1.5, 'B': 0.2}": "two = pairwise(wide.set_axis(list('AB'), axis=1), test='wilcoxon', adjust='none', better='lower'); multitest(two, {})"
        },
    ),
    (
        "bradley_terry(np.ones((2, 3)))",
        {"wins_matrix(table, better='lower')": "cc.inference.orderings._check_wins({})"},
    ),
    (
        "bradley_terry(pd.DataFrame([[0, 1], [2, 0]], index=list('vu'), columns=list('uv')))",
        {
            "wins.loc[wins.columns]": "wins = pd.DataFrame([[2, 0], [0, 1]], index=list('vu'), columns=list('uv')); bradley_terry({})"
        },
    ),
    (
        "cc.inference.orderings._check_ranks(np.array([[1, 5.0], [2, 1]]))",
        {
            "table.rank(axis=1)": "cc.inference.orderings._check_ranks({})",
            "ascending=False": "cc.inference.orderings._check_ranks(table.rank(axis=1, {}))",
        },
    ),
    (
        "pairwise(table, test='corrected_ttest', adjust='holm', better='lower')",
        {
            "n_train=90": "",
            "n_test=10": "pairwise(table, test='corrected_ttest', adjust='holm', better='lower', n_train=90, {})",
        },
    ),
    (
        "cc.inference.simulate._shaped(np.ones((3, 7)), '5x2', '')",
        {"rows=10": "AlgorithmTable({}, means=(0, 0))"},
    ),
    (
        "level_table('wilcoxon', {'x': 3}, n=100, rng=1)",
        {"PairedDatasets(datasets=20, difference=0.5)": ""},
    ),
    (
        "wilcoxon(rng.normal(size=1200), rng.normal(size=1200), method='exact')",
        {"method='normal'": WORDS},
    ),
    (
        "ftest_5x2cv(np.ones(10), np.ones((5, 2)))",
        {
            "np.reshape(a, (5, 2))": "a, b = rng.random(10), rng.random((5, 2)); ftest_5x2cv({}, b)",
            "np.reshape(a, (2, 5)).T": "a, b = rng.random(10), rng.random((5, 2)); ftest_5x2cv({}, b)",
        },
    ),
    # the front door
    ("compare(wide)", {"measure='error'": WORDS}),
    ("compare(wide, measure='gain')", {"better='higher'": WORDS, "better='lower'": WORDS}),
    ("compare(two)", {"measure='error'": WORDS}),
    (
        "compare(wide, measure=['error', 'error'])",
        {"measure=['fpr', 'tpr']": "compare(tested, {})"},
    ),
    ("compare(wide, measure='error', rope=0.01)", {"paradigm='bayesian'": WORDS}),
    ("compare(wide, measure='error', paradigm='bayesian')", {"rope=0.01": WORDS}),
    (
        "compare(wide, measure='error', cost=3)",
        {
            "cost={'A': 1.5, 'B': 0.2}": "compare(wide.set_axis(list('AB'), axis=1), measure='error', {})"
        },
    ),
    (
        "compare(table.rename_axis(None), measure='error', test='bonferroni_dunn')",
        {"test='nemenyi'": WORDS},
    ),
    (
        "compare(table, measure='error', test='nemenyi', control='Svm')",
        {
            "test='mean_rank_ztest'": "compare(table, measure='error', control='Svm', {})",
            "'bonferroni_dunn'": "compare(table, measure='error', control='Svm', test={})",
        },
    ),
    (
        "compare(table, measure='error', test='nemenyi', adjust='holm')",
        {"test='mean_rank_ztest', adjust='holm'": "compare(table, measure='error', {})"},
    ),
    ("compare(splits, measure='auc_roc')", {}),
    (
        "compare(splits.assign(y_pred=1 - splits['y_true']), measure='auc_roc', test='paired_ttest', paradigm='bayesian', rope=0.1)",
        {},
    ),
    (
        "compare(run(design=cc.five_by_two(holdout=1/3), algorithms=learners).scores)",
        {"test='corrected_ttest'": WORDS, "test='ftest_5x2cv'": WORDS},
    ),
    (
        "compare(run(design=TimeSeriesSplit(4), algorithms=learners))",
        {
            "cc.data.average_folds(scores)": "",
            "cc.k_fold(10)": "compare(run(design={}, algorithms=learners))",
        },
    ),
    (
        "case_values(run(algorithms=learners), measure='error')",
        {
            "five_by_two(holdout=1/3)": "case_values(run(design={}, algorithms=learners), measure='error')"
        },
    ),
    (
        "case_values(run(datasets={'u': (X, y), 'v': (X, y)}, design=cc.five_by_two(), algorithms=learners), measure='error')",
        {"dataset='u'": WORDS},
    ),
    (
        "case_values(3, measure='error')",
        {
            "Experiment(...).run()": "outcome = run(design=cc.five_by_two(), algorithms=learners); case_values(outcome, measure='error')"
        },
    ),
    (
        "compare(wide.set_axis(pd.MultiIndex.from_product([['d'], range(9)])), measure='error')",
        {
            "frame.rename_axis(index=['dataset', 'fold'])": "frame = wide.set_axis(pd.MultiIndex.from_product([['d'], range(9)])); compare({}, measure='error', cv=9)"
        },
    ),
    (
        "compare(pd.concat({'error': wide, 'gain': wide}, axis=1))",
        {
            "frame['error']": "frame = pd.concat({'error': wide, 'gain': wide}, axis=1); compare({}, measure='error')"
        },
    ),
    (
        "compare({'svm': results['svm'], 'knn': [0.1, 0.2]})",
        {
            "result['test_score']": "result = results['svm']; compare({'svm': {}, 'knn': {}}, measure='accuracy', cv=5, rows='folds')"
        },
    ),
    (
        "compare(results['svm'], measure='accuracy')",
        {
            "compare({'svm': cross_validate(SVC(), X, y, cv=5), 'knn': cross_validate(KNeighborsClassifier(), X, y, cv=5)}, cv=5, measure='accuracy')": ""
        },
    ),
    (
        "compare(search.cv_results_, measure='accuracy')",
        {"compare(search, measure='accuracy')": ""},
    ),
    (
        "compare(tested.assign(y_pred=tested['y_pred'].map(' {} '.format)), measure='error')",
        {
            "frame['y_pred'].astype(str).str.strip()": "frame = tested.assign(y_pred=tested['y_pred'].map(' {0} '.format)); compare(frame.assign(y_pred={}, y_true=frame['y_true'].astype(str)), measure='error')".replace(
                "{0}", "{" + "}"
            )
            if False
            else "frame = tested; compare(frame.assign(y_pred={}, y_true=frame['y_true'].astype(str)), measure='error')"
        },
    ),
    (
        "compare(right.rename_axis('case'), measure='f1')",
        {
            "measure='accuracy'": WORDS,
            "cc.data.predictions_from_wide(frame, y_true='truth')": "frame = right.assign(truth=y); compare({}, measure='f1')",
        },
    ),
    (
        "compare(right, measure='accuracy')",
        {
            "compare(cc.data.predictions_from_wide(data, y_true='truth'), measure='accuracy')": "data = right.assign(truth=y); {}",
            "compare(data, measure='accuracy', rows='cases')": "data = right; {}",
            "compare(data, measure='accuracy', rows='datasets')": "data = right; {}",
        },
    ),
    (
        "compare(pd.concat([wide, wide]), measure='error')",
        {
            "frame.reset_index(names='group')": "frame = pd.concat([wide, wide]); compare({}, measure='error', cluster='group')",
            "cluster='group'": "frame = pd.concat([wide, wide]); compare(frame.reset_index(names='group'), measure='error', {})",
            "cc.stratified_pairs(frame, stratum=frame.index, better='higher')": "frame = pd.concat([wide, wide + rng.normal(size=(9, 2))]); {}",
            "frame.reset_index(drop=True).rename_axis('case')": "frame = pd.concat([wide, wide]); compare({}, measure='error')",
        },
    ),
    (
        "compare(wide.rename_axis('question'), measure='error')",
        {"frame.rename_axis('case')": "frame = wide; compare({}, measure='error')"},
    ),
    (
        "compare(wide.mask(wide == wide.min().min()), measure='error')",
        {
            "missing='incomplete'": "compare(wide.assign(nn=0.3).mask(lambda t: t == wide.min().min()), measure='error', {})"
        },
    ),
    (
        "compare(folds.rename(columns={'fold': 'repeat'}), measure='error')",
        {
            "fold=0": "compare(folds.rename(columns={'fold': 'repeat'}).assign({}, n_train=9, n_test=1), measure='error')"
        },
    ),
    (
        "compare(right.assign(truth=y), measure='accuracy')",
        {
            "compare(cc.data.predictions_from_wide(frame, y_true='truth'), measure='accuracy')": "frame = right.assign(truth=y); {}"
        },
    ),
    (
        "compare(right.assign(patient=np.arange(40) // 2), measure='accuracy')",
        {"cluster='patient'": WORDS},
    ),
    (
        "compare(wide.reset_index(drop=True).assign(id=range(9)), measure='error')",
        {
            "frame.drop(columns='id')": "frame = wide.assign(id=range(9)); compare({}, measure='error')",
            "index_col=0": "frame = pd.read_csv(io.StringIO(wide.to_csv()), {}); compare(frame, measure='error')",
        },
    ),
    (
        "compare(pd.concat([wide, wide.mean().to_frame('Average').T]), measure='error')",
        {
            "frame.drop(index='Average')": "frame = pd.concat([wide, wide.mean().to_frame('Average').T]); compare({}, measure='error')"
        },
    ),
    (
        "compare(tested.assign(y_true=tested['y_true'].map({0: 'n', 1: 'p'}), y_pred=tested['y_pred'].map({0: 'n', 1: 'p'})), measure='tpr')",
        {
            "frame.assign(y_true=frame['y_true'].eq('p'), y_pred=frame['y_pred'].eq('p'))": "frame = tested.assign(y_true=tested['y_true'].map({0: 'n', 1: 'p'}), y_pred=tested['y_pred'].map({0: 'n', 1: 'p'})); compare({}, measure='tpr')"
        },
    ),
    (
        "compare(wide.rename_axis('model').T.rename_axis('model'), measure='error')",
        {"frame.T": "frame = wide.T.rename_axis('model'); compare({}, measure='error')"},
    ),
    (
        "compare(wide.T.reset_index(names='model'), measure='error')",
        {
            "frame.set_index('model').T": "frame = wide.T.reset_index(names='model'); compare({}, measure='error')"
        },
    ),
    (
        "compare(scores.rename(columns={'algorithm': 'model', 'value': 'error'})[['dataset', 'model', 'error']], measure='error')",
        {
            "frame.rename(columns={'model': 'algorithm', 'error': 'value'})": "frame = scores.rename(columns={'algorithm': 'model', 'value': 'error'})[['dataset', 'model', 'error']]; compare({}, measure='error')"
        },
    ),
    (
        "compare(wide.map('{:.3f}'.format).map(lambda t: t.replace('.', ',')), measure='error')",
        {
            "pd.read_csv(path, sep=';', decimal=',')": "path = io.StringIO('dataset;u;v' + chr(10) + 'x;0,1;0,2' + chr(10) + 'y;0,3;0,1'); compare({}, measure='error')"
        },
    ),
    (
        "compare(wide.map(lambda v: '1,050'), measure='cost', better='lower')",
        {
            "pd.read_csv(path, thousands=',')": "path = io.StringIO('dataset,u,v' + chr(10) + 'x,\"1,050\",987' + chr(10) + 'y,\"1,001\",999'); compare({}, measure='cost', better='lower')",
            "pd.read_csv(path, sep=';', decimal=',')": "path = io.StringIO('dataset;u;v' + chr(10) + 'x;0,1;0,2' + chr(10) + 'y;0,3;0,1'); compare({}, measure='error')",
        },
    ),
    (
        "compare(wide.map('{:.1%}'.format), measure='error')",
        {
            "column.str.rstrip('% ').astype(float)": "compare(wide.map('{:.1%}'.format).apply(lambda column: {}), measure='error')".replace(
                "{:.1%}", "%s %%"
            )
            if False
            else "column = pd.Series(['12.5 %', '3%']); assert list({}) == [12.5, 3]"
        },
    ),
    (
        "compare(wide.map(lambda v: f'{v:.2f} (0.01)'), measure='error')",
        {
            "column.str.extract(r'([-+]?[0-9.]+)')[0].astype(float)": "column = pd.Series(['0.12 (0.01)', '0.30 (0.02)']); assert list({}) == [0.12, 0.3]"
        },
    ),
    (
        "compare(wide.map(lambda v: f'**{v:.2f}**'), measure='error')",
        {
            "column.str.extract(r'([-+]?[0-9.]+)')[0].astype(float)": "column = pd.Series(['**0.12**', '0.30']); assert list({}) == [0.12, 0.3]"
        },
    ),
    (
        "compare(right.map({0: 'no', 1: 'yes'}.get).rename_axis('case'), measure='accuracy')",
        {
            "column.map({'yes': 1, 'no': 0})": "compare(right.map({0: 'no', 1: 'yes'}.get).apply(lambda column: {}).rename_axis('case'), measure='accuracy')"
        },
    ),
    (
        "compare(run(design=cc.k_fold(4), algorithms=learners), cluster=np.arange(40) // 7 * 3 % 8)",
        {
            "datasets={'mine': (X, y, groups)}": "groups = np.arange(40) // 4; compare(run(design=cc.k_fold(4), algorithms=learners, {}))"
        },
    ),
    (
        "compare(right, measure='accuracy', cluster=[object] * 40)",
        {
            "str(label)": "compare(right, measure='accuracy', cluster=[{} for label in [[1], [2]] * 20])"
        },
    ),
    ("compare(wide, measure='error').error_intervals()", {"evidence()": ""}),
    ("compare(wide, measure='error', test='corrected_hotelling')", {}),
    # figures
    (
        "plot_pairs(nemenyi(np.tile(np.arange(70.0), (6, 1)), better='lower'))",
        {"against='A1'": WORDS, "plot_pair_matrix(pairs)": ""},
    ),
    (
        "plot_pair_graph(wide) if hasattr(cc, 'plot_pair_graph') else plot_pvalues(wide)",
        {"matrix()": "plot_pvalues(pairs.{})"},
    ),
    ("plot_rank_intervals(3)", {"rank_intervals(pairs, alpha=0.05)": "plot_rank_intervals({})"}),
    (
        "plot_rank_intervals(rank_intervals(pairs, alpha=0.05).assign(low=99))",
        {"rank_intervals(pairs, alpha=0.05)": "plot_rank_intervals({})"},
    ),
    (
        "plot_rank_intervals(rank_intervals(pairs, alpha=0.05), best=3)",
        {"best=best_set(table, better='lower', alpha=0.05, rng=1)": WORDS},
    ),
    (
        "plot_critical_difference(average_ranks(table, better='lower'), groups=[('x', 'y')])",
        {"groups=nemenyi(table, better='lower').cliques(0.05)": WORDS},
    ),
    (
        "plot_critical_difference(3)",
        {"average_ranks(table, better='lower')": "plot_critical_difference({})"},
    ),
    (
        "plot_critical_difference({'svm': 0.1, 'knn': 0.2})",
        {"average_ranks(table, better='lower')": "plot_critical_difference({})"},
    ),
    (
        "plot_differences(table, better='lower', measure='error')",
        {
            "table[['svm', 'knn']]": "table = wide; plot_differences({}, better='lower', measure='error')"
        },
    ),
    ("plot_curves(3)", {"{'svm': [roc_curve(y, s)]}": "plot_curves({})"}),
    ("plot_curves({'svm': [roc_curve(y, s)]}, mark={'svm': 3})", {"mark=0.5": WORDS}),
    (
        "testing.check_procedure(max)",
        {
            "@cc.procedure(asks='two', data=cc.DataSets)": 'exec("""{}""" + chr(10) + \'def my_own_test(a, b): return cc.wilcoxon(a, b)\')'
        },
    ),
    # what the first lines above do not reach
    (
        "bayes_heldout_ttest(wide, wide[['knn', 'svm']], better='lower') if False else cc.core.arrays.paired(wide, wide[['knn', 'svm']], ndim=2)",
        {
            "b = b[a.columns]": "a, b = wide, wide[['knn', 'svm']]; {}; cc.core.arrays.paired(a, b, ndim=2)"
        },
    ),
    (
        "win_tie_loss(cube[..., 0], cube[..., 1], better='lower', test='ftest_5x2cv')",
        {
            "test=ftest_5x2cv": "win_tie_loss(cube[None] * np.ones((4, 1, 1, 1)) if False else rng.random((4, 5, 2)), rng.random((4, 5, 2)), better='lower', {})"
        },
    ),
    ("possible_test_sizes([13.8], decimals=1, between=3)", {"between=(20, 300)": WORDS}),
    ("possible_test_sizes([13.8], decimals=1, between=(300, 20))", {"between=(20, 300)": WORDS}),
    (
        "possible_test_sizes([13.855], decimals=1)",
        {"decimals=2": "possible_test_sizes([13.85], {})"},
    ),
    (
        "average_curves([cost_curve(y_true, score)] * 2, how='threshold')",
        {"how='vertical'": "average_curves(two_curves, {})"},
    ),
    ("cc.measure(better='higher')(len)", {"def my_measure(y_true, y_pred): ...": ""}),
    ("compare(scores.assign(value=scores['value'] - 50))", {}),
    ("compare(scores.assign(value=scores['value'].where(scores['algorithm'] != 'Svm', 0.01)))", {}),
    (
        "cc.measures.registry.check_direction(scores.assign(better='higher'))",
        {"better='lower'": "cc.measures.registry.check_direction(scores.assign({}))"},
    ),
    ("plot_scores(wide, measure=3)", {"measure='error'": WORDS}),
    ("plot_pair_matrix(wide.iloc[:2])", {}),
    ("plot_folds(wide, measure=3)", {"measure='error'": WORDS}),
    (
        "plot_power({'wilcoxon': 3})",
        {
            "{'wilcoxon': power_curve('wilcoxon', model, sizes=[10, 20, 40], rng=1)}": "model = PairedDatasets(datasets=20, difference=0.5); plot_power({})"
        },
    ),
    ("plot_scatter(a, b, better='lower', names=3)", {"names=('svm', 'knn')": WORDS}),
    ("plot_performance_profile(table - 50, better='lower')", {"how='difference'": WORDS}),
    (
        "plot_performance_profile(wide.assign(svm=1e-12), better='lower')",
        {"how='difference'": WORDS},
    ),
    ("explore_critical_differences(table, better='lower', measure=3)", {'measure="error"': WORDS}),
    ("explore_rope(a, b, rope=0.1, test_share=0.1, names=3)", {'names=("svm", "knn")': WORDS}),
    ("explore_threshold(y, score, names=3)", {'names=("sites", "decoys")': WORDS}),
    (
        "compare(results)",
        {
            "compare(data, cv=cc.k_fold(5))": "data = results; compare(data, cv=cc.k_fold(5), measure='accuracy')"
        },
    ),
    (
        "compare(right.set_axis([f'q{k}' for k in range(40)]), measure='accuracy')",
        {
            "compare(data, measure='accuracy', rows='cases')": "data = right.set_axis([f'q{k}' for k in range(40)]); compare(data, measure='accuracy', rows='cases')"
        },
    ),
    (
        "compare(right.assign(fold=range(40)), measure='accuracy')",
        {
            "compare(data.reset_index(drop=True).drop(columns=['fold'], errors='ignore'), measure='accuracy', rows='cases')": "data = right.assign(fold=range(40)); {}",
            "compare(data.assign(design='leave_one_out()'), measure='accuracy')": "data = right.assign(fold=range(40)); {}",
        },
    ),
    (
        "compare(wide.assign(epoch=range(9)), measure='log_loss')",
        {
            "compare(data.drop(columns=['epoch']), measure='log_loss')": "data = wide.assign(epoch=range(9)); {}"
        },
    ),
    (
        "compare(right.assign(task=[f't{k}' for k in range(40)], repo=['u', 'v'] * 20), measure='accuracy')",
        {
            "compare(data.set_index('task'), measure='accuracy', rows='cases', cluster='repo')": "data = right.assign(task=[f't{k}' for k in range(40)], repo=['u', 'v'] * 20); {}",
            "compare(data.set_index('task').drop(columns=['repo']), measure='accuracy', rows='cases')": "data = right.assign(task=[f't{k}' for k in range(40)], repo=['u', 'v'] * 20); {}",
            "compare(data.set_index('task').drop(columns=['repo']), measure='accuracy', rows='datasets')": "data = right.assign(task=[f't{k}' for k in range(40)], repo=['u', 'v'] * 20); {}",
        },
    ),
    (
        "compare(scores_from_wide(right.astype(float).set_axis([f'q{k}' for k in range(40)]), measure='accuracy', better='higher'))",
        {
            "compare(data.drop(columns=['repeat', 'fold']).rename(columns={'dataset': 'row'}))": "data = scores_from_wide(right.astype(float).set_axis([f'q{k}' for k in range(40)]), measure='accuracy', better='higher'); compare(data.drop(columns=['repeat', 'fold']).rename(columns={'dataset': 'row'}))"
        },
    ),
    (
        "compare(right, measure='accuracy', rows='cases', weights='size')",
        {
            "task='task'": "compare(right.assign(task=['u', 'v'] * 20), measure='accuracy', rows='cases', weights='size', {})"
        },
    ),
    (
        "compare(right.assign(task=['u', 'v'] * 20), measure='accuracy')",
        {
            "compare(data, measure='accuracy', task='task')": "data = right.assign(task=['u', 'v'] * 20); {}",
            "compare(data.groupby('task').mean(numeric_only=True).rename_axis('dataset'), measure='accuracy')": "data = right.assign(task=['u', 'v'] * 20); {}",
            "compare(data, measure='accuracy', rows='cases', cluster='task')": "data = right.assign(task=['u', 'v'] * 20); {}",
        },
    ),
    (
        "compare(wide.set_axis([f'seed {k}' for k in range(9)]), measure='error')",
        {
            "rows='runs'": "compare(wide.set_axis([f'seed {k}' for k in range(9)]), measure='error', {})"
        },
    ),
    # experiments
    ("repeated_k_fold(5, 2, 3)", {"repeated_k_fold(repeats=5, folds=2)": ""}),
    ("run(design=3)", {"design=five_by_two()": WORDS, "k_fold(10)": "run(design={})"}),
    (
        "run(design=KFold(4), datasets={'mine': (X, y, np.arange(40) // 7)})",
        {"k_fold(10)": "run(design=k_fold(4), datasets={'mine': (X, y, np.arange(40) // 7)})"},
    ),
    ("run(measures=3)", {"measures=['error', 'auc_roc']": WORDS}),
    (
        "run(datasets={})",
        {
            "datasets={'mine': (X, y)}": WORDS,
            "datasets=['donors', 'wine']": "run(datasets=['wine'])",
        },
    ),
    ("run(algorithms={})", {"algorithms={'svm': SVC(), 'knn': KNeighborsClassifier()}": WORDS}),
    (
        "run(datasets={3: (X, y)})",
        {
            "datasets={'mine': (X, y)}": WORDS,
            "datasets=['donors', 'wine']": "run(datasets=['wine'])",
        },
    ),
    (
        "run(datasets=[3])",
        {
            "datasets={'mine': (X, y)}": WORDS,
            "datasets=['donors', 'wine']": "run(datasets=['wine'])",
        },
    ),
    (
        "run(datasets={'mine': 3})",
        {
            "datasets={'mine': (X, y)}": WORDS,
            "datasets=['donors', 'wine']": "run(datasets=['wine'])",
        },
    ),
    ("run(datasets={'mine': (X, labels)}, measures=['tpr'])", {"positive='well'": WORDS}),
    (
        "run(datasets={'mine': (X, score)})",
        {
            "y.astype(str)": "run(datasets={'mine': (X, {})})",
            "y.astype(int)": "run(datasets={'mine': (X, {})})",
        },
    ),
    (
        "run(datasets={'mine': (pd.DataFrame(X, columns=['u', 1, 2]), y)})",
        {
            "X.columns = X.columns.astype(str)": "X = pd.DataFrame(X, columns=['u', 1, 2]); {}; run(datasets={'mine': (X, y)})"
        },
    ),
    (
        "cc.Experiment(datasets={'mine': (X, y)}, algorithms=learners, design=cc.k_fold(4), measures=['error'], rng=1).run(progress=False, time_limit=0)",
        {"time_limit=600": ""},
    ),
    (
        "cc.Experiment(datasets={'mine': (X, y)}, algorithms=learners, design=cc.k_fold(4), measures=['error'], rng=1).run(progress=False, store=3)",
        {
            "store='results.sqlite'": "import os, tempfile; os.chdir(tempfile.mkdtemp()); cc.Experiment(datasets={'mine': (X, y)}, algorithms=learners, design=cc.k_fold(4), measures=['error'], rng=1).run(progress=False, store='results.sqlite')"
        },
    ),
    (
        "estimate_error(GaussianNB(), X, y, method='cv', rng=1, design=3)",
        {"design=k_fold(5)": WORDS},
    ),
    (
        "estimate_error(GaussianNB(), X, y, method='bootstrap_cv', rng=1, design=3)",
        {"design=(bootstrap(50), k_fold(5))": WORDS},
    ),
    (
        "estimate_error(GaussianNB(), X, y, method='oob', rng=1, design=cc.bootstrap(2))",
        {"design=bootstrap(100)": WORDS},
    ),
    (
        "nested_cv_interval(SVC(), X, y, loss='brier_score', folds=3, repeats=2, rng=1)",
        {"loss='error'": WORDS},
    ),
    ("load_survey('I')", {"load_survey('IV')": ""}),
    (
        "save_outcome('x', {}, '/', about=3)",
        {
            "about={'seed': 1}": "import tempfile; save_outcome('x', dict(), tempfile.mkdtemp(), about={'seed': 1})"
        },
    ),
    (
        "save_outcome('x', {}, 3)",
        {
            "folder='results'": "import os, tempfile; os.chdir(tempfile.mkdtemp()); save_outcome('x', dict(), folder='results')"
        },
    ),
    ("tuned(SVC, {'C': [1]})", {"SVC()": "tuned({}, {'C': [1]})"}),
    ("tuned(SVC(), {'B': [1]})", {"estimator.get_params()": "estimator = SVC(); {}"}),
    (
        "load_dataset('wine').take(np.ones((2, 2)))",
        {"data.take(mask)": "data = load_dataset('wine'); mask = data.y == 1; {}"},
    ),
    (
        "scores_from_cross_validate(results, dataset='d', design=3, measure='score')",
        {"design=k_fold(10)": "", "repeated_k_fold(repeats=5, folds=2)": ""},
    ),
    (
        "scores_from_cross_validate(results, dataset='d', design=cc.k_fold(5))",
        {"measure='accuracy'": WORDS},
    ),
    (
        "scores_from_cross_validate(3, dataset='d', design=cc.k_fold(5), measure='accuracy')",
        {
            "{'svm': cross_validate(SVC(), X, y)}": "scores_from_cross_validate({}, dataset='d', design=cc.k_fold(5), measure='accuracy')",
            "{'svm': {'test_score': values}}": "values = cross_val_score(SVC(), X, y); scores_from_cross_validate({}, dataset='d', design=cc.k_fold(5), measure='accuracy')",
        },
    ),
    (
        "scores_from_weka(pd.DataFrame({'Key_Dataset': ['u'], 'Key_Run': [1], 'Key_Scheme': ['v'], 'mine': [1.0]}), measure='mine')",
        {"better='higher'": WORDS, "better='lower'": WORDS},
    ),
    (
        "ShrunkenCentroidClassifier(0.1, offset='none').fit(np.c_[y, X], y)",
        {'offset="median"': "ShrunkenCentroidClassifier(0.1, offset='median').fit(np.c_[y, X], y)"},
    ),
    (
        "RipperClassifier(categorical_features=[9]).fit(X, y)",
        {"categorical_features=[0, 2]": "RipperClassifier({}).fit(np.round(X), y)"},
    ),
    (
        "scores_by_fold(X, mixed, np.ones((2, 40), bool))",
        {"y.astype(str)": "y = mixed; scores_by_fold(X, {}, np.ones((2, 40), bool))"},
    ),
    (
        "ReliefSelector(max_pvalue=0.05).fit(X, y) if hasattr(cc, 'ReliefSelector') else SignalToNoiseSelector(max_pvalue=0.05).fit(X, y)",
        {"permutations=1000": "SignalToNoiseSelector(k=2, max_pvalue=0.9, {}).fit(X, y)"},
    ),
    (
        "selection_stability(np.ones((3, 4)))",
        {
            "get_support()": "selection_stability(np.array([SignalToNoiseSelector(k=2).fit(X[k:], y[k:]).get_support() for k in range(3)]))"
        },
    ),
    (
        "cc.experiment.splitters.as_design(KFold(4)).split(y, groups=np.arange(40) // 7, rng=1)",
        {"k_fold(10)": "k_fold(4).split(y, groups=np.arange(40) // 7, rng=1)"},
    ),
    (
        "cc.core.resampling.splits_of(GroupKFold(3), y)",
        {
            "(X, y, groups)": "groups = np.arange(40) // 4; run(design=GroupKFold(3), datasets={'mine': {}})"
        },
    ),
    (
        "scores_from_cross_validate(results, dataset='d', design=cc.k_fold(5), measure='score', sizes=3)",
        {"sizes=(90, 10)": ""},
    ),
    (
        "scores_from_cross_validate(results, dataset='d', design=cc.k_fold(5), measure='neg_accuracy')",
        {"measure='accuracy'": WORDS, "measure='neg_error'": WORDS},
    ),
    (
        "scores_from_cross_validate({'svm': {'test_score': [0.1, np.nan]}}, dataset='d', design=cc.k_fold(2), measure='accuracy')",
        {"error_score='raise'": "cross_validate(SVC(), X, y, {})"},
    ),
    (
        "scores_from_openml(3)",
        {
            "scores_from_openml([run])": "run = {'flow_name': 'svm', 'data_name': 'd', 'fold_evaluations': {'predictive_accuracy': {0: {0: 0.9, 1: 0.8}}}}; {}"
        },
    ),
    (
        "scores_from_openml(pd.DataFrame({'data_name': ['d'], 'flow_name': ['svm'], 'function': ['predictive_accuracy'], 'values': [[0.5] * 10]}))",
        {"design=k_fold(10)": WORDS},
    ),
    (
        "run(datasets={'mine': (np.ma.masked_greater(X, 1), y)})",
        {
            "X.filled(np.nan)": "X = np.ma.masked_greater(X, 1); run(datasets={'mine': ({}, y)}, algorithms={'tree': DecisionTreeClassifier()})"
        },
    ),
    (
        "cc.experiment.inputs.with_cells(None, design=3, rng=1)",
        {"design=five_by_two()": "run({})", "k_fold(10)": "run(design={})"},
    ),
    (
        "run(datasets={'mine': (X[:, 0], y)})",
        {"X.reshape(-1, 1)": "X = X[:, 0]; run(datasets={'mine': ({}, y)})"},
    ),
    (
        "nested_cv_interval(GaussianNB(), X, mixed, folds=3, repeats=2, rng=1)",
        {
            "y.astype(str)": "y = mixed; nested_cv_interval(GaussianNB(), X, {}, folds=3, repeats=2, rng=1)"
        },
    ),
    (
        "save_outcome('x', dated, '/')",
        {
            "keep='counts'": "import tempfile; save_outcome('x', dated, tempfile.mkdtemp(), keep='counts')"
        },
    ),
    (
        "asked.measure('auc_roc')",
        {
            "measures=['auc_roc']": "run(measures=['auc_roc'])",
            "class_scores='always'": "run(class_scores='always').measure('auc_roc')",
        },
    ),
    (
        "missing_bounds(holes, test='wilcoxon', better='lower')",
        {"test='sign_test'": WORDS, "test='mean_rank_ztest'": WORDS},
    ),
    (
        "compare(wide.reset_index(drop=True), measure='error', rows='folds', cv=TimeSeriesSplit(9))",
        {"test='corrected_ttest'": ""},
    ),
    (
        "scores_from_cross_validate(results, dataset='d', design=cc.k_fold(5), measure='score', sizes=(10, 30))",
        {"monte_carlo(30, test_size=0.1)": ""},
    ),
    (
        "scores_from_cross_validate({'svm': cross_validate(SVC(), X, y, cv=ShuffleSplit(5, random_state=1), return_indices=True)}, dataset='d', design=cc.k_fold(5), measure='score')",
        {"monte_carlo(30, test_size=0.1)": ""},
    ),
    (
        "cc.experiment.tuning.class_scores(SVC(decision_function_shape='ovo').fit(X, np.arange(40) % 4), X, [0, 1, 2, 3])",
        {
            "decision_function_shape='ovr'": "cc.experiment.tuning.class_scores(SVC({}).fit(X, np.arange(40) % 4), X, [0, 1, 2, 3])"
        },
    ),
    ("adjust(scattered, method='bergmann_hommel')", {"method='shaffer'": WORDS}),
    ("cc.inference.margins.check_margin(0)", {"margin=0.01": ""}),
    ("measure_interval(labels, labels, measure='tpr')", {"positive='well'": WORDS}),
    (
        "audit(3, measure='error', better='lower')",
        {
            "pd.DataFrame(values, index=names)": "values, names = {'svm': [0.1, 0.2], 'knn': [0.2, 0.3]}, ['u', 'v']; audit({}, measure='error', better='lower')"
        },
    ),
    ("audit(table, measure=3, better='lower')", {"measure='error'": WORDS}),
    (
        "audit(table, measure='error', better='lower', claims=3)",
        {
            "GroupClaim(['Svm', 'Mlp'], test='nemenyi')": "audit(table, measure='error', better='lower', claims={})"
        },
    ),
    (
        "audit(table, measure='error', better='lower').plot()",
        {"n_cases=83": "audit(table, measure='error', better='lower', {})"},
    ),
]


@cache
def world():
    names = {}
    exec(
        "import matplotlib\nmatplotlib.use('agg')\nfrom matplotlib import pyplot as plt\n" + WORLD,
        names,
    )
    return names


@cache
def printing():
    "Where the package refuses and prints a line, or what another function gives: (file, line) -> text."
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in (
                "refuse",
                "Ask",
            ):
                continue
            for word in node.keywords:
                if word.arg in ("do", "ways") and CODE.search(text := said(word.value)):
                    where = path.relative_to(PACKAGE).as_posix()
                    found[where, node.lineno, node.end_lineno] = text
    return found


def said(node):
    "The text of an expression, with {} for what is filled in; what is no text is code."
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
        )
    if isinstance(node, ast.BinOp):
        return said(node.left) + said(node.right)
    if isinstance(node, ast.IfExp):
        return f"{said(node.body)} | {said(node.orelse)}"
    return f"run({ast.unparse(node)})"


@cache
def refusal(call):
    "The error of a call, and the place in the package that raised it."
    try:
        exec(call, dict(world()))
    except cc.ClfCompareError as error:
        frames = [
            f
            for f in traceback.extract_tb(error.__traceback__)
            if PACKAGE in Path(f.filename).parents
        ]
        at = [
            (Path(f.filename).relative_to(PACKAGE).as_posix(), f.lineno)
            for f in frames
            if f.name != "refuse"
        ]
        return error, at[-1]
    raise AssertionError(f"nothing is refused: {call}")


def with_word(call, line):
    "The call with one word more, or another value of it."
    tree = ast.parse(call)
    outer, [new] = tree.body[-1].value, ast.parse(f"f({line})").body[0].value.keywords
    outer.keywords = [*[old for old in outer.keywords if old.arg != new.arg], new]
    return ast.unparse(tree)


@pytest.mark.parametrize("call", [call for call, _ in SAID])
def test_each_line_works(call):
    lines, (error, _) = dict(SAID)[call], refusal(call)
    rest = str(error)
    for line, then in lines.items():
        assert line in rest, (line, rest)
        rest = rest.replace(line, "", 1)
        exec(
            with_word(call, line) if then is WORDS else (then or "{}").replace("{}", line),
            dict(world()),
        )
    told = re.split(r"; got .*?\. (?=[A-Z])", rest, maxsplit=1)[-1]
    assert CODE.search(told) is None, told


ELSEWHERE = {  # what no test on one machine can provoke, or what is typed elsewhere
    "core/arrays.py": ["pip install"],
    "core/files.py": ["pip install", "In R,"],
    "inference/cliques.py": ["plot_pair_matrix(pairs)"],
    "report/cli.py": ["--"],
    "report/read_file.py": ["mlflow."],  # typed where the runs are made
    "report/testing.py": ["_DO[name]"],
    "experiment/datasets.py": ["run(other)"],
    "experiment/designs.py": ["{}.astype(str)"],
    "experiment/fitting.py": [""],
    "experiment/workers.py": [""],
    "experiment/downloads.py": [""],
}


def test_no_line_is_left_out():
    at = [refusal(call)[1] for call, _ in SAID]
    left = {
        f"{file}:{first} {text}"
        for (file, first, last), text in printing().items()
        if not any(file == seen and first <= line <= last for seen, line in at)
        and not any(word in text for word in ELSEWHERE.get(file, []))
    }
    assert not left, "\n".join(sorted(left))
