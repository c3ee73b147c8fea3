// What somebody in a lecture hall would trip over:  node tools/slides_check.mjs _course/slides _site_deps [--site _site --url ADDRESS] [--only text] [--shots folder]
//
// Every slide is shown in Chromium at 1280 x 720. What is wrong: a text or a figure outside its slide, a word or a number on two lines, letters
// below 18 pixels, a figure that does not fill its place, an explorer that does not move, a formula that failed, more than 12 lines of 60 columns
// of code, a link that leads nowhere (those to ADDRESS are looked up in _site), and anything asked of another machine. The exit code is 1 if
// something is wrong, and 3 if Chromium or its driver is missing. CHROMIUM names the program.
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';

const [folder, deps, ...rest] = process.argv.slice(2).map((word, i) => (i < 2 ? path.resolve(word) : word));
const option = name => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : null);
const site = option('--site'), address = option('--url'), only = option('--only'), shots = option('--shots');

function missing(words) { console.error(words); process.exit(3); }

function chromium() {
  const found = [process.env.CHROMIUM, ...(process.env.PATH || '').split(path.delimiter)
    .flatMap(place => ['chromium', 'chromium-browser', 'google-chrome'].map(name => path.join(place, name)))].find(file => file && fs.existsSync(file));
  return found || missing('Chromium is missing: apt-get install chromium, or name it in CHROMIUM');
}

function driver() {
  try { return createRequire(path.join(deps, 'x.js'))('playwright-core').chromium; }
  catch { return missing(`playwright-core is missing in ${deps}: npm install --prefix ${deps} playwright-core@1`); }
}

// In the page: what is wrong with the slide that is shown.
function faults() {
  const slide = Reveal.getCurrentSlide(), found = [], edge = slide.querySelector('.foot').getBoundingClientRect().top || 720;
  const body = slide.querySelector('.body'), small = new Map(), walk = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  if (body.scrollHeight > body.clientHeight + 1) found.push(`too tall by ${body.scrollHeight - body.clientHeight}`);
  if (body.scrollWidth > body.clientWidth + 1) found.push(`too wide by ${body.scrollWidth - body.clientWidth}`);
  for (const table of slide.querySelectorAll('.text table')) {
    const over = table.getBoundingClientRect().right - table.closest('.text').getBoundingClientRect().right;
    if (over > 1) found.push(`a table is too wide by ${Math.round(over)}`);
  }
  for (let node; (node = walk.nextNode());) {
    const box = node.parentElement;
    if (!node.textContent.trim() || box.closest('.notes, mjx-container, svg')) continue;
    const size = parseFloat(getComputedStyle(box).fontSize);
    if (size < 18) small.set(size, node.textContent.trim().slice(0, 30));
    for (const match of node.textContent.matchAll(/[^\s]+/g)) { // broken, unless at its own hyphen or slash
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const boxes = [...range.getClientRects()].filter(r => r.width > 0);
      if (new Set(boxes.map(r => Math.round(r.top))).size > 1 && !/[a-zA-Z][-/–][a-zA-Z]/.test(match[0])) found.push(`on two lines: ${match[0]}`);
      if (boxes.some(r => r.right > 1281 || r.left < -1 || (r.bottom > edge + 2 && !box.closest('.foot')))) found.push(`outside: ${match[0]}`);
    }
  }
  for (const [size, text] of small) found.push(`letters of ${size} px: ${text}`);
  for (const svg of slide.querySelectorAll('.look > svg')) { // drawn with letters of at least 13.5 points
    const r = svg.getBoundingClientRect(), box = svg.viewBox.baseVal, scale = Math.min(r.width / box.width, r.height / box.height);
    const share = scale * box.width * scale * box.height / 1280 / 720;
    if (13.5 * scale < 18) found.push(`letters of the figure ${(13.5 * scale).toFixed(1)} px`);
    if (r.bottom > edge + 2 || r.right > 1281) found.push('figure outside');
    if (share < 0.25) found.push(`figure fills ${(100 * share).toFixed(0)} %`);
  }
  for (const frame of slide.querySelectorAll('iframe')) {
    const r = frame.getBoundingClientRect(), live = frame.contentDocument.querySelector('.clfx svg');
    if (!live) found.push('the explorer does not live');
    if (r.bottom > 721 || r.right > 1281) found.push(`explorer outside: ${Math.round(r.right)} x ${Math.round(r.bottom)}`);
    const zoom = parseFloat(frame.style.zoom) || 1, letters = [...frame.contentDocument.querySelectorAll('svg text, label, button, p, td')]
      .filter(each => each.textContent.trim() && each.getBoundingClientRect().width > 1).map(each => {
        const svg = each.closest('svg'), wide = svg?.viewBox.baseVal.width;
        return parseFloat(frame.contentWindow.getComputedStyle(each).fontSize) * zoom * (wide ? svg.getBoundingClientRect().width / wide : 1);
      });
    if (Math.min(...letters) < 17) found.push(`letters of the explorer ${Math.min(...letters).toFixed(1)} px`);
  }
  for (const each of slide.querySelectorAll('.code pre')) {
    const lines = each.textContent.split('\n');
    if (lines.length > 12 || Math.max(...lines.map(line => line.length)) > 60) found.push('code of more than 12 lines of 60 columns');
  }
  if (body.querySelector('mjx-merror')) found.push('a formula failed');
  if (!slide.querySelector('h2').textContent.trim()) found.push('no heading');
  return { found: [...new Set(found)], links: [...slide.querySelectorAll('a[href]')].map(a => a.getAttribute('href')), timed: /\d+ minutes|For reading/.test(slide.querySelector('.notes').textContent) };
}

