// Power: what a test sees, how often it rejects, and how many data sets or cases that takes.
import { change, choice, drag, explorer, fixed, h, path, percent, plot, s, slider } from './frame.js';
import { logGamma, normalDensity, normalQuantile, tQuantile } from './numbers.js';

// data: {}
// values: { test, alpha; effect, datasets: for tests on data sets; difference, disagreement, cases: for McNemar's test }
// Differences on data sets are normal with standard deviation 1 and mean `effect`. Of the test cases a share `disagreement` is called
// right by exactly one of the two classifiers; `difference` is that of the error rates.

// --- Small and quick: a curve takes ten thousands of these ---

export function below(z) { // the normal distribution: Taylor's series in the middle, a continued fraction outside
  const x = Math.abs(z);
  let tail;
  if (x < 3.5) {
    let term = x, all = x;
    for (let k = 3; term > 1e-17 * all; k += 2) all += term *= x * x / k;
    tail = 0.5 - normalDensity(x) * all;
  } else {
    let under = x;
    for (let k = 40; k > 0; k--) under = x + k / under;
    tail = normalDensity(x) / under;
  }
  return z < 0 ? tail : 1 - tail;
}

function remembered(f, most = 200) { // f of a few numbers or words, with its last answers
  const known = new Map();
  return (...given) => {
    const name = given.join(' ');
    if (!known.has(name)) known.set(name, f(...given));
    if (known.size > most) known.delete(known.keys().next().value);
    return known.get(name);
  };
}
const tCut = remembered((n, alpha) => tQuantile(1 - alpha / 2, n - 1), 1000);

// --- The paired t test: exact, by the noncentral t distribution ---

function overSd(df, shift, inner) { // integral over the estimated sd: its logarithm x on a grid, on which the sum is exact to the last digits
  const constant = Math.log(2) + df / 2 * Math.log(df / 2) - logGamma(df / 2), step = 0.42 * Math.min(0.25, 1 / Math.sqrt(2 * df), 1 / Math.max(1, shift));
  const weight = x => constant + df * x - df / 2 * Math.exp(2 * x);
  let all = 0;
  for (let x = 0; weight(x) > -40; x += step) all += Math.exp(weight(x)) * inner(Math.exp(x));
  for (let x = -step; weight(x) > -40; x -= step) all += Math.exp(weight(x)) * inner(Math.exp(x));
  return all * step;
}

export const noncentralBelow = (t, df, shift) => overSd(df, shift, sd => below(t * sd - shift)); // P(T <= t), for shift >= 0
export const noncentralDensity = (t, df, shift) => overSd(df, shift, sd => sd * normalDensity(t * sd - shift));

export function tPower(n, effect, alpha) {
  if (effect === 0) return alpha;
  const cut = tCut(n, alpha), shift = effect * Math.sqrt(n);
  return overSd(n - 1, shift, sd => below(shift - cut * sd) + below(-cut * sd - shift));
}

// --- The sign test: exact, by the binomial distribution ---

export function binomialBelow(k, n, q) { // P(X <= k), summed from its largest term down, in the shorter tail
  if (k < 0 || k >= n) return k < 0 ? 0 : 1;
  if (k > n * q) return 1 - binomialBelow(n - k - 1, n, 1 - q);
  let term = binomialAt(k, n, q), all = term;
  for (let j = k; j > 0 && term > 1e-17 * all; j--) all += term *= j / (n - j + 1) * (1 - q) / q;
  return all;
}
export function binomialAt(k, n, q) { // P(X = k)
  if (q === 0 || q === 1) return Number(k === n * q);
  return Math.exp(logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1) + k * Math.log(q) + (n - k) * Math.log1p(-q));
}

