"""The reader's edition: pages for Sphinx from the committed notebooks, the public names, and the
tables of the package.

    python tools/site_pages.py _site_src        # then: sphinx-build -b html -j 2 _site_src _site   (make docs does both)

No notebook is executed. It loses its `#| hide` cells and its directives; imports, exported code and
checks are folded behind one line each (the rule stands in tools/cells.py); a public name in the
prose leads to its page; a line below the title says how long it takes and what it builds on. The
order of the pages is that of docs/site/reading_order.toml; what does not come from a notebook
stands in docs/site, or is made by tools/site_tables.py. Files are written only where they differ,
so that Sphinx builds only what changed.
"""

import ast
import json
import os
import re
import sys
import tomllib
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import course_bank
import site_outputs
import site_tables
from cells import SOLVED, below_exercises, directives, fold, for_readers, solved, source

ROOT = Path(__file__).resolve().parent.parent
NBS, SITE = ROOT / "nbs", ROOT / "docs/site"
NUMPY = re.compile(r"\bnp\.(?:float|int)\d+\(([^()]*)\)")  # what numpy writes around a number
DISPLAY = re.compile(r"(?<!\$)[ \t]*\$\$(.+?)\$\$[ \t]*(?!\$)", re.DOTALL)
FOR_SLIDES = re.compile(r"^<!-- (?:say|title):.*?-->\n", re.MULTILINE | re.DOTALL)
CONFIG = ConfigParser(delimiters=["="])
CONFIG.read(ROOT / "settings.ini", encoding="utf-8")
GIT = CONFIG["DEFAULT"]["git_url"]
WORDS_A_MINUTE, LINES_A_MINUTE = 180, 20  # of prose, and of code that is not folded
ROUTED = ", ".join(
    f"set_{name}_request"
    for name in ("fit", "partial_fit", "predict", "predict_proba", "score", "transform")
)  # theirs
FLOORS = {
    "measures": "Measures and curves",
    "inference": "Tests and intervals",
    "experiment": "Experiments",
    "report": "Reports",
    "algorithms": "Algorithms",
    "accelerators": "Accelerators",
    "explore": "Explorers",
    "core": "Tables, results and errors",
}


@cache
def names():
    "Public name -> its module below clfcompare, as __init__ lists them."
    tree = ast.parse((ROOT / "clfcompare/__init__.py").read_text(encoding="utf-8"))
    table = next(
        n.value for n in tree.body if isinstance(n, ast.Assign) and n.targets[0].id == "_PUBLIC"
    )
    return {name: module for module, words in ast.literal_eval(table).items() for name in words}


@cache
def dotted(name):
    "Where a public name is reached: at the top of the package, or in a namespace."
    tree = ast.parse((ROOT / "clfcompare/__init__.py").read_text(encoding="utf-8"))
    under = next(
        n.value for n in tree.body if isinstance(n, ast.Assign) and n.targets[0].id == "_UNDER"
    )
    for space, words in ast.literal_eval(under).items():
        if name in words:
            return f"clfcompare.{space}.{name}"
    return f"clfcompare.{name}"


def notebooks():
    "Every notebook but the front page, from the root of nbs and without its ending."
    found = sorted(
        path.relative_to(NBS).with_suffix("").as_posix() for path in NBS.rglob("*.ipynb")
    )
    return [
        name
        for name in found
        if name != "index" and not any(part.startswith((".", "_")) for part in name.split("/"))
    ]


@cache
def parts():
    "The parts of the site in reading order, each with all its notebooks."
    told = tomllib.loads((SITE / "reading_order.toml").read_text(encoding="utf-8"))["part"]
    told = [
        part | {"notebooks": [site_tables.numbered(name) for name in part["notebooks"]]}
        for part in told
    ]
    named = [name for part in told for name in part["notebooks"]]
    left = [name for name in notebooks() if name not in named]
    made = [
        part
        | {"notebooks": part["notebooks"] + [n for n in left if n.split("/")[0] in part["rest"]]}
        for part in told
    ]
    if len(sum((part["notebooks"] for part in made), [])) != len(notebooks()):
        raise ValueError("reading_order.toml misses a folder")
    return made


