// Sampling: two equally good classifiers are compared again and again; p-values pile up, with and without the correction.
import { button, change, choice, explorer, fixed, h, percent, plot, pWords, s } from './frame.js';
import { mean, meanTest, normal, random, shuffled, tQuantile, variance } from './numbers.js';

// data: { cases: even number; features: of each classifier; distance: between the class means of a feature; alpha }
// values: { design: one of DESIGNS; seed; drawn: how many data sets so far }

export const DESIGNS = {
  folds: { words: '10-fold cross-validation', folds: 10, repeats: 1 },
  repeated: { words: '10-fold cross-validation, 10 times', folds: 10, repeats: 10 },
  few: { words: '10 random splits, a fifth to test', test: 0.2, repeats: 10 },
  many: { words: '100 random splits, a fifth to test', test: 0.2, repeats: 100 },
};

export function drawData({ cases, features, distance }, uniform) { // half of the cases in each class; for both classifiers features that are drawn alike
  const label = Array.from({ length: cases }, (_, i) => (i < cases / 2 ? 0 : 1));
  const seen = () => Array.from({ length: features }, () => label.map(y => (y - 0.5) * distance + normal(uniform)));
  return { label, one: seen(), two: seen() };
}

export function drawTests(design, cases, uniform) { // the test cases of each split; both classes in equal parts
  const { folds, repeats, test } = DESIGNS[design], half = cases / 2, found = [];
  for (let r = 0; r < repeats; r++) {
    const orders = [shuffled(half, uniform), shuffled(half, uniform)];
    const [zeros, ones] = folds ? orders : orders.map(order => order.slice(0, Math.round(test * half)));
    const parts = Array.from({ length: folds ?? 1 }, () => []);
    zeros.forEach((i, place) => parts[place % parts.length].push(i));
    ones.forEach((i, place) => parts[place % parts.length].push(i + half));
    found.push(...parts);
  }
  return found;
}

export function sumsOf(feature, label) { // of each class
  const total = [0, 0];
  label.forEach((y, i) => { total[y] += feature[i]; });
  return total;
}

export function errorOn(test, features, label, totals) { // of the rule "the nearer class mean", learned from all but the test cases; both classes are equally large
  const lean = new Float64Array(test.length), learned = (label.length - test.length) / 2;
  features.forEach((feature, f) => {
    const sums = [...totals[f]];
    for (const i of test) sums[label[i]] -= feature[i];
    const zero = sums[0] / learned, one = sums[1] / learned;
    test.forEach((i, place) => { lean[place] += (feature[i] - (zero + one) / 2) * (one - zero); });
  });
  let wrong = 0;
  test.forEach((i, place) => { if ((lean[place] > 0 ? 1 : 0) !== label[i]) wrong += 1; });
  return wrong / test.length;
}

export function experiment(data, design, seed) { // one data set: the differences of the splits, and both tests
  const uniform = random(seed), made = drawData(data, uniform), tests = drawTests(design, data.cases, uniform);
  const [one, two] = [made.one, made.two].map(features => features.map(feature => sumsOf(feature, made.label)));
  const differences = tests.map(test => errorOn(test, made.one, made.label, one) - errorOn(test, made.two, made.label, two));
  const J = tests.length, share = tests[0].length / (data.cases - tests[0].length);
  return { made, tests, differences, share, naive: meanTest(differences, 1 / J), corrected: meanTest(differences, 1 / J + share) };
}

export function pile(pvalues, count = 20) { // how many p-values fall into equal bins of (0, 1]
  const found = Array(count).fill(0);
  for (const p of pvalues) found[Math.max(0, Math.min(count - 1, Math.ceil(p * count - 1e-9) - 1))] += 1;
  return found;
}

export const alarms = (pvalues, alpha) => pvalues.filter(p => p <= alpha).length;

// --- The page ---

const ROWS = 10, MOST = 2000, PIECE = 15; // splits that are drawn, data sets, milliseconds

