// Threshold: scores, confusion matrix, ROC and precision-recall move together, at any prevalence.
import { button, change, drag, explorer, fixed, fresh, h, path, percent, plot, s, slider } from './frame.js';
import { sum } from './numbers.js';

// data: { score: distinct scores, falling; pos, neg: how many of each class have it; positive, negative: what the classes are called }
// values: { threshold, prevalence }; a case is called positive when its score is at or above the threshold

export function ratesAt({ score, pos, neg }, threshold) { // true- and false-positive rate
  const called = counts => sum(counts.filter((_, i) => score[i] >= threshold));
  return { tpr: called(pos) / sum(pos), fpr: called(neg) / sum(neg) };
}

export function countsAt(data, threshold, prevalence) { // expected counts among as many cases as the data have, at this prevalence
  const { tpr, fpr } = ratesAt(data, threshold), n = sum(data.pos) + sum(data.neg), p = n * prevalence, q = n * (1 - prevalence);
  return { tp: p * tpr, fn: p * (1 - tpr), fp: q * fpr, tn: q * (1 - fpr) };
}

const over = (a, b) => (b === 0 ? NaN : a / b); // nothing of nothing is no number, as in clfcompare

export function measures({ tp, fn, fp, tn }) {
  return { accuracy: over(tp + tn, tp + fn + fp + tn), recall: over(tp, tp + fn), fpr: over(fp, fp + tn), precision: over(tp, tp + fp),
    f1: over(2 * tp, 2 * tp + fp + fn) };
}

export function rocPoints({ score, pos, neg }) { // from nothing called to all called; equal scores fall together
  const p = sum(pos), n = sum(neg);
  let tp = 0, fp = 0;
  return [{ threshold: Infinity, x: 0, y: 0 }, ...score.map((threshold, i) => ({ threshold, x: (fp += neg[i]) / n, y: (tp += pos[i]) / p }))];
}

export function prPoints(data, prevalence) { // recall and precision; nothing called has no precision and is left out
  return rocPoints(data).slice(1).map(({ threshold, x, y }) => ({ threshold, x: y, y: prevalence * y / (prevalence * y + (1 - prevalence) * x) }));
}

export function aucRoc(data) {
  const points = rocPoints(data);
  return sum(points.slice(1).map((p, i) => (p.x - points[i].x) * (p.y + points[i].y) / 2));
}

export const dataPrevalence = ({ pos, neg }) => sum(pos) / (sum(pos) + sum(neg));

export function averagePrecision(data, prevalence) { // precision, averaged over recall
  const points = prPoints(data, prevalence);
  return sum(points.map((p, i) => (p.x - (i ? points[i - 1].x : 0)) * p.y));
}

export function bars({ score, pos, neg }, count) { // shares of each class in equal bins of the score
  const low = score.at(-1), wide = (score[0] - low) / count || 1, total = [sum(pos), sum(neg)], found = Array.from({ length: count }, () => [0, 0]);
  score.forEach((value, i) => {
    const bin = found[Math.min(count - 1, Math.floor((value - low) / wide))];
    bin[0] += pos[i] / total[0];
    bin[1] += neg[i] / total[1];
  });
  return found.map(([positive, negative], i) => ({ from: low + i * wide, to: low + (i + 1) * wide, positive, negative }));
}

// --- The page ---

const logit = p => Math.log(p / (1 - p)), share = x => 1 / (1 + Math.exp(-x));
const LOW = logit(0.001), HIGH = logit(0.999);
const inWords = p => percent(p);

