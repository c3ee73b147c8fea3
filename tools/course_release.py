"""What students get: a folder that stands alone, with the lectures without solutions, the project,
a template of its report, data, and the package itself as a wheel. See tools/course.py.

Its links lead to files beside it, or to the site.
"""

import os
import re
import subprocess
import sys
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "nbs/course"
TABLES = {
    "tumours.csv": "lectures 7 and 10: errors (%) of five classifiers on eleven tumour data sets",
    "donor_windows.csv": "lectures 1 and 2: scores of classifiers for 11,351 windows of genes",
    "breast_cancer.csv": "lectures 3 to 5: 569 tumours, 30 measurements, class 0 malignant",
    "wine.csv": "the project: 178 wines, 13 measurements, three classes",
}
TEMPLATE = """import clfcompare as cc

cc.theme().use();"""


@cache
def site():
    "The address of the site, as settings.ini gives it."
    config = ConfigParser(delimiters=["="])
    config.read(ROOT / "settings.ini", encoding="utf-8")
    return config["DEFAULT"]["doc_host"] + config["DEFAULT"]["doc_baseurl"]


def linked(source, near=()):
    "Links to notebooks lead to the site, but for those to files of these names, which lie beside."

    def moved(link):
        if link[1] in near:
            return link[0]
        page = os.path.relpath((SOURCE / link[1]).resolve(), ROOT / "nbs")
        if not page.endswith(".ipynb") or page.startswith(".."):
            raise ValueError(f"the site has no page for {link[1]}")
        page = "tour" if page == "index.ipynb" else page.removesuffix(".ipynb")
        return f"]({site()}/{page}.html{link[2] or ''})"

    return re.sub(r"\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)", moved, source)


def project(path, near):
    "The project as it is handed out: without hidden cells and outputs."
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "markdown":
            yield new_markdown_cell(linked(cell.source, near))
        elif not cell.source.startswith("#| hide"):
            yield new_code_cell(re.sub(r"^#\| .*\n", "", cell.source, flags=re.MULTILINE))


def template(path):
    "The report to fill in: a heading for each part that the project asks for."
    text = "\n".join(cell.source for cell in nbformat.read(path, 4).cells)
    asked = text.partition("## The template of the report")[2].partition("## Rubric")[0]
    parts = re.findall(r"^\d\. \*\*(.+?)\*\*(.*)$", asked, re.MULTILINE)
    yield new_markdown_cell("# Title of the project\n\nNames, date, version of the data")
    yield new_code_cell(TEMPLATE)
    for name, wanted in parts:
        yield new_markdown_cell(f"## {name[0].upper()}{name[1:]}\n\n*{wanted.strip(' :')}*")


def tables(folder):
    "The data as text."
    import clfcompare as cc

    folder.mkdir()
    tumours = cc.load_results("irsoy2012_table14")
    tumours.pivot(index="dataset", columns="algorithm", values="value").to_csv(
        folder / "tumours.csv", lineterminator="\n"
    )
    windows = cc.load_outcome("jiao_du_donors").tables["windows"]
    windows.to_csv(folder / "donor_windows.csv", index=False, lineterminator="\n")
    for name in ("breast_cancer", "wine"):
        data = cc.load_dataset(name)
        frame = data.to_frame()
        frame.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")


def wheel(folder):
    "The package as a wheel in this folder; returns its name."
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"the wheel was not built:\n{done.stderr[-2000:]}{done.stdout[-2000:]}")
    return next(folder.glob("clfcompare-*.whl")).name


def begin(folder, name, files):
    "README.md and requirements.txt, for the wheel of this name."
    text = (ROOT / "docs/course/release/README.md").read_text(encoding="utf-8")
    rows = "\n".join(f"| [{file}]({file}) | {words} |" for file, words in files.items())
    text = text.replace("FILES", rows).replace("SITE", site())
    text = text.replace("clfcompare-VERSION-py3-none-any.whl", name)
    (folder / "README.md").write_text(text, encoding="utf-8")
    (folder / "requirements.txt").write_text(f"./{name}\njupyterlab>=4\n", encoding="utf-8")


def notebook(cells):
    "A notebook of these cells."
    cells = list(cells)
    for number, cell in enumerate(cells):
        cell["id"] = f"c{number:03d}"
    kernel = dict(display_name="Python 3", language="python", name="python3")
    return new_notebook(cells=cells, metadata=dict(kernelspec=kernel))


def write(path, book):
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.validate(book)
    nbformat.write(book, path)


def export(books, folder):
    "Write the release: lectures as students get them, by the name of their file."
    near = {*books, "21_project.ipynb"}
    for name, book in books.items():
        write(folder / name, book)
    [source] = SOURCE.glob("*_project.ipynb")
    write(folder / "21_project.ipynb", notebook(project(source, near)))
    write(folder / "report_template.ipynb", notebook(template(source)))
    tables(folder / "data")
    files = {name: book.cells[0].source.splitlines()[0].strip("# ") for name, book in books.items()}
    files |= {"21_project.ipynb": "the project", "report_template.ipynb": "the report to fill in"}
    begin(folder, wheel(folder), files | {f"data/{name}": words for name, words in TABLES.items()})
