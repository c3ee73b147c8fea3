"""What the slides of a lecture hold: the lecture runs again, and its texts, reports, tables,
figures and explorers are dealt to slides. See tools/course_slides.py.

An author steers by comments in the notebook. In prose, before a paragraph: `<!-- say: WORDS -->`
puts WORDS on the slide in its place, `<!-- say: -->` nothing, `<!-- title: WORDS -->` names the
slide that begins here. In code: `#| slide: wide`, `beside`, `code` or `skip`. What is not on a slide
stands in its speaker notes.
"""

import html
import math
import re
from dataclasses import dataclass, field

import mistune
import nbformat
from course import ROOT, SOURCE

WORDS = 60
ROOM = {"wide": 32, "explorer": 0, "table": 50, "code": 40, "beside": 45}  # words beside it
KERNEL = ROOT / "docs/course/slides/kernel.py"
MARKDOWN = mistune.create_markdown(plugins=["math", "table"], escape=False)
FRAME = ROOT / "docs/course/slides/explorer.html"


@dataclass
class Slide:
    "A slide: its text, and at most one thing to look at."

    title: str
    kind: str = "plain"
    text: list = field(default_factory=list)
    look: str = ""
    notes: list = field(default_factory=list)
    section: str = ""

    @property
    def words(self):
        return sum(map(count, self.text))

    @property
    def room(self):
        "How many words it may hold."
        if not self.look:
            return WORDS + 15
        return 0 if self.look.count("<tr") > 12 else ROOM[self.kind]


@dataclass
class Item:
    "What a lecture shows next: `notes` is the whole of what `content` is a part of."

    kind: str
    content: str
    notes: str = ""


def count(text):
    "Words as a listener meets them: a formula or a link is one, a table ten."
    if "<table" in text:
        return 10
    text = re.sub(r"<[^>]*>", "", text.replace("&nbsp;", " "))
    text = re.sub(r"\$\$.*?\$\$", " x x x x x x x x ", text, flags=re.DOTALL)
    return len(re.sub(r"\$[^$]*\$|\]\([^)]*\)", " x ", text).split())


# A lecture becomes items


def executed(lecture):
    "The cells of a lecture, up to its reading, run for slides."
    from nbclient import NotebookClient

    cells = [nbformat.v4.new_code_cell(KERNEL.read_text(encoding="utf-8")), *lecture.taught]
    book = nbformat.v4.new_notebook(cells=[nbformat.from_dict({**cell}) for cell in cells])
    for cell in book.cells:
        if "#| slow" in cell.source:
            cell.source = ""
    place = {"metadata": {"path": str(SOURCE)}}
    NotebookClient(book, timeout=600, kernel_name="python3", resources=place).execute()
    return book.cells[1:]


def sentences(text):
    return re.split(r"(?<=[.?!])(?<!\be\.g\.)(?<!\bal\.)\s+(?=[A-Z$*`(])", text.strip())


def shortened(text, room=WORDS):
    "At most `room` words: questions and bold sentences, then from the first on; without asides."
    if text.startswith("(") and text.endswith(")"):
        return ""
    if count(text) <= room or re.match(r"\s*([*-]|\d\.) |\|", text):
        return text
    aside = re.compile(r"\s*(?<!\])\((?:[^()]|\([^()]*\)){25,}\)(?=[\s.]|$)", re.DOTALL)
    text, *formula = aside.sub("", text).split("\n\n")
    parts, kept = sentences(text), set()
    wanted = [
        i
        for i, part in enumerate(parts)
        if "**" in part or part.endswith("?") or (formula and i == len(parts) - 1)
    ]
    for i in [*wanted, *(i for i in range(len(parts)) if i not in wanted)]:
        if count(parts[i]) <= room or not kept:
            kept.add(i)
            room -= count(parts[i])
        elif i not in wanted:
            break
    return "\n\n".join([" ".join(parts[i] for i in sorted(kept)), *formula])


def listed(text):
    "A long list in even parts."
    most, found = count(text) / math.ceil(count(text) / WORDS) + 8, [""]
    for entry in re.split(r"\n(?=(?:\*|\d\.) )", text):
        if found[-1] and count(f"{found[-1]}\n{entry}") > most:
            found.append("")
        found[-1] = f"{found[-1]}\n{entry}".strip()
    return found


