"""Every notebook runs from top to bottom and shows what its file says. Each is run in a child
process, so that none can lean on what another left behind."""

import base64
import json
import re
import struct
import sys
from importlib.metadata import version

import nbformat.v4 as v4
import pytest
from conftest import ROOT, name, notebooks
from notebook_server import Server
from packaging.version import Version

sys.path.append(str(ROOT / "tools"))
import shown


NEWER = {  # what a notebook needs that the package itself does not
    "nbs/accelerators/00_rowspace.ipynb": ("scikit-learn", "1.9"),  # texts as labels in brute force
    "nbs/experiment/24_imports.ipynb": ("pandas", "3"),  # the last digit of a number in a CSV file
}


@pytest.fixture(scope="module")
def server():
    server = Server()
    yield server
    server.close()


@pytest.mark.parametrize("path", notebooks(), ids=name)
def test_notebook(path, server, env, request):
    if name(path) in NEWER:
        package, least = NEWER[name(path)]
        if Version(version(package)) < Version(least):
            pytest.skip(f"needs {package} {least}")
    options = ["--try" if request.config.getoption("--no-shown") else "--check"]
    if not request.config.getoption("--slow"):
        options.append("--quick")
    code, said = server.run(path, env, *options)
    assert code == 0, said


def made(folder, *cells):
    "A notebook of these cells; of a pair, the second part is what the file shows."
    nb = v4.new_notebook()
    for cell in cells:
        source, text = cell if isinstance(cell, tuple) else (cell, "")
        nb.cells.append(
            v4.new_markdown_cell(source) if source.startswith("# ") else v4.new_code_cell(source)
        )
        if text:
            nb.cells[-1].outputs = [v4.new_output("stream", name="stdout", text=text)]
    path = folder / "made.ipynb"
    path.write_text(v4.writes(nb))
    return path


@pytest.mark.parametrize(
    ("source", "options", "passes"),
    [
        ("1 / 0", ["--try"], False),
        ("#| eval: false\n1 / 0", ["--try"], True),
        ("#| slow\n1 / 0", ["--try", "--quick"], True),
        ("#| slow\n1 / 0", ["--try"], False),
        ("import os\nos._exit(0)", ["--try"], True),
        ("import os\nos.abort()", ["--try"], False),
    ],
)
def test_a_failing_cell_is_seen_and_directives_are_honoured(
    source, options, passes, server, env, tmp_path
):
    code, said = server.run(made(tmp_path, source), env, *options)
    assert (code == 0) is passes, said


def test_a_changed_output_is_seen(server, env, tmp_path):
    changed, slow, kept = (
        ('print("the sum is", 2 + 3)', "the sum is 6\n"),
        ("#| slow\nprint(7)", "8\n"),
        ('print("same")', "same\n"),
    )
    path = made(tmp_path, "# Sums", changed, slow, kept)
    before = path.read_bytes()
    code, said = server.run(path, env, "--check", "--quick")
    assert code == 1 and path.read_bytes() == before
    assert (
        "cell 1 (Sums)" in said
        and "-the sum is 6\n+the sum is 5\n" in said
        and "same" not in said.split("cell 1")[1]
    )
    assert "cell 2" not in said and "cell 2 (Sums)" in server.run(path, env, "--check")[1]
    assert server.run(path, env, "--try")[0] == 0


def test_a_notebook_that_hangs_is_ended(server, env, tmp_path):
    assert (
        server.run(made(tmp_path, "import time\ntime.sleep(60)"), env, "--try", timeout=3)[0] != 0
    )
    assert server.run(made(tmp_path, "2 + 2"), env, "--try")[0] == 0


