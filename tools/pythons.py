"""The package under every Python that it names, with the oldest and the newest packages:
python tools/pythons.py [--only 3.12 oldest] [--tests tests/test_numbers.py ...]

For each Python of settings.ini and each choice of packages an environment is made in _pythons:
the wheel is installed there, the code of README.md runs away from this tree, then all tests pass
(`--no-shown`: other versions may show other digits). "oldest" takes the lower bounds of
settings.ini, or, where those have no wheel for a Python, the oldest that have; what only tests is
the newest in both. Interpreters come through uv: those on the path, or what `uv python install`
brings. A Python that is not to be had is said, and counts as not passed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "_pythons"
CONFIG = ConfigParser(delimiters=["="])
CONFIG.read(ROOT / "settings.ini", encoding="utf-8")
SETTINGS = CONFIG["DEFAULT"]
USED = ("requirements", "cluster_requirements", "explore_requirements", "parquet_requirements")
CHOICES = {"oldest": "lowest-direct", "newest": "highest"}
BIN = Path(sysconfig.get_path("scripts")).name  # "bin", or "Scripts" on Windows
UV = Path(sys.executable).with_name("uv")
ENV = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "IN_TEST")}


class Failed(Exception):
    "A step that did not end well, and what it said."


def run(*command, cwd=ROOT, shows=False):
    "A child process, which must end well; its output goes on to the reader if it is asked to."
    words = [str(word) for word in command]
    env = ENV | {"MPLBACKEND": "agg"}
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=not shows, text=True)
    if done.returncode:
        raise Failed("\n".join(filter(None, [done.stdout, done.stderr]))[-3000:].strip())
    return done.stdout


def readme_code():
    "The code of README.md, as one text."
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))


def named(key):
    "The packages of a line of settings.ini."
    return SETTINGS[key].split()


def build():
    "The wheel, alone in its folder."
    shutil.rmtree(PLACE / "dist", ignore_errors=True)
    run(UV, "build", "--quiet", "--wheel", "--out-dir", PLACE / "dist")


def environment(version, choice):
    "A new environment with its packages and the wheel; gives its Python."
    place = PLACE / f"{version}-{choice}"
    shutil.rmtree(place, ignore_errors=True)
    run(UV, "venv", "--quiet", "--python", version, place)
    python = place / BIN / "python"
    used = [word for key in USED for word in named(key)]
    install = (UV, "pip", "install", "--quiet", "--python", python)
    run(*install, "--no-build", "--resolution", CHOICES[choice], *used)
    held = PLACE / f"{version}-{choice}.txt"
    held.write_text("\n".join(pinned(python, used)) + "\n", encoding="utf-8")
    [wheel] = (PLACE / "dist").glob("*.whl")
    run(*install, wheel)
    run(*install, "--constraint", held, *named("dev_requirements"))
    return python


def pinned(python, used):
    "What is installed of the packages that are used, as numpy==2.0.0."
    names = {re.match(r"[\w-]+", word)[0].lower() for word in used}
    frozen = run(UV, "pip", "freeze", "--python", python).splitlines()
    return [line for line in frozen if line.partition("==")[0].lower() in names]


def check(version, choice, tests):
    "Install, run the README's code, run the tests; raises `Failed` at the first that fails."
    try:
        run(UV, "python", "find", version)
    except Failed:
        raise Failed(f"Python {version} is not here: uv python install {version}") from None
    python = environment(version, choice)
    print(*(PLACE / f"{version}-{choice}.txt").read_text().split(), flush=True)
    run(python, "-c", readme_code(), cwd=PLACE)
    print("the wheel is installed, and README's code runs", flush=True)
    run(UV, "pip", "install", "--quiet", "--python", python, "--no-deps", "--editable", ROOT)
    run(python, "-m", "pytest", "-q", "--no-shown", "-n", "auto", *tests, shows=True)


def among(all_of_them, asked):
    "Those asked for; all where none is."
    return [each for each in all_of_them if each in asked] or list(all_of_them)


def main(words):
    "All that is asked for, and at the end a line for each."
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD")
    parser.add_argument("--tests", nargs="*", default=[], metavar="FILE")
    asked = parser.parse_args(words)
    versions, found = named("python_versions"), []
    if unknown := set(asked.only) - {*versions, *CHOICES}:
        parser.error(f"--only takes {', '.join([*versions, *CHOICES])}; got {', '.join(unknown)}")
    build()
    for version in among(versions, asked.only):
        for choice in among(CHOICES, asked.only):
            print(f"\n== Python {version}, {choice} packages", flush=True)
            try:
                check(version, choice, asked.tests)
                found.append((version, choice, "passed"))
            except Failed as why:
                print(why, flush=True)
                last = (str(why).splitlines() or ["tests failed"])[-1]
                found.append((version, choice, f"FAILED: {last}"))
    print(*(f"\nPython {v}, {c} packages: {said}" for v, c, said in found), sep="")
    return any(said != "passed" for *_, said in found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
