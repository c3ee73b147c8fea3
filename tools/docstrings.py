"""Docments into docstrings, and a stub for the lazy names: a part of tools/export.py.

What stands behind the parameters in a notebook is the one source. On export it goes into the
docstrings of the public names as numpydoc sections, so that help(), `?` and editors show it:
Parameters, Attributes, Returns, See Also (the neighbours on the same page) and Examples (from
tools/examples.toml, which tests/test_help.py runs); behind the parameters it is taken away, so that
every text stands once. A name that is not public keeps its comments and gets no sections. The stub
clfcompare/__init__.pyi names what __init__ loads lazily. Texts alone are read, nothing is imported.
"""

import ast
import io
import re
import textwrap
import tokenize
import tomllib
from functools import cached_property

NEIGHBOURS = 5
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
SHORT = {"np": "import numpy as np", "pd": "import pandas as pd", "cc": "import clfcompare as cc"}


class Package:
    """What is written in a package: its modules as text and as trees, its public names, and
    their examples.
    """

    def __init__(self, root):
        self.folder = root / "clfcompare"
        paths = [
            path
            for path in sorted(self.folder.rglob("*.py"))
            if path.name not in ("__init__.py", "_modidx.py")
        ]
        self.paths = {
            ".".join(path.relative_to(self.folder).with_suffix("").parts): path for path in paths
        }
        self.texts = {
            module: path.read_text(encoding="utf-8") for module, path in self.paths.items()
        }
        self.trees = {module: ast.parse(text) for module, text in self.texts.items()}
        self.notes = {module: comments(text) for module, text in self.texts.items()}
        self.examples = tomllib.loads((root / "tools/examples.toml").read_text(encoding="utf-8"))
        values = literals((self.folder / "__init__.py").read_text(encoding="utf-8"))
        self.floors, self.elsewhere = values["_FLOORS"], values["_ELSEWHERE"]
        self.public, self.under = values["_PUBLIC"], values["_UNDER"]
        self.spaces = {
            space: self.folder
            / (f"{space}.py" if f"{space}" in self.paths else f"{space}/__init__.py")
            for space in {*self.floors, *self.under}
        }

    @cached_property
    def homes(self):
        """(module, name) -> (module, name) where it is defined, for what stands at the top of a
        module or is imported from another.
        """
        found = {}
        for module, tree in self.trees.items():
            found |= {
                (module, node.name): (module, node.name)
                for node in tree.body
                if isinstance(node, (FUNCTION, ast.ClassDef))
            }
            for node in ast.walk(tree):
                if not isinstance(node, ast.ImportFrom) or not node.level:
                    continue
                source = ".".join([*module.split(".")[: -node.level], node.module or ""]).strip(".")
                found |= {
                    (module, alias.asname or alias.name): (source, alias.name)
                    for alias in node.names
                }
        return found

    @cached_property
    def nodes(self):
        "(module, name) -> what is defined there, at the top of the module."
        return {
            (module, node.name): node
            for module, tree in self.trees.items()
            for node in tree.body
            if isinstance(node, (FUNCTION, ast.ClassDef))
        }

    @cached_property
    def documented(self):
        "(module, name) of the public names, and of the classes below which they stand."
        named = {(module, name) for module, names in self.public.items() for name in names}
        told = {self.homes.get(key, key) for key in named} & self.nodes.keys()
        return told | {
            above
            for module, name in told
            if isinstance(node := self.nodes[module, name], ast.ClassDef)
            for above in self.above(module, node)
        }

    def above(self, module, node):
        "(module, name) of a class of the package and of all below which it stands."
        return [(home, each.name) for home, each in self.bases(module, node)]

    def bases(self, module, node):
        "The classes of the package below which a class stands, the farthest first, then itself."
        above = [
            self.homes.get((module, base.id)) for base in node.bases if isinstance(base, ast.Name)
        ]
        return [
            pair
            for key in above
            if key in self.nodes
            for pair in self.bases(key[0], self.nodes[key])
        ] + [(module, node)]

    def neighbours(self, module, name):
        """The public functions that stand nearest to a public name in its module, as they are
        reached; what they do is said once, by themselves.
        """
        names = self.public.get(module, [])
        if name not in names:
            return []
        near = sorted(
            (each for each in names if each != name),
            key=lambda each: abs(names.index(each) - names.index(name)),
        )
        kept = [
            each
            for each in names
            if each in near[:NEIGHBOURS] and isinstance(self.nodes.get((module, each)), FUNCTION)
        ]
        space = {each: f".{where}" for where, given in self.under.items() for each in given}
        return [f"clfcompare{space.get(each, '')}.{each}" for each in kept]


def literals(source):
    "Name -> value, for the plain assignments of a module's text."
    made = {}
    for node in ast.parse(source).body:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        try:
            made[node.targets[0].id] = ast.literal_eval(node.value)
        except ValueError:
            continue
    return made


# The words behind the code


def comments(source):
    "Line -> the text of the comment on it, whether the line is nothing else, and its column."
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        t.start[0]: (t.string.lstrip("#").strip(), not t.line[: t.start[1]].strip(), t.start[1])
        for t in tokens
        if t.type == tokenize.COMMENT
    }