function dead(link) {
  if (link.startsWith('#')) return false;
  if (address && link.startsWith(address)) return site && !fs.existsSync(path.join(site, decodeURI(link.slice(address.length)).replace(/#.*/, '')));
  return !/^https:\/\//.test(link);
}

async function look(page, deck) {
  const wrong = [], say = (at, words) => wrong.push(`${deck}, slide ${at}: ${words}`);
  page.removeAllListeners();
  page.on('pageerror', error => say('-', `script: ${error.message}`));
  page.on('requestfailed', request => say('-', `not found: ${request.url()}`));
  page.on('request', request => { if (!/^(file|data|blob|about):/.test(request.url())) say('-', `asks another machine: ${request.url()}`); });
  await page.goto(`file://${path.join(folder, deck)}`);
  await page.waitForFunction('window.ready', null, { timeout: 60000 });
  const many = await page.evaluate('Reveal.getTotalSlides()');
  let timed = 0;
  for (let at = 1; at <= many; at++) {
    await page.evaluate(n => Reveal.slide(n), at - 1);
    await page.waitForTimeout(await page.evaluate(() => (Reveal.getCurrentSlide().querySelector('iframe') ? 400 : 20)));
    const told = await page.evaluate(faults);
    told.found.forEach(words => say(at, words));
    told.links.filter(dead).forEach(link => say(at, `dead link: ${link}`));
    timed += told.timed;
    if (shots) await page.screenshot({ path: path.join(shots, `${deck.slice(0, 2)}_${String(at).padStart(2, '0')}.png`) });
  }
  if (timed < 8) say('-', `only ${timed} slides have minutes in their notes`);
  return { wrong, many };
}

const program = chromium(), playwright = driver(), browser = await playwright.launch({ executablePath: program, args: ['--no-sandbox', '--disable-background-networking'] });
if (shots) fs.mkdirSync(shots, { recursive: true });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } }), wrong = [];
let many = 0;
const decks = fs.readdirSync(folder).filter(each => each.endsWith('.html') && (!only || each.includes(only))).sort();
for (const deck of decks) {
  const told = await look(page, deck);
  wrong.push(...told.wrong);
  many += told.many;
}
await browser.close();
for (const line of wrong) console.log(line);
console.log(`${decks.length} decks, ${many} slides: ${wrong.length} things wrong`);
process.exit(wrong.length ? 1 : 0);
