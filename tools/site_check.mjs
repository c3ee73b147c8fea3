// Opens every page of the built site in Chromium:  node tools/site_check.mjs _site _site_deps [--only text] [--shots folder]
//
// Each page is loaded once, and looked at wide and narrow, light and dark. What is wrong: a message in the console, a request to another
// machine or for a file that is not there, a page that scrolls sideways, a formula that failed or is left as source, a number with
// numpy's type around it, a warning, a picture without words, a link within the site that leads nowhere, and a search that finds
// nothing. The exit code is 1 if something is wrong, and 3 if Chromium or its driver is missing. CHROMIUM names the program.
import { createRequire } from 'node:module';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const [site, deps, ...rest] = process.argv.slice(2).map((word, i) => (i < 2 ? path.resolve(word) : word));
const option = name => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : null);
const only = option('--only'), shots = option('--shots');
const KINDS = { html: 'text/html', js: 'text/javascript', mjs: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', png: 'image/png', json: 'application/json',
  woff: 'font/woff', woff2: 'font/woff2', txt: 'text/plain' };
const VIEWS = [['wide', 1280, 900, 'light'], ['wide', 1280, 900, 'dark'], ['phone', 390, 844, 'dark'], ['phone', 390, 844, 'light']];
const SHOTS = ['index.html', 'inference/13_posthoc.html', 'reference/nemenyi.html', 'decision.html', 'findings/CC001.html'];
const BESIDE = new Set(['_static', '_sources', 'notebooks', '_images']);

function missing(words) { console.error(words); process.exit(3); }

function chromium() {
  const found = [process.env.CHROMIUM, ...(process.env.PATH || '').split(path.delimiter)
    .flatMap(folder => ['chromium', 'chromium-browser', 'google-chrome'].map(name => path.join(folder, name)))].find(file => file && fs.existsSync(file));
  return found || missing('Chromium is missing: apt-get install chromium, or name it in CHROMIUM');
}

function driver() {
  try { return createRequire(path.join(deps, 'x.js'))('playwright-core').chromium; }
  catch { return missing(`playwright-core is missing in ${deps}: npm install --prefix ${deps} playwright-core@1`); }
}

function walk(folder, ending = '.html') {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(each => {
    const full = path.join(folder, each.name);
    if (each.isDirectory()) return BESIDE.has(each.name) ? [] : walk(full, ending);
    return full.endsWith(ending) ? [path.relative(site, full).split(path.sep).join('/')] : [];
  });
}

function serve() {
  const server = http.createServer((request, answer) => {
    const file = path.join(site, decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const target = file.endsWith(path.sep) || (fs.existsSync(file) && fs.statSync(file).isDirectory()) ? path.join(file, 'index.html') : file;
    if (!target.startsWith(site) || !fs.existsSync(target)) { answer.writeHead(404); return answer.end(); }
    answer.writeHead(200, { 'content-type': KINDS[path.extname(target).slice(1)] || 'application/octet-stream' });
    fs.createReadStream(target).pipe(answer);
  });
  return new Promise(done => server.listen(0, '127.0.0.1', () => done(server)));
}

// In the page: how far it is wider than the window, and what sticks out of it.
function sideways() {
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over <= 0) return null;
  const held = each => { for (let up = each.parentElement; up; up = up.parentElement) if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(up).overflowX)) return true; return false; };
  const first = [...document.querySelectorAll('body *')].find(each => each.getBoundingClientRect().right > innerWidth + 1 && !held(each));
  return `${over} pixels too wide${first ? ` (${first.tagName.toLowerCase()}.${first.className})` : ''}`;
}

