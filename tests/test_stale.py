"A stored result is used again only if nothing has changed that a learner depends on."

import importlib
import json
import sys
import warnings

import clfcompare as cc
import numpy as np
import pytest
from clfcompare.experiment.description import Undescribed, described
from clfcompare.experiment.store import read_store

HEAD = """
import enum, functools, random, types
from collections import namedtuple
from dataclasses import dataclass
from pathlib import Path
import numpy as np, pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier

class Plain(ClassifierMixin, BaseEstimator):
    def __init__(self, w=None): self.w = w
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self
"""
ASKS = (
    "\nclass Own(Plain):\n    def predict(self, X): return (X[:, 0] > {what}) * 1\nmade = Own()\n"
)


def asking(what):
    return ASKS.replace("{what}", what)


WAYS = {  # what is edited from $ = 0 to $ = 9, and nothing else
    "a number": "t = $" + asking("t"),
    "a dict": "t = dict(t=$)" + asking("t['t']"),
    "a list": "t = [1, $]" + asking("t[1]"),
    "a list in a tuple in a dict": "t = {'a': (1, [$])}" + asking("t['a'][1][0]"),
    "a set": "t = {5, $}" + asking("max(t)"),
    "an array": "t = np.array([2.0, $])" + asking("t[1]"),
    "a frame": "t = pd.DataFrame(dict(a=[$]))" + asking("t.iloc[0, 0]"),
    "a series": "t = pd.Series([$], index=['u'])" + asking("t['u']"),
    "a named tuple": "t = namedtuple('T', 'a b')(3, $)" + asking("t.b"),
    "a dataclass": "@dataclass\nclass T:\n    a: int\nt = T($)" + asking("t.a"),
    "an enum": "class T(enum.Enum):\n    a = $" + asking("T.a.value"),
    "a simple namespace": "t = types.SimpleNamespace(a=$)" + asking("t.a"),
    "a generator of random numbers": "t = random.Random($)" + asking("t.random()"),
    "a read-only dict": "t = types.MappingProxyType({'a': $})" + asking("t['a']"),
    "a function": "def t(): return $" + asking("t()"),
    "a function of a function": "def u(): return $\ndef t(): return u()" + asking("t()"),
    "a lambda": "t = lambda: $" + asking("t()"),
    "a function with a cache": "@functools.lru_cache\ndef t(): return $" + asking("t()"),
    "a partial function": "t = functools.partial(max, $)" + asking("t(-1)"),
    "a wrapped function": (
        "def w(f):\n    @functools.wraps(f)\n    def g(*a): return f(*a)\n    return g\n"
        "@w\ndef t(): return $" + asking("t()")
    ),
    "a decorator": (
        "def w(k):\n    def d(f):\n        return lambda: f() + k\n    return d\n"
        "@w($)\ndef t(): return 0" + asking("t()")
    ),
    "a function that chooses by type": (
        "@functools.singledispatch\ndef t(x): return 0\n@t.register(int)\ndef _(x): return $"
        + asking("t(1)")
    ),
    "a default": "def t(a=$): return a" + asking("t()"),
    "a default that is a list": "def t(a=[$]): return a[0]" + asking("t()"),
    "a default by keyword": "def t(*, a=$): return a" + asking("t()"),
    "an attribute of a function": "def t(): return t.a\nt.a = $" + asking("t()"),
    "a function in a function": "def t():\n    def u(): return $\n    return u()" + asking("t()"),
    "an estimator in the module": (
        "t = DecisionTreeClassifier(random_state=0).fit([[0], [1]], [0, $ + 1])"
        + asking("t.predict([[1]])[0]")
    ),
    "an attribute of the class": asking("self.t").replace("(Plain):", "(Plain):\n    t = [$]"),
    "the class above": "class Up(Plain):\n    t = $" + asking("self.t").replace("Plain", "Up"),
    "a metaclass": (
        "class M(type):\n    @property\n    def t(cls): return $"
        + asking("type(self).t").replace("(Plain)", "(Plain, metaclass=M)")
    ),
    "a property": asking("self.t").replace(
        "(Plain):", "(Plain):\n    @property\n    def t(self): return $"
    ),
    "a cached property": asking("self.t").replace(
        "(Plain):", "(Plain):\n    @functools.cached_property\n    def t(self): return $"
    ),
    "a static method": asking("self.t()").replace(
        "(Plain):", "(Plain):\n    @staticmethod\n    def t(): return $"
    ),
    "a class method": asking("self.t()").replace(
        "(Plain):", "(Plain):\n    @classmethod\n    def t(cls): return $"
    ),
    "a parameter": asking("self.w").replace("Own()", "Own($)"),
    "one number of a long parameter": asking("self.w[2500]").replace(
        "Own()", "Own(np.r_[np.zeros(2500), $, np.zeros(2500)])"
    ),
    "a parameter that prints alike": (
        "class P:\n    def __init__(self, t): self.t = t\n    def __repr__(self): return 'P'"
        + asking("self.w.t").replace("Own()", "Own(P($))")
    ),
    "a parameter with slots": (
        "class P:\n    __slots__ = 't',\n    def __init__(self, t): self.t = t"
        + asking("self.w.t").replace("Own()", "Own(P($))")
    ),
    "a method as a parameter": (
        "class P:\n    def __init__(self, t): self.t = t\n    def m(self): return self.t"
        + asking("self.w()").replace("Own()", "Own(P($).m)")
    ),
    "a step of a pipeline": "made = make_pipeline(FunctionTransformer(lambda Z: Z * $), Plain())",
    "what a step has closed over": (
        "def t(k): return lambda Z: Z * k\nmade = make_pipeline(FunctionTransformer(t($)), Plain())"
    ),
    "a module beside it": "import below" + asking("below.t"),
    "a name of a module beside it": "from below import t" + asking("t"),
    "a module below a package": "import pack.part" + asking("pack.part.t"),
    "a module that is imported while it runs": (
        asking("t").replace(
            "predict(self, X): return",
            "predict(self, X):\n        from below import t\n        return",
        )
    ),
    "a file that is named in the code": asking("float(open('number.txt').read())"),
    "a file that is a parameter": asking("float(open(self.w).read())").replace(
        "Own()", "Own('number.txt')"
    ),
    "a file that is a path": asking("float(self.w.read_text())").replace(
        "Own()", "Own(Path('number.txt'))"
    ),
}


