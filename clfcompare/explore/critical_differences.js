// Critical differences: edit a table of results, and see ranks, groups, adjusted p-values and the best set change.
import { button, choice, explorer, fixed, h, pWords, s, slider } from './frame.js';
import { chi2Tail, fTail, holm, mean, midRanks, normalTwo, rangeQuantile, rangeTail, sum } from './numbers.js';

// data: { algorithms, datasets: names; table: rows of numbers, as published; better: "higher" or "lower"; measure }
// values: { table, used: an algorithm is compared, test: "nemenyi" or "wilcoxon", alpha }

const TIE = 1e-12; // differences closer than this, of their size, tie, as in clfcompare

export const rankTable = (table, better) => table.map(row => midRanks(better === 'lower' ? row : row.map(v => -v)));
export const meanRanks = ranks => ranks[0].map((_, j) => mean(ranks.map(row => row[j])));

export function friedman(ranks) { // chi-squared and F (Iman and Davenport), corrected for ties
  const M = ranks.length, L = ranks[0].length, scores = ranks.map(row => row.map(r => 2 * r - (L + 1)));
  const between = sum(scores[0].map((_, j) => sum(scores.map(row => row[j])) ** 2)), total = M * sum(scores.flat().map(v => v * v));
  if (total === 0) return { chi2: NaN, pvalue: NaN, F: NaN, pvalueF: NaN };
  const chi2 = M * (L - 1) * between / total, F = between >= total ? Infinity : (M - 1) * between / (total - between);
  const joint = scores.map(row => orders(alike(row))).reduce((all, n) => all * n, 1); // tables that the orders of all rows make
  if (joint <= 1e6) return { chi2, pvalue: chi2Tail(chi2, L - 1), F, pvalueF: exactShare(scores, between) };
  const common = scores.map(alike).reduce((all, row) => all.map((yes, j) => yes && row[j])), formula = F === Infinity ? 0 : fTail(F, L - 1, (L - 1) * (M - 1));
  return { chi2, pvalue: chi2Tail(chi2, L - 1), F, pvalueF: Math.max(formula, orders(common) / joint) }; // never below the smallest exact one
}

function alike(row) { // sorted: is a value the one before?
  const sorted = [...row].sort((a, b) => a - b);
  return sorted.map((v, j) => j > 0 && v === sorted[j - 1]);
}
function orders(same) { // distinct orders of a row with such ties
  let run = 1;
  return same.reduce((all, yes, j) => { run = yes ? run + 1 : 1; return all * (j + 1) / run; }, 1);
}
function arrangements(row) { // all distinct orders
  if (!row.length) return [[]];
  return [...new Set(row)].flatMap(v => { const rest = [...row]; rest.splice(rest.indexOf(v), 1); return arrangements(rest).map(tail => [v, ...tail]); });
}
function exactShare(scores, between) { // how likely column sums are as far apart, when every order of every row is as likely
  let states = new Map([[scores[0].join(), 1]]);
  for (const row of scores.slice(1)) {
    const next = new Map(), ways = arrangements(row);
    for (const [key, n] of states) {
      const sums = key.split(',').map(Number);
      for (const way of ways) { const told = sums.map((v, j) => v + way[j]).join(); next.set(told, (next.get(told) ?? 0) + n); }
    }
    states = next;
  }
  const found = [...states].map(([key, n]) => [sum(key.split(',').map(v => v * v)), n]);
  return sum(found.filter(([size]) => size >= between).map(([, n]) => n)) / sum(found.map(([, n]) => n));
}

const allPairs = list => list.flatMap((a, i) => list.slice(i + 1).map(b => [a, b])); // all pairs

export function nemenyiPairs(means, M) { // { a, b, difference, pvalue, adjusted }, numbers of columns
  const L = means.length, se = Math.sqrt(L * (L + 1) / (6 * M));
  return allPairs(means.map((_, j) => j)).map(([a, b]) => {
    const difference = means[a] - means[b], z = Math.abs(difference) / se, pvalue = normalTwo(z);
    return { a, b, difference, pvalue, adjusted: Math.max(pvalue, rangeTail(Math.SQRT2 * z, L)) };
  });
}

export const criticalDifference = (L, M, alpha) => rangeQuantile(1 - alpha, L) / Math.SQRT2 * Math.sqrt(L * (L + 1) / (6 * M));

