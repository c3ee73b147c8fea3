// Rope: what is known about a difference after some folds, with a region in which it does not matter.
import { explorer, fixed, h, path, plot, s, slider } from './frame.js';
import { logGamma, tBelow, tQuantile, tTail, tTwo } from './numbers.js';

// data: { a, b: names; better: "higher" or "lower"; reach: the largest difference to set, a round number; n: folds given }
// values: { mean, sd, n, share, rope }: mean difference a - b and standard deviation of n folds; share of the cases that is tested in a
// fold; half width of the region of practical equivalence

// --- The posterior (Corani and Benavoli 2015): Student's t about the mean ---

export function posterior({ mean, sd, n, share }) { return { mean, scale: sd * Math.sqrt(1 / n + share / (1 - share)), df: n - 1 }; }

export function density(x, { mean, scale, df }) {
  const t = (x - mean) / scale;
  return Math.exp(logGamma((df + 1) / 2) - logGamma(df / 2) - (df + 1) / 2 * Math.log1p(t * t / df)) / (Math.sqrt(df * Math.PI) * scale);
}

export function regions({ mean, scale, df }, rope) { // the probability below -rope, within, and above rope
  const low = tBelow((-rope - mean) / scale, df), high = tTail((rope - mean) / scale, df);
  const within = mean > rope ? tBelow((rope - mean) / scale, df) - low : tTail((-rope - mean) / scale, df) - high; // from the shorter tail
  return { low, within: rope === 0 ? 0 : Math.max(0, within), high };
}

export const interval = ({ mean, scale, df }, level = 0.95) => [-1, 1].map(side => mean + side * scale * tQuantile((1 + level) / 2, df));

export function answers(values, better) { // the three probabilities by who is better, and the p-value of the corrected t test
  const found = posterior(values), { low, within, high } = regions(found, values.rope), [a, b] = better === 'higher' ? [high, low] : [low, high];
  return { a_better: a, equivalent: within, b_better: b, pvalue: tTwo(found.mean / found.scale, found.df) };
}

export function decision(found, { a, b }, at = 0.95) { // the statement that the posterior allows, in the words of clfcompare.compare
  const said = { a_better: `${a} is better`, equivalent: 'practically equivalent', b_better: `${b} is better` };
  const likely = Object.keys(said).reduce((best, name) => (found[name] > found[best] ? name : best));
  return found[likely] >= at ? said[likely] : 'undecided';
}

// --- The page ---

const digits = reach => Math.max(0, 2 - Math.floor(Math.log10(reach) + 1e-9));
const inWords = p => (p < 0.0005 ? '< 0.001' : p > 0.9995 ? '> 0.999' : fixed(p));
const REGIONS = [['low', '--one', 'left', ''], ['within', '--three', 'rope', '5 3'], ['high', '--two', 'right', '1.5 3']];

function hill(data, narrow) { // the posterior, cut into the three regions
  const place = h('div'), { reach } = data, show3 = v => fixed(v, digits(reach));
  function show(values) {
    const found = posterior(values), { rope } = values, x = [-1.25 * reach, 1.25 * reach], width = narrow ? 330 : 700;
    const peak = Math.max(density(Math.max(x[0], Math.min(x[1], found.mean)), found), 1e-9), y = [0, peak * 1.08], near = [...Array.from({ length: 321 }, (_, i) => x[0] + (x[1] - x[0]) * i / 320), ...Array.from({ length: 81 }, (_, i) => found.mean + found.scale * (i - 40) / 10), -rope, rope];
    const line = near.filter(v => v >= x[0] && v <= x[1]).sort((p, q) => p - q).map(v => ({ x: v, y: density(v, found) }));
    const box = plot({ x, y, xTicks: [-1, -0.5, 0, 0.5, 1].map(v => v * reach), yTicks: [], xName: `mean difference ${data.a} − ${data.b} `, width, height: 230 });
    const part = { low: p => p.x <= -rope, within: p => Math.abs(p.x) <= rope, high: p => p.x >= rope };
    const band = s('rect', { x: box.X(-rope), width: Math.max(0, box.X(rope) - box.X(-rope)), y: box.Y(y[1]), height: box.Y(0) - box.Y(y[1]), fill: 'var(--three)', opacity: 0.12 });
    const areas = REGIONS.map(([name, colour]) => [colour, line.filter(part[name])]).filter(([, points]) => points.length > 1)
      .map(([colour, points]) => s('path', { d: `${path([{ x: points[0].x, y: 0 }, ...points, { x: points.at(-1).x, y: 0 }], box.X, box.Y)}Z`, fill: `var(${colour})`, opacity: 0.5 }));
    const edges = [-rope, rope].map(v => s('line', { x1: box.X(v), x2: box.X(v), y1: box.Y(0), y2: box.Y(y[1]), class: 'clfx-axis', 'stroke-dasharray': '4 3' }));
    const [from, to] = interval(found).map(v => Math.max(x[0], Math.min(x[1], v))), foot = box.Y(0) - 7;
    box.inside.append(band, ...areas, ...edges, s('path', { d: path(line, box.X, box.Y), class: 'clfx-curve' }), s('path', { d: `M${box.X(from)},${foot - 5}v10m0,-5H${box.X(to)}m0,-5v10`, class: 'clfx-curve', 'stroke-width': 2.4 }),
      s('line', { x1: box.X(0), x2: box.X(0), y1: box.Y(0), y2: box.Y(y[1]), class: 'clfx-dots' }));
    box.element.setAttribute('aria-label', `Posterior of the mean difference: centre ${show3(found.mean)}, 95 % interval from ${show3(interval(found)[0])} to ${show3(interval(found)[1])}; region of practical equivalence up to ${rope}`);
    place.replaceChildren(box.element);
  }
  return { element: place, show };
}

