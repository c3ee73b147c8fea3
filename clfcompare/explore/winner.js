// Winner: the best of many settings looks better than it is; by how much, and what helps.
import { button, explorer, h, path, percent, plot, s, slider } from './frame.js';
import { normal, normalBelow, normalDensity, random } from './numbers.js';

// data: { settings, cases: numbers that the sliders must reach, besides their own }
// values: { settings, cases, correlation, mean, spread, study }
// The true scores of the settings are normal about `mean` with standard deviation `spread`. The cross-validated score of a setting is its
// true score and a normal error, whose variance is that of a share of `cases` cases; the errors of two settings have this correlation,
// because the same cases are tested.

export const scoreSd = (mean, cases) => Math.sqrt(mean * (1 - mean) / cases);

export function largestOf(m) { // the expected largest of m independent standard normals
  let all = 0;
  for (let z = -9; z <= 9; z += 0.03125) all += z * normalDensity(z) * normalBelow(z) ** (m - 1);
  return m * all * 0.03125;
}

const largest = {};
export function winner({ settings, cases, correlation, mean, spread }) { // what is expected of the setting with the best score
  const noise = (1 - correlation) * scoreSd(mean, cases) ** 2, sd = Math.sqrt(spread ** 2 + noise), steps = sd * (largest[settings] ??= largestOf(settings));
  const keep = sd > 0 ? spread ** 2 / sd ** 2 : 0; // the share of a lead that is true
  return { reported: mean + steps, truth: mean + keep * steps, optimism: (1 - keep) * steps, keep };
}

export function study({ settings, cases, correlation, mean, spread, study: seed }) { // one study: every setting, the winner and its second scores
  const uniform = random(seed), error = scoreSd(mean, cases), common = Math.sqrt(correlation) * normal(uniform), own = () => error * (common + Math.sqrt(1 - correlation) * normal(uniform));
  const truth = [], score = [];
  for (let i = 0; i < settings; i++) {
    truth.push(mean + spread * normal(uniform));
    score.push(truth[i] + own());
  }
  const best = score.indexOf(Math.max(...score)), middle = score.reduce((a, b) => a + b, 0) / settings;
  const { keep } = winner({ settings, cases, correlation, mean, spread });
  return { truth, score, best, nested: truth[best] + own(), shrunken: middle + keep * (score[best] - middle) };
}

// --- The page ---

const COUNTS = [1, 2, 3, 5, 7, 10, 14, 20, 28, 35, 50, 70, 100, 140, 200, 280, 400, 560, 800, 1000];
const CASES = [30, 40, 50, 60, 72, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000];
const withOne = (numbers, one) => [...new Set([...numbers, one ?? numbers[0]])].sort((a, b) => a - b);
const whole = v => `${Math.round(100 * v)} %`, hundred = v => String(Math.round(100 * v));
const inPoints = v => `${(100 * v).toFixed(1).replace('-', '−')} points`;

function roundTicks(low, high, most) { // round numbers between the two, at most so many
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find(size => (high - low) / size <= most) ?? 1, first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) }, (_, i) => Math.round((first + i) * step * 100) / 100);
}

function marks(X, Y, { x, score, truth, nested, shrunken }) { // the winner as reported, as it is, judged anew, and shrunken
  const diamond = `M${X(x) - 14},${Y(shrunken) - 6}l6,6l-6,6l-6,-6z`;
  return [s('line', { x1: X(x), x2: X(x), y1: Y(score), y2: Y(truth), stroke: 'var(--one)', 'stroke-width': 2.5 }), s('circle', { cx: X(x), cy: Y(score), r: 6, fill: 'var(--one)' }),
    s('circle', { cx: X(x), cy: Y(truth), r: 6, class: 'clfx-mark' }), s('rect', { x: X(x) + 9, y: Y(nested) - 5, width: 10, height: 10, fill: 'var(--paper)', stroke: 'var(--two)', 'stroke-width': 2.4 }),
    s('path', { d: diamond, fill: 'var(--paper)', stroke: 'var(--three)', 'stroke-width': 2.4 })];
}