function splitFigure(data, narrow) { // which cases test in the first splits, the difference of each, and the two intervals of the mean
  const width = narrow ? 320 : 700, step = 17, top = 34, part = narrow ? 150 : 380, cell = part / data.cases, low = top + ROWS * step;
  const X = d => part + 24 + (width - part - 34) * (Math.max(-0.5, Math.min(0.5, d)) + 0.5), inside = s('g'), height = low + 92;
  const element = s('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img' },
    s('text', { x: 0, y: 14 }, narrow ? 'Test cases' : `Test cases of the first ${ROWS} splits`), s('text', { x: X(0), y: 14, 'text-anchor': 'middle' }, narrow ? 'difference' : 'difference in error, A − B'),
    s('line', { x1: X(0), x2: X(0), y1: top - 8, y2: low + 58, class: 'clfx-grid' }),
    s('path', { d: `M${X(-0.5)},${low + 58}H${X(0.5)}`, class: 'clfx-axis' }),
    ...[-0.5, 0, 0.5].map(d => s('text', { x: X(d), y: low + 76, 'text-anchor': d < 0 ? 'start' : d ? 'end' : 'middle' }, fixed(d, 1))), inside);
  const interval = (y, test, factor, dash, words, colour) => {
    const half = tQuantile(0.975, test.df) * Math.sqrt(variance(test.differences) * factor), ends = [test.mean - half, test.mean + half];
    return [s('line', { x1: X(ends[0]), x2: X(ends[1]), y1: y, y2: y, stroke: colour, 'stroke-width': 3, 'stroke-dasharray': dash }),
      s('circle', { cx: X(test.mean), cy: y, r: 4.5, fill: colour }), s('text', { x: part, y: y + 4, 'text-anchor': 'end', class: 'clfx-soft' }, words)];
  };
  return { element, update(made) {
    const { differences, tests, naive, corrected, share } = made, J = differences.length;
    const rows = tests.slice(0, ROWS).flatMap((test, row) => [
      s('rect', { x: 0, y: top + row * step, width: part, height: step - 5, fill: 'var(--wash)' }),
      s('path', { d: test.map(i => `M${(i * cell).toFixed(1)},${top + row * step}h${Math.max(1, cell - 0.6).toFixed(1)}v${step - 5}h${-Math.max(1, cell - 0.6).toFixed(1)}z`).join(''), fill: 'var(--soft)' }),
      s('circle', { cx: X(differences[row]), cy: top + row * step + (step - 5) / 2, r: 4, fill: 'none', stroke: 'var(--ink)', 'stroke-width': 1.5 })]);
    inside.replaceChildren(...rows, ...interval(low + 16, { ...naive, differences }, 1 / J, '5 3', narrow ? 'uncorrected' : 'mean, interval uncorrected', 'var(--one)'),
      ...interval(low + 40, { ...corrected, differences }, 1 / J + share, 'none', narrow ? 'corrected' : 'mean, interval corrected', 'var(--two)'));
    element.setAttribute('aria-label', `Mean difference of ${J} splits ${fixed(mean(differences))}; p uncorrected ${pWords(naive.pvalue)}, corrected ${pWords(corrected.pvalue)}`);
  } };
}