def paragraphs(text):
    "Headings, comments, and paragraphs with their formulas."
    text = re.sub(r"^(<!--.*?-->|#+ [^\n]*)$", r"\n\1\n", text, flags=re.MULTILINE | re.DOTALL)
    found = []
    for part in re.split(r"\n\s*\n", text.strip()):
        if part.startswith("$$") and found:
            found[-1] += f"\n\n{part.strip()}"
        elif re.match(r"(\*|\d\.) ", part):
            found += listed(part)
        elif part.startswith("**You will learn**"):
            aims = re.split(r"; (?:and )?", part[18:].strip(" ."))
            found.append("**You will learn**\n\n" + "\n".join(f"* {aim}" for aim in aims))
        elif part:
            found.append(part)
    return found


def prose(text):
    "The items of a markdown cell."
    say = None
    for part in paragraphs(text):
        if found := re.fullmatch(r"<!-- (say|title): ?(.*?) ?-->", part, re.DOTALL):
            if found[1] == "say":
                say = " ".join(found[2].split())
            else:
                yield Item("heading", found[2], "told")
        elif found := re.match(r"(#+) (.*)", part):
            yield Item("title" if found[1] == "#" else "heading", found[2])
        elif part.startswith(">"):
            yield Item("motto", part.lstrip("> "))
        elif part.startswith("**Predict.**"):
            words = part[12:].strip() if say is None else say
            yield Item("predict", shortened(words), part)
            say = None
        else:
            yield Item("text", shortened(part) if say is None else say, part)
            say = None


def report(text):
    "Printed lines as prose: joined where they were wrapped, the p-value and the verdict bold."
    wrapped = max(map(len, text.splitlines())) > 85 and len(text) > 250
    lines = sentences(" ".join(text.split())) if wrapped else text.strip().splitlines()
    if not wrapped and any("  " in line.strip() for line in lines):
        return f'<div class="report"><pre>{html.escape(text.rstrip())}</pre></div>'
    out = []
    for line in map(html.escape, lines):
        line = re.sub(r"(\d|CI) (%|\[)", r"\1&nbsp;\2", line)
        line = re.sub(r"(\[[^\]]{,40}), ([^\]]{,40}\])", r"\1,&nbsp;\2", line)
        line = re.sub(r"([A-Za-z]\S*) ([=&lt;&gt;]+) (-?[\d.e-]+\d)", r"\1&nbsp;\2&nbsp;\3", line)
        line = re.sub(r"\bp&nbsp;\S+?&nbsp;[\d.e-]+\d", r"<b>\g<0></b>", line)
        bold = wrapped and re.match(r"At the 0\.\d+ level|The other|No pair", line)
        out.append(f"<b>{line}</b>" if bold else line)
    joint = " " if wrapped else "</p><p>"
    return f'<div class="report"><p>{joint.join(out)}</p></div>'


def table(text):
    "A table of pandas without its looks and row numbers, with one row of names."
    text = re.sub(r'<style.*?</style>| border="\w+"| style="[^"]*"', "", text, flags=re.DOTALL)
    names = r"<thead>\s*<tr>\s*<th>(.*?)</th>(.*?)</tr>\s*<tr>\s*<th>([^<]+)</th>(?:\s*<th></th>)+\s*</tr>"

    def one_row(found):
        both = " / ".join(name for name in (found[3], found[1]) if name)
        return f"<thead><tr><th>{both}</th>{found[2]}</tr>"

    text = re.sub(names, one_row, text, flags=re.DOTALL)
    nameless = re.search(r"<thead>\s*<tr[^>]*>\s*<th></th>", text)
    if nameless and not re.search(r"<tbody>.*<th>\s*[^\d\s<]", text, re.DOTALL):
        text = re.sub(r"(<tr[^>]*>)\s*<th>\d*</th>", r"\1", text)
    return re.sub(r"<p>\d+ rows.*?</p>", "", text)


def figure(svg, alt, ident):
    "A figure as SVG that fills its place; its ids are its own."
    svg = svg[svg.index("<svg") :]
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{ident}", svg)
    shown = f'role="img" aria-label="{html.escape(alt)}"'
    svg = re.sub(r'width="[\d.]+pt" height="[\d.]+pt"', shown, svg, count=1)
    return Item("wide" if width / height > 2 else "beside", svg, alt)


def explorer(text):
    "A live explorer in a frame: reveal.js would take its sections and keys for its own."
    from clfcompare.explore.frame import FOLDER, script_text

    name = re.search(r'data-explorer="(\w+)"', text)[1]
    scripts = [script_text(name), (FOLDER / "site.js").read_text(encoding="utf-8")]
    live = text + "".join(f"<script>{script}</script>" for script in scripts)
    page = FRAME.read_text(encoding="utf-8").replace("@EXPLORER@", live)
    return f'<iframe title="explorer of {name}" srcdoc="{html.escape(page)}"></iframe>'


def broad(content):
    "How many letters wide a table is."
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in content.split("</tr>")]
    rows = [row for row in rows if row]
    return sum(max(map(len, column)) + 2 for column in zip(*rows, strict=False))


