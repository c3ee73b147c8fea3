// Moves every explorer of some pages in Chromium, as a reader would:  node tools/explorers_check.mjs DEPS URL... [--lab] [--shots folder]
//
// What is wrong: a control that a key does not move or that has no name; a step that takes 100 ms or more, layout included; a page that scrolls
// sideways at 390 pixels; an explorer that does not follow the dark page; a screen reader that is told nothing; text on too faint a ground;
// a message in the console, or a request to another machine. It prints what each step showed, as JSON, so that two homes can be compared.
// With --lab the pages are notebooks of a JupyterLab that was started with LabApp.expose_app_in_browser. Exit code 1 if something is wrong, 3 if
// Chromium or its driver is missing.
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';

const [deps, ...rest] = process.argv.slice(2);
const option = name => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : null);
const lab = rest.includes('--lab'), shots = option('--shots'), LIMIT = 100;
const pages = rest.filter((word, i) => !word.startsWith('--') && rest[i - 1] !== '--shots');

function missing(words) { console.error(words); process.exit(3); }

function chromium() {
  const found = [process.env.CHROMIUM, ...(process.env.PATH || '').split(path.delimiter)
    .flatMap(folder => ['chromium', 'chromium-browser', 'google-chrome'].map(name => path.join(folder, name)))].find(file => file && fs.existsSync(file));
  return found || missing('Chromium is missing: apt-get install chromium, or name it in CHROMIUM');
}

function driver() {
  try { return createRequire(path.join(path.resolve(deps), 'x.js'))('playwright-core').chromium; }
  catch { return missing(`playwright-core is missing in ${deps}: npm install --prefix ${deps} playwright-core@1`); }
}

// In the page: what an explorer shows, numbers and places, without what a running title or an id may differ in.
function shown(section) {
  const marks = [...section.querySelectorAll('svg *')].map(each => ['d', 'cx', 'cy', 'x1', 'x2', 'x', 'y', 'width', 'height'].map(name => each.getAttribute(name)).filter(Boolean).join(','));
  const hash = marks.join(';').split('').reduce((all, c) => (Math.imul(all, 31) + c.charCodeAt(0)) | 0, 7);
  const boxes = [...section.querySelectorAll('input, select')].map(each => (each.type === 'checkbox' ? each.checked : each.value));
  const copy = section.cloneNode(true);
  copy.querySelectorAll('style, svg, select, [role=status]').forEach(each => each.remove());
  return { words: copy.textContent.replace(/\s+/g, ' '), boxes, marks: hash };
}

// In the page: one step, and how long it takes until the page is laid out again.
function timed([section, control, value]) {
  const start = performance.now();
  if (control.tagName === 'BUTTON') control.click();
  else if (control.type === 'checkbox') control.click();
  else { control.value = value; control.dispatchEvent(new Event('input', { bubbles: true })); control.dispatchEvent(new Event('change', { bubbles: true })); }
  section.getBoundingClientRect();
  return performance.now() - start;
}

