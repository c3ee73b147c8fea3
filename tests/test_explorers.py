"""The explorers: their numbers are Python's, and each moves on the site and in JupyterLab."""
import re
import subprocess

import clfcompare as cc
import numpy as np
import pytest
from clfcompare.explore.frame import FOLDER, NAMES, module_text, script_text
from explorer_numbers import NODE, computed, needs_node
from scipy import special, stats

CLOSE = dict(rtol=1e-12, atol=1e-12)
COUNTS = ('tp', 'fn', 'fp', 'tn')


# The text that a browser gets

@pytest.mark.parametrize('name', NAMES)
@needs_node
def test_one_text_that_a_browser_takes(name, tmp_path):
    for ending, text in (('.mjs', module_text(name)), ('.js', script_text(name))):
        (tmp_path / f'x{ending}').write_text(text)
        done = subprocess.run([NODE, '--check', tmp_path / f'x{ending}'], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert not re.search(r'https?://(?!www\.w3\.org)|\bfetch\(|\beval\(|\bimport\b(?! *\w+ from)', re.sub(r'//.*', '', text)), name
    assert len(module_text(name)) < 60_000


def test_classes_have_our_prefix():
    for name in (*NAMES, 'frame'):
        text = (FOLDER / f'{name}.js').read_text(encoding='utf-8')
        used = ' '.join(re.findall(r"class: '([^']*)'", text)).split()
        assert all(each.startswith('clfx') for each in used), name


@pytest.mark.parametrize('name', NAMES)
def test_every_explorer_has_a_function_that_says_what_it_shows(name):
    made = getattr(cc, f'explore_{name}')()
    shown = made._repr_mimebundle_()
    assert set(shown) == {'text/plain', 'text/html'} and made.summary.endswith('.') and len(made.summary) > 60
    assert made.summary in shown['text/plain'] and f'data-explorer="{name}"' in shown['text/html'] and len(shown['text/html']) < 40_000
    assert getattr(cc, f'explore_{name}')()._repr_html_() == shown['text/html'], 'differs from run to run'
    assert not re.search(r'\b(src|href)=', re.sub(r'(?s)<script.*?</script>', '', made.page()))


# Numbers

GRID = [0.0, 1e-4, 0.003, 0.2, 0.7, 1.0, 1.9, 3.3, 6.0, 11.0, 30.0]


@needs_node
def test_distributions(tmp_path):
    both = [*GRID, *(-x for x in GRID[1:])]
    cases = [(['normalTail', z], stats.norm.sf(z)) for z in both] + [(['normalTwo', z], 2 * stats.norm.sf(abs(z))) for z in both]
    cases += [(['logGamma', x], special.gammaln(x)) for x in (0.1, 0.5, 1, 2, 2.5, 17, 140.5)]
    for df in (1, 2, 5, 9.5, 29, 99, 1000):
        cases += [(['tTwo', t, df], 2 * stats.t.sf(abs(t), df)) for t in both] + [(['tBelow', t, df], stats.t.cdf(t, df)) for t in both]
        cases += [(['chi2Tail', x, df], stats.chi2.sf(x, df)) for x in GRID]
        cases += [(['fTail', x, df, other], stats.f.sf(x, df, other)) for x in GRID for other in (1, 4, 40.5)]
        cases += [(['tQuantile', p, df], stats.t.ppf(p, df)) for p in (0.5, 0.9, 0.975, 0.9995, 0.01)]
    cases += [(['betaInc', x, a, b], special.betainc(a, b, x)) for x in (0, 0.001, 0.3, 0.8, 1) for a in (0.5, 3, 60) for b in (0.5, 2, 45)]
    cases += [(['normalQuantile', p], stats.norm.ppf(p)) for p in (0.5, 0.6, 0.975, 0.9999, 0.02)]
    got = computed(tmp_path, 'numbers', *(call for call, _ in cases))
    for (call, wanted), value in zip(cases, got): np.testing.assert_allclose(value, wanted, rtol=1e-11, atol=1e-13, err_msg=str(call))


@needs_node
def test_studentized_range(tmp_path):
    cases = [(['rangeTail', q, k], stats.studentized_range.sf(q, k, np.inf)) for k in (2, 3, 5, 10) for q in (0, 0.4, 2.0, 3.3, 5.5)]
    cases += [(['rangeTail', q, 2], 2 * stats.norm.sf(q / np.sqrt(2))) for q in (0.3, 1.7, 4.4)]
    got = computed(tmp_path, 'numbers', *(call for call, _ in cases))
    for (call, wanted), value in zip(cases, got): np.testing.assert_allclose(value, wanted, rtol=1e-9, atol=1e-11, err_msg=str(call))
    [q] = computed(tmp_path, 'numbers', ['rangeQuantile', 0.95, 4])
    np.testing.assert_allclose(q / np.sqrt(2) * np.sqrt(4 * 5 / (6 * 14)), cc.critical_difference(4, 14, alpha=0.05), rtol=1e-9)


def mulberry(seed, count):
    "The generator of the explorers, in Python."
    state, made, mask = seed, [], 2**32 - 1
    for _ in range(count):
        state = (state + 0x6d2b79f5) & mask
        t = (state ^ state >> 15) * (state | 1) & mask
        t ^= (t + ((t ^ t >> 7) * (t | 61) & mask)) & mask
        made.append(((t ^ t >> 14) & mask) / 2**32)
    return made


@needs_node
def test_samples(tmp_path):
    values, p = [3.0, 1.5, 3.0, 0.2, 9.1, 1.5, 1.5], [0.03, 0.2, 0.011, 0.5, 0.9, 0.011]
    d = [0.02, -0.01, 0.05, 0.03, 0.0, 0.01]
    ranks, holm, variance, naive, corrected, nothing = computed(
        tmp_path, 'numbers', ['midRanks', values], ['holm', p], ['variance', values], ['meanTest', d, 1 / 6],
        ['meanTest', d, 1 / 6 + 0.25], ['meanTest', [0, 0], 1])
    np.testing.assert_allclose(ranks, stats.rankdata(values))
    np.testing.assert_allclose(holm, cc.adjust(p, method='holm'), **CLOSE)
    np.testing.assert_allclose(variance, np.var(values, ddof=1), **CLOSE)
    zero = np.zeros(6)
    for got, test in ((naive, cc.paired_ttest(d, zero)), (corrected, cc.corrected_ttest(d, zero, n_train=40, n_test=10))):
        np.testing.assert_allclose([got['statistic'], got['pvalue'], got['mean']], [test.statistic, test.pvalue, test.estimate], **CLOSE)
    assert nothing['pvalue'] == 1


DRAWS = '''import { random, normal, shuffled } from './numbers.js';
const many = (seed, n, one) => { const uniform = random(seed); return Array.from({ length: n }, () => one(uniform)); };
export const draws = (seed, n) => many(seed, n, uniform => uniform());
export const normals = (seed, n) => many(seed, n, normal);
export const order = (seed, n) => shuffled(n, random(seed));
'''


@needs_node
def test_random_numbers_are_those_of_the_seed(tmp_path):
    draws, normals, order = computed(tmp_path, 'draws', ['draws', 17, 2000], ['normals', 3, 4000], ['order', 5, 50], more=DRAWS)
    np.testing.assert_array_equal(draws, mulberry(17, 2000))
    assert stats.kstest(draws, 'uniform').pvalue > 0.01 and stats.kstest(normals, 'norm').pvalue > 0.01
    assert sorted(order) == list(range(50)) != order


def threshold_case(n, ties, seed):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.r_[1, 0, rng.integers(0, 2, n - 2)])
    s = rng.normal(size=n) + y
    return y, np.round(s * 2) / 2 if ties else s