const cuts = {};
function cutOf(name, pvalue, n, alpha) { // the largest k whose p-value is at most alpha, or -1; it never falls when n grows
  const known = cuts[`${name} ${alpha}`] ||= [-1];
  while (known.length <= n) {
    const size = known.length;
    let k = known[size - 1];
    while (2 * (k + 1) < size && pvalue(k + 1, size) <= alpha) k += 1;
    known.push(k);
  }
  return known[n];
}
export const signCut = (n, alpha) => cutOf('sign', (k, size) => 2 * binomialBelow(k, size, 0.5), n, alpha);
const bothTails = (k, n, q) => (k < 0 ? 0 : binomialBelow(k, n, q) + binomialBelow(k, n, 1 - q));
export const signPower = (n, effect, alpha) => bothTails(signCut(n, alpha), n, below(effect));

// --- Wilcoxon's test: exact for at most SMALL data sets, then a normal approximation with a term for the skewness ---

const EXACT = 50; // clfcompare.wilcoxon is exact for at most so many differences
export const SMALL = 20;
const nulls = [[1]];
export function rankNull(n) { // P(sum of the positive ranks = w) when there is no difference
  while (nulls.length <= n) {
    const m = nulls.length, old = nulls[m - 1];
    nulls.push(Array.from({ length: old.length + m }, (_, w) => ((old[w] ?? 0) + (old[w - m] ?? 0)) / 2));
  }
  return nulls[n];
}
export function rankCut(n, alpha) { // the largest sum for which the test rejects, or -1
  if (n > EXACT) return Math.floor(n * (n + 1) / 4 + Math.sqrt(n * (n + 1) * (2 * n + 1) / 24) * normalQuantile(alpha / 2));
  const at = rankNull(n);
  let under = 0, w = -1;
  while (2 * (under + at[w + 1]) <= alpha) under += at[++w];
  return w;
}

const PIECES = 4, NODES = 24; // the range of an absolute difference is cut into pieces, each with Chebyshev's places
let grid = null;
function chebyshev() { // places in [-1, 1] and the matrix that integrates, from -1, a function known there
  if (grid) return grid;
  const T = (k, v) => Math.cos(k * Math.acos(v)), half = k => (k === 0 || k === NODES ? 0.5 : 1), x = Array.from({ length: NODES + 1 }, (_, j) => -Math.cos(Math.PI * j / NODES));
  const over = (k, v) => (k === 0 ? v : k === 1 ? v * v / 2 : (T(k + 1, v) / (k + 1) - T(k - 1, v) / (k - 1)) / 2); // integral of T
  const row = v => Float64Array.from(x, (_, j) => 2 / NODES * half(j) * x.reduce((all, _, k) => all + half(k) * T(k, x[j]) * (over(k, v) - over(k, -1)), 0));
  return grid = { x, flat: Float64Array.from(x.flatMap(v => [...row(v)])) };
}

function integrate(f, length, found, at) { // of a function known at the places of all pieces, up to each place; written into found from `at` on
  const { flat } = chebyshev(), size = NODES + 1;
  for (let start = 0, done = 0; start < f.length; start += size) {
    for (let i = 0, k = 0; i < size; i++) {
      let all = 0;
      for (let j = 0; j < size; j++) all += flat[k++] * f[start + j];
      found[at + start + i] = done + length * all;
    }
    done = found[at + start + NODES];
  }
}

export const rankShares = remembered(effect => { // for each n up to SMALL: P(sum = w) when the differences are normal with this mean and sd 1
  const length = (effect + 7) / PIECES / 2, places = Array.from({ length: PIECES }, (_, k) => chebyshev().x.map(v => length * (2 * k + 1 + v))).flat(), size = places.length;
  const up = Float64Array.from(places, v => normalDensity(v - effect)), down = Float64Array.from(places, v => normalDensity(v + effect)), f = new Float64Array(size);
  let old = new Float64Array(size).fill(1), sums = 1; // all absolute differences lie under a place; one row of places for each sum of ranks
  const shares = [[1]];
  for (let n = 1; n <= SMALL; n++) { // the largest of n lies at a place and is positive (the sum grows by n) or negative
    const next = new Float64Array((sums + n) * size), share = [];
    for (let w = 0; w < sums + n; w++) {
      const lower = w < sums ? w * size : -1, upper = w >= n ? (w - n) * size : -1;
      for (let i = 0; i < size; i++) f[i] = n * ((lower < 0 ? 0 : old[lower + i] * down[i]) + (upper < 0 ? 0 : old[upper + i] * up[i]));
      integrate(f, length, next, w * size);
      share.push(next[w * size + size - 1]);
    }
    old = next;
    sums += n;
    shares.push(share);
  }
  return shares;
}, 60);