function strip(data, narrow, moved) { // both classes over the score, positives above the line; what is called is filled
  const count = Math.min(narrow ? 30 : 50, Math.max(2, data.score.length)), width = narrow ? 320 : 700, height = 170, low = data.score.at(-1), high = data.score[0], pad = (high - low) * 0.03 || 1;
  const box = plot({ x: [low - pad, high + pad], y: [-1, 1], width, height, xName: 'score', yTicks: [], xTicks: [low, (low + high) / 2, high].map(v => Number(v.toPrecision(2))) });
  const clip = fresh('clip'), cut = s('rect', { y: 0, height, width, x: 0 }), line = s('line', { y1: 6, y2: height - 40, class: 'clfx-axis', 'stroke-width': 2 });
  const found = bars(data, count), faint = s('g'), full = s('g', { 'clip-path': `url(#${clip})` });
  const parts = found.flatMap(bar => ['positive', 'negative'].filter(kind => bar[kind] > 0).map(kind => {
    const shape = { x: box.X(bar.from), width: Math.max(1, box.X(bar.to) - box.X(bar.from) - 0.7), stroke: kind === 'positive' ? 'var(--one)' : 'var(--two)' };
    const pair = [s('rect', { ...shape, fill: 'none' }), s('rect', { ...shape, fill: shape.stroke })];
    faint.append(pair[0]);
    full.append(pair[1]);
    return { bar, kind, pair };
  }));
  const words = [s('text', { x: width - 12, y: 16, 'text-anchor': 'end' }, data.positive), s('text', { x: width - 12, y: height - 50, 'text-anchor': 'end' }, data.negative)];
  box.inside.append(s('clipPath', { id: clip }, cut), faint, full, s('line', { x1: 14, x2: width - 12, y1: box.Y(0), y2: box.Y(0), class: 'clfx-axis' }), line, ...words);
  box.name('');
  box.element.setAttribute('aria-label', `Scores of ${data.positive} above the line and of ${data.negative} below it; those at or right of the threshold are filled`);
  box.element.classList.add('clfx-drag');
  drag(box.element, x => moved(Math.max(low, Math.min(high + pad / 2, box.fromX(x)))));
  function update(threshold, prevalence) {
    const tall = Math.max(...found.map(bar => Math.max(prevalence * bar.positive, (1 - prevalence) * bar.negative)));
    for (const { bar, kind, pair } of parts) {
      const size = Math.sqrt(bar[kind] * (kind === 'positive' ? prevalence : 1 - prevalence) / tall), top = box.Y(kind === 'positive' ? size : 0);
      for (const each of pair) change(each, { y: top, height: Math.max(0, box.Y(0) - box.Y(size)) });
    }
    const x = box.X(Math.min(threshold, high + pad));
    change(cut, { x });
    change(line, { x1: x, x2: x });
  }
  return { element: box.element, update };
}

function curve(axes, picked) { // a unit square with a line, a dashed line for guessing, and a mark that can be drawn along
  const box = plot(axes), line = s('path', { class: 'clfx-curve' }), guess = s('path', { class: 'clfx-dots' }), mark = s('circle', { r: 7, class: 'clfx-mark' });
  box.inside.append(guess, line, mark);
  box.element.classList.add('clfx-pick');
  let points = [];
  drag(box.element, (px, py) => {
    const far = p => Math.hypot(box.X(p.x) - px, box.Y(p.y) - py);
    picked(points.reduce((best, p) => (far(p) < far(best) ? p : best)).threshold);
  });
  return { element: box.element,
    show(name, given, chance) { points = given; box.name(name); change(line, { d: path(points, box.X, box.Y) }); change(guess, { d: path(chance, box.X, box.Y) }); },
    move(x, y) { mark.style.display = Number.isNaN(x + y) ? 'none' : ''; if (!Number.isNaN(x + y)) change(mark, { cx: box.X(x), cy: box.Y(y) }); } };
}

function matrix(data) { // the confusion matrix; a swatch says where its cases stand in the strip
  const cells = {}, cell = (name, colour, full) => {
    cells[name] = h('span', { 'data-number': name });
    return h('td', {}, h('span', { class: 'clfx-swatch', style: `border-color: ${colour}; background: ${full ? colour : 'transparent'}`, 'aria-hidden': 'true' }), cells[name]);
  };
  const caption = h('caption'), row = (name, ...tds) => h('tr', {}, h('th', { scope: 'row' }, name), ...tds);
  const element = h('table', {}, caption, h('thead', {}, h('tr', {}, h('td', {}, ''), h('th', { scope: 'col' }, 'called'), h('th', { scope: 'col' }, 'not called'))),
    h('tbody', {}, row(data.positive, cell('tp', 'var(--one)', true), cell('fn', 'var(--one)', false)),
      row(data.negative, cell('fp', 'var(--two)', true), cell('tn', 'var(--two)', false))));
  return { element, cells, caption };
}