function field(narrow) { // one study: each setting a dot, its true score along, its cross-validated score up
  const place = h('div', { style: 'flex: 1 1 300px' });
  function show(values) {
    const found = study(values), { truth, score, best } = found, { mean, spread, settings } = values, reach = 3.2 * Math.hypot(scoreSd(mean, values.cases), spread);
    const low = Math.min(...score, found.nested, mean - reach), high = Math.max(...score, found.nested, mean + reach), wide = Math.max(3.4 * spread, 0.02, ...truth.map(t => Math.abs(t - mean) * 1.1));
    const x = [mean - wide, mean + wide], y = [low - 0.01, high + 0.01];
    const box = plot({ title: 'One study', x, y, xTicks: roundTicks(...x, 5), yTicks: roundTicks(...y, 7), xWords: hundred, yWords: hundred, xName: 'true score (%)', yName: 'cross-validated score (%)', width: narrow ? 330 : 350, height: 300 });
    const from = Math.max(x[0], y[0]), to = Math.min(x[1], y[1]), others = score.map((v, i) => ({ x: truth[i], y: v })).filter((_, i) => i !== best);
    box.inside.append(s('path', { d: path([{ x: from, y: from }, { x: to, y: to }], box.X, box.Y), class: 'clfx-dots' }),
      ...others.map(p => s('circle', { cx: box.X(p.x), cy: box.Y(p.y), r: settings > 200 ? 2 : 3.2, fill: 'none', stroke: 'var(--soft)' })),
      ...marks(box.X, box.Y, { x: truth[best], score: score[best], truth: truth[best], nested: found.nested, shrunken: found.shrunken }));
    box.element.setAttribute('aria-label', `One study of ${settings} settings: the best score is ${percent(score[best])}, and its true score ${percent(truth[best])}`);
    place.replaceChildren(box.element);
    return found;
  }
  return { element: place, show };
}

function growth(narrow) { // what is expected of the winner, against the number of settings
  const place = h('div', { style: 'flex: 1 1 300px' }), at = m => Math.log10(m);
  function show(values) {
    const found = COUNTS.map(settings => ({ x: at(settings), ...winner({ ...values, settings }) })), now = winner(values), x = at(values.settings);
    const y = [Math.min(values.mean, ...found.map(f => f.truth)) - 0.01, Math.max(...found.map(f => f.reported)) + 0.01];
    const box = plot({ title: 'The average of all studies', x: [0, 3], y, xTicks: [0, 1, 2, 3], yTicks: roundTicks(...y, 7), xWords: v => String(10 ** v), yWords: hundred, xName: 'settings tried', yName: 'score of the winner (%)', width: narrow ? 330 : 350, height: 300 });
    const up = found.map(f => ({ x: f.x, y: f.reported })), down = found.map(f => ({ x: f.x, y: f.truth }));
    box.inside.append(s('path', { d: `${path([...up, ...[...down].reverse()], box.X, box.Y)}Z`, fill: 'var(--one)', opacity: 0.18 }), s('path', { d: path(up, box.X, box.Y), class: 'clfx-curve', style: 'stroke: var(--one)' }),
      s('path', { d: path(down, box.X, box.Y), class: 'clfx-curve', 'stroke-dasharray': '7 4' }), ...marks(box.X, box.Y, { x, score: now.reported, truth: now.truth, nested: now.truth, shrunken: now.truth }));
    box.element.setAttribute('aria-label', `On average the best of ${values.settings} settings reports ${percent(now.reported)}, and its true score is ${percent(now.truth)}`);
    place.replaceChildren(box.element);
    return now;
  }
  return { element: place, show };
}