const rankParts = remembered(effect => { // what the moments of the sum are made of
  const p1 = below(effect), p2 = below(Math.SQRT2 * effect), step = 0.25, places = Array.from({ length: 65 }, (_, i) => (i - 32) * step);
  const over = places.map(u => below(u + 2 * effect)), weight = places.map(u => step * normalDensity(u)), g = over.map(p => p - p2);
  const add = term => places.reduce((all, _, i) => all + weight[i] * term(i), 0);
  // E g(U) g(V) over U + V > -2 effect: by the sum and the difference of U and V, both smooth
  let pair = 0;
  for (let v = -2 * effect / Math.SQRT2, k = 0; k <= 120; k++) {
    const a = v + k * (7 - v) / 120, factor = (k === 0 || k === 120 ? 1 : k % 2 ? 4 : 2) * (7 - v) / 360;
    let line = 0;
    for (let b = -7; b <= 7; b += 0.5) line += 0.5 * normalDensity(b) * (below((a + b) / Math.SQRT2 + 2 * effect) - p2) * (below((a - b) / Math.SQRT2 + 2 * effect) - p2);
    pair += factor * normalDensity(a) * line;
  }
  const second = add(i => g[i] ** 2);
  return { p1, p2, p3: add(i => over[i] ** 2), skewness: (add(i => g[i] ** 3) + 3 * pair) / second ** 1.5 };
});
export function rankMoments(n, effect) { // of the sum of the positive ranks (Lehmann 1975); its skewness to the first order (Bickel et al. 1986)
  const { p1, p2, p3, skewness } = rankParts(effect), pairs = n * (n - 1) / 2;
  const variance = n * p1 * (1 - p1) + pairs * (2 * (p1 - p2) ** 2 + 3 * p2 * (1 - p2)) + n * (n - 1) * (n - 2) * (p3 - p2 * p2);
  return { mean: n * p1 + pairs * p2, sd: Math.sqrt(variance), skewness: skewness / Math.sqrt(n) };
}
export function rankPower(n, effect, alpha) {
  const w = rankCut(n, alpha), total = n * (n + 1) / 2;
  if (w < 0) return 0;
  if (effect === 0) return n <= EXACT ? 2 * rankNull(n).slice(0, w + 1).reduce((all, p) => all + p, 0) : 2 * below((w + 0.5 - total / 2) / Math.sqrt(total * (2 * n + 1) / 12));
  if (n <= SMALL) { const at = rankShares(effect)[n]; return at.slice(0, w + 1).reduce((all, p, i) => all + p + at[total - i], 0); }
  const { mean, sd, skewness } = rankMoments(n, effect), under = z => below(z) - skewness / 6 * (z * z - 1) * normalDensity(z);
  return Math.min(1, Math.max(0, under((w + 0.5 - mean) / sd) + 1 - under((total - w - 0.5 - mean) / sd)));
}

// --- McNemar's test: exact, over the random number of disagreements ---

const midp = (k, n) => 2 * binomialBelow(k - 1, n, 0.5) + binomialAt(k, n, 0.5);
export const CASE_TESTS = { mcnemar: (n, alpha) => cutOf('midp', midp, n, alpha), mcnemar_exact: signCut };
const given = new Map(); // the power for each number of disagreements; the last few questions are remembered
function rejections(test, alpha, q) {
  const name = `${test} ${alpha} ${q}`;
  if (!given.has(name)) given.set(name, []);
  if (given.size > 8) given.delete(given.keys().next().value);
  return given.get(name);
}
export function casesPower(test, n, { difference, disagreement, alpha }) {
  const q = (1 + Math.min(1, difference / disagreement)) / 2, known = rejections(test, alpha, q);
  const rejects = count => (known[count] ??= bothTails(CASE_TESTS[test](count, alpha), count, q)), odds = disagreement / (1 - disagreement), mode = Math.floor((n + 1) * disagreement);
  const top = binomialAt(mode, n, disagreement);
  let all = top * rejects(mode);
  for (let count = mode, p = top; count < n && p > 1e-18; count++) all += (p *= (n - count) / (count + 1) * odds) * rejects(count + 1);
  for (let count = mode, p = top; count > 0 && p > 1e-18; count--) all += (p *= count / (n - count + 1) / odds) * rejects(count - 1);
  return all;
}

