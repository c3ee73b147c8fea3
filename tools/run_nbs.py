"""Export, execute and clean notebooks:  python tools/run_nbs.py nbs/core/02_tables.ipynb ...

Modules are exported first (tools/export.py), so that the notebook tests what it exports. Cells run
in the notebook's folder and the directives are honoured: `#| eval: false` is skipped, `#| slow`
runs. If a cell fails, the notebook and the modules are left as they were. At last what is not for readers is folded for JupyterLab (tools/cells.py), and a line
below the title says how long it takes and what comes before; `--dress` does that alone, and
executes nothing.

`--needed` prints the notebooks that a change concerns (tools/needed.py): the change of the working
tree against the last commit, or that of the notebooks named. With `--run`, `--check` or `--try`
they are run, one after the other.
"""

import argparse
import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cells
import export
import needed
import shown
import site_pages

ROOT = Path(__file__).resolve().parent.parent
KERNEL = dict(display_name="python3", language="python", name="python3")


def skipped(cell, skip=()):
    "Is this a cell that is not executed? `skip` names directives that keep a cell from being run."
    from nbdev.process import extract_directives

    if cell.cell_type != "code" or not cell.source.strip():
        return True
    directives = extract_directives(cell, remove=False)
    return directives.get("eval:", [""])[0].lower() == "false" or not directives.keys().isdisjoint(
        skip
    )


def shell():
    """What executes cells. execnb drops what is printed by a cell that ends in a semicolon;
    JupyterLab shows it, and so does this one.
    """
    from execnb.shell import CaptureShell

    class Shell(CaptureShell):
        def _run(self, raw_cell, *args, **kwargs):
            quiet = raw_cell.rstrip().endswith(";") and not raw_cell.startswith("%%")
            found = super()._run(raw_cell + "\n#" * quiet, *args, **kwargs)
            found.quiet = found.quiet or quiet
            return found

    return Shell(mpl_format="png")


def execute(notebook, *, skip=()):
    "The notebook with fresh outputs; ends the program with the traceback if a cell fails."
    from execnb.nbio import read_nb

    nb = read_nb(notebook)
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    kernel = shell()
    os.chdir(notebook.parent)
    for number, cell in enumerate(nb.cells):
        if skipped(cell, skip):
            continue
        kernel.cell(cell)
        if kernel.exc:
            text = "".join(line for out in cell.outputs for line in out.get("traceback", []))
            sys.exit(
                f"{notebook.name}: cell {number} fails, and all files are left as they were\n\n{cell.source}\n\n{text}"
            )
    return nb


def clean(nb):
    "Metadata the same for every notebook, whoever made it; the rest is for nbdev."
    from nbdev.clean import clean_nb
    from nbdev.config import get_config

    cfg = get_config(path=ROOT)
    nb.metadata["kernelspec"] = KERNEL
    nb.metadata.pop("jupytext", None)
    clean_nb(
        nb,
        allowed_cell_metadata_keys=cfg.allowed_cell_metadata_keys.split(),
        clean_ids=cfg.clean_ids,
    )


def dress(notebook):
    """Fold what is not for readers, and say below the title how long it takes and what comes
    before; code and outputs stay as they are.
    """
    nb = json.loads(notebook.read_text(encoding="utf-8"))
    cells.dress(nb["cells"])
    name = name_of(notebook)
    if name == "index":
        fill(nb["cells"], "reading-order", site_pages.in_reading_order())
    elif name and not name.startswith("course/"):  # lectures say it in words of their own
        nb["cells"] = [cell for cell in nb["cells"] if not site_pages.is_head(cell)]
        nb["cells"].insert(1, dict(cell_type="markdown", id="head", metadata={}, source=[]))
        fill(nb["cells"], "head", site_pages.head(name))
    put(json.dumps(nb, sort_keys=True, indent=1, ensure_ascii=False) + "\n", notebook)


def name_of(notebook):
    """From the root of the notebooks and without its ending; None for a notebook that stands
    elsewhere.
    """
    site_pages.read.cache_clear()
    return (
        notebook.relative_to(site_pages.NBS).with_suffix("").as_posix()
        if notebook.is_relative_to(site_pages.NBS)
        else None
    )