def words(line, notes):
    "The comment behind a line, or the lines of comment above it (the rule of fastcore.docments)."
    return " ".join(notes[row][0] for row in lines_of_words(line, notes))


def lines_of_words(line, notes):
    "Where those words stand."
    if line in notes and not notes[line][1]:
        return [line]
    above = []
    while notes.get(line := line - 1, ("", False))[1]:
        above.insert(0, line)
    return above


def kept(node):
    "Parameter -> its assignment, in an __init__ of scikit-learn's way (`self.k = k`)."
    return {
        n.targets[0].attr: n
        for n in node.body
        if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Attribute)
    }


def header_end(node):
    "The line of the colon that ends a function's head."
    parts = [part for part in [*ast.iter_child_nodes(node.args), node.returns] if part]
    last = max([part.end_lineno for part in parts], default=node.lineno)
    return last + 1 if node.returns is None and last > node.lineno else last


# The sections


def entry(name, kind, text, default=None):
    "One parameter, as numpydoc writes it."
    kind = ", ".join(
        filter(None, ["" if kind in (None, "Any") else kind, default and f"default {default}"])
    )
    head = " : ".join(filter(None, [name, kind])) or "Any"
    return "\n".join(
        [head, *textwrap.wrap(text, 90, initial_indent="    ", subsequent_indent="    ")]
    )


def kind_of(annotation):
    """A type as text; a class that is only named, in quotes, without them; allowed words in
    braces, as numpydoc writes them.
    """
    named = annotation and (
        annotation.value
        if isinstance(annotation, ast.Constant) and annotation.value
        else ast.unparse(annotation)
    )
    return named and re.sub(r"Literal\[([^]]*)\]", r"{\1}", named)


def parameters(node, notes):
    """Entries of a function's parameters; in scikit-learn's way the words may stand behind
    `self.k = k`.
    """
    a, end = node.args, header_end(node)
    plain = a.posonlyargs + a.args
    defaults = dict(zip([p.arg for p in reversed(plain)], reversed(a.defaults)))
    defaults |= {p.arg: default for p, default in zip(a.kwonlyargs, a.kw_defaults) if default}
    rows = [("", p) for p in plain if p.arg not in ("self", "cls")] + [("*", a.vararg)] * bool(
        a.vararg
    )
    rows += [("", p) for p in a.kwonlyargs] + [("**", a.kwarg)] * bool(a.kwarg)
    below = kept(node)
    said = [
        (words(p.end_lineno, notes) if p.end_lineno < end else "")
        or (notes.get(below[p.arg].lineno, ("",))[0] if p.arg in below else "")
        for _, p in rows
    ]
    return [
        entry(
            star + p.arg,
            kind_of(p.annotation),
            text,
            p.arg in defaults and ast.unparse(defaults[p.arg]),
        )
        for (star, p), text in zip(rows, said)
    ]


def default_of(field):
    "The default of a dataclass's field, as text."
    value = field.value
    if isinstance(value, ast.Call) and getattr(value.func, "id", "") == "field":
        made = {word.arg: word.value for word in value.keywords}
        if "default" in made:
            return ast.unparse(made["default"])
        return f"{ast.unparse(made['default_factory'])}()" if "default_factory" in made else None
    return value and ast.unparse(value)