@needs_node
@pytest.mark.parametrize(('n', 'ties'), [(10, False), (41, True), (120, False), (7, True)])
def test_threshold(n, ties, tmp_path):
    y, score = threshold_case(n, ties, 7)
    data, own = cc.explore_threshold(y, score).data, float(y.mean())
    cuts = [float(score.min()) - 1, *map(float, np.quantile(score, [.1, .35, .5, .8], method='inverted_cdf')), float(score.max()) + 1]
    calls = [['rocPoints', data], ['prPoints', data, own], ['aucRoc', data], ['averagePrecision', data, own], ['dataPrevalence', data]]
    calls += [['countsAt', data, cut, own] for cut in cuts]
    roc, pr, auc, average, prevalence, *counts = computed(tmp_path, 'threshold', *calls)
    curves = cc.roc_curve(y, score), cc.pr_curve(y, score)
    for got, curve, first in zip((roc, pr), curves, (0, 1)):  # clfcompare starts the second curve at recall 0, precision 1
        np.testing.assert_allclose([p['x'] for p in got], curve.x[first:], **CLOSE)
        np.testing.assert_allclose([p['y'] for p in got], curve.y[first:], **CLOSE)
    wanted = [cc.auc_roc(y, score), cc.auc_pr(y, score, method='average_precision'), own]
    np.testing.assert_allclose([auc, average, prevalence], wanted, **CLOSE)
    tables = [cc.confusion(y, (score >= cut).astype(int), positive=1) for cut in cuts]
    whole = computed(tmp_path, 'threshold', *(['measures', {key: getattr(c, key) for key in COUNTS}] for c in tables))
    for c, got, measured in zip(tables, counts, whole):
        np.testing.assert_allclose([got[key] for key in COUNTS], [c.tp, c.fn, c.fp, c.tn], **CLOSE)
        wanted = cc.binary_measures(tp=c.tp, fn=c.fn, fp=c.fp, tn=c.tn)
        names = dict(accuracy='accuracy', recall='tpr', fpr='fpr', precision='ppv', f1='f1')
        np.testing.assert_allclose([measured[key] for key in names], [wanted[key] for key in names.values()], **CLOSE)


@needs_node
def test_threshold_at_another_prevalence(tmp_path):
    "As if each negative stood seven times in the data."
    y, score = threshold_case(60, True, 3)
    times = np.where(y == 1, 1, 7)
    many, many_score = np.repeat(y, times), np.repeat(score, times)
    data, share, cut = cc.explore_threshold(y, score).data, float(many.mean()), 0.5
    pr, average, counts, rates, bars = computed(
        tmp_path, 'threshold', ['prPoints', data, share], ['averagePrecision', data, share], ['countsAt', data, cut, share],
        ['ratesAt', data, cut], ['bars', data, 9])
    np.testing.assert_allclose([p['y'] for p in pr], cc.pr_curve(many, many_score).y[1:], **CLOSE)
    np.testing.assert_allclose(average, cc.auc_pr(many, many_score, method='average_precision'), **CLOSE)
    c = cc.confusion(many, (many_score >= cut).astype(int), positive=1)
    got = np.array([counts[key] for key in COUNTS]) * len(many) / len(y)
    np.testing.assert_allclose(got, [c.tp, c.fn, c.fp, c.tn], **CLOSE)
    ppv = cc.ppv_at_prevalence(rates['tpr'], 1 - rates['fpr'], prevalence=share)
    np.testing.assert_allclose(counts['tp'] / (counts['tp'] + counts['fp']), ppv, **CLOSE)
    np.testing.assert_allclose([sum(b['positive'] for b in bars), sum(b['negative'] for b in bars)], [1, 1], **CLOSE)
