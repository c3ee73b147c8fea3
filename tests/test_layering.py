"""The rules of the house, read from the code: who may import what, and how large a function may be.

A floor imports from the floors below it, and on its own floor from notebooks with a lower number.
Inference on one side, algorithms and experiment on the other, never import each other: between them
passes only a table of scores.
"""

import ast
import re
import sys
import tomllib
from configparser import ConfigParser

import pytest
from conftest import ROOT, name

FLOORS = ["core", "measures", "inference", "algorithms"]
FLOORS += ["accelerators", "experiment", "report", "explore"]
APART = [{"inference", floor} for floor in ("algorithms", "accelerators", "experiment")]
NUMBERS_ONLY = {"core", "measures", "inference"}  # the floors that need no more than these:
BASE = {"numpy", "scipy", "pandas"}
DRAWING = {
    "matplotlib",
    "seaborn",
    "mpl_toolkits",
}  # inside the functions that draw, on every floor
MAY_PRINT = re.compile(r"clfcompare/report/(\w+_)?cli\.py")
LINES, PARAMETERS = 80, 6  # of formatted code, in which a long call takes a line for each argument
WIDER = {
    "compare": 18,  # the front door: the data and seventeen words, each with a default
    "max_t": 7,  # the table and six words, of which two say what its rows are
    "pairwise": 7,  # the options of the tests count as one
    # a learner and its data, and five words; the interface that was agreed on
    "nested_cv_interval": 8,
    "stratified_pairs": 7,  # as `clustered_pairs`, and the tasks with their weights
    "ranks_from_estimates": 7,  # standard errors, or a covariance matrix in their place
    "fit_once": 7,  # a learner and its data, and five words on what the record must hold
}


def installed():
    "The packages that settings.ini requires, by the names they are imported by."
    config = ConfigParser(delimiters=["="])
    config.read(ROOT / "settings.ini")
    words = [
        word
        for kind in ("", "cluster_", "explore_")
        for word in config["DEFAULT"][f"{kind}requirements"].split()
    ]
    return {re.match(r"[\w-]+", word)[0].replace("scikit-learn", "sklearn") for word in words}


MODULES = sorted(
    path
    for floor in FLOORS
    for path in (ROOT / "clfcompare" / floor).rglob("*.py")
    if path.name != "__init__.py"
)
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}
INSTALLED = installed()


def dotted(path):
    "`clfcompare.core.errors` for its file."
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def number(module):
    "The number of the notebook that makes a module, e.g. 3; None if there is no such module."
    floor, _, stem = module.removeprefix("clfcompare.").partition(".")
    found = [
        int(nb.name.split("_")[0])
        for nb in (ROOT / "nbs" / floor).glob("[0-9]*_*.ipynb")
        if nb.stem.partition("_")[2] == stem
    ]
    return found[0] if found else None


def imported(node, module):
    "The full names that an import statement reaches for."
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = module.split(".")[: -node.level] if node.level else []
    start = ".".join(base + [node.module] * bool(node.module))
    if (
        start == "clfcompare" or start.count(".") == 1 and start.startswith("clfcompare.")
    ):  # from .. import x, from ..core import x
        return [f"{start}.{alias.name}" for alias in node.names]
    return [start]


def own_fault(target, module):
    "What is wrong with importing one of our own modules, or None."
    if target in ("clfcompare.__version__", "clfcompare.spelled"):  # how a public name is written
        return None
    here, there = module.split(".")[1], (target.split(".") + [""])[1]
    if there not in FLOORS:
        return f"imports {target}, which is no floor: import from the module itself"
    if {here, there} in APART:
        return f"imports {target}: {here} and {there} never meet"
    if FLOORS.index(there) > FLOORS.index(here):
        return f"imports {target} from a higher floor"
    if here != there:
        return None
    mine, its = number(module), number(".".join(target.split(".")[:3]))
    if its is None:
        return f"imports {target}, which no notebook on its floor makes"
    return None if its < mine else f"imports {target}, whose notebook does not have a lower number"


def foreign_fault(target, module, inside):
    "What is wrong with importing another package, or None."
    package, floor = target.split(".")[0], module.split(".")[1]
    if package in sys.stdlib_module_names:
        return None
    if package in DRAWING:
        return None if inside else f"imports {package} outside the function that draws"
    if package not in INSTALLED | DRAWING:
        return f"imports {package}, which settings.ini does not require"
    if floor in NUMBERS_ONLY and package not in BASE:
        return f"imports {package}: {floor} needs numpy, scipy and pandas only"
    return None


