"""Which notebooks a change concerns, by what their cells import. Used by  python tools/run_nbs.py
--needed

A notebook that exports a module concerns every notebook whose cells import that module, or import
one that does, and so on. A name of the front page (`cc.compare`) counts as an import of its module.
Of a notebook that is changed in the working tree, only what it exports can concern others; other
code concerns itself alone, and words and outputs concern nothing.
"""

import ast
import json
import subprocess

from cells import directives, parsed, source

FLOORS = [
    "core",
    "measures",
    "inference",
    "algorithms",
    "accelerators",
    "experiment",
    "report",
    "explore",
    "cases",
    "course",
]


def homes(root):
    "Public name -> its module below clfcompare, as __init__ lists them."
    tree = ast.parse((root / "clfcompare/__init__.py").read_text(encoding="utf-8"))
    table = next(
        n.value for n in tree.body if isinstance(n, ast.Assign) and n.targets[0].id == "_PUBLIC"
    )
    return {name: module for module, words in ast.literal_eval(table).items() for name in words}


def without_magics(code):
    "What Python itself can read."
    return "\n".join(line for line in code.splitlines() if not line.lstrip().startswith(("%", "!")))


def imported(code, home):
    """The modules below clfcompare that this code imports, and the names by which it knows the
    front page.
    """
    found, front = set(), set()
    if "clfcompare" not in code:
        return found, front
    for node in [
        node for statement in parsed(without_magics(code)) for node in ast.walk(statement)
    ]:
        if isinstance(node, ast.ImportFrom) and node.module == "clfcompare":
            found |= {home.get(alias.name, alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("clfcompare."):
            found |= {f"{node.module}.{alias.name}"[11:] for alias in node.names}
            found |= {node.module[11:], *(home.get(alias.name, "") for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {
                alias.name[11:] for alias in node.names if alias.name.startswith("clfcompare.")
            }
            front |= {
                alias.asname or alias.name for alias in node.names if alias.name == "clfcompare"
            }
    return found, front


def uses(codes, home):
    """The modules that these cells use, by imports or through the front page (`cc.name`,
    `cc.space.name`).
    """
    found, front = (
        set().union(*sets) for sets in zip(*(imported(code, home) for code in ["", *codes]))
    )
    if not front:
        return found
    names = {
        node.attr
        for code in codes
        for statement in parsed(without_magics(code))
        for node in ast.walk(statement)
        if isinstance(node, ast.Attribute) and ast.unparse(node).split(".")[0] in front
    }
    return found | {home[name] for name in names & home.keys()}


def cells_of(text):
    """The module that a notebook exports (or None), the code of its exported cells, and that of
    all others.
    """
    module, exported, other = None, [], []
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] != "code":
            continue
        told, code = directives(source(cell))
        module = told.get("default_exp", module)
        (exported if "export" in told else other).append(code)
    return module, exported, other


def notebooks(root):
    "Every notebook, floor by floor, the front page last."
    found = [path for floor in FLOORS for path in sorted((root / "nbs" / floor).glob("*.ipynb"))]
    return found + [path for path in [root / "nbs/index.ipynb"] if path.exists()]


def concerned(root, modules, also=()):
    """The notebooks that use one of these modules, directly or through others, and those of
    `also`, in the order in which they are run.
    """
    home, books = (
        homes(root),
        {path: cells_of(path.read_text(encoding="utf-8")) for path in notebooks(root)},
    )
    inside = {module: uses(exported, home) for module, exported, _ in books.values() if module}
    reached, grown = set(), set(modules)
    while reached != grown:
        reached = set(grown)
        grown |= {module for module, used in inside.items() if used & reached}

    def concerns(path):
        module, exported, other = books[path]
        return path in also or module in reached or bool(uses(exported + other, home) & reached)

    return [path for path in books if concerns(path)]


def git(root, *words):
    "What git says."
    return subprocess.run(
        ["git", *words], cwd=root, capture_output=True, text=True, check=True, encoding="utf-8"
    ).stdout


def changed(root, base="HEAD"):
    "The modules whose exported code is not that of `base`, and the notebooks whose code is not."
    paths = git(root, "diff", "--name-only", "--no-renames", "--relative", base, "--", "nbs").split(
        "\n"
    )
    paths += git(root, "ls-files", "--others", "--exclude-standard", "--", "nbs").split("\n")
    old, new = {}, {}
    for path in sorted({path for path in paths if path.endswith(".ipynb")}):
        shown = subprocess.run(
            ["git", "show", f"{base}:./{path}"],
            cwd=root,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        if not shown.returncode:
            add(old, path, shown.stdout)
        if (root / path).exists():
            add(new, path, (root / path).read_text(encoding="utf-8"))
    differ = [
        key for key in old.keys() | new.keys() if old.get(key, (0, 0))[1] != new.get(key, (0, 0))[1]
    ]
    modules = {key for key in differ if not key.endswith(".ipynb")}
    return modules, {
        root / path for key, (path, *code) in new.items() if list(old.get(key, (0,))[1:]) != code
    }


def add(books, path, text):
    """Keep a notebook under its module (so that one with a new number is the same), or under its
    path.
    """
    module, exported, other = cells_of(text)
    books[module or path] = path, exported, other


def needed(root, paths=(), base="HEAD"):
    """The notebooks that must be run when these are changed; without any, those that differ from
    `base` in the working tree.
    """
    if not paths:
        return concerned(root, *changed(root, base))
    modules = {cells_of(path.read_text(encoding="utf-8"))[0] for path in paths}
    return concerned(root, modules - {None}, set(paths))