@cache
def read(name):
    "A notebook by its name."
    return json.loads((NBS / f"{name}.ipynb").read_text(encoding="utf-8"))


def title(name):
    "The first heading of a notebook."
    return re.search(r"^# (.+)$", source(read(name)["cells"][0]), re.MULTILINE)[1].strip()


def promise(name):
    "The sentences below the title of a notebook, as one line."
    lines = re.findall(r"^> ?(.*)$", source(read(name)["cells"][0]), re.MULTILINE)
    return " ".join(line.strip() for line in lines).strip()


@cache
def homes():
    "Module below clfcompare -> the notebook that exports it."
    found = {}
    for name in notebooks():
        for cell in read(name)["cells"]:
            if m := re.match(r"#\| default_exp ([\w.]+)", source(cell)):
                found[m[1]] = name
    return found


# One notebook


def outputs(cell):
    """What the cell shows, without the models of widgets, what went to the error stream, and
    numpy's names of types; sentences are wrapped by the page, numbers aligned.
    """
    kept = [
        out | ({"data": dict(out["data"])} if "data" in out else {})
        for out in cell["outputs"]
        if out.get("name") != "stderr"
    ]
    for out in kept:
        data = out.get("data", {})
        if out["output_type"] == "stream" and (shown := site_outputs.said("".join(out["text"]))):
            for key in ("name", "text"):
                del out[key]
            out |= {"output_type": "display_data", "metadata": {}, "data": {"text/html": shown}}
        if "text/html" in data:
            if 'class="dataframe' in (table := "".join(data["text/html"])):
                data["text/html"] = site_outputs.aligned(table)
            data.pop("application/vnd.jupyter.widget-view+json", None)
        if "text/plain" in data:
            data["text/plain"] = NUMPY.sub(r"\1", "".join(data["text/plain"]))
    return kept


def code_cell(cell, where, heading, exercise=False):
    """The cell as a reader sees it, and a line that leads to the pages of what it defines.
    `exercise`: it stands below such a heading.
    """
    told, code = directives(source(cell))
    if not for_readers(told, code):
        return []
    tags, meta, shown = list(cell["metadata"].get("tags", [])), {}, outputs(cell)
    if told.get("echo") == "false":
        tags.append("remove-input")
    elif words := fold(cell, told, code, exercise=exercise):
        tags.append("hide-cell" if words == SOLVED else "hide-input")
        meta |= {"code_prompt_show": words, "code_prompt_hide": words}
    if any("image/png" in out.get("data", {}) for out in shown):
        meta["image"] = {"alt": told.get("fig-alt") or f"Figure: {heading}"}
        if not told.get("fig-alt"):
            UNSAID.add(f"{where}: {heading} (cell {cell['id']})")
    made = cell | {
        "source": code,
        "outputs": shown,
        "metadata": {"tags": tags, "mystnb": meta},
        "execution_count": None,
    }
    defined = (
        [n for n in re.findall(r"^(?:def|class) (\w+)", code, re.MULTILINE) if n in names()]
        if "export" in told
        else []
    )
    if not defined:
        return [made]
    links = "Reference: " + ", ".join(f"{{py:obj}}`~{dotted(n)}`" for n in defined)
    return [made, markdown(links, cell["id"] + "-api")]


def markdown(text, ident):
    return {"cell_type": "markdown", "metadata": {}, "id": ident, "source": text}


def named(m):
    "A public name in the prose leads to its page."
    return f"{{py:obj}}`{m[1]} <{dotted(m[1])}>`" if m[1] in names() else m[0]


def link(m, here):
    "A link of a notebook as the site needs it: the rest of the repository stands at its host."
    if re.match(r"[a-z]+:|#|/", m[2]):
        return m[0]
    path, mark, anchor = m[2].partition("#")
    target = (here / path).resolve()
    if target == NBS / "index.ipynb":
        return f"{m[1]}{os.path.relpath(NBS / 'tour.ipynb', here)}{mark}{anchor})"
    if target.is_dir() and target.is_relative_to(NBS):
        return f"{m[1]}/{part_of_folder(target.name)}/index.md)"
    if target == ROOT / "CHANGELOG.md":
        return f"{m[1]}/changelog.md)"
    return (
        m[0]
        if target.is_relative_to(NBS)
        else f"{m[1]}{GIT}/blob/main/{target.relative_to(ROOT).as_posix()})"
    )