function pileFigure(name, colour, hollow, alpha, narrow) { // a histogram of p-values; the first bar holds the alarms
  const size = { width: narrow ? 320 : 350, height: narrow ? 190 : 220 }, box = plot({ ...size, title: name, xName: 'p-value', yName: 'share', yTicks: [] });
  const bars = Array.from({ length: 20 }, (_, i) => s('rect', { x: box.X(i / 20) + 0.7, width: box.X(0.05) - box.X(0) - 1.4, stroke: colour, 'stroke-width': 1.4, fill: i && hollow ? 'none' : i ? 'var(--wash)' : colour }));
  const expected = s('line', { x1: box.X(0), x2: box.X(1), class: 'clfx-dots' }), high = s('text', { x: box.X(0) - 6, y: box.Y(1) + 5, 'text-anchor': 'end' });
  box.inside.append(...bars, expected, high, s('text', { x: box.X(0) - 6, y: box.Y(0) + 4, 'text-anchor': 'end' }, '0'));
  return { element: box.element, update(pvalues, top) {
    const found = pile(pvalues).map(n => n / pvalues.length);
    bars.forEach((bar, i) => change(bar, { y: box.Y(Math.min(1, found[i] / top)), height: box.Y(0) - box.Y(Math.min(1, found[i] / top)) }));
    change(expected, { y1: box.Y(0.05 / top), y2: box.Y(0.05 / top) });
    high.textContent = percent(top, 0);
    const count = alarms(pvalues, alpha);
    box.name(`${name}: ${count} of ${pvalues.length} at most ${alpha}`);
    return count;
  } };
}

function build({ data, root, set, say, narrow }) {
  let kept = { key: null, naive: [], corrected: [], last: null }, now = {};
  const more = count => () => set({ drawn: Math.min(MOST, now.drawn + count) });
  const design = choice({ label: 'Design', options: Object.entries(DESIGNS).map(([key, each]) => [key, each.words]), change: key => set({ design: key, drawn: 1 }) });
  const one = button('Draw one', more(1)), many = button('Draw 100', more(100)), again = button('Start again', () => set({ seed: now.seed + MOST, drawn: 1 }));
  const splits = splitFigure(data, narrow), last = h('p', { class: 'clfx-said' }), told = h('p', { class: 'clfx-said' });
  const piles = [pileFigure('Uncorrected', 'var(--one)', true, data.alpha, narrow), pileFigure('Corrected', 'var(--two)', false, data.alpha, narrow)];
  root.append(h('div', { class: 'clfx-controls' }, design.element, one, many, again), last, splits.element,
    h('div', { class: 'clfx-columns' }, ...piles.map(each => each.element)), told,
    h('p', { class: 'clfx-key' }, 'Dark cases test, all others train. The two classifiers are equally good by construction: every small p-value is a false alarm, and the dotted line is where the p-values of a test that holds its level lie.'));
  let later;
  function draw({ design: key, seed, drawn }) { // only what is new is computed, and what takes long in pieces, so that the p-values are seen to pile up
    const start = performance.now();
    if (kept.key !== `${key} ${seed}` || kept.naive.length > drawn) kept = { key: `${key} ${seed}`, naive: [], corrected: [], last: null };
    while (kept.naive.length < drawn && performance.now() - start < PIECE) {
      kept.last = experiment(data, key, seed + kept.naive.length);
      kept.naive.push(kept.last.naive.pvalue);
      kept.corrected.push(kept.last.corrected.pvalue);
    }
  }
  function update(values) {
    clearTimeout(later);
    now = values;
    draw(values);
    const count = kept.naive.length;
    if (count < values.drawn) later = setTimeout(() => update(values), 0);
    design.show(values.design);
    one.disabled = many.disabled = values.drawn >= MOST;
    splits.update(kept.last);
    last.textContent = `Data set ${count}: p uncorrected ${pWords(kept.last.naive.pvalue)}, corrected ${pWords(kept.last.corrected.pvalue)}.`;
    const top = Math.max(0.2, ...[kept.naive, kept.corrected].flatMap(each => pile(each).map(n => n / each.length)));
    const [naive, corrected] = piles.map((each, i) => each.update(i ? kept.corrected : kept.naive, Math.ceil(top * 10 - 1e-9) / 10));
    told.textContent = `False alarms in ${count} data set${count > 1 ? 's' : ''}: uncorrected ${naive} (${percent(naive / count)}), corrected ${corrected} (${percent(corrected / count)}).`;
    say(told.textContent);
  }
  return update;
}

export default explorer({ title: 'Two equally good classifiers, compared again and again', start: () => ({ design: 'few', seed: 1, drawn: 1 }), build });
