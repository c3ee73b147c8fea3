// What all explorers share: the frame around them, its looks, and small helpers to draw. See README.md beside this file.

const LOOKS = `
.clfx { --ink: #1b1b1b; --soft: #595959; --line: #c4c4c4; --paper: #ffffff; --wash: #f3f4f6; --one: #b34700; --two: #0b62a8; --three: #00735a; --link: #0b62a8;
  box-sizing: border-box; max-width: 760px; width: 100%; margin: 0.5rem 0 1rem; padding: 12px 14px; border: 1px solid var(--line); border-radius: 8px;
  color: var(--ink); background: var(--paper); font: 15px/1.45 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: break-word; }
.clfx.clfx-dark { --ink: #ececec; --soft: #b4b4b4; --line: #5a5f66; --paper: #16191d; --wash: #23272d; --one: #ff9a5c; --two: #7cbcff; --three: #4fd1ae; --link: #7cbcff; color-scheme: dark; }
.clfx *, .clfx *::before, .clfx *::after { box-sizing: border-box; }
.clfx .clfx-title { font-size: 1.05em; font-weight: 600; margin: 0 0 8px; color: var(--ink); padding: 0; border: 0; }
.clfx svg { display: block; width: 100%; height: auto; overflow: visible; background: none; user-select: none; -webkit-user-select: none; }
.clfx svg text { fill: var(--ink); font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; font-variant-numeric: tabular-nums; }
.clfx svg .clfx-soft { fill: var(--soft); }
.clfx .clfx-axis { stroke: var(--soft); stroke-width: 1; fill: none; } .clfx .clfx-grid { stroke: var(--line); stroke-width: 0.7; fill: none; }
.clfx .clfx-curve { stroke: var(--ink); stroke-width: 1.8; fill: none; } .clfx .clfx-dots { stroke: var(--soft); stroke-width: 1.2; stroke-dasharray: 2 4; fill: none; }
.clfx .clfx-mark { fill: var(--paper); stroke: var(--ink); stroke-width: 2.4; }
.clfx .clfx-drag { cursor: ew-resize; touch-action: pan-y; } .clfx .clfx-pick { cursor: crosshair; touch-action: pan-y; }
.clfx .clfx-columns { display: flex; flex-wrap: wrap; gap: 12px 18px; align-items: flex-start; margin: 8px 0; } .clfx .clfx-columns > * { flex: 1 1 200px; min-width: 0; } .clfx .clfx-columns > svg { max-width: 360px; }
.clfx .clfx-controls { display: flex; flex-wrap: wrap; gap: 6px 18px; align-items: center; margin: 4px 0; }
.clfx .clfx-field { display: flex; flex: 1 1 305px; gap: 2px 10px; align-items: center; flex-wrap: wrap; min-height: 44px; margin: 0; color: var(--ink); font-weight: 400; font-size: 1em; }
.clfx .clfx-field > span { flex: 0 0 auto; } .clfx .clfx-field output { flex: 0 0 4.6em; text-align: right; font-variant-numeric: tabular-nums; color: var(--ink); background: none; padding: 0; margin: 0; font-size: 1em; }
.clfx input[type=range] { flex: 1 1 150px; min-width: 110px; height: 44px; margin: 0; padding: 0; accent-color: var(--two); background: none; border: 0; box-shadow: none; }
.clfx select, .clfx button, .clfx input[type=text], .clfx input[type=number] { font: inherit; color: var(--ink); background: var(--wash); border: 1px solid var(--soft); border-radius: 6px; }
.clfx select, .clfx button { min-height: 44px; min-width: 44px; padding: 4px 12px; margin: 2px 0; max-width: 100%; } .clfx button { cursor: pointer; } .clfx button:disabled { opacity: 0.5; cursor: default; }
.clfx select { flex: 0 1 auto; width: auto; } .clfx .clfx-choice { flex: 0 1 auto; }
.clfx :focus-visible { outline: 3px solid var(--link) !important; outline-offset: 2px; }
.clfx table { border-collapse: collapse; margin: 4px 0; width: auto; display: table; color: var(--ink); background: none; font-size: 14px; font-variant-numeric: tabular-nums; border: 0; table-layout: auto; }
.clfx table caption { caption-side: top; text-align: left; color: var(--soft); font-size: 13px; padding: 0 0 4px; margin: 0; }
.clfx table tr, .clfx table tbody tr:nth-child(odd), .clfx table tbody tr:hover { background: none !important; }
.clfx table td, .clfx table th { border: 1px solid var(--line); padding: 5px 9px; text-align: right; color: var(--ink); background: none; font-weight: 400; vertical-align: middle; max-width: none; white-space: nowrap; }
.clfx table th { color: var(--soft); } .clfx p { margin: 6px 0; color: var(--ink); } .clfx .clfx-key, .clfx p.clfx-key { color: var(--soft); font-size: 13px; }
.clfx .clfx-said { font-variant-numeric: tabular-nums; } .clfx .clfx-scroll { overflow-x: auto; max-width: 100%; }
.clfx .clfx-stack .clfx-field { display: grid; grid-template-columns: 1fr auto; gap: 0 10px; } .clfx .clfx-stack .clfx-field output { grid-area: 1 / 2; } .clfx .clfx-stack input[type=range] { grid-column: 1 / -1; width: 100%; margin: -6px 0; } .clfx .clfx-stack input[type=range]:focus-visible { outline-offset: -9px; }
.clfx table th.clfx-row { text-align: left; white-space: normal; color: var(--ink); } .clfx svg.clfx-sign { display: inline-block; height: 16px; margin-right: 6px; vertical-align: -3px; }
.clfx .clfx-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.clfx .clfx-swatch { display: inline-block; width: 12px; height: 12px; border: 1.5px solid; border-radius: 2px; margin-right: 6px; vertical-align: -1px; }`;