def part_of_folder(folder):
    return folder if folder in ("course", "cases") else "chapters"


def prose(text, here):
    """Display formulas in paragraphs of their own, and public names as links, outside blocks of
    code. What is said to the slides alone is left out.
    """
    text = FOR_SLIDES.sub("", text)
    pieces = re.split(r"(^```.*?^```)", text, flags=re.MULTILINE | re.DOTALL)
    for i in range(0, len(pieces), 2):
        piece = pieces[i]
        inside = [
            m.span() for m in DISPLAY.finditer(piece) if m.start() and piece[m.start() - 1] == " "
        ]  # in a list: left as it is
        piece = DISPLAY.sub(
            lambda m, inside=inside: (
                m[0] if m.span() in inside else f"\n\n$$\n{m[1].strip()}\n$$\n\n"
            ),
            piece,
        )
        piece = re.sub(r"(?<![`\[])`(?:cc\.)?(\w+)(?:\(\))?`(?!`)", named, piece)
        pieces[i] = re.sub(r"(\]\()([^)\s]+)\)", lambda m: link(m, here), piece)
    return "".join(pieces)


def minutes(cells):
    "How long a reader takes, in steps of five minutes."
    words = sum(len(source(cell).split()) for cell in cells if cell["cell_type"] == "markdown")
    open_code = [
        cell
        for cell in cells
        if cell["cell_type"] == "code"
        and not {"hide-input", "hide-cell"} & {*cell["metadata"]["tags"]}
    ]
    lines = sum(len(cell["source"].splitlines()) for cell in open_code)
    return max(5, 5 * round((words / WORDS_A_MINUTE + lines / LINES_A_MINUTE) / 5))


@cache
def lecture_minutes():
    "Lecture -> minutes of its reader, as the instructor's guide estimates them, in steps of five."
    texts = (
        "".join(out.get("text", ""))
        for c in read("course/00_guide")["cells"]
        for out in c.get("outputs", [])
    )
    [row] = re.findall(r"^reading +([\d ]+)$", "\n".join(texts), re.MULTILINE)
    lectures = [name for name in notebooks() if re.match(r"course/(0[1-9]|10)_", name)]
    return {name: 5 * round(int(m) / 5) for name, m in zip(lectures, row.split(), strict=True)}


@cache
def ideas():
    "Notebook -> the ideas that it builds on, at most three."
    told = tomllib.loads((SITE / "builds_on.toml").read_text(encoding="utf-8"))
    return {
        site_tables.numbered(name): [site_tables.numbered(each) for each in before]
        for name, before in told.items()
    }


def head(name):
    "The line below the title: how long, what it builds on, how much to do."
    here, cells = Path(name).parent, readers_cells(name)
    said = [f"About {lecture_minutes().get(name) or minutes(cells)} minutes"]
    if before := ideas().get(name):
        said.append(
            "Builds on "
            + ", ".join(f"[{title(n)}]({os.path.relpath(f'{n}.ipynb', here)})" for n in before)
        )
    text = "\n".join(source(cell) for cell in cells if cell["cell_type"] == "markdown")
    exercises = len(re.findall(r"^#+ Exercise \d", text, re.MULTILINE))
    if not exercises and (found := re.search(r"^#+ Exercises?\b", text, re.MULTILINE)):
        below = re.split(r"^## (?!#)", text[found.end() :], flags=re.MULTILINE)[0]
        exercises = len(re.findall(r"^(?:\*\*)?\d+\.(?:\*\*)? ", below, re.MULTILINE)) or 1
    if exercises:
        said.append("With an exercise" if exercises == 1 else f"With {exercises} exercises")
    return " · ".join(said)


def is_head(cell):
    return cell["cell_type"] == "markdown" and bool(re.match(r"About \d+ minutes", source(cell)))


