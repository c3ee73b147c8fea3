"""Slides of the lectures, from the same notebooks, to be shown without a network. See
tools/course.py.

A heading begins a slide, and so does a prediction; a figure stands alone, without the code that
drew it. Imports, hidden cells, reading and exercises are left out. reveal.js and MathJax stand
beside the slides; they are fetched with npm, once.
"""

import re
import shutil
import subprocess

import nbformat
from course import ROOT

PACKAGES = ("reveal.js@4", "mathjax@3")
TEMPLATES = ROOT / "docs/course"


def has_figure(cell):
    return any("image/png" in out.get("data", {}) for out in cell.get("outputs", []))


def parts(text):
    "A markdown cell cut before headings and predictions; the prediction ends its slide."
    return [
        part.strip()
        for part in re.split(r"^(?=#{1,3} )|^(?=\*\*Predict)", text, flags=re.MULTILINE)
        if part.strip()
    ]


def slide_of(cell, kind, *, source=None, bare=False):
    "A cell with the kind of its slide; `bare` shows its output alone."
    cell = nbformat.from_dict({**cell, "source": cell.source if source is None else source})
    cell.metadata = nbformat.from_dict(
        {"slideshow": {"slide_type": kind}, "tags": ["bare"] if bare else []}
    )
    return cell


def slides_of(lecture):
    "The cells of a lecture with the kinds of slides that nbconvert knows."
    for cell in lecture.taught:
        if cell.cell_type == "markdown":
            for part in parts(cell.source):
                if part.startswith("## Reading"):
                    return
                yield slide_of(
                    cell, "slide" if part.startswith(("#", "**Predict")) else "-", source=part
                )
        elif cell.get("outputs") and not cell.source.startswith("#| hide"):
            yield slide_of(
                cell, "subslide", bare=has_figure(cell) or len(cell.source.splitlines()) > 8
            )


def library(folder):
    "reveal.js and MathJax in this folder."
    if not (folder / "reveal.js").exists():
        if not shutil.which("npm"):
            raise SystemExit("npm is needed, once, to fetch reveal.js and MathJax: install Node.js")
        packages = folder / "packages"
        subprocess.run(
            ["npm", "install", "--silent", "--no-save", "--prefix", str(packages), *PACKAGES],
            check=True,
        )
        (folder / "mathjax/output/chtml").mkdir(parents=True)
        shutil.copy(packages / "node_modules/mathjax/es5/tex-chtml-full.js", folder / "mathjax")
        shutil.copytree(
            packages / "node_modules/mathjax/es5/output/chtml/fonts",
            folder / "mathjax/output/chtml/fonts",
        )
        for part in ("dist", "plugin"):
            shutil.copytree(packages / "node_modules/reveal.js" / part, folder / "reveal.js" / part)
        shutil.rmtree(packages)


def page(lecture):
    "The slides of a lecture as one page of HTML."
    from nbconvert import SlidesExporter
    from traitlets.config import Config

    exporter = SlidesExporter(
        template_name="clfslides",
        extra_template_basedirs=[str(TEMPLATES)],
        reveal_url_prefix="reveal.js",
        reveal_theme="white",
        mathjax_url="mathjax/tex-chtml-full.js",
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        config=Config(TagRemovePreprocessor=dict(enabled=True, remove_input_tags={"bare"})),
    )
    cells = list(slides_of(lecture))
    for number, cell in enumerate(cells):
        cell["id"] = f"s{number:03d}"
    text, _ = exporter.from_notebook_node(
        nbformat.v4.new_notebook(cells=cells), resources={"metadata": {"name": lecture.name}}
    )
    return text


def export(lectures, folder):
    "Write a page a lecture, with what they need beside them."
    folder.mkdir(parents=True, exist_ok=True)
    library(folder)
    for lecture in lectures:
        (folder / f"{lecture.path.stem}.html").write_text(page(lecture), encoding="utf-8")
    print(f"{folder.parent.name}/{folder.name}: {len(lectures)} pages, which need no network")