// --- How many are needed ---

export const MOST = { datasets: 500, cases: 20000 };
export function smallest(powerAt, target, low, high) { // doubled until it does, then halved, as clfcompare.sample_size; null if nothing does
  let fails = low - 1, does = low;
  while (powerAt(does) < target) {
    if (does >= high) return null;
    fails = does;
    does = Math.min(2 * does, high);
  }
  while (does - fails > 1) {
    const middle = Math.floor((fails + does) / 2);
    if (powerAt(middle) >= target) does = middle; else fails = middle;
  }
  return does;
}

export const DATASET_TESTS = { paired_ttest: tPower, wilcoxon: rankPower, sign_test: signPower };
export const onCases = test => test in CASE_TESTS;
export function powerOf(test, n, values) {
  return onCases(test) ? casesPower(test, n, values) : DATASET_TESTS[test](n, values.effect, values.alpha);
}
export function levelOf(test, n, values) { return powerOf(test, n, { ...values, effect: 0, difference: 0 }); }
export function needed(test, values, target = 0.8) {
  if (onCases(test)) return values.difference > 0 ? smallest(n => casesPower(test, n, values), target, 2, MOST.cases) : null;
  return values.effect > 0 ? smallest(n => powerOf(test, n, values), target, 2, MOST.datasets) : null;
}

// --- What the test sees: its statistic without and with the difference ---

const along = (low, high, count, f) => Array.from({ length: count + 1 }, (_, i) => { const x = low + (high - low) * i / count; return { x, y: f(x) }; });
export function seen(test, values) { // two curves and where the test rejects: below -cut or above cut, of the statistic about its middle
  const { alpha, effect, datasets: n } = values;
  if (test === 'paired_ttest') {
    const shift = effect * Math.sqrt(n), high = Math.max(5, shift + 4);
    return { name: 't statistic', null: along(-5, high, 120, t => noncentralDensity(t, n - 1, 0)), truth: along(-5, high, 120, t => noncentralDensity(t, n - 1, shift)), middle: 0, cut: tCut(n, alpha) };
  }
  if (test === 'wilcoxon') return seenRanks(n, effect, rankCut(n, alpha));
  const count = onCases(test) ? Math.round(values.cases * values.disagreement) : n, k = onCases(test) ? CASE_TESTS[test](count, alpha) : signCut(n, alpha);
  const q = onCases(test) ? (1 + Math.min(1, values.difference / values.disagreement)) / 2 : below(effect), sd = Math.sqrt(count) / 2;
  const low = Math.max(0, Math.floor(Math.min(count / 2, count * q) - 4.5 * sd)), high = Math.min(count, Math.ceil(Math.max(count / 2, count * q) + 4.5 * sd));
  const line = share => Array.from({ length: high - low + 1 }, (_, i) => ({ x: low + i, y: binomialAt(low + i, count, share) }));
  return { name: onCases(test) ? `cases won, of ${count} disagreements` : `data sets won, of ${count}`, null: line(0.5), truth: line(q), middle: count / 2, cut: k < 0 ? null : count / 2 - k, discrete: true };
}
function seenRanks(n, effect, w) {
  const total = n * (n + 1) / 2, cut = w < 0 ? null : total / 2 - w, exact = n <= SMALL, name = 'sum of the ranks of the wins';
  const line = size => {
    if (exact) return rankShares(size)[n].map((y, x) => ({ x, y }));
    const { mean, sd } = rankMoments(n, size);
    return along(0, total, 120, x => normalDensity((x - mean) / sd) / sd);
  };
  return { name, null: exact ? rankNull(n).map((y, x) => ({ x, y })) : line(0), truth: line(effect), middle: total / 2, cut, discrete: exact };
}