function build({ data, root, set, say, narrow }) {
  const stops = [...data.score].reverse(), n = sum(data.pos) + sum(data.neg), own = dataPrevalence(data), decimals = 3;
  const index = t => { const at = stops.findIndex(value => value >= t); return at < 0 ? stops.length : at; };
  const value = i => (i < stops.length ? stops[i] : stops.at(-1) + 1e-9 + Math.abs(stops.at(-1)) * 1e-9);
  const to = threshold => set({ threshold });
  const cut = slider({ label: 'Threshold', low: 0, high: stops.length, step: 1, words: i => (i < stops.length ? fixed(stops[i], decimals) : 'above all'), input: i => to(value(i)) });
  const common = slider({ label: `Share of ${data.positive}`, low: LOW, high: HIGH, step: 0.01, words: x => inWords(share(x)), input: x => set({ prevalence: share(x) }) });
  const back = button(`As in the data (${inWords(own)})`, () => set({ prevalence: own }));
  const scores = strip(data, narrow, to), table = matrix(data), said = h('p', { class: 'clfx-said' }), rates = h('p', { class: 'clfx-said' });
  const size = { title: '', width: narrow ? 320 : 240, height: narrow ? 290 : 236 };
  const roc = curve({ ...size, xName: 'false-positive rate', yName: 'recall' }, to), pr = curve({ ...size, xName: 'recall', yName: 'precision' }, to);
  root.append(h('div', { class: 'clfx-controls' }, cut.element, common.element, back), scores.element,
    h('p', { class: 'clfx-key' }, 'Filled bars are called positive; heights are square roots of shares, so that few cases are still seen. Drag the threshold along the scores, or the ring along a curve.'),
    h('div', { class: 'clfx-columns' }, h('div', {}, table.element, said, rates), roc.element, pr.element));
  roc.show(`ROC, area ${fixed(aucRoc(data))}`, rocPoints(data), [{ x: 0, y: 0 }, { x: 1, y: 1 }]);
  let drawn = null;
  return ({ threshold, prevalence }) => {
    const c = countsAt(data, threshold, prevalence), m = measures(c), asGiven = Math.abs(prevalence - own) < 1e-9;
    if (drawn !== prevalence) {
      pr.show(`Precision, average ${fixed(averagePrecision(data, prevalence))}`, prPoints(data, prevalence), [{ x: 0, y: prevalence }, { x: 1, y: prevalence }]);
      drawn = prevalence;
    }
    cut.show(index(threshold));
    common.show(logit(prevalence));
    back.disabled = asGiven;
    scores.update(value(index(threshold)), prevalence);
    table.caption.textContent = asGiven ? `The ${n.toLocaleString('en')} cases` : `Expected among ${n.toLocaleString('en')} cases with ${inWords(prevalence)} ${data.positive}`;
    for (const name in table.cells) table.cells[name].textContent = asGiven ? String(Math.round(c[name])) : fixed(c[name], 1);
    said.textContent = `Recall ${fixed(m.recall)}, precision ${fixed(m.precision)}`;
    rates.textContent = `False-positive rate ${fixed(m.fpr)}, accuracy ${fixed(m.accuracy)}, F1 ${fixed(m.f1)}`;
    roc.move(m.fpr, m.recall);
    pr.move(m.recall, m.precision);
    say(`Threshold ${fixed(threshold, decimals)}, ${inWords(prevalence)} ${data.positive}: recall ${fixed(m.recall)}, precision ${fixed(m.precision)}, accuracy ${fixed(m.accuracy)}.`);
  };
}

export default explorer({ title: 'One threshold, one table, one point on each curve', start: data => ({ threshold: 0.5, prevalence: dataPrevalence(data) }), build });
