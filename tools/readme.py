"""Make README.md, and its pictures in docs/images, from nbs/index.ipynb:  python tools/readme.py
[--check]

With `--check` nothing is written, and the exit code is 1 if they are not in step. Directives are
honoured: `#| hide` drops a cell, `#| echo: false` its code, and `#| fig-alt: words` describes the
picture to who cannot see it.
"""

import re
import sys
from pathlib import Path

import nbformat
from nbconvert import MarkdownExporter
from nbdev.process import extract_directives
from traitlets.config import Config

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK, README = ROOT / "nbs/index.ipynb", ROOT / "README.md"
IMAGES = "docs/images"  # committed, so that the links work on any site that shows the README
LIST = "reading-order"  # all notebooks, for JupyterLab: too long here
NOTE = (
    f"<!-- Made from {NOTEBOOK.relative_to(ROOT)} by `make readme`: change that, not this. -->\n\n"
)


def shown(cell):
    "The cell as a reader of the README sees it, or None."
    directives = extract_directives(cell) if cell.cell_type == "code" else {}
    if "hide" in directives or not cell.source.strip() or cell.id == LIST:
        return None
    cell.source = "\n".join(
        line for line in cell.source.splitlines() if not line.startswith("#|")
    ).strip()
    tags = ["remove_input"] if directives.get("echo:") == ["false"] else []
    cell.metadata = nbformat.from_dict(
        {"tags": tags, "alt": " ".join(directives.get("fig-alt:", ["figure"]))}
    )
    return cell


def from_root(link):
    "A link of the notebook as it must be in the README, one folder up."
    target = link[2]
    if re.match(r"[a-z]+:|#|/", target) or target.startswith(IMAGES):
        return link[0]
    path = (NOTEBOOK.parent / target).resolve()
    return (
        f"{link[1]}{path.relative_to(ROOT).as_posix()})" if path.is_relative_to(ROOT) else link[0]
    )


def build():
    "The text of the README and its pictures (path -> bytes)."
    nb = nbformat.read(NOTEBOOK, as_version=4)
    nb.metadata["language_info"] = {"name": "python"}
    nb.cells = [cell for cell in map(shown, nb.cells) if cell]
    config = Config(TagRemovePreprocessor=dict(enabled=True, remove_input_tags=["remove_input"]))
    text, resources = MarkdownExporter(config=config).from_notebook_node(
        nb, resources=dict(output_files_dir=IMAGES, unique_key="readme")
    )
    for number, cell in enumerate(nb.cells):
        text = text.replace(
            f"![png]({IMAGES}/readme_{number}_", f"![{cell.metadata.alt}]({IMAGES}/readme_{number}_"
        )
    text = re.sub(
        r"<style.*?</style>\s*", "", text, flags=re.DOTALL
    )  # a page of Markdown shows the rules as text
    text = re.sub(r"(\]\()([^)\s]+)\)", from_root, text)
    text = re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE))
    return NOTE + text.strip() + "\n", resources["outputs"]


def in_step(text, images):
    "Do the committed files equal what was built?"
    committed = {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for path in (ROOT / IMAGES).glob("readme_*")
    }
    return README.exists() and README.read_text(encoding="utf-8") == text and committed == images


def main(args):
    "Write, or check."
    if not NOTEBOOK.exists():
        sys.exit(f"{NOTEBOOK.relative_to(ROOT)} is not there yet")
    text, images = build()
    if in_step(text, images):
        return
    if "--check" in args:
        sys.exit("README.md or its pictures are not what nbs/index.ipynb makes: run `make readme`")
    for old in (ROOT / IMAGES).glob("readme_*"):
        old.unlink()
    (ROOT / IMAGES).mkdir(parents=True, exist_ok=True)
    for name, content in images.items():
        (ROOT / name).write_bytes(content)
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