// In the page: the contrast of each piece of text with the ground it stands on, where it is too low; letters that are too small.
function faint(section) {
  const parts = colour => (colour.match(/[\d.]+/g) || []).map(Number), wrong = [];
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((all, v, i) => all + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = each => { for (let up = each; up; up = up.parentElement) { const c = parts(getComputedStyle(up).backgroundColor); if (c.length === 3 || c[3] > 0.99) return c; } return [255, 255, 255]; };
  for (const each of section.querySelectorAll('p, th, td, label, button, select, output, text, small, caption')) {
    if (each.disabled || each.closest('.clfx-off, .clfx-hidden') || !each.textContent.trim() || !each.getClientRects().length) continue;
    const style = getComputedStyle(each), ink = parts(each.tagName === 'text' ? style.fill : style.color), [a, b] = [light(ink), light(ground(each))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) wrong.push(`faint text: ${each.textContent.trim().slice(0, 30)}`);
    const turned = each.tagName === 'text' ? each.getScreenCTM() : null, scale = turned ? Math.hypot(turned.a, turned.b) : 1;
    if (parseFloat(style.fontSize) * scale < 10.5) wrong.push(`letters of ${(parseFloat(style.fontSize) * scale).toFixed(1)} pixels: ${each.textContent.trim().slice(0, 30)}`);
  }
  for (const each of section.querySelectorAll('input, select, button')) {
    if (!(each.labels?.length || each.getAttribute('aria-label') || each.textContent.trim())) wrong.push('a control without a name');
    const box = each.getBoundingClientRect();
    if (Math.max(box.height, each.closest('label')?.getBoundingClientRect().height ?? 0) < 38) wrong.push(`a control of ${box.height} pixels`);
  }
  for (const each of section.querySelectorAll('svg[role=img]')) if (!each.getAttribute('aria-label')) wrong.push('a picture without words');
  return [...new Set(wrong)];
}

const settled = async (page, section, ms = 0) => { await page.waitForTimeout(ms); return section.evaluate(shown); };

async function drive(page, section, say) { // every control by its keys, then timed
  const steps = [], controls = await section.$$('input, select, button');
  let before = await settled(page, section, 50), tries = 0;
  for (const control of [...controls, ...await section.$$('button:disabled')]) { // what was disabled at the start comes last
    const kind = await control.evaluate(each => (each.tagName === 'INPUT' ? each.type : each.tagName.toLowerCase())), name = await control.evaluate(each => (each.getAttribute('aria-label') || each.labels?.[0]?.textContent || each.textContent).trim().slice(0, 40));
    if (await control.evaluate(each => each.disabled)) continue;
    if (kind === 'text' && ++tries > 6) continue; // a table: a few of its cells
    await control.focus();
    const outline = await control.evaluate(each => getComputedStyle(each).outlineStyle);
    if (outline === 'none') say(`${name}: no focus is seen`);
    if (kind === 'range' || kind === 'select') await page.keyboard.press('ArrowRight');
    if (kind === 'select') await control.evaluate(each => { if (each.selectedIndex === 0) { each.selectedIndex = 1; each.dispatchEvent(new Event('change', { bubbles: true })); } });
    else if (kind === 'text') { await page.keyboard.press('End'); await page.keyboard.type('9'); }
    else if (kind === 'button') await page.keyboard.press('Enter');
    else if (kind === 'checkbox') await page.keyboard.press('Space');
    const after = await settled(page, section, kind === 'button' || kind === 'select' ? 900 : 60);
    if (JSON.stringify(after) === JSON.stringify(before)) say(`${name}: nothing moves`);
    steps.push({ control: name, ...after });
    before = after;
  }
  await page.waitForTimeout(500);
  const spoken = await section.$eval('[role=status]', each => each.textContent);
  if (!spoken) say('nothing is said to a screen reader');
  const took = {}; // the best of three: another process may have had the processor
  for (const turn of [0, 1, 2]) for (const [place, control] of controls.entries()) {
    if (await control.evaluate(each => each.disabled)) continue;
    const values = await control.evaluate((each, again) => (each.type === 'range' ? [0.2, 0.9, 0.45].map(f => Number(each.min) + f * (each.max - each.min))
      : each.tagName === 'SELECT' ? [...each.options].map(o => o.value) : each.type === 'text' ? [String(12.5 + again)] : [null]), turn);
    for (const [i, value] of values.entries()) {
      const key = `${place} ${i}`;
      took[key] = Math.min(took[key] ?? Infinity, await page.evaluate(timed, [section, control, value]));
      if (turn === 2 && took[key] >= LIMIT) say(`${await control.evaluate(each => (each.getAttribute('aria-label') || each.labels?.[0]?.firstChild.textContent || each.textContent).trim())}: ${Math.round(took[key])} ms`);
    }
  }
  const slowest = Math.max(...Object.values(took));
  return { steps, spoken, slowest: Math.round(slowest) };
}

async function touch(page, section, say) { // what can be dragged follows a pointer
  for (const target of await section.$$('svg.clfx-drag, svg.clfx-pick')) {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox(), before = await section.evaluate(shown);
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 0.5 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.3 * box.height, { steps: 3 });
    await page.mouse.up();
    if (JSON.stringify(await settled(page, section, 60)) === JSON.stringify(before)) say('what can be dragged does not move');
  }
}

