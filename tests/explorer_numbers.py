"What functions of an explorer's module give, computed by Node.js."

import json
import shutil
import subprocess

import pytest
from clfcompare.explore.frame import FOLDER
from conftest import ROOT

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="Node.js is not installed")


def computed(folder, name, *calls, more=None):
    """Results of calls, each (function, argument, ...), of the module `name`.js; `more` is the
    text of another module, to be put beside.
    """
    for path in FOLDER.glob("*.js"):
        shutil.copy(path, folder / path.name)
    (folder / "package.json").write_text('{"type": "module"}')
    if more:
        (folder / f"{name}.js").write_text(more)
    asked = json.dumps(dict(module=str(folder / f"{name}.js"), calls=calls))
    done = subprocess.run(
        [NODE, ROOT / "tests/explorer_numbers.mjs"], input=asked, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return [numeric(each) for each in json.loads(done.stdout)]


def numeric(value):
    "JSON with the words for what is no finite number made numbers again."
    if isinstance(value, list):
        return [numeric(each) for each in value]
    if isinstance(value, dict):
        return {key: numeric(each) for key, each in value.items()}
    return (
        float(value.replace("Infinity", "inf"))
        if value in ("NaN", "Infinity", "-Infinity")
        else value
    )