def functions(tree):
    return [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def import_faults(tree, module):
    "Every import that breaks a rule."
    named = [
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]  # not at run time
    inside = {id(node) for function in [*functions(tree), *named] for node in ast.walk(function)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for target in imported(node, module):
            ours = target.split(".")[0] == "clfcompare"
            fault = (
                own_fault(target, module)
                if ours
                else foreign_fault(target, module, id(node) in inside)
            )
            if fault:
                yield f"line {node.lineno} {fault}"


def size_faults(tree):
    "Every function that is too long (its body, without the docstring) or takes too much."
    for function in functions(tree):
        body = (
            function.body[1:]
            if ast.get_docstring(function) and len(function.body) > 1
            else function.body
        )
        lines = function.end_lineno - body[0].lineno + 1
        args = function.args
        given = [
            arg
            for arg in args.posonlyargs + args.args + args.kwonlyargs + [args.vararg, args.kwarg]
            if arg
        ]
        count = sum(arg.arg not in ("self", "cls") for arg in given)
        if lines > LINES:
            yield f"line {function.lineno} {function.name} has {lines} lines, at most {LINES}"
        if count > WIDER.get(function.name, PARAMETERS):
            yield f"line {function.lineno} {function.name} takes {count} parameters"


def habit_faults(tree, path):
    """assert where an error of our own belongs, print, state shared through `global`, and names
    that belong to another module.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            yield f"line {node.lineno} asserts: raise an error of our own"
        if isinstance(node, ast.Global):
            yield f"line {node.lineno} keeps state in the module"
        if isinstance(node, ast.ImportFrom) and node.level:
            for alias in node.names:
                if re.match(r"_[a-z]", alias.name):
                    yield f"line {node.lineno} takes {alias.name}, which is private"
        printed = (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "print"
        )
        if printed and not MAY_PRINT.fullmatch(path):
            yield f"line {node.lineno} prints"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_module_keeps_the_rules(path):
    tree = TREES[path]
    assert not [
        *import_faults(tree, dotted(path)),
        *size_faults(tree),
        *habit_faults(tree, name(path)),
    ]


@pytest.mark.parametrize("floor", FLOORS)
def test_one_notebook_one_module(floor):
    stems = []
    for path in sorted((ROOT / "nbs" / floor).glob("*.ipynb")):
        assert re.fullmatch(r"\d\d_[a-z][a-z0-9_]*", path.stem), (
            f"{name(path)}: two digits and a name in lower case"
        )
        stems.append(path.stem[3:])
        assert f'#| default_exp {floor}.{path.stem[3:]}"' in path.read_text(encoding="utf-8"), (
            f"{name(path)} exports another module"
        )
    assert len(set(stems)) == len(stems), f"two notebooks of {floor} make one module"
    assert {path.stem for path in MODULES if path.parent.name == floor} <= set(stems)


@pytest.mark.parametrize("floor", [*FLOORS, "cases", "course"])
def test_a_number_stands_once_on_a_floor(floor):
    numbers = [path.stem[:2] for path in (ROOT / "nbs" / floor).glob("*.ipynb")]
    assert numbers and not sorted(n for n in set(numbers) if numbers.count(n) > 1)


@pytest.mark.parametrize("floor", ["core", "measures"])
def test_numbers_follow_the_reading_order(floor):
    parts = tomllib.loads((ROOT / "docs/site/reading_order.toml").read_text(encoding="utf-8"))[
        "part"
    ]
    read = [
        word.partition("/")[2]
        for part in parts
        for word in part["notebooks"]
        if word.startswith(floor + "/")
    ]
    assert read == [path.stem[3:] for path in sorted((ROOT / "nbs" / floor).glob("*.ipynb"))]


def branches(function):
    """One more than the places where a function can go another way, in it and in the functions
    inside it.
    """
    ways = ast.If, ast.For, ast.While, ast.ExceptHandler, ast.match_case
    return 1 + sum(isinstance(node, ways) for node in ast.walk(function))


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if path.parent.name in ("experiment", "accelerators")],
    ids=name,
)
def test_no_function_of_experiment_and_accelerators_has_more_than_ten_branches(path):
    assert not [function.name for function in functions(TREES[path]) if branches(function) > 10]


@pytest.mark.parametrize(
    ("line", "module", "fault"),
    [
        ("from ..report.plots import draw", "clfcompare.core.made", "higher floor"),
        ("import clfcompare.experiment.engine", "clfcompare.inference.made", "never meet"),
        ("from ..inference.adjust import adjust", "clfcompare.experiment.made", "never meet"),
        ("from .. import inference", "clfcompare.algorithms.made", "never meet"),
        ("from .. import adjust", "clfcompare.report.made", "no floor"),
        ("from .nowhere import x", "clfcompare.core.made", "no notebook"),
        ("import sklearn", "clfcompare.measures.made", "only"),
        ("def f():\n    import joblib", "clfcompare.inference.made", "only"),
        ("import matplotlib.pyplot as plt", "clfcompare.report.made", "outside the function"),
        ("import statsmodels.api", "clfcompare.report.made", "does not require"),
    ],
)
def test_a_wrong_import_is_seen(line, module, fault):
    assert [text for text in import_faults(ast.parse(line), module) if fault in text]


@pytest.mark.parametrize(
    ("line", "module"),
    [
        ("import numpy as np, re, scipy.stats", "clfcompare.core.made"),
        ("from ..core.errors import refuse", "clfcompare.measures.made"),
        ("def draw():\n    import seaborn", "clfcompare.inference.made"),
        ("import sklearn, joblib, tqdm, pooch, dask", "clfcompare.experiment.made"),
        (
            "from ..inference import adjust\nfrom ..experiment import engine",
            "clfcompare.report.made",
        ),
    ],
)
def test_a_right_import_passes(line, module):
    assert not list(import_faults(ast.parse(line), module))


def test_a_large_function_and_bad_habits_are_seen():
    long = 'def f():\n    "Doc."\n' + "    x = 1\n" * (LINES + 1)
    wide = "def f(a, b, *c, d, e, f, **g): pass"
    method = "def f(self, a, b, *, c, d, e, f): pass"
    assert len(list(size_faults(ast.parse(long)))) == len(list(size_faults(ast.parse(wide)))) == 1
    assert not list(size_faults(ast.parse(method)))
    habits = ast.parse(
        "from .. import __version__\nfrom .adjust import _holm, holm\ndef f(x):\n    global y\n    assert x\n    print(x)"
    )
    assert len(list(habit_faults(habits, "clfcompare/report/compare.py"))) == 4
    assert len(list(habit_faults(habits, "clfcompare/report/cli.py"))) == 3