export function wilcoxon(one, two) { // exact two-sided p-value, zeros dropped, ties given mean ranks
  const made = one.map((v, i) => ({ d: v - two[i], size: Math.max(Math.abs(v), Math.abs(two[i])) })).filter(({ d, size }) => Math.abs(d) > TIE * size);
  if (!made.length) return 1;
  const order = made.map(({ d, size }) => ({ d, size, far: Math.abs(d) })).sort((x, y) => x.far - y.far);
  order.forEach((each, i) => { if (i && each.far - order[i - 1].last <= TIE * Math.max(each.size, order[i - 1].size)) { each.last = each.far; each.far = order[i - 1].far; } else each.last = each.far; });
  const ranks = midRanks(order.map(each => each.far)).map(r => 2 * r), total = sum(ranks); // doubled, so whole
  let ways = [1];
  for (const r of ranks) {
    const next = Array(ways.length + r).fill(0);
    ways.forEach((w, v) => { next[v] += w; next[v + r] += w; });
    ways = next;
  }
  const up = sum(ranks.filter((_, i) => order[i].d > 0)), least = Math.min(up, total - up);
  return Math.min(1, 2 * sum(ways.slice(0, least + 1)) / 2 ** ranks.length);
}

export function wilcoxonPairs(table) { // with Holm's adjustment over all pairs
  const L = table[0].length, column = j => table.map(row => row[j]), pairs = allPairs(Array.from({ length: L }, (_, j) => j));
  const pvalues = pairs.map(([a, b]) => wilcoxon(column(a), column(b))), adjusted = holm(pvalues);
  return pairs.map(([a, b], i) => ({ a, b, pvalue: pvalues[i], adjusted: adjusted[i] }));
}

export function cliques(L, pairs, alpha) { // maximal groups of two or more in which no pair differs; columns in the order given
  const differ = new Set(pairs.filter(p => p.adjusted <= alpha).flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]));
  const together = Array.from({ length: 2 ** L }, (_, set) => Array.from({ length: L }, (_, j) => j).filter(j => set >> j & 1))
    .filter(group => group.length > 1 && allPairs(group).every(([a, b]) => !differ.has(`${a} ${b}`)));
  return together.filter(group => !together.some(other => other.length > group.length && group.every(j => other.includes(j))));
}

export function bestPvalues(table, better) { // could no other be better? one-sided max-t over sign flips of whole rows, all of them counted
  const sign = better === 'lower' ? -1 : 1, M = table.length, L = table[0].length, x = table.map(row => row.map(v => sign * v));
  const scale = Array.from({ length: L }, (_, k) => Array.from({ length: L }, (_, j) => {
    const squares = sum(x.map(row => (row[k] - row[j]) ** 2));
    return squares > 0 ? 1 / Math.sqrt(squares) : 0;
  }));
  const columns = x[0].map((_, j) => sum(x.map(row => row[j]))), ahead = (sums, j) => Math.max(...sums.map((v, k) => (k === j ? -Infinity : (v - sums[j]) * scale[k][j])));
  const bar = columns.map((_, j) => { const u = ahead(columns, j); return u - 1e-9 * Math.max(Math.abs(u), 1e-3); }), reached = Array(L).fill(0), signs = Array(M).fill(1);
  for (let pattern = 0; pattern < 2 ** M; pattern++) {
    for (let j = 0; j < L; j++) {
      let most = -Infinity;
      for (let k = 0; k < L; k++) if (k !== j) most = Math.max(most, (columns[k] - columns[j]) * scale[k][j]);
      if (most >= bar[j]) reached[j] += 1;
    }
    const turn = 31 - Math.clz32((pattern + 1) & -(pattern + 1)); // the next pattern differs in one row (Gray code)
    if (turn < M) {
      signs[turn] = -signs[turn];
      for (let j = 0; j < L; j++) columns[j] += 2 * signs[turn] * x[turn][j];
    }
  }
  return reached.map((n, j) => (bar[j] <= 0 ? Math.max(n / 2 ** M, 0.5) : n / 2 ** M));
}

// --- The page ---

const STYLE = `
.clfx .clfx-cell { display: flex; align-items: center; gap: 6px; justify-content: flex-end; } .clfx .clfx-narrow { display: block; }
.clfx .clfx-sheet input { width: 4.8em; min-height: 40px; padding: 2px 5px; text-align: right; font: inherit; font-size: 14px; margin: 0; box-shadow: none; }
.clfx .clfx-sheet input[aria-invalid=true] { border: 2px solid var(--one); } .clfx .clfx-sheet td { padding: 2px 4px; } .clfx .clfx-sheet th[scope=row] { text-align: left; }
.clfx .clfx-sheet small { display: block; min-width: 1.4em; text-align: right; color: var(--soft); font-size: 12px; line-height: 1.2; } .clfx .clfx-sheet label { display: flex; gap: 6px; align-items: center; min-height: 44px; justify-content: flex-end; margin: 0; font-weight: 400; color: var(--ink); }
.clfx .clfx-sheet input[type=checkbox] { width: 22px; height: 22px; min-height: 0; accent-color: var(--two); margin: 0; } .clfx .clfx-off { opacity: 0.45; }
.clfx .clfx-differ td { font-weight: 700; }`;