class Writer:
    "The sections of the docstrings of one module."

    def __init__(self, package, module):
        self.package, self.module = package, module

    def fields(self, node):
        "Entries of the fields of a dataclass, those of its bases first."
        found = {}
        for module, each in self.package.bases(self.module, node):
            notes = self.package.notes[module]
            for field in each.body:
                if not isinstance(field, ast.AnnAssign) or getattr(
                    field.target, "id", "_"
                ).startswith("_"):
                    continue
                if ast.unparse(field.annotation).startswith("ClassVar"):
                    continue
                name = field.target.id
                found[name] = entry(
                    name,
                    kind_of(field.annotation),
                    words(field.end_lineno, notes),
                    default_of(field),
                )
        return list(found.values())

    def of_class(self, node):
        "Parameters of __init__, or the fields of a dataclass."
        made = {}
        for module, each in self.package.bases(self.module, node):
            init = [n for n in each.body if isinstance(n, FUNCTION) and n.name == "__init__"]
            if init:
                made["Parameters"] = parameters(init[0], self.package.notes[module])
        return made | {"Attributes": self.fields(node)}

    def of_function(self, node):
        "Parameters and what comes out, as far as there are words for it."
        notes = self.package.notes[self.module]
        text, alone, _ = notes.get(header_end(node), ("", True, 0))
        made = {"Parameters": parameters(node, notes)}
        if text and not alone:
            made["Returns"] = [entry("", kind_of(node.returns), text)]
        return {name: rows for name, rows in made.items() if any("\n" in row for row in rows)}

    def sections(self, node, top):
        "All sections of a function or class as texts, in numpydoc's order."
        made = self.of_class(node) if isinstance(node, ast.ClassDef) else self.of_function(node)
        if top:
            made["See Also"] = self.package.neighbours(self.module, node.name)
            known = (
                node.name in self.package.public.get(self.module, [])
                and node.name in self.package.examples
            )
            made["Examples"] = [example(self.package.examples[node.name])] if known else []
        return [
            f"{name}\n{'-' * len(name)}\n" + "\n".join(rows) for name, rows in made.items() if rows
        ]

    def documented(self):
        "The module's text with sections in its docstrings, and without the comments they hold."
        source = self.package.texts[self.module]
        lines, edits = source.encode().splitlines(keepends=True), []
        notes = self.package.notes[self.module]
        for node, top in self.told():
            if sections := self.sections(node, top):
                edits.append((node, "\n\n".join([ast.get_docstring(node), *sections])))
        for row in self.spoken():
            code = lines[row - 1].decode()[: notes[row][2]].rstrip()
            lines[row - 1] = f"{code}\n".encode() if code else b""
        for node, text in sorted(edits, key=lambda edit: -edit[0].lineno):
            doc = node.body[0].value
            head = lines[doc.lineno - 1][: doc.col_offset]
            tail = lines[doc.end_lineno - 1][doc.end_col_offset :]
            lines[doc.lineno - 1 : doc.end_lineno] = [head + literal(node, text).encode() + tail]
        return b"".join(lines).decode()

    def told(self):
        "The public functions and classes that have a docstring, and whether they stand at the top."
        for node in self.package.trees[self.module].body:
            if (self.module, getattr(node, "name", None)) not in self.package.documented:
                continue
            inside = node.body if isinstance(node, ast.ClassDef) else []
            methods = [n for n in inside if isinstance(n, FUNCTION) and n.name[0] != "_"]
            for each in (node, *methods):
                if ast.get_docstring(each):
                    yield each, each is node

    def spoken(self):
        "The lines whose comments stand in a docstring now."
        notes = self.package.notes[self.module]
        for node, _ in self.told():
            if isinstance(node, FUNCTION):
                yield from self.head(node)
                continue
            for part in node.body:
                if isinstance(part, FUNCTION) and part.name == "__init__":
                    yield from self.head(part)
                    yield from (n.lineno for n in kept(part).values() if n.lineno in notes)
                elif isinstance(part, ast.AnnAssign):
                    yield from lines_of_words(part.end_lineno, notes)

    def head(self, node):
        "The lines of a function's head that have comments."
        notes = self.package.notes[self.module]
        return [row for row in range(node.lineno, node.body[0].lineno) if row in notes]


def literal(node, text):
    "A docstring as it is written in the code, indented as its node, within a line's width."
    if '"""' in text:
        raise ValueError(f"{node.name}: its words hold three quotes")
    if not re.search(r'["\\\n]', text):
        return f'"{text}"'
    indent = " " * node.body[0].value.col_offset
    return (
        ("r" if "\\" in text else "")
        + '"""'
        + textwrap.indent(text + "\n", indent).strip(" ")
        + indent
        + '"""'
    )


def example(text):
    "A stored example with the imports that it needs before it."
    used = [line for name, line in SHORT.items() if re.search(rf"\b{name}\.", text)]
    return "\n".join([f">>> {line}" for line in used] + [text.strip()])


# The stub


HEAD = "# Made by tools/export.py from __init__.py; not edited by hand."


def stub(package):
    "__init__.pyi: every lazy name as a plain import, for editors and type checkers."
    below = {name for names in package.under.values() for name in names}
    rows = [
        (f".{module}", name)
        for module, names in package.public.items()
        for name in names
        if name not in below
    ]
    rows += [(module, name) for name, module in package.elsewhere.items()]
    spaces = [f"from . import {space} as {space}" for space in sorted(package.spaces)]
    return imports([HEAD, "__version__: str", *spaces], rows, ["__version__"])


def stub_of_space(package, space):
    "The same of a namespace."
    names = package.under.get(space, [])
    home = {name: module for module, given in package.public.items() for name in given}
    return imports([HEAD], [(f"clfcompare.{home[name]}", name) for name in names])


def imports(lines, rows, more=()):
    "The text of a stub: its first lines, an import for each (module, name), and their list."
    return "\n".join(
        [
            *lines,
            *(f"from {module} import {name} as {name}" for module, name in rows),
            "__all__ = [",
            *(f'    "{name}",' for name in sorted([*(name for _, name in rows), *more])),
            "]",
            "",
        ]
    )


def build(root):
    "Path -> the text that it should have, before it is formatted; the modules are as exported."
    package = Package(root)
    unknown = (
        package.examples.keys()
        - {name for names in package.public.values() for name in names}
        - package.elsewhere.keys()
    )
    if unknown:
        raise ValueError(
            f"tools/examples.toml has examples of what is not public: {', '.join(sorted(unknown))}"
        )
    made = {
        package.paths[module]: Writer(package, module).documented()
        for module, text in package.texts.items()
        if "AUTOGENERATED!" in text[:2000]
    }
    stubs = {
        path.with_suffix(".pyi"): stub_of_space(package, space)
        for space, path in package.spaces.items()
    }
    stubs |= {package.folder / "__init__.pyi": stub(package), package.folder / "py.typed": ""}
    return made | stubs