function widths(data, narrow) { // the three probabilities, against the width of the rope
  const place = h('div'), most = data.reach;
  function show(values) {
    const found = posterior(values), sizes = Array.from({ length: 61 }, (_, i) => most * i / 60), box = plot({ title: 'Other ropes', x: [0, most], y: [0, 1], xTicks: [0, 0.25, 0.5, 0.75, 1].map(v => v * most), yTicks: [0, 0.5, 0.95], xName: 'half width of the rope', yName: 'probability', width: 330, height: 230 });
    const lines = REGIONS.map(([name, colour, , dash]) => s('path', { d: path(sizes.map(rope => ({ x: rope, y: regions(found, rope)[name] })), box.X, box.Y), class: 'clfx-curve', style: `stroke: var(${colour})`, 'stroke-dasharray': dash }));
    box.inside.append(s('line', { x1: box.X(values.rope), x2: box.X(values.rope), y1: box.Y(0), y2: box.Y(1), class: 'clfx-axis', 'stroke-dasharray': '4 3' }), ...lines,
      ...REGIONS.map(([name, colour]) => s('circle', { cx: box.X(values.rope), cy: box.Y(regions(found, values.rope)[name]), r: 5, fill: `var(${colour})` })));
    place.replaceChildren(box.element);
  }
  return { element: place, show };
}

function table(data) { // the three probabilities, each with a bar
  const { a, b, better } = data, names = better === 'higher' ? { low: `${b} better`, high: `${a} better` } : { low: `${a} better`, high: `${b} better` }, cells = {};
  const row = ([name, colour, , dash]) => h('tr', {}, h('th', { scope: 'row', class: 'clfx-row' }, s('svg', { viewBox: '0 0 30 16', class: 'clfx-sign', style: 'width: 30px', 'aria-hidden': 'true' },
    s('line', { x1: 0, x2: 30, y1: 8, y2: 8, 'stroke-width': 3, 'stroke-dasharray': dash, style: `stroke: var(${colour})` })), names[name] ?? 'practically equivalent'),
    (cells[name] = h('td', { 'data-number': name })));
  const element = h('table', {}, h('caption', {}, 'Probabilities'), h('tbody', {}, ...REGIONS.map(row)));
  return { element, show(found) { for (const [name] of REGIONS) cells[name].textContent = inWords(found[name]); } };
}

function build({ data, root, set, say, narrow }) {
  const { reach } = data, number = v => fixed(v, digits(reach)), step = reach / 200, folds = v => `${v} folds`;
  const part = (label, low, high, name, words, size) => slider({ label, low, high, step: size, words, input: v => set({ [name]: Number(v.toPrecision(12)) }) });
  const controls = { mean: part(`Mean difference ${data.a} − ${data.b}`, -reach, reach, 'mean', number, step), rope: part('Half width of the rope', 0, reach, 'rope', number, step),
    sd: part('Standard deviation over the folds', step, 3 * reach, 'sd', number, step), n: part('Number of folds', 2, Math.max(100, data.n ?? 0), 'n', folds, 1), share: part('Share tested in a fold', 0.01, 0.5, 'share', v => fixed(v, 2), 0.01) };
  const shape = hill(data, narrow), other = widths(data, narrow), numbers = table(data), verdict = h('p', { class: 'clfx-said', style: 'font-weight: 600' }), beside = h('p', { class: 'clfx-said' });
  root.append(h('div', { class: 'clfx-controls clfx-stack' }, ...Object.values(controls).map(each => each.element)), shape.element, h('div', { class: 'clfx-columns' }, h('div', {}, numbers.element, verdict, beside), other.element),
    h('p', { class: 'clfx-key' }, `First figure: the posterior of the mean difference, cut at the region of practical equivalence; the bar holds 95 % of it. Second figure: the three probabilities for other widths. A statement is made from 0.95 on; ${data.better} is better.`));
  return values => {
    for (const name in controls) controls[name].show(values[name]);
    const found = answers(values, data.better), [from, to] = interval(posterior(values)), said = decision(found, data);
    shape.show(values);
    other.show(values);
    numbers.show(regions(posterior(values), values.rope));
    verdict.textContent = `Statement: ${said}.`;
    beside.textContent = `95 % of the posterior: ${number(from)} to ${number(to)}. Corrected t test: p ${found.pvalue < 0.001 ? '< 0.001' : `= ${fixed(found.pvalue)}`}.`;
    say(`${data.a} better ${inWords(found.a_better)}, equivalent ${inWords(found.equivalent)}, ${data.b} better ${inWords(found.b_better)}: ${said}. ${beside.textContent}`);
  };
}

export default explorer({ title: 'Better, worse, or the same for all practical purposes?',
  start: () => ({ mean: 0, sd: 0.01, n: 10, share: 0.1, rope: 0.01 }), build });