function diagram(narrow) { // Demsar's diagram: places on an axis, names on both sides, a bar over each group
  const width = narrow ? 320 : 700, side = narrow ? 92 : 130, inside = s('g'), element = s('svg', { role: 'img' }, inside);
  return { element, update(names, means, groups, cd) { // best first
    const L = names.length, X = r => side + (width - 2 * side) * (r - 1) / (L - 1), left = Math.ceil(L / 2), top = cd ? 62 : 34, low = top + 16 + 9 * groups.length;
    const height = low + 24 * left + 8;
    const bars = groups.map((group, i) => s('line', { x1: X(means[group[0]]) - 4, x2: X(means[group.at(-1)]) + 4, y1: top + 12 + 9 * i, y2: top + 12 + 9 * i, stroke: 'var(--ink)', 'stroke-width': 4 }));
    const stems = names.flatMap((name, i) => {
      const first = i < left, y = low + 24 * (first ? i : L - 1 - i) + 14, x = X(means[i]), end = first ? side - 6 : width - side + 6;
      return [s('path', { d: `M${x},${top}V${y}H${end}`, class: 'clfx-axis' }),
        s('text', { x: first ? end - 4 : end + 4, y: y + 4, 'text-anchor': first ? 'end' : 'start' }, `${name} ${fixed(means[i], 2)}`)];
    });
    const axis = [s('path', { d: `M${X(1)},${top}H${X(L)}`, class: 'clfx-axis' }), ...Array.from({ length: L }, (_, i) => i + 1).flatMap(r => [
      s('line', { x1: X(r), x2: X(r), y1: top - 6, y2: top, class: 'clfx-axis' }), s('text', { x: X(r), y: top - 10, 'text-anchor': 'middle' }, String(r))])];
    const ruler = cd ? [s('path', { d: `M${X(1)},10v10M${X(1)},15H${Math.min(X(1 + cd), width - 4)}M${Math.min(X(1 + cd), width - 4)},10v10`, class: 'clfx-axis', 'stroke-width': 2 }),
      s('text', { x: X(1), y: 34 }, `critical difference ${fixed(cd, 2)}`)] : [];
    element.setAttribute('viewBox', `0 0 ${width} ${height}`);
    inside.replaceChildren(...axis, ...ruler, ...stems, ...bars);
    const joined = groups.map(group => group.map(j => names[j]).join(', ')).join('; ');
    element.setAttribute('aria-label', `Mean ranks: ${names.map((name, i) => `${name} ${fixed(means[i], 2)}`).join(', ')}. ${groups.length ? `Not told apart: ${joined}` : 'All differ'}.`);
  } };
}

function sheet(data, narrow, edited, toggled) { // the table to edit: a number, and beside or below it its rank
  const boxes = data.algorithms.map((name, j) => h('input', { type: 'checkbox', 'aria-label': `compare ${name}`, onchange: event => toggled(j, event.target.checked) }));
  const rows = data.datasets.map((set, i) => data.algorithms.map((name, j) => {
    const box = h('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': `${data.measure} of ${name} on ${set}` }), rank = h('small');
    box.addEventListener('input', () => {
      const value = Number(box.value.trim().replace(',', '.')), good = box.value.trim() !== '' && Number.isFinite(value);
      box.setAttribute('aria-invalid', String(!good));
      if (good) edited(i, j, value);
    });
    return { box, rank, cell: h('td', {}, h('div', { class: narrow ? 'clfx-cell clfx-narrow' : 'clfx-cell' }, box, rank)) };
  }));
  const element = h('div', { class: 'clfx-scroll', tabindex: 0, role: 'group', 'aria-label': 'Table of results' }, h('table', { class: 'clfx-sheet' },
    h('thead', {}, h('tr', {}, h('td'), ...data.algorithms.map((name, j) => h('th', { scope: 'col' }, h('label', {}, boxes[j], name))))),
    h('tbody', {}, ...rows.map((row, i) => h('tr', {}, h('th', { scope: 'row' }, data.datasets[i]), ...row.map(each => each.cell))))));
  return { element, update({ table, used }, ranks) {
    const places = used.flatMap((yes, j) => (yes ? [j] : []));
    boxes.forEach((box, j) => { box.checked = used[j]; box.disabled = used[j] && places.length <= 2; });
    rows.forEach((row, i) => row.forEach(({ box, rank, cell }, j) => {
      if (box !== document.activeElement || Number(box.value.replace(',', '.')) !== table[i][j]) { box.value = String(table[i][j]); box.setAttribute('aria-invalid', 'false'); }
      cell.classList.toggle('clfx-off', !used[j]);
      rank.textContent = used[j] ? `${narrow ? 'rank ' : ''}${ranks[i][places.indexOf(j)]}` : narrow ? 'left out' : '–';
    }));
  } };
}