function scores() { // the winner in numbers: this study, and the average of all
  const rows = [['reported', 'best score, as reported', '--one', 'M4,8a4,4 0 1 0 8,0a4,4 0 1 0 -8,0', true], ['truth', 'its true score', '--ink', 'M4,8a4,4 0 1 0 8,0a4,4 0 1 0 -8,0', false],
    ['nested', 'nested cross-validation', '--two', 'M4,4h8v8h-8z', false], ['shrunken', 'best score, shrunken', '--three', 'M8,3l5,5l-5,5l-5,-5z', false]];
  const cells = {}, cell = name => (cells[name] = h('td', { 'data-number': name }));
  const sign = (colour, d, full) => s('svg', { viewBox: '0 0 16 16', class: 'clfx-sign', style: 'width: 16px', 'aria-hidden': 'true' }, s('path', { d, fill: full ? `var(${colour})` : 'none', stroke: `var(${colour})`, 'stroke-width': 2 }));
  const element = h('div', { class: 'clfx-scroll' }, h('table', {}, h('caption', {}, 'The setting with the best score'), h('thead', {}, h('tr', {}, h('td', {}, ''), h('th', { scope: 'col' }, 'this study'), h('th', { scope: 'col' }, 'average'))),
    h('tbody', {}, ...rows.map(([name, words, ...look]) => h('tr', {}, h('th', { scope: 'row', class: 'clfx-row' }, sign(...look), words), cell(`one ${name}`), cell(`all ${name}`))))));
  return { element, show(found, now) {
    const one = { reported: found.score[found.best], truth: found.truth[found.best], nested: found.nested, shrunken: found.shrunken }, all = { reported: now.reported, truth: now.truth, nested: now.truth, shrunken: now.truth };
    for (const name in one) { cells[`one ${name}`].textContent = percent(one[name]); cells[`all ${name}`].textContent = percent(all[name]); }
  } };
}

function build({ data, root, set, say, narrow }) {
  const list = { settings: withOne(COUNTS, data.settings), cases: withOne(CASES, data.cases) };
  const steps = (label, numbers, name) => slider({ label, low: 0, high: numbers.length - 1, step: 1, words: i => String(numbers[i]), input: i => set({ [name]: numbers[i] }) });
  const controls = { settings: steps('Settings tried', list.settings, 'settings'), cases: steps('Cases', list.cases, 'cases'),
    correlation: slider({ label: 'Correlation of their errors', low: 0, high: 0.95, step: 0.05, words: v => v.toFixed(2), input: v => set({ correlation: v }) }),
    mean: slider({ label: 'Mean true score', low: 0.5, high: 0.9, step: 0.01, words: whole, input: v => set({ mean: v }) }),
    spread: slider({ label: 'Spread of the true scores (sd)', low: 0, high: 0.1, step: 0.005, words: inPoints, input: v => set({ spread: v }) }) };
  let now = {};
  const again = button('Another study', () => set({ study: now.study + 1 })), one = field(narrow), all = growth(narrow), table = scores(), said = h('p', { class: 'clfx-said' });
  root.append(h('div', { class: 'clfx-controls clfx-stack' }, ...Object.values(controls).map(each => each.element)), h('div', { class: 'clfx-columns' }, one.element, all.element), again, table.element, said,
    h('p', { class: 'clfx-key' }, 'First figure: each ring is a setting; on the dotted diagonal a score would be true. The filled dot is the winner, the bar below it is what it reports too much. Second figure: the same on average, for any number of settings; the dashed line is the true score of the winner.',
      ' Scores and errors are taken as normal, so numbers near 100 % mean little. Nested cross-validation judges the winner by cases that had no say in its choice. Shrunken: the lead over the mean of all settings, times the share of it that is true.'));
  return values => {
    now = values;
    const { settings, cases } = values;
    for (const name in controls) controls[name].show(list[name] ? list[name].indexOf(values[name]) : values[name]);
    const found = one.show(values), average = all.show(values);
    table.show(found, average);
    said.textContent = `On average the best of ${settings} settings on ${cases} cases reports ${inPoints(average.optimism)} too much: ${percent(average.reported)}, while it is worth ${percent(average.truth)}. Of its lead over the mean setting ${whole(average.keep)} are true.`;
    say(said.textContent);
  };
}

export default explorer({ title: 'How much better does the best of many settings look than it is?',
  start: () => ({ settings: 35, cases: 72, correlation: 0.5, mean: 0.56, spread: 0.025, study: 1 }), build });