async function dark(page) { // as a reader turns the page dark in each home
  if (lab) await page.evaluate(() => window.jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' }));
  else await page.emulateMedia({ colorScheme: 'dark' });
}

async function opened(page, url) {
  await page.goto(url, { waitUntil: 'load' });
  if (!lab) return;
  await page.waitForFunction(() => window.jupyterapp, null, { timeout: 120000 });
  await page.waitForSelector('.jp-Notebook .jp-Cell', { timeout: 120000 });
  await page.waitForFunction(() => /Idle/i.test(document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status ?? ''), null, { timeout: 120000 });
  await page.click('.jp-Dialog .jp-mod-accept', { timeout: 10000 }).catch(() => {}); // JupyterLab may ask which kernel
  await page.evaluate(() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }); // not awaited: the explorers are
}

async function look(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' }), page = await context.newPage(), base = new URL(url).origin, found = {};
  const say = words => { console.error(`${url}: ${words}`); wrong.push(words); };
  if (!lab) page.on('console', m => { if (['error', 'warning'].includes(m.type()) && !/status of 4/.test(m.text())) say(`console ${m.type()}: ${m.text().slice(0, 200)}`); });
  page.on('response', r => { if (r.status() >= 400 && !lab) say(`${r.status()} for ${r.url()}`); });
  page.on('pageerror', e => say(`error in the page: ${String(e).slice(0, 200)}`));
  page.on('request', r => { if (/^https?:/.test(r.url()) && !r.url().startsWith(base)) say(`asks another machine: ${r.url().slice(0, 120)}`); });
  await opened(page, url);
  await page.waitForSelector('section.clfx', { timeout: 300000 });
  await page.waitForTimeout(lab ? 3000 : 500);
  const sections = await page.$$('section.clfx');
  if (await page.$('.clf-fallback')) say('a sentence stands where something should move');
  for (const [i, section] of sections.entries()) {
    const name = await section.evaluate(each => each.closest('[data-explorer]')?.dataset.explorer ?? each.querySelector('.clfx-title').textContent);
    const told = words => say(`${name}: ${words}`);
    await section.scrollIntoViewIfNeeded();
    found[`${i} ${await section.$eval('.clfx-title', each => each.textContent)}`] = await drive(page, section, told);
    await touch(page, section, told);
    for (const words of await section.evaluate(faint)) told(words);
    if (shots) await section.screenshot({ path: path.join(shots, `${name.replace(/\W+/g, '_')}_${lab ? 'lab' : 'site'}_light.png`) });
  }
  await dark(page);
  await page.waitForTimeout(lab ? 4000 : 500);
  for (const section of sections) {
    const name = await section.evaluate(each => each.querySelector('.clfx-title').textContent), told = words => say(`${name}, dark: ${words}`);
    if (!(await section.evaluate(each => each.classList.contains('clfx-dark')))) told('does not follow');
    for (const words of await section.evaluate(faint)) told(words);
    if (shots) await section.screenshot({ path: path.join(shots, `${name.replace(/\W+/g, '_')}_${lab ? 'lab' : 'site'}_dark.png`) });
  }
  if (lab) return context.close().then(() => found);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(600);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) say(`${over} pixels too wide on a phone`);
  for (const section of sections) {
    const name = await section.evaluate(each => each.querySelector('.clfx-title').textContent), told = words => say(`${name}, phone: ${words}`);
    const [inner, outer] = await section.evaluate(each => [each.scrollWidth, each.clientWidth]);
    if (inner > outer) told(`${inner - outer} pixels too wide`);
    for (const words of await section.evaluate(faint)) told(words);
    if (shots) await section.screenshot({ path: path.join(shots, `${name.replace(/\W+/g, '_')}_site_phone.png`) });
  }
  await context.close();
  return found;
}

const wrong = [], program = chromium(), playwright = driver();
if (shots) fs.mkdirSync(shots, { recursive: true });
const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-default-apps',
  '--disable-features=Translate,OptimizationHints,MediaRouter'];
const browser = await playwright.launch({ executablePath: program, args: quiet }), told = {};
for (const url of pages) {
  try { Object.assign(told, { [url]: await look(browser, url) }); }
  catch (error) { console.error(`${url}: ${String(error).slice(0, 500)}`); wrong.push(String(error)); }
}
await browser.close();
process.stdout.write(JSON.stringify(told), () => process.exit(wrong.length ? 1 : 0)); // all of it, then the end