// --- Elements ---

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}
const OURS = { 'data-lm-suppress-shortcuts': 'true' }; // the keys of what has the focus: JupyterLab would take the arrows for itself
const hasKeys = (name, attributes) => ['input', 'select', 'button'].includes(name) || attributes?.tabindex !== undefined;
export const h = (name, attributes, ...children) => filled(document.createElement(name), hasKeys(name, attributes) ? { ...attributes, ...OURS } : attributes, children);
export const s = (name, attributes, ...children) => filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
export function change(element, attributes) { for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value); }

// --- Words ---

export const fixed = (value, digits = 3) => (Number.isNaN(value) ? '–' : value.toFixed(digits).replace('-', '−'));
export const percent = (value, digits = 1) => `${fixed(100 * value, digits)} %`;
export const pWords = p => (Number.isNaN(p) ? '–' : p < 0.001 ? '< 0.001' : p.toFixed(3));
let count = 0;
export const fresh = stem => `clfx-${stem}-${++count}`; // an id that no other element of the page has

// --- Controls: each gives its element, and a function that shows a value ---

export function slider({ label, low, high, step = 'any', words, input }) { // words(value): what is said of a value; input(value): it was moved
  const box = h('input', { type: 'range', min: low, max: high, step, oninput: () => input(Number(box.value)) }), said = h('output');
  const show = value => {
    if (Number(box.value) !== value) box.value = value;
    box.setAttribute('aria-valuetext', words(value));
    said.textContent = words(value);
  };
  return { element: h('label', { class: 'clfx-field' }, h('span', {}, label), box, said), show, box };
}

export function choice({ label, options, change: changed }) { // options: [[value, words], ...]
  const box = h('select', { onchange: () => changed(box.value) }, ...options.map(([value, words]) => h('option', { value }, words)));
  return { element: h('label', { class: 'clfx-field clfx-choice' }, h('span', {}, label), box), show: value => { box.value = value; }, box };
}

export const button = (label, click) => h('button', { type: 'button', onclick: click }, label);

// --- Plots ---

const tick = v => String(Math.round(v * 1e6) / 1e6);