def code(source):
    "The lines of a cell that teach: up to the first empty one, without directives and printing."
    first = re.sub(r"^(#\||print\().*\n?", "", source, flags=re.MULTILINE).split("\n\n")[0]
    return f"<pre><code>{html.escape(first.strip())}</code></pre>"


def given(cell, told):
    "The items of a code cell: its code if it is asked for, and what it shows."
    alt = " ".join(re.findall(r"#\| fig-alt: (.*)", cell.source))
    if "code" in told:
        yield Item("code", code(cell.source))
    for out in cell.get("outputs", []):
        data = out.get("data", {})
        if out.output_type == "stream" and out.name == "stdout" and out.text.strip():
            yield Item("report", report(out.text))
        elif "image/svg+xml" in data:
            yield figure(data["image/svg+xml"], alt, cell.id[:6])
        elif "clf-explorer" in data.get("text/html", ""):
            yield Item("explorer", explorer(data["text/html"]))
        elif "<table" in data.get("text/html", ""):
            yield Item("table", table(data["text/html"]))


def items(cells):
    "All that a lecture shows, in its order."
    for cell in cells:
        told = re.findall(r"^#\| slide: (.*)", cell.source, re.MULTILINE)
        if cell.cell_type == "markdown":
            if "\n## Reading" in f"\n{cell.source}":
                yield from prose(re.split(r"^## Reading", cell.source, flags=re.MULTILINE)[0])
                return
            yield from prose(cell.source)
        elif "skip" not in told and not cell.source.startswith("#| hide"):
            yield from given(cell, told)


# Items are dealt to slides


class Deck:
    "Takes items, and closes a slide when it is full."

    def __init__(self):
        self.slides, self.title, self.section, self.now, self.left = [], "", "", None, []

    def begin(self, kind="plain", **what):
        self.close()
        self.now = Slide(self.title, kind, notes=self.left, section=self.section, **what)
        self.left = []

    def close(self):
        lead = self.now and not self.now.look and self.now.kind == "plain" and self.now.words <= 14
        if lead and "".join(self.now.text).endswith(":"):  # it leads to nothing on its slide
            self.left, self.now = [*self.now.notes, *self.now.text], None
        elif self.now and (self.now.text or self.now.look):
            self.slides.append(self.now)
        elif self.now and self.now.notes and self.slides:
            self.slides[-1].notes += self.now.notes
        self.now = None

    def add(self, item):
        getattr(self, f"take_{item.kind}", self.take_look)(item)
        if item.notes and item.kind not in ("heading", "report") and item.notes != item.content:
            self.now.notes.append(item.notes)

    def take_title(self, item):
        self.title = item.content
        self.begin("title")

    def take_heading(self, item):
        self.title = item.content
        if item.notes != "told":
            self.section = item.content
        self.begin()

    def take_motto(self, item):
        self.now.text.append(item.content)
        self.title = "What this lecture is about"
        self.begin()

    def take_predict(self, item):
        self.begin("predict", text=[item.content])

    def take_text(self, item):
        "Text goes on while there is room; a formula does not stand beside a figure."
        if self.now.kind == "predict":
            self.begin()
        content, look, room = item.content, self.now.look, self.now.room
        if look and self.now.kind != "explorer" and room - self.now.words >= 18:
            content = shortened(content, room - self.now.words)
        if look and ("$$" in content or self.now.words + count(content) > room + 8):
            if self.now.kind == "explorer" and not self.now.notes:
                return  # what to try is said, not shown
            self.begin()
            content = item.content
        elif self.now.text and self.now.words + count(content) > room:
            self.begin()
        if content:
            self.now.text.append(content)

    def take_report(self, item):
        if self.now.kind == "predict":
            self.begin()
        many = self.now.words + count(item.content)
        if many > self.now.room and (self.now.words or self.now.room < 40):
            self.begin()
        self.now.text.append(item.content)

    def take_look(self, item):
        "A figure, a table, an explorer or code: one on a slide."
        beside = self.now.kind == "beside" and not self.now.text
        if item.kind == "table" and beside and broad(item.content) <= 27:
            self.now.text.append(f"<div>{item.content}</div>")
            return
        before = {"wide": 25, "explorer": 0}.get(item.kind, 45)
        if self.now.look or self.now.kind == "predict" or self.now.words > before:
            self.begin()
        self.now.kind, self.now.look = item.kind, item.content


def slides(lecture):
    "The slides of a lecture."
    deck = Deck()
    for item in items(executed(lecture)):
        deck.add(item)
    deck.close()
    return deck.slides