def fill(cells, ident, text):
    "Give the cell of this id its text."
    for cell in cells:
        if cell["id"] == ident:
            cell["source"] = text.splitlines(keepends=True)


def put(text, notebook):
    "Write a notebook, so that a broken run never leaves half of it."
    fresh = notebook.with_name(notebook.name + ".tmp")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(notebook)


def run(notebook):
    """Export, execute, clean and write one notebook. If a step fails, the modules are as they
    were, and so is the notebook.
    """
    from execnb.nbio import nb2str

    os.chdir(ROOT)
    before, made = package(), None
    try:
        export.write()
        made = package()
        nb = execute(notebook)
        clean(nb)
    except BaseException:  # a failing cell ends the program, and so does Ctrl-C
        undo(before, made or package())
        raise
    put(nb2str(nb), notebook)
    dress(notebook)


def package():
    "Path -> bytes of all that an export may write."
    return {
        path: path.read_bytes()
        for pattern in ("*.py", "*.pyi")
        for path in (ROOT / "clfcompare").rglob(pattern)
    }


def undo(before, made):
    "Write back what stood `before`, where it was `made` anew and nobody else has changed it since."
    now = package()
    for path in [
        path for path in made if made[path] != before.get(path) and made[path] == now.get(path)
    ]:
        if path in before:
            path.write_bytes(before[path])
        else:
            path.unlink()


def check(notebook, *, skip=(), compare=True):
    """Execute a notebook and write nothing; ends the program if a cell fails or if the file
    shows something else.
    """
    from execnb.nbio import read_nb

    nb = execute(notebook, skip=skip)
    clean(nb)
    if compare and (
        found := shown.deviations(read_nb(notebook), nb, ran=lambda cell: not skipped(cell, skip))
    ):
        sys.exit(
            f"{notebook.name}: what it shows is not what it gives; if that is meant, run tools/run_nbs.py on it\n\n{found}"
        )


def main(words):
    "One notebook runs here; several run one after the other, each in a process of its own."
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("notebooks", nargs="*", type=Path)
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; fail where the outputs in the file are not those of the run",
    )
    parser.add_argument(
        "--try", dest="dry", action="store_true", help="write nothing; fail only if a cell does"
    )
    parser.add_argument(
        "--dress",
        action="store_true",
        help="execute nothing; fold cells, renew the line below the title",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="with one of these: leave out the cells marked `#| slow`",
    )
    parser.add_argument(
        "--needed",
        action="store_true",
        help="print what a change of these concerns, or of the working tree",
    )
    parser.add_argument("--run", action="store_true", help="with --needed: run them")
    args = parser.parse_args(words)
    if not (args.notebooks or args.needed):
        parser.error("say which notebooks, or --needed")
    notebooks = [path.resolve() for path in args.notebooks]
    if missing := [str(path) for path in notebooks if not path.is_file()]:
        parser.error(f"no such notebook: {', '.join(missing)}")
    if args.needed:
        return concerned(
            notebooks, [word for word in ("--check", "--try", "--quick") if word in words], args.run
        )
    if args.dress:
        return [dress(path) for path in notebooks]
    if len(notebooks) > 1:
        return each(notebooks, [word for word in words if word.startswith("--")])
    if args.check or args.dry:
        return check(notebooks[0], skip=["slow"] if args.quick else [], compare=not args.dry)
    run(notebooks[0])


def concerned(notebooks, options, run):
    "Print the notebooks that a change concerns, or run them."
    found = needed.needed(ROOT, notebooks)
    if found and (options or run):
        return each(found, options)
    for path in found:
        print(path.relative_to(ROOT).as_posix())


def each(notebooks, options):
    "Run them one by one; stop at the first that fails, but a check looks at all."
    failed = []
    for notebook in notebooks:
        print(notebook.name, flush=True)
        if not subprocess.run([sys.executable, __file__, *options, str(notebook)]).returncode:
            continue
        failed.append(notebook)
        if not options:
            break
    sys.exit(bool(failed))


if __name__ == "__main__":
    # One thread, so that sums come out to the last digit the same everywhere; no settings of the
    # user's own IPython.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    folder = os.environ["IPYTHONDIR"] = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    main(sys.argv[1:])
