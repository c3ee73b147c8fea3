"""The course in a browser, without a server: a JupyterLite site with the release for students and
our wheel inside.  python tools/course_lite.py _lite  (make lite)

What the package needs (numpy, scipy, pandas, scikit-learn, matplotlib and others) a reader's browser
fetches from the home of Pyodide and from the Python Package Index; only the wheel of clfcompare
stands in the site. So the first cell of each notebook asks for these.
"""

import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

ROOT = Path(__file__).resolve().parent.parent
RELEASE = ROOT / "_course/students"
FIRST = "%pip install -q {names} clfcompare"


def needed():
    "The packages that clfcompare needs, without their versions: Pyodide has its own."
    config = ConfigParser(delimiters=["="])
    config.read(ROOT / "settings.ini", encoding="utf-8")
    return [each.partition(">=")[0] for each in config["DEFAULT"]["requirements"].split()]


def contents(folder):
    "The release with a first cell that asks for the packages; the wheel stands elsewhere."
    folder.mkdir(parents=True)
    for path in sorted(RELEASE.rglob("*")):
        target = folder / path.relative_to(RELEASE)
        if path.suffix == ".ipynb":
            book = nbformat.read(path, 4)
            book.cells.insert(0, new_code_cell(FIRST.format(names=" ".join(needed())), id="first"))
            book.metadata.kernelspec = dict(display_name="Python (Pyodide)", name="python")
            nbformat.write(book, target)
        elif path.is_file() and path.suffix not in (".whl", ".txt"):
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(path.read_bytes())


def build(out):
    "The site, below `out`."
    wheels = sorted(RELEASE.glob("clfcompare-*.whl"))
    if not wheels:
        raise SystemExit("the release is missing: make course")
    contents(out / "contents")
    command = [sys.executable, "-m", "jupyterlite_core.app", "build", "--no-libarchive"]
    command += ["--lite-dir", out, "--contents", out / "contents", "--output-dir", out / "site"]
    command += ["--piplite-wheels", wheels[-1]]
    subprocess.run([str(word) for word in command], check=True, cwd=out)


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve())
