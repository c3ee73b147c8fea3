"""What the examples of the public names print:  python tools/examples.py [names]

tools/examples.toml holds an example for every public name, as a session of Python. This runs the
code (of the named ones, or of all) and writes what it prints below it; tools/docstrings.py puts the
sessions into the docstrings, and tests/test_help.py runs them again. Who adds a public name writes
the code after `>>> `, runs this, and reads what came out.
"""

import contextlib
import doctest
import io
import os
import sys
import textwrap
import tomllib
import traceback
from pathlib import Path

os.environ.setdefault("MPLBACKEND", "agg")
ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "tools/examples.toml"
HEAD = "# An example for every public name. Write the code; `python tools/examples.py` writes what it prints.\n"
sys.path.insert(0, str(ROOT))


def session():
    "The names that an example may use without saying so; the docstrings import them."
    import clfcompare as cc
    import numpy as np
    import pandas as pd

    return dict(cc=cc, np=np, pd=pd)


def wrapped(line):
    "A line of output as several, where it is long: a docstring keeps to the width of the code."
    return (
        textwrap.wrap(line, 100, break_long_words=False, break_on_hyphens=False)
        if len(line) > 110
        else [line or "<BLANKLINE>"]
    )


def printed(code, names):
    "What one statement prints; an exception is an error here."
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "<example>", "single"), names)
    text = out.getvalue().rstrip("\n")
    return (
        "\n".join(part for line in text.split("\n") for part in wrapped(line)) + "\n"
        if text
        else ""
    )


def ran(text):
    "The session with what it prints now."
    names, made = session(), []
    for one in doctest.DocTestParser().get_examples(text):
        code = one.source.rstrip("\n").split("\n")
        made.append(
            "\n".join(
                [
                    f">>> {code[0]}",
                    *(f"... {line}".rstrip() for line in code[1:]),
                    printed(one.source, names).rstrip("\n"),
                ]
            )
        )
    return "\n".join(part.rstrip("\n") for part in made)


def main(wanted):
    texts = tomllib.loads(FILE.read_text(encoding="utf-8"))
    if missing := set(wanted) - texts.keys():
        sys.exit(f"no example of {', '.join(sorted(missing))}")
    failed = 0
    for name in wanted or texts:
        try:
            texts[name] = ran(texts[name])
        except Exception:
            failed += 1
            print(f"--- {name}\n{traceback.format_exc(limit=-1)}", file=sys.stderr)
    FILE.write_text(
        HEAD + "".join(f"\n{name} = '''\n{text.strip()}\n'''\n" for name, text in texts.items()),
        encoding="utf-8",
    )
    sys.exit(bool(failed))


if __name__ == "__main__":
    main(sys.argv[1:])