// --- The page ---

const RANGE = { datasets: [3, 100], cases: [20, 2000] };
const NAMED = { paired_ttest: 'The t test', wilcoxon: "Wilcoxon's test", sign_test: 'The sign test', mcnemar: "McNemar's mid-p test", mcnemar_exact: "McNemar's exact test" };
const TESTS = { paired_ttest: 't test', wilcoxon: "Wilcoxon's test", sign_test: 'sign test', mcnemar: "McNemar's test (mid-p)", mcnemar_exact: "McNemar's test (exact)" };
const SHORT = { paired_ttest: 't test', wilcoxon: 'Wilcoxon', sign_test: 'sign', mcnemar: 'mid-p', mcnemar_exact: 'exact' };
const DASH = { paired_ttest: '', wilcoxon: '7 4', sign_test: '2 4', mcnemar: '', mcnemar_exact: '7 4' }, COLOUR = { paired_ttest: '--two', wilcoxon: '--one', sign_test: '--three', mcnemar: '--two', mcnemar_exact: '--one' };
const atMost = (n, most) => (n === null ? `more than ${most.toLocaleString('en')}` : n.toLocaleString('en'));

function sight(narrow) { // the statistic: dotted without a difference, drawn through with it; what is rejected is filled
  const place = h('div', { style: 'flex: 1 1 300px' });
  function show(test, values) {
    const { name, null: none, truth, middle, cut, discrete } = seen(test, values), all = [...none, ...truth], low = none[0].x, high = truth.at(-1).x, top = Math.max(...all.map(p => p.y)) * 1.08;
    const steps = points => (discrete ? points.flatMap(p => [{ x: p.x - 0.5, y: p.y }, { x: p.x + 0.5, y: p.y }]) : points), edge = discrete ? 0.5 : 0;
    const box = plot({ title: 'What the test sees', x: [low - edge, high + edge], y: [0, top], xTicks: [low, (low + high) / 2, high].map(Math.round), yTicks: [], xName: name, yName: '', width: narrow ? 330 : 340, height: 250 });
    const area = (points, colour, opacity) => [points.filter(p => cut !== null && p.x <= middle - cut), points.filter(p => cut !== null && p.x >= middle + cut)].filter(part => part.length)
      .map(steps).map(part => s('path', { d: `${path([{ x: part[0].x, y: 0 }, ...part, { x: part.at(-1).x, y: 0 }], box.X, box.Y)}Z`, fill: `var(${colour})`, opacity }));
    const edges = cut === null ? [] : [middle - cut + edge, middle + cut - edge].map(v => s('line', { x1: box.X(v), x2: box.X(v), y1: box.Y(0), y2: box.Y(top), class: 'clfx-axis', 'stroke-dasharray': '3 3' }));
    box.inside.append(...area(truth, COLOUR[test], 0.45), ...area(none, '--soft', 0.6), s('path', { d: path(steps(none), box.X, box.Y), class: 'clfx-curve', 'stroke-dasharray': '2 3' }),
      s('path', { d: path(steps(truth), box.X, box.Y), class: 'clfx-curve' }), ...edges);
    box.element.setAttribute('aria-label', `What the test sees, ${name}: its distribution without a difference and with it, and where it rejects`);
    place.replaceChildren(box.element);
  }
  return { element: place, show };
}