def joined(cells, made):
    "Add what became of a code cell; imports that follow on imports go into one fold."
    folds = [
        cell["metadata"].get("mystnb", {}).get("code_prompt_show")
        for cell in [*cells[-1:], *made[:1]]
    ]
    if folds == ["Imports", "Imports"]:
        cells[-1] = cells[-1] | {"source": f"{cells[-1]['source']}\n\n{made[0]['source']}"}
    else:
        cells += made


def readers_cells(name):
    "The cells of a notebook as a reader sees them, without the line below the title."
    made, heading, folder = [], title(name), (NBS / name).parent
    given = [cell for cell in read(name)["cells"] if not is_head(cell)]
    for cell, exercise in zip(given, below_exercises(given)):
        if cell["cell_type"] == "markdown":
            text = solved(source(cell))
            if re.match(r"course/(0[1-9]|10)_", name):
                text = course_bank.with_quiz(text, name[len("course/00_") :])
            plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
            heading = (re.findall(r"^#+ (.+)$", plain, re.MULTILINE) or [heading])[-1]
            made.append(cell | {"source": prose(text, folder)})
        elif cell["cell_type"] == "code":
            joined(made, code_cell(cell, name, heading, exercise))
    return made


def page(name):
    "One notebook for readers."
    nb, cells = read(name), readers_cells(name)
    if name != "index":
        cells.insert(1, markdown("{.clf-head}\n" + head(name), "head"))
    meta = nb["metadata"] | {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
    return nb | {"cells": cells, "metadata": meta}


# The lists


def lists():
    "Path -> text of the pages that list notebooks: one a part, and one over all chapters."
    made, chapters = {}, [part for part in parts() if part["section"] == "chapters"]
    for part in parts():
        path = (
            f"{part['name']}/index.md"
            if part["section"] != "chapters"
            else f"chapters/{part['name']}.md"
        )
        made[path] = (
            f"# {part['title']}\n\n{part['words']}\n\n{listed(part)}\n\n{tree('/' + n for n in part['notebooks'])}"
        )
    text = "# Chapters\n\nFrom measuring one classifier to trusting a test. Each chapter is a notebook that can be downloaded and run.\n"
    for part in chapters:
        text += f"\n## [{part['title']}]({part['name']}.md)\n\n{part['words']}\n\n{listed(part)}\n"
    made["chapters/index.md"] = text + "\n" + tree(part["name"] for part in chapters)
    return made


def in_reading_order():
    "All notebooks in one cell of the front page, for JupyterLab: a line for each part."
    lines = [
        f"**{part['title']}**: " + " · ".join(f"[{title(n)}]({n}.ipynb)" for n in part["notebooks"])
        for part in parts()
    ]
    return "\n\n".join(["## All notebooks, in reading order", *lines])


def explorers():
    """Path -> text: the page that shows all explorers, and the scripts that move them here and
    in the notebooks.
    """
    from clfcompare.explore.frame import FOLDER, NAMES, script_text

    part = next(part for part in parts() if part["section"] == "explorers")
    made = {f"_static/explore/{name}.js": script_text(name) for name in NAMES}
    made["_static/explore/site.js"] = (FOLDER / "site.js").read_bytes()
    return made | {
        "explorers/index.md": site_tables.explorers()
        + "\n"
        + tree("/" + name for name in part["notebooks"])
    }


def listed(part):
    return "\n".join(f"- [{title(n)}](/{n}.ipynb): {promise(n)}" for n in part["notebooks"])


def tree(entries):
    return "```{toctree}\n:hidden:\n\n" + "\n".join(entries) + "\n```\n"


def kind(module, name):
    "The autodoc directive for a name with its options, found in the text of its module."
    text = (ROOT / "clfcompare" / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8")
    if re.search(rf"^class {name}\b.*Error\)", text, re.MULTILINE):
        return "autoexception", ""
    if not re.search(rf"^class {name}\b", text, re.MULTILINE):
        return "autofunction", ""
    if module.startswith("algorithms"):
        return "autoclass", f"   :members:\n   :exclude-members: {ROUTED}\n"
    return "autoclass", "   :members:\n   :inherited-members: Immutable, NamedTuple, tuple\n"


def reference():
    "Path -> text: one page per public name, and the list of all."
    made, modules = {}, {}
    for name, module in names().items():
        modules.setdefault(module, []).append(name)
        directive, options = kind(module, name)
        text = f"{name}\n{'=' * len(name)}\n\n.. currentmodule:: {dotted(name).rpartition('.')[0]}\n\n.. {directive}:: {name}\n{options}"
        if nb := homes().get(module):
            text += f"\n.. seealso:: The notebook that explains it, :doc:`{title(nb)} </{nb}>`.\n"
        made[f"reference/{name}.rst"] = text
    text = "Reference\n=========\n\nEverything below is reached after ``import clfcompare as cc``, as its page writes it. Each page has an example that runs.\n"
    for floor, words in FLOORS.items():
        mine = {m: n for m, n in modules.items() if m.startswith(floor + ".")}
        text += f"\n{words}\n{'-' * len(words)}\n"
        for module, members in mine.items():
            text += f"\n.. rubric:: {title(homes()[module]) if module in homes() else module}\n\n.. autosummary::\n\n"
            text += "".join(f"   ~{dotted(n)}\n" for n in members)
            text += f"\n.. toctree::\n   :hidden:\n   :caption: {module}\n\n" + "".join(
                f"   {n}\n" for n in members
            )
    return made | {"reference/index.rst": text}


# Writing

UNSAID, WRITTEN = set(), set()


def put(path, content):
    "Write a file if it is new or differs: Sphinx builds again what has a new date."
    WRITTEN.add(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content if isinstance(content, bytes) else content.encode()
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


def handwritten():
    "Path -> bytes of what stands in docs/site and goes to the site as it is."
    found = [
        path
        for path in sorted(SITE.rglob("*"))
        if path.is_file() and path.suffix != ".toml" and "__pycache__" not in path.parts
    ]
    return {path.relative_to(SITE).as_posix(): path.read_bytes() for path in found}


def build():
    "Path below the folder of sources -> content."
    made = handwritten()
    for name in [*notebooks(), "index"]:
        target = "tour" if name == "index" else name
        made[f"{target}.ipynb"] = json.dumps(page(name), ensure_ascii=False)
        made[f"_extra/notebooks/{target}.ipynb"] = (NBS / f"{name}.ipynb").read_bytes()
    made |= lists() | reference() | explorers()
    for path in sorted((ROOT / "docs/images").glob("*.png")):
        made[f"images/{path.name}"] = path.read_bytes()
    made |= site_tables.build(index=made["index.md"].decode(), front=read("index"))
    made["_extra/search.json"] = json.dumps(site_tables.words_of_readers())
    made["_extra/llms.txt"] = llms()
    return made


LLMS = """# clfcompare

> Experiments, tests and reports for comparing classification algorithms, in Python.

Import it as `import clfcompare as cc`. `cc.compare(scores)` chooses the test, draws and reports. Whether higher or lower is better is
always asked (`better=`), every random step takes `rng=`, and bad input raises `ClfCompareError` with a way on.
"""


def llms():
    "llms.txt: the site in one page of plain links, for programs that read."
    lines = [LLMS]
    for part in parts():
        lines += [
            f"## {part['title']}",
            "",
            *(f"- [{title(n)}]({n}.html): {promise(n)}" for n in part["notebooks"]),
            "",
        ]
    lines += [
        "## Reference",
        "",
        *(
            f"- [{name}](reference/{name}.html): {words}"
            for name, words in site_tables.first_lines(names())
        ),
        "",
    ]
    lines += [
        "## Help",
        "",
        *(f"- [{words}]({path}.html)" for path, words in site_tables.HELP.items()),
        "",
    ]
    return "\n".join(lines)


def main(out, extra=None):
    "Write everything that Sphinx needs below `out`, and remove what is no longer made."
    for path, content in build().items():
        put(out / path, content)
    for path in sorted(Path(extra).rglob("*")) if extra else []:
        if path.is_file():
            put(out / "_static/mathjax" / path.relative_to(extra), path.read_bytes())
    for path in [p for p in out.rglob("*") if p.is_file() and p not in WRITTEN]:
        path.unlink()
    if UNSAID:
        print(
            f"{len(UNSAID)} figures have no words of their own (`#| fig-alt: ...`), the first in {min(UNSAID)}"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
