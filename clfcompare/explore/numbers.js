// Numbers that the explorers share: distributions, ranks, adjustments, random numbers. No page is needed: node imports this file,
// and tests/test_explorers.py holds every function against scipy or clfcompare.

// --- Gamma and beta ---

const LANCZOS = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];

export function logGamma(x) { // for x > 0 (Lanczos, g = 7)
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const sum = LANCZOS.reduce((all, c, i) => all + (i ? c / (x - 1 + i) : c), 0), t = x + 6.5;
  return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

function fraction(a, b) { // b0 + a1/(b1 + a2/(b2 + ...)) with a(n), b(n), by Lentz's method
  const tiny = 1e-300;
  let f = b(0) || tiny, c = f, d = 0;
  for (let n = 1; n < 10000; n++) {
    d = b(n) + a(n) * d || tiny;
    c = b(n) + a(n) / c || tiny;
    d = 1 / d;
    f *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return f;
}

export function betaInc(x, a, b) { // the regularised incomplete beta function I_x(a, b)
  if (!(x > 0)) return x <= 0 ? 0 : NaN;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaInc(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logGamma(a) - logGamma(b) + logGamma(a + b)) / a;
  const term = n => {
    if (n === 1) return 1;
    const m = (n - 1) >> 1;
    return n % 2 ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)) : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
  };
  return front * fraction(term, n => (n ? 1 : 0));
}

export function gammaTail(a, x) { // the regularised upper incomplete gamma function Q(a, x)
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x >= a + 1) return front / fraction(n => n * (a - n), n => x + 2 * n + 1 - a);
  let term = 1 / a, sum = term;
  for (let n = 1; term > sum * 1e-17; n++) sum += term *= x / (a + n);
  return 1 - front * sum;
}

// --- Distributions: tail is the probability above, two both tails together ---

export const normalDensity = z => Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
export const normalTail = z => (z >= 0 ? gammaTail(0.5, z * z / 2) / 2 : 1 - gammaTail(0.5, z * z / 2) / 2);
export const normalTwo = z => gammaTail(0.5, z * z / 2);
export const normalBelow = z => normalTail(-z);
export const chi2Tail = (x, df) => gammaTail(df / 2, x / 2);
export const fTail = (f, df1, df2) => (f <= 0 ? 1 : f === Infinity ? 0 : betaInc(df2 / (df2 + df1 * f), df2 / 2, df1 / 2));

export function tTwo(t, df) { // P(|T| >= |t|)
  if (Number.isNaN(t)) return NaN;
  if (!Number.isFinite(t)) return 0;
  return t * t < df ? 1 - betaInc(t * t / (df + t * t), 0.5, df / 2) : betaInc(df / (df + t * t), df / 2, 0.5);
}
export const tTail = (t, df) => (t >= 0 ? tTwo(t, df) / 2 : 1 - tTwo(t, df) / 2);
export const tBelow = (t, df) => tTail(-t, df);

export function whereFalls(f, target, low, high) { // x in [low, high] where the falling f comes down to the target
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (f(middle) > target) low = middle; else high = middle;
  }
  return (low + high) / 2;
}

export const normalQuantile = p => (p === 0.5 ? 0 : p < 0.5 ? -normalQuantile(1 - p) : whereFalls(normalTail, 1 - p, 0, 40));
export function tQuantile(p, df) {
  if (p < 0.5) return -tQuantile(1 - p, df);
  let high = 1;
  while (tTail(high, df) > 1 - p) high *= 2;
  return p === 0.5 ? 0 : whereFalls(t => tTail(t, df), 1 - p, 0, high);
}

export function rangeTail(q, k) { // studentized range of k normals, infinite degrees of freedom: P(Q >= q)
  if (q <= 0) return 1;
  const steps = 120, low = -9, high = 9; // the trapezoidal rule is exact to the last digits for such a smooth bell
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const z = low + (high - low) * i / steps, above = normalTail(z), far = normalTail(z + q);
    sum += normalDensity(z) * (above ** (k - 1) - (above - far) ** (k - 1));  // z: the smallest of the k; some other lies more than q above it
  }
  return Math.min(1, k * sum * (high - low) / steps);
}
export const rangeQuantile = (p, k) => whereFalls(q => rangeTail(q, k), 1 - p, 0, 40);

// --- Samples ---

export const sum = values => values.reduce((a, b) => a + b, 0);
export const mean = values => sum(values) / values.length;
export function variance(values) { // divided by n - 1
  const m = mean(values);
  return sum(values.map(v => (v - m) ** 2)) / (values.length - 1);
}

export function midRanks(values) { // 1 is the smallest; equal values share their mean rank
  const order = values.map((_, i) => i).sort((i, j) => values[i] - values[j]), ranks = [];
  for (let first = 0, next; first < order.length; first = next) {
    for (next = first; next < order.length && values[order[next]] === values[order[first]]; next++);
    for (let i = first; i < next; i++) ranks[order[i]] = (first + next + 1) / 2;
  }
  return ranks;
}

export function holm(pvalues) { // adjusted p-values (Holm 1979)
  const order = pvalues.map((_, i) => i).sort((i, j) => pvalues[i] - pvalues[j]), adjusted = [];
  order.reduce((least, i, place) => (adjusted[i] = Math.max(least, Math.min(1, (pvalues.length - place) * pvalues[i]))), 0);
  return adjusted;
}

export function meanTest(differences, factor) { // t test of a mean; its squared standard error is variance times factor (1/n: independent)
  const m = mean(differences), v = variance(differences);
  const t = v > 0 ? m / Math.sqrt(v * factor) : m === 0 ? 0 : m * Infinity;
  return { mean: m, statistic: t, df: differences.length - 1, pvalue: tTwo(t, differences.length - 1) };
}

// --- Random numbers: the same from the same seed, in every browser ---

export function random(seed) { // numbers in [0, 1) (mulberry32)
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const normal = uniform => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()); // one standard normal (Box and Muller)

export function shuffled(n, uniform) { // 0 .. n - 1 in random order
  const order = [];
  for (let i = 0; i < n; i++) order.push(i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(uniform() * (i + 1)), kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  return order;
}