function curves(unit, xName, tests, narrow, moved) { // power against size, one line for each test
  const [low, high] = RANGE[unit], box = plot({ title: 'How often it rejects', x: [0, high], y: [0, 1], xName, yName: 'power', xTicks: [0, 0.2, 0.4, 0.6, 0.8, 1].map(v => v * high), yTicks: [0, 0.2, 0.4, 0.6, 0.8, 1], width: narrow ? 330 : 340, height: 250 });
  const step = unit === 'cases' ? 20 : 1, sizes = Array.from({ length: (high - low) / step + 1 }, (_, i) => low + i * step);
  const lines = Object.fromEntries(tests.map(test => [test, s('path', { class: 'clfx-curve', 'stroke-dasharray': DASH[test], style: `stroke: var(${COLOUR[test]})` })]));
  const bar = s('line', { x1: box.X(0), x2: box.X(high), y1: box.Y(0.8), y2: box.Y(0.8), class: 'clfx-axis' }), level = s('line', { x1: box.X(0), x2: box.X(high), class: 'clfx-dots' });
  const here = s('line', { y1: box.Y(0), y2: box.Y(1), class: 'clfx-axis', 'stroke-dasharray': '3 3' }), mark = s('circle', { r: 7, class: 'clfx-mark' });
  box.inside.append(bar, level, here, ...Object.values(lines), mark);
  box.element.classList.add('clfx-drag');
  box.element.style.flex = '1 1 300px';
  drag(box.element, x => moved(Math.round(Math.max(low, Math.min(high, box.fromX(x))) / step) * step));
  let drawn = '';
  return { element: box.element, show(test, size, values) {
    const wanted = unit === 'cases' ? [values.difference, values.disagreement, values.alpha] : [values.effect, values.alpha];
    if (drawn !== `${wanted}`) for (const each of tests) change(lines[each], { d: path(sizes.map(n => ({ x: n, y: powerOf(each, n, values) })), box.X, box.Y) });
    drawn = `${wanted}`;
    for (const each of tests) change(lines[each], { 'stroke-width': each === test ? 3 : 1.4 });
    change(level, { y1: box.Y(values.alpha), y2: box.Y(values.alpha) });
    change(here, { x1: box.X(size), x2: box.X(size) });
    change(mark, { cx: box.X(size), cy: box.Y(powerOf(test, size, values)) });
  } };
}

function results(tests, unit) { // power, true level and the number needed, for each test
  const cells = {}, caption = h('caption'), row = test => h('tr', {}, h('th', { scope: 'row', class: 'clfx-row' }, s('svg', { viewBox: '0 0 24 16', class: 'clfx-sign', style: 'width: 24px', 'aria-hidden': 'true' },
    s('line', { x1: 0, x2: 24, y1: 8, y2: 8, 'stroke-width': 2.5, 'stroke-dasharray': DASH[test], style: `stroke: var(${COLOUR[test]})` })), SHORT[test]),
    ...['power', 'level', 'needed'].map(name => (cells[`${test} ${name}`] = h('td', { 'data-number': `${test} ${name}` }))));
  const element = h('div', { class: 'clfx-scroll' }, h('table', {}, caption, h('thead', {}, h('tr', {}, h('td', {}, ''), ...['power', 'true level', 'for 80 %'].map(name => h('th', { scope: 'col' }, name)))), h('tbody', {}, ...tests.map(row))));
  let drawn = '';
  return { element, show(size, values) {
    caption.textContent = `With ${size} ${unit === 'cases' ? 'test cases' : 'data sets'}, at a nominal level of ${values.alpha}`;
    const wanted = `${unit === 'cases' ? [values.difference, values.disagreement] : values.effect} ${values.alpha}`;
    for (const test of tests) {
      cells[`${test} power`].textContent = percent(powerOf(test, size, values));
      cells[`${test} level`].textContent = percent(levelOf(test, size, values));
      if (drawn !== wanted) cells[`${test} needed`].textContent = atMost(needed(test, values), MOST[unit]);
    }
    drawn = wanted;
  }, read: test => cells[`${test} needed`].textContent };
}

