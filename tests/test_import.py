"`import clfcompare` is light: it loads nothing heavy, and what it promises is there."

import statistics
import subprocess
import sys

from conftest import ROOT

HEAVY = ["sklearn", "joblib", "matplotlib", "seaborn", "dask"]


def child(code, env):
    "What a fresh interpreter prints."
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def loaded(code, env):
    "The heavy packages that this code loads."
    return child(
        f"{code}\nimport sys\nprint(*[name for name in {HEAVY} if name in sys.modules])", env
    ).split()


def test_import_loads_nothing_heavy(env):
    assert loaded("import sklearn.tree", env)[0] == "sklearn"  # the check sees what it looks for
    assert loaded("import clfcompare", env) == []


def test_floors_of_numbers_load_nothing_heavy(env):
    floors = ["core", "measures", "inference"]
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for floor in floors
        for path in sorted((ROOT / "clfcompare" / floor).glob("[a-z]*.py"))
    ]
    assert loaded("\n".join(f"import {module}" for module in modules), env) == []


def test_the_front_door_loads_no_learner_and_draws_nothing(env):
    wide = 'pandas.DataFrame({"tree": [.1, .2, .3, .2], "net": [.2, .3, .2, .4], "svm": [.2, .1, .1, .3]}, index=list("abcd"))'
    call = f'compare({wide}, measure="error", better="lower").text'
    assert (
        loaded(
            f"import pandas\nfrom clfcompare import compare, choose, case_values, case_table\n{call}",
            env,
        )
        == []
    )


def test_import_costs_little_more_than_pandas(env):
    code = "import pandas, time\nstart = time.perf_counter()\nimport clfcompare\nprint(time.perf_counter() - start)"
    seconds = [float(child(code, env)) for _ in range(5)]
    assert statistics.median(seconds) < 0.3, seconds


def test_every_public_name_is_there(env):
    code = """
import clfcompare as cc
names = getattr(cc, "__all__", [])
missing = []
for name in names:
    try: getattr(cc, name)
    except Exception as error: missing.append(f"{name} ({error!r})")
print(*(set(names) - set(dir(cc))), *missing)
"""
    assert child(code, env) == ""


def test_an_unknown_name_is_an_attribute_error(env):
    code = "import clfcompare\ntry: clfcompare.no_such_name\nexcept AttributeError as error: print(error)"
    assert "no_such_name" in child(code, env)