// In the page: what is wrong with its contents.
function contents() {
  const article = document.querySelector('article') || document.body, copy = article.cloneNode(true);
  copy.querySelectorAll('pre, code, script, style, mjx-assistive-mml, .math-source').forEach(each => each.remove());
  const words = copy.textContent, wrong = [];
  if (document.querySelector('mjx-merror, [data-mjx-error]')) wrong.push('a formula failed');
  if (document.querySelector('.math') && !document.querySelector('mjx-container')) wrong.push('formulas were not set');
  const raw = words.match(/\$\$|\\(?:frac|sum|text|begin|bar|hat|sqrt|le|alpha)\b/); if (raw) wrong.push(`a formula left as source: ${raw[0]}`);
  const given = [...article.querySelectorAll('.cell_output')].map(each => each.textContent).join('\n');
  if ([...article.querySelectorAll('.output.text_plain')].some(each => /\bnp\.(?:float|int)\d+\(/.test(each.textContent))) wrong.push("a number with numpy's type");
  if (document.querySelector('.output.stderr, .output.traceback') || /\.py:\d+: \w*Warning/.test(given)) wrong.push('a warning');
  for (const image of article.querySelectorAll('img')) if (!image.alt || /\.(png|svg)$/.test(image.alt)) wrong.push(`a picture without words: ${image.src.split('/').pop()}`);
  if (!document.title || !article.querySelector('h1')) wrong.push('no heading');
  return { wrong, links: [...document.querySelectorAll('a[href]')].map(a => a.href), ids: [...document.querySelectorAll('[id], a[name]')].map(e => e.id || e.name) };
}

async function settle(page) {
  await page.evaluate(async () => { if (window.MathJax?.startup?.promise) await MathJax.startup.promise; });
}

async function look(browser, base, pages) {
  const wrong = [], links = new Map(), ids = new Map();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  let here = '';
  const say = words => { const line = `${here}: ${words}`; if (!wrong.includes(line)) console.log(line); wrong.push(line); };
  page.on('console', m => { if (['error', 'warning'].includes(m.type())) say(`console ${m.type()}: ${m.text().slice(0, 200)}`); });
  page.on('pageerror', e => say(`error in the page: ${String(e).slice(0, 200)}`));
  page.on('request', r => { if (!/^(data|blob):/.test(r.url()) && !r.url().startsWith(base)) say(`asks another machine: ${r.url().slice(0, 150)}`); });
  page.on('response', r => { if (r.status() >= 400) say(`${r.status()} for ${r.url().slice(base.length)}`); });
  for (here = pages.shift(); here; here = pages.shift()) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(base + here, { waitUntil: 'load' });
    await settle(page);
    const told = await page.evaluate(contents);
    if (here !== 'search.html' && !here.startsWith('_modules')) told.wrong.forEach(say);
    links.set(here, told.links); ids.set(here, new Set(told.ids));
    for (const [name, width, height, scheme] of VIEWS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      const wide = await page.evaluate(sideways);
      if (wide) say(`${name}: ${wide}`);
      const followed = page.waitForFunction(wanted => document.documentElement.dataset.theme === wanted, scheme, { timeout: 10000 });
      await followed.catch(() => say(`${name}: does not follow the ${scheme} scheme`));
      if (shots && SHOTS.includes(here)) { await page.waitForTimeout(400); await page.screenshot({ path: path.join(shots, `${here.replace(/\W/g, '_')}_${name}_${scheme}.png`) }); }
    }
  }
  await context.close();
  return { wrong, links, ids };
}

// What readers type must lead to the page that answers, among the first three.
async function search(browser, base) {
  const wrong = [], page = await browser.newPage(), asked = JSON.parse(fs.readFileSync(path.join(site, 'search.json')));
  for (const [name, phrases] of Object.entries(asked)) for (const words of phrases) {
    await page.goto(`${base}search.html?q=${encodeURIComponent(words)}`);
    await page.waitForFunction(() => document.querySelectorAll('ul.search li').length > 2 || /matching|did not match/.test(document.querySelector('.search-summary')?.textContent), null, { timeout: 20000 }).catch(() => null);
    const found = await page.$$eval('ul.search > li > a', links => links.slice(0, 3).map(link => link.getAttribute('href').replace(/[?#].*/, '')));
    if (!found.includes(`${name}.html`)) wrong.push(`search.html: ${words} leads to ${found.join(', ') || 'nothing'} and not to ${name}`);
  }
  await page.close();
  return wrong;
}

// Links within the site that lead to no file, or to no place in it.
function broken(base, links, ids) {
  const wrong = [];
  for (const [from, targets] of links) for (const target of new Set(targets)) {
    if (!target.startsWith(base)) continue;
    const url = new URL(target), file = decodeURIComponent(url.pathname.slice(1)) || 'index.html', place = decodeURIComponent(url.hash.slice(1));
    if (!fs.existsSync(path.join(site, file))) wrong.push(`${from}: leads to ${file}, which is not there`);
    else if (place && ids.has(file) && !ids.get(file).has(place)) wrong.push(`${from}: leads to ${file}#${place}, which is not there`);
  }
  return wrong;
}

const start = Date.now(), program = chromium(), playwright = driver();
if (!fs.existsSync(path.join(site, 'index.html'))) missing(`no site in ${site}: make docs`);
if (shots) fs.mkdirSync(shots, { recursive: true });
const server = await serve(), base = `http://127.0.0.1:${server.address().port}/`;
const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-default-apps',
  '--disable-features=Translate,OptimizationHints,MediaRouter'];
const browser = await playwright.launch({ executablePath: program, args: quiet });
const pages = walk(site).sort().filter(each => !only || each.includes(only)), count = pages.length;
const told = await Promise.all([1, 2].map(() => look(browser, base, pages)));
const all = key => new Map(told.flatMap(each => [...each[key]]));
const wrong = [...told.flatMap(each => each.wrong), ...broken(base, all('links'), all('ids')), ...(only ? [] : await search(browser, base))];
await browser.close();
server.close();
for (const line of wrong.slice(told.flatMap(each => each.wrong).length)) console.log(line);  // the rest was said when it was seen
console.log(`${count} pages, wide and narrow, light and dark: ${new Set(wrong).size} things wrong (${Math.round((Date.now() - start) / 1000)} s)`);
process.exit(wrong.length ? 1 : 0);