export function judged(data, { table, used, test, alpha }) { // all that is shown, best algorithm first
  const places = used.flatMap((yes, j) => (yes ? [j] : [])), chosen = table.map(row => places.map(j => row[j])), ranks = rankTable(chosen, data.better), M = table.length, L = places.length;
  const raw = meanRanks(ranks), order = places.map((_, j) => j).sort((a, b) => raw[a] - raw[b]), means = order.map(j => raw[j]);
  const sorted = chosen.map(row => order.map(j => row[j])), pairs = test === 'nemenyi' ? nemenyiPairs(means, M) : wilcoxonPairs(sorted);
  const best = bestPvalues(sorted, data.better).flatMap((p, j) => (p > alpha ? [j] : []));
  return { names: order.map(j => data.algorithms[places[j]]), ranks, means, pairs, groups: cliques(L, pairs, alpha), best, overall: friedman(ranks) };
}

function build({ data, root, set, say, narrow }) {
  let now;
  const test = choice({ label: 'Test of pairs', options: [['nemenyi', 'Nemenyi (mean ranks)'], ['wilcoxon', 'Wilcoxon, with Holm']], change: word => set({ test: word }) });
  const level = slider({ label: 'Level', low: 0.01, high: 0.2, step: 0.01, words: a => a.toFixed(2), input: alpha => set({ alpha: Math.round(alpha * 100) / 100 }) });
  const back = button('As published', () => set({ table: data.table, used: data.algorithms.map(() => true) }));
  const edited = (i, j, value) => set({ table: now.table.map((row, r) => (r === i ? row.map((v, c) => (c === j ? value : v)) : row)) });
  const table = sheet(data, narrow, edited, (j, yes) => set({ used: now.used.map((old, c) => (c === j ? yes : old)) }));
  const key = `The table: ${data.measure}, ${data.better} is better, and the rank in the row. Change a number, or leave an algorithm out.`;
  const figure = diagram(narrow), told = h('p', { class: 'clfx-said' }), best = h('p', { class: 'clfx-said' }), body = h('tbody'), caption = h('caption');
  const pairs = h('div', { class: 'clfx-scroll' }, h('table', {}, caption, h('thead', {}, h('tr', {}, ...['pair', 'p', 'adjusted', ''].map(name => h('th', { scope: 'col' }, name)))), body));
  root.append(h('div', { class: 'clfx-controls' }, test.element, level.element, back), figure.element,
    h('div', { class: 'clfx-columns' }, h('div', {}, told, best), pairs), h('p', { class: 'clfx-key' }, key), table.element);
  const limits = {}; // a critical difference takes a few milliseconds, and depends on three numbers alone
  return values => {
    now = values;
    const made = judged(data, values), { names, means, groups, overall } = made, M = values.table.length, asked = `${names.length} ${M} ${values.alpha}`;
    const cd = values.test === 'nemenyi' ? limits[asked] ??= criticalDifference(names.length, M, values.alpha) : null;
    test.show(values.test);
    level.show(values.alpha);
    back.disabled = values.used.every(Boolean) && JSON.stringify(values.table) === JSON.stringify(data.table);
    table.update(values, made.ranks);
    figure.update(names, means, groups, cd);
    told.textContent = `Iman and Davenport: F ${overall.F === Infinity ? 'infinite' : fixed(overall.F, 2)}, p ${pWords(overall.pvalueF)}. Friedman: chi-squared ${fixed(overall.chi2, 2)}, p ${pWords(overall.pvalue)}.`;
    best.textContent = `May be the best: ${made.best.map(j => names[j]).join(', ')}.`;
    caption.textContent = values.test === 'nemenyi' ? 'Pairs by mean rank; adjusted by the studentized range' : 'Pairs by signed ranks; adjusted by Holm';
    body.replaceChildren(...made.pairs.map(({ a, b, pvalue, adjusted }) => h('tr', { class: adjusted <= values.alpha ? 'clfx-differ' : null },
      h('th', { scope: 'row' }, `${names[a]}, ${names[b]}`), h('td', {}, pWords(pvalue)), h('td', {}, pWords(adjusted)), h('td', {}, adjusted <= values.alpha ? 'differ' : ''))));
    const found = made.pairs.filter(pair => pair.adjusted <= values.alpha).length;
    say(`${found} of ${made.pairs.length} pairs differ. Best mean rank: ${names[0]}, ${fixed(means[0], 2)}. ${best.textContent}`);
  };
}

const start = data => ({ table: data.table, used: data.algorithms.map(() => true), test: 'nemenyi', alpha: 0.05 });
export default explorer({ title: 'A table, its ranks, and who differs', style: STYLE, start, build });