def written(folder, way, number):
    "The learner of a way, from files in a folder that were just edited."
    (folder / "learner.py").write_text(HEAD + WAYS[way].replace("$", str(number)))
    (folder / "below.py").write_text(f"t = {number}\n")
    (folder / "pack").mkdir(exist_ok=True)
    (folder / "pack" / "__init__.py").write_text("__version__ = '0.1.0'\n")
    (folder / "pack" / "part.py").write_text(f"t = {number}\n")
    (folder / "number.txt").write_text(f"{number}\n")
    for name in ("learner", "below", "pack", "pack.part"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    return importlib.import_module("learner").made


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # one second has room for two edits
    yield tmp_path
    for name in ("learner", "below", "pack", "pack.part"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("way", WAYS)
def test_an_edit_makes_another_fit(way, folder):
    first, again, edited = (
        json.dumps(described(written(folder, way, number))) for number in (0, 0, 9)
    )
    assert first == again and first != edited


X = np.random.default_rng(5).normal(size=(36, 3))
DATA = {"toy": (X, (X[:, 0] > 0) * 1)}


def run(learner, store):
    experiment = cc.Experiment(
        datasets=DATA, algorithms={"own": learner}, design=cc.k_fold(3), rng=1
    )
    return experiment.run(store=store, progress=False).scores["value"].tolist()


@pytest.mark.parametrize("way", ["a dict", "a module below a package", "a file that is a path"])
def test_the_store_gives_what_a_new_run_gives(way, folder):
    store = folder / "results.sqlite"
    for number in (0, 9, 0):
        assert run(written(folder, way, number), store) == run(written(folder, way, number), None)
    assert len(read_store(store)) == 6  # the third run found the fits of the first


def test_what_cannot_be_written_down_is_named_and_not_stored(folder):
    store = folder / "results.sqlite"
    (folder / "number.txt").write_text("0")
    WAYS["an open file"] = "t = open('number.txt')" + asking("(t.seek(0), float(t.read()))[1]")
    try:
        learner = written(folder, "an open file", 0)
    finally:
        del WAYS["an open file"]
    with pytest.raises(Undescribed, match=r"t in Own.predict, a TextIOWrapper"):
        described(learner)
    with pytest.warns(UserWarning, match="not kept in the store.*Make it a parameter"):
        first = run(learner, store)
    assert first == run(learner, None) and read_store(store).empty
    learner.predict.__func__.__globals__["t"].close()


def test_logs_and_locks_do_no_harm(folder):
    text = "import logging, threading\nt, u = logging.getLogger('x'), threading.RLock()"
    WAYS["a log"] = text + asking("(t, u, 0)[2]")
    try:
        learner = written(folder, "a log", 0)
    finally:
        del WAYS["a log"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(learner, folder / "results.sqlite")
    assert len(read_store(folder / "results.sqlite")) == 3


@pytest.mark.parametrize("place", ["an index", "a folder", "a folder that is gone"])
def test_a_package_is_known_by_its_version_only_if_an_index_delivered_it(place, folder):
    """As pip writes it down: a package from an index has no direct_url.json. One that was built
    elsewhere has one that leads nowhere on this machine.
    """
    from clfcompare.experiment import description

    site = folder / "site-packages"
    told = site / "parcel-0.1.0.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: parcel\nVersion: 0.1.0\n")
    (told / "RECORD").write_text("parcel.py,,\n")
    if place != "an index":
        source = folder if place == "a folder" else folder / "gone"
        (told / "direct_url.json").write_text(json.dumps({"url": source.as_uri(), "dir_info": {}}))
    sys.path.insert(0, str(site))
    found = []
    try:
        for number in (0, 9):
            (site / "parcel.py").write_text(
                "__version__ = '0.1.0'" + HEAD + WAYS["a number"].replace("$", str(number))
            )
            sys.modules.pop("parcel", None)
            importlib.invalidate_caches()
            description._packages.cache_clear()
            description._from_here.cache_clear()
            found.append(json.dumps(described(importlib.import_module("parcel").made)))
    finally:
        sys.path.remove(str(site))
        sys.modules.pop("parcel", None)
        description._packages.cache_clear()
        description._from_here.cache_clear()
    assert (found[0] != found[1]) == (place == "a folder")
    assert ('"version": "0.1.0"' in found[0]) == (place != "a folder")