export function plot({ title, x = [0, 1], y = [0, 1], xName, yName, xTicks = [0, 0.5, 1], yTicks = [0, 0.5, 1], xWords = tick, yWords = tick, width = 300, height = 270 }) {
  const left = yName ? 46 : 14, right = 12, top = title === undefined ? 10 : 26, bottom = xName ? 42 : 24;
  const X = v => left + (width - left - right) * (v - x[0]) / (x[1] - x[0]), Y = v => height - bottom - (height - top - bottom) * (v - y[0]) / (y[1] - y[0]);
  const heading = s('text', { x: (left + width - right) / 2, y: 16, 'text-anchor': 'middle' }, title ?? ''), inside = s('g');
  const element = s('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title },
    ...xTicks.map(v => s('line', { x1: X(v), x2: X(v), y1: Y(y[0]), y2: Y(y[1]), class: 'clfx-grid' })),
    ...yTicks.map(v => s('line', { x1: X(x[0]), x2: X(x[1]), y1: Y(v), y2: Y(v), class: 'clfx-grid' })),
    s('path', { d: `M${X(x[0])},${Y(y[1])}V${Y(y[0])}H${X(x[1])}`, class: 'clfx-axis' }),
    ...xTicks.map(v => s('text', { x: X(v), y: height - bottom + 16, 'text-anchor': 'middle' }, xWords(v))),
    ...yTicks.map(v => s('text', { x: left - 6, y: Y(v) + 4, 'text-anchor': 'end' }, yWords(v))),
    xName ? s('text', { x: (left + width - right) / 2, y: height - 6, 'text-anchor': 'middle' }, xName) : null,
    yName ? s('text', { x: 0, y: 0, transform: `translate(12 ${(top + height - bottom) / 2}) rotate(-90)`, 'text-anchor': 'middle' }, yName) : null,
    heading, inside);
  const name = words => { heading.textContent = words; element.setAttribute('aria-label', words); };
  return { element, inside, X, Y, name, fromX: px => x[0] + (px - left) / (width - left - right) * (x[1] - x[0]),
    fromY: py => y[0] + (height - bottom - py) / (height - top - bottom) * (y[1] - y[0]) };
}

export const path = (points, X, Y) => points.map((p, i) => `${i ? 'L' : 'M'}${X(p.x).toFixed(2)},${Y(p.y).toFixed(2)}`).join('');

export function drag(svg, moved) { // moved(x, y), in the units of the viewBox, while a pointer is down; keys have the slider
  const at = event => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    moved(point.x, point.y);
  };
  svg.addEventListener('pointerdown', event => { svg.setPointerCapture(event.pointerId); at(event); });
  svg.addEventListener('pointermove', event => { if (svg.hasPointerCapture(event.pointerId)) at(event); });
}

// --- The frame ---

function isDark() { // the word of the page first (site, JupyterLab), then that of the system
  const light = document.body.dataset.jpThemeLight, said = document.documentElement.dataset.theme || (light && (light === 'false' ? 'dark' : 'light'));
  return said ? said === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

function watchTheme(root) {
  const paint = () => root.classList.toggle('clfx-dark', isDark()), system = matchMedia('(prefers-color-scheme: dark)'), watch = new MutationObserver(paint);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  watch.observe(document.body, { attributes: true, attributeFilter: ['data-jp-theme-light'] });
  system.addEventListener('change', paint);
  paint();
  return () => { watch.disconnect(); system.removeEventListener('change', paint); };
}

export function explorer({ title, style = '', start, build }) {
  // style: rules of its own. start(data): the values at the start. build({data, root, set, say, narrow}): puts elements into root, gives back update(values).
  function render({ model, el }) {
    const data = model.get('data'), body = h('div'), live = h('div', { class: 'clfx-hidden', role: 'status', 'aria-live': 'polite' });
    const heading = h('p', { class: 'clfx-title', id: fresh('title') }, title);
    const root = h('section', { class: 'clfx', 'aria-labelledby': heading.id }, h('style', {}, LOOKS + style), heading, body, live);
    const values = () => ({ ...start(data), ...model.get('values') });
    const set = patch => { model.set('values', { ...values(), ...patch }); model.save_changes(); };
    let later, narrow = null, update = () => {}, spoken = '';
    const say = words => { // for a screen reader, once the hand is still
      clearTimeout(later);
      if (words !== spoken) later = setTimeout(() => { live.textContent = spoken = words; }, 400);
    };
    const draw = () => update(values());
    const make = () => {
      if (root.clientWidth === 0 && narrow !== null) return; // hidden
      const now = root.clientWidth > 0 && root.clientWidth < 560;
      if (now === narrow) return;
      narrow = now;
      body.replaceChildren();
      update = build({ data, root: body, set, say, narrow });
      draw();
      live.textContent = '';
    };
    el.replaceChildren(root);
    const unwatch = watchTheme(root), size = new ResizeObserver(make);
    make();
    size.observe(root);
    model.on('change:values', draw);
    return () => { clearTimeout(later); unwatch(); size.disconnect(); model.off('change:values', draw); };
  }
  return { render };
}
