"""What a reader sees of the cells of a notebook: one rule for the site (tools/site_pages.py) and
for JupyterLab (tools/run_nbs.py).

A cell with `#| hide` or `#| default_exp` is not for readers. Imports, exported code and checks
without an output are folded behind one line. So is the solution of an exercise, with what it shows:
code below a heading *Exercise*, in the course what stands between its two marks. So is what asks
for it: `#| code-fold: true`, with its words in `#| code-summary: ...` (Quarto's own two
directives), for helpers that a first reading does not need. An exported cell that carries out the
formula just explained says `#| code-fold: false` and stays open, as does everything else: what a
reader reads, and what draws or prints.
"""

import ast
import re

CHECK = re.compile(
    r"^[ \t]*(test_\w+\(|assert |np\.testing\.|for .*: *(test_|assert|np\.testing))", re.MULTILINE
)
MARKED = "### BEGIN SOLUTION", "### BEGIN HIDDEN TESTS"  # in the sheets of the course
HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
SOLVED = "Solution in code"
SOLUTION = re.compile(r"^\*{1,2}Solutions?\.?\*{1,2}\.?\s*", re.MULTILINE)
NEXT = re.compile(r"^(?=\*\*\d+\.\*\* |#+ )", re.MULTILINE)  # where another exercise begins


def source(cell):
    return "".join(cell["source"])


def directives(text):
    "The directives of a cell as {word: rest}, and its code without them."
    lines = text.splitlines()
    found = [re.match(r"#\s*\|\s*([\w-]+):?\s*(.*)", line) for line in lines]
    return {m[1]: m[2].strip() for m in found if m}, "\n".join(
        line for line, m in zip(lines, found) if not m
    ).strip()


def parsed(code):
    "Its statements; none for a magic."
    try:
        return ast.parse(code).body
    except SyntaxError:
        return []


def only_imports(body):
    "Are these statements imports, and settings of figures beside them?"
    imports = [isinstance(n, (ast.Import, ast.ImportFrom)) for n in body]
    settings = [
        isinstance(n, ast.Assign)
        and "rcParams" in ast.unparse(n.targets[0])
        or ast.unparse(n).endswith("theme().use()")
        for n in body
    ]
    return any(imports) and all(map(max, imports, settings))


def for_readers(told, code):
    "Is this a cell that the reader's edition has at all?"
    return bool(code) and "hide" not in told and "default_exp" not in told


def fold(cell, told, code, *, exercise=False):
    """The words on the fold of a code cell, or None for a cell that stays open. `exercise`: as
    `below_exercises` says of it.
    """
    body, tests = parsed(code), len(CHECK.findall(code))
    if told.get("code-fold") == "false":
        return None
    if told.get("code-fold") == "true":
        return told.get("code-summary", "Code").strip('"')
    if "export" in told:
        made = [
            n.name
            for n in body
            if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and not n.name.startswith("_")
        ]
        return (
            f"Source: {', '.join(made)}" if made else "Imports" if only_imports(body) else "Source"
        )
    if only_imports(body):
        return "Imports"
    if tests and not cell["outputs"]:
        return f"Checks ({tests} line{'s' if tests > 1 else ''})"
    if MARKED[1] in code:
        return "Checks"
    return SOLVED if exercise or MARKED[0] in code else None


def below_exercises(cells):
    """Of each cell, whether it stands below a heading of exercises; of none where the solutions
    are marked.
    """
    if any(
        mark in source(cell) for cell in cells if cell["cell_type"] == "code" for mark in MARKED
    ):
        return [False] * len(cells)
    found, deep = [], 0
    for cell in cells:
        plain = re.sub(r"^```.*?^```", "", source(cell), flags=re.MULTILINE | re.DOTALL)
        for marks, title in HEADING.findall(plain) if cell["cell_type"] == "markdown" else []:
            if "exercise" in title.lower():
                deep = len(marks)
            elif deep and len(marks) <= deep:
                deep = 0
        found.append(deep > 0)
    return found


def solved(text):
    """A text whose solutions are folded, each from its mark to the next exercise. A mark with no
    words goes: code follows.
    """
    if "<details" in text or not SOLUTION.search(text):
        return text
    made = ""
    for piece in NEXT.split(text):
        m = SOLUTION.search(piece)
        words = piece[m.end() :].strip() if m else ""
        made += piece[: m.start()] if m else piece
        if words:
            made += f"<details><summary>Solution</summary>\n\n{words}\n\n</details>\n\n"
    return made.rstrip()


def state(cell, exercise=False):
    """The metadata `jupyter` of this cell: source, and for a solution what it shows, out of
    sight and one click away.
    """
    if cell["cell_type"] != "code" or not source(cell).strip():
        return None
    told, code = directives(source(cell))
    words = (
        "Hidden"
        if not for_readers(told, code) or told.get("echo") == "false"
        else fold(cell, told, code, exercise=exercise)
    )
    return words and {"source_hidden": True} | (
        {"outputs_hidden": True} if words == SOLVED and cell["outputs"] else {}
    )


def dress(cells):
    "Set `jupyter` on every cell by the rule above, and nothing else there."
    for cell, exercise in zip(cells, below_exercises(cells)):
        cell["metadata"].pop("jupyter", None)
        if found := state(cell, exercise):
            cell["metadata"]["jupyter"] = found


def undressed(cells):
    "The numbers of the cells that `dress` would change."
    wanted = [state(cell, exercise) for cell, exercise in zip(cells, below_exercises(cells))]
    return [i for i, cell in enumerate(cells) if cell["metadata"].get("jupyter") != wanted[i]]