function half(unit, set, narrow) { // everything for tests on data sets, or for tests on cases
  const tests = Object.keys(unit === 'cases' ? CASE_TESTS : DATASET_TESTS), [low, high] = RANGE[unit], xName = unit === 'cases' ? 'test cases' : 'data sets';
  const size = slider({ label: unit === 'cases' ? 'Test cases' : 'Data sets', low, high, step: unit === 'cases' ? 20 : 1, words: String, input: n => set({ [unit]: n }) });
  const points = v => percent(v, 1), sliders = unit === 'cases'
    ? { difference: slider({ label: 'Difference of the errors', low: 0, high: 0.2, step: 0.005, words: points, input: v => set({ difference: v }) }),
      disagreement: slider({ label: 'Exactly one is right', low: 0.01, high: 0.5, step: 0.01, words: points, input: v => set({ disagreement: v }) }) }
    : { effect: slider({ label: 'Effect: mean / sd', low: 0, high: 2, step: 0.05, words: v => fixed(v, 2), input: v => set({ effect: v }) }) };
  const shown = curves(unit, xName, tests, narrow, n => set({ [unit]: n })), table = results(tests, unit), sees = sight(narrow);
  const element = h('div', {}, h('div', { class: 'clfx-controls clfx-stack' }, ...Object.values(sliders).map(each => each.element), size.element), h('div', { class: 'clfx-columns' }, sees.element, shown.element), table.element);
  return { element, table, show(test, values) {
    for (const name in sliders) sliders[name].show(values[name]);
    size.show(values[unit]);
    sees.show(test, values);
    shown.show(test, values[unit], values);
    table.show(values[unit], values);
  } };
}

function build({ root, set, say, narrow }) {
  const halves = { datasets: half('datasets', set, narrow), cases: half('cases', set, narrow) };
  const test = choice({ label: 'Test', options: ['paired_ttest', 'wilcoxon', 'sign_test', 'mcnemar', 'mcnemar_exact'].map(name => [name, TESTS[name]]), change: name => set({ test: name }) });
  const alpha = choice({ label: 'Level', options: ['0.01', '0.05', '0.1'].map(v => [v, v]), change: v => set({ alpha: Number(v) }) });
  const words = h('p', { class: 'clfx-said' });
  const place = h('div');
  root.append(h('div', { class: 'clfx-controls' }, test.element, alpha.element), place, words,
    h('p', { class: 'clfx-key' }, 'First figure: the statistic if the two are equally good (dotted) and if they differ as set (solid); filled: the test rejects. Second figure: drag the ring along the curve; the line at 0.8 is the usual aim, the dots are the level.',
      ` Exact for the t test (noncentral t), the sign test and McNemar's test (binomial), and for Wilcoxon's test up to ${SMALL} data sets; beyond, Wilcoxon's power is approximate, within one point. Differences on data sets are taken as normal.`));
  let ready = false;
  function prepare(unit, values) { // the half that is not seen is drawn once beforehand, so that the first change to it is quick
    ready = true;
    setTimeout(() => halves[unit].show(unit === 'cases' ? 'mcnemar' : 'wilcoxon', values), 100);
  }
  return values => {
    const unit = onCases(values.test) ? 'cases' : 'datasets', size = values[unit];
    if (place.firstChild !== halves[unit].element) place.replaceChildren(halves[unit].element);
    test.show(values.test);
    alpha.show(String(values.alpha));
    halves[unit].show(values.test, values);
    const what = unit === 'cases' ? `${size} test cases` : `${size} data sets`, power = percent(powerOf(values.test, size, values)), reach = halves[unit].table.read(values.test);
    const none = unit === 'cases' ? values.difference === 0 : values.effect === 0;
    words.textContent = none ? `There is no difference, so every rejection is a false alarm. ${NAMED[values.test]} rejects in ${power} of all studies with ${what}.`
      : `${NAMED[values.test]} finds this difference in ${power} of all studies with ${what}; 80 % are reached with ${reach}.`;
    say(words.textContent);
    if (!ready) prepare(unit === 'cases' ? 'datasets' : 'cases', values);
  };
}

export default explorer({ title: 'How often does the test find a difference that is there?',
  start: () => ({ test: 'wilcoxon', alpha: 0.05, effect: 0.6, datasets: 11, difference: 0.05, disagreement: 0.1, cases: 300 }), build });
