"""Slides of the lectures, 1280 x 720, from the same notebooks, to be shown without a network. See
tools/course.py; tools/course_deck.py says what stands on a slide, and how an author steers.

reveal.js and MathJax stand beside the slides; they are fetched with npm, once. Key S opens the
speaker notes: the minutes of the section and the advice of the instructor's guide, and what the
lecture says in full. `?print-pdf` behind the address prints them.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import nbformat
from course import ROOT, SOURCE
from course_deck import MARKDOWN, slides
from course_release import site

PACKAGES = ("reveal.js@4", "mathjax@3")
PAGE = ROOT / "docs/course/slides/page.html"
GUIDE = SOURCE / "00_guide.ipynb"
ASK = "Let everybody write a number; ask three people for theirs; only then go on."


def library(folder):
    "reveal.js and MathJax in this folder."
    if (folder / "reveal.js").exists():
        return
    if not shutil.which("npm"):
        raise SystemExit("npm is needed, once, to fetch reveal.js and MathJax: install Node.js")
    packages = folder / "packages"
    subprocess.run(
        ["npm", "install", "--silent", "--no-save", "--prefix", str(packages), *PACKAGES],
        check=True,
    )
    modules, mathjax = packages / "node_modules", folder / "mathjax"
    (mathjax / "output/chtml").mkdir(parents=True, exist_ok=True)
    shutil.copy(modules / "mathjax/es5/tex-chtml-full.js", mathjax)
    fonts = "output/chtml/fonts"
    shutil.copytree(modules / "mathjax/es5" / fonts, mathjax / fonts, dirs_exist_ok=True)
    for part in ("dist", "plugin"):
        shutil.copytree(modules / "reveal.js" / part, folder / "reveal.js" / part)
    shutil.rmtree(packages)


def to_the_site(page):
    "Links to notebooks become links to pages of the site."

    def moved(found):
        path, mark, place = found[1].partition("#")
        if re.match(r"[a-z]+:", path) or not path:
            return found[0]
        page = os.path.normpath(f"course/{path}").replace(".ipynb", ".html")
        page = "tour.html" if page == "index.html" else page
        return f'href="{site()}/{page}{mark}{place}" target="_blank"'

    return re.sub(r'(?<=<a )href="([^"]+)"', moved, page)


@cache
def guide():
    "The text of the instructor's guide."
    return "\n".join(cell.source for cell in nbformat.read(GUIDE, 4).cells)


def advice(number):
    "What goes wrong in a lecture, and what helps."
    return re.findall(rf"^\| {number} \| (.*?) \| (.*?) \|$", guide(), re.MULTILINE)


def minutes(number):
    "Section -> its minutes, as the guide deals fifty of them to a lecture."
    row = re.search(rf"^\| {number} \| (.+ · .+) \|$", guide(), re.MULTILINE)
    dealt = (re.fullmatch(r"(.+) (\d+)", part.strip()) for part in row[1].split(" · "))
    return {part[1]: int(part[2]) for part in dealt}


def timed(deck, number):
    "The notes of each section's first slide begin with its minutes."
    plan, start = minutes(number), 0
    for section, length in plan.items():
        wanted = "" if section == "Opening" else section
        first = next(slide for slide in deck if slide.section == wanted)
        if length:
            words = f"**{length} minutes**, from minute {start} to {start + length}."
        else:
            words = "**For reading**: there is no time for it in fifty minutes."
        first.notes.insert(0, words)
        start += length


def section(slide, at, lecture):
    "A slide as HTML."
    whole = [re.sub(r"(\d) %", "\\1&nbsp;%", part) for part in slide.text]  # a number and its unit
    text = "".join(part if part.startswith("<div") else MARKDOWN(part) for part in whole)
    notes = [*slide.notes, *([ASK] if slide.kind == "predict" else [])]
    short = slide.words <= 40 and not slide.look and slide.kind == "plain"
    form = f"{slide.kind}{' short' if short else ''}{'' if text else ' alone'}"
    ask = '<div class="ask">Predict</div>' if slide.kind == "predict" else ""
    text = f'<div class="text">{text}</div>' if text else ""
    look = f'<div class="look">{slide.look}</div>' if slide.look else ""
    return (
        f'<section class="{form}"><h2>{MARKDOWN(slide.title)[3:-5]}</h2>{ask}'
        f'<div class="body">{text}{look}</div>'
        f'<div class="foot"><span>{lecture}</span><span>{at}</span></div>'
        f'<aside class="notes">{"".join(map(MARKDOWN, notes))}</aside></section>'
    )


def page(lecture):
    "The slides of a lecture as one page of HTML, and their number."
    deck, number = slides(lecture), int(lecture.path.stem[:2])
    for wrong, help_ in advice(number):
        deck[0].notes.append(f"*What goes wrong.* {wrong} *What helps.* {help_}")
    timed(deck, number)
    title = deck[0].title
    shown = (section(slide, at, title) for at, slide in enumerate(deck, 1))
    text = PAGE.read_text(encoding="utf-8").replace("@TITLE@", title)
    return text.replace("@SLIDES@", to_the_site("\n".join(shown))), len(deck)


def export(lectures, folder):
    "Write a page a lecture, with what they need beside them."
    folder.mkdir(parents=True, exist_ok=True)
    library(folder)
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    with ThreadPoolExecutor(2) as pool:  # the kernels work, not the threads
        for lecture, (text, many) in zip(lectures, pool.map(page, lectures), strict=True):
            (folder / f"{lecture.path.stem}.html").write_text(text, encoding="utf-8")
            print(f"{lecture.path.stem}.html: {many} slides, {len(text) / 1e6:.1f} MB")
    print(f"{folder.parent.name}/{folder.name}: {len(lectures)} pages, which need no network")