def test_what_one_notebook_leaves_behind_is_not_there_for_the_next(server, env, tmp_path):
    first = (
        'import numpy, os, sys\nnumpy.left = os.environ["LEFT"] = sys.modules["left"] = "behind"'
    )
    second = 'import numpy, os, sys\nif hasattr(numpy, "left") or "LEFT" in os.environ or "left" in sys.modules: raise ValueError'
    assert [server.run(made(tmp_path, cell), env, "--try")[0] for cell in (first, second)] == [0, 0]


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("p = 0.0312", "p = 0.0312", True),
        ("p = 0.0312", "p = 0.0313", False),
        ("mean 0.1234567890", "mean 0.1234567891", True),
        ("mean 0.1234567", "mean 0.1234577", False),
        ("0.3", "0.30000000000000004", True),
        ("0.50", "0.500", False),
        ("-0.123456789", "0.123456789", False),
        ("p = 1.2345678e-09", "p = 1.2345678e-10", False),
        ("svm and knn", "svm and rip", False),
        ("1,234,567", "1,234,568", False),
        ("x1  0.1234567891", "x1 0.123456789", True),
        ("x1  0.1234567891", "x2  0.1234567891", False),
        ("[picture of 4.00 x 3.00 inches]", "[picture of 4.03 x 2.98 inches]", True),
        ("[picture of 4.00 x 3.00 inches]", "[picture of 4.30 x 3.00 inches]", False),
    ],
)
def test_what_counts_as_the_same_line(a, b, same):
    assert shown.same_line(a, b) is same and shown.same_line(b, a) is same


def test_the_outputs_of_a_cell_as_lines():
    png = base64.b64encode(
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 420, 310) + b"rest" * 20
    ).decode()
    outputs = [
        dict(output_type="stream", name="stderr", text=["ignored\n"]),
        dict(output_type="stream", name="stdout", text=["one\n", "two\n"]),
        dict(output_type="display_data", data={"text/plain": ["<Figure>"], "image/png": png}),
    ]
    assert shown.lines(outputs) == [
        "stdout:",
        "one",
        "two",
        "image/png:",
        "[picture of 4.20 x 3.10 inches]",
        "text/plain:",
        "<Figure>",
    ]


@pytest.mark.parametrize("path", notebooks(), ids=name)
def test_the_prose_has_no_control_character(path):
    """A backslash that a program took for its own: `\\bar` and `\\frac` lose their first
    letters, and the formula is gone.
    """
    cells = [
        cell
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "markdown"
    ]
    wrong = [
        cell
        for cell in cells
        if re.search(
            r"[\x00-\x08\x0b-\x1f\x7f]|\t(?=au|ext|imes|heta|ilde|o\b)", "".join(cell["source"])
        )
    ]
    assert not wrong, "".join(wrong[0]["source"])


FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.DOTALL)
CODE_IN_PROSE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)
ROWS = re.compile(r"\\begin\{(\w+\*?)\}.*?\\end\{\1\}", re.DOTALL)


def doubled(text):
    """Formulas in which a command has two backslashes; between rows of a matrix or of aligned
    equations two are right.
    """
    plain = CODE_IN_PROSE.sub("", text)
    return [
        formula
        for formula in FORMULA.findall(plain)
        if re.search(r"\\\\[a-zA-Z]", ROWS.sub("", formula))
    ]


@pytest.mark.parametrize("path", notebooks(), ids=name)
def test_no_command_of_a_formula_has_two_backslashes(path):
    """A formula that went through a program and back: the page shows `sqrt` as text after a line
    break.
    """
    cells = [
        cell
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "markdown"
    ]
    wrong = [formula for cell in cells for formula in doubled("".join(cell["source"]))]
    assert not wrong, wrong[0]


def test_what_counts_as_two_backslashes():
    assert doubled(r"the root $\\sqrt{2}$") == [r"$\\sqrt{2}$"] and doubled("$$x = \\\\frac12\n$$")
    assert not doubled(r"$\sqrt2$ and $$\begin{aligned} a &= b \\ c &= d \\x \end{aligned}$$")
    assert not doubled(r"written `$\\sqrt{2}$` it fails")


def test_every_kind_of_output_is_compared():
    """What notebooks here show is text, HTML and PNG; another kind would need a word in
    tools/shown.py.
    """
    cells = [
        cell
        for path in notebooks()
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
    ]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    assert {kind for output in outputs for kind in output.get("data", {})} <= {
        "text/plain",
        "text/html",
        "image/png",
    }
    sizes = [
        re.findall(r"[\d.]+", line) for line in shown.lines(outputs) if line.startswith("[picture")
    ]
    assert len(sizes) > 100 and all(0.5 < float(size) < 20 for pair in sizes for size in pair)
