"""The register of tests: one entry serves every room, and a new test of two algorithms touches three files beside CHANGELOG.

A toy test is planted in a copy of the tree, as a contributor would write it: its notebook (with the function that people call and its
array function), an entry in the register, and the public name. Then every room must take it.
"""
import json
import re
import shutil
import subprocess
import sys

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.inference.checks import ASSUMES
from clfcompare.inference.posthoc import PAIR_TESTS
from clfcompare.inference.procedures import PROCEDURES
from clfcompare.inference.simulate import PAIRED, TESTS
from conftest import ROOT
from test_in_step import BUILT

ROOMS = ['inference/posthoc', 'inference/checks', 'inference/simulate', 'inference/planning', 'report/calls', 'report/material']
MODULE = '''
import numpy as np
from clfcompare.core.results import TestResult
from clfcompare.inference.effects import differences
from clfcompare.inference.statistics import t_pvalues

def half_pvalues(d): # (..., J) -> (...)
    "A t test that believes in half the differences."
    half = d[..., ::2]
    return t_pvalues(half.mean(-1) / (half.std(-1, ddof=1) / np.sqrt(half.shape[-1])), half.shape[-1] - 1)

def half_ttest(
    a, # values of the first algorithm
    b, # values of the second
) -> TestResult:
    "t test of every second difference."
    d = differences(a, b, least=4)
    return TestResult(statistic=float(d[::2].mean()), pvalue=float(half_pvalues(d)), method="Half a t test", n=d.size,
                      estimate=float(d.mean()))
'''
ENTRY = '''    Procedure(
        name="half_ttest", function="inference.half.half_ttest", asks="two", rows="folds", assumes=("independent", "normal", "scale"),
        arrays="inference.half.half_pvalues", models=("folds", "datasets"), fits={"data sets": 10}, source="a test of the house"),
'''
USED = '''
import clfcompare as cc, numpy as np, pandas as pd
table = pd.DataFrame(np.random.default_rng(1).normal(0.3, 0.05, (12, 3)) + [0, 0.03, 0.09], columns=["a", "b", "c"],
                     index=[f"d{i}" for i in range(12)])
print(cc.pairwise(table, test="half_ttest", adjust="holm", better="lower").method)
print(cc.power("half_ttest", cc.PairedDatasets(datasets=9, difference=1), n=200, rng=1).n)
print(cc.type_one_error("half_ttest+holm", cc.AlgorithmTable(rows=9, means=(0, 0, 0)), n=50, rng=1).n)
scores = cc.scores_from_wide(table, measure="error", better="lower")
print(cc.check(scores, test="half_ttest").codes)
report = cc.compare(scores, test="half_ttest")
print(report.choice.pairs, "half_ttest" in report.code())
space = {}
exec(report.code(), space)
assert space["pairs"].comparisons["pvalue"].tolist() == report.pairs.comparisons["pvalue"].tolist()
print("half_ttest" in set(cc.procedures_table()["name"]), cc.half_ttest(table["a"], table["b"]).n)
'''


def notebook(*sources):
    "A notebook of exported cells."
    cells = [dict(cell_type='code', execution_count=None, id=f'cell{k}', metadata={}, outputs=[], source=source)
             for k, source in enumerate(sources)]
    return json.dumps(dict(cells=cells, metadata={}, nbformat=4, nbformat_minor=5))


def test_a_new_test_of_two_algorithms_touches_three_files(tmp_path, env):
    copy = shutil.copytree(ROOT, tmp_path / 'copy', ignore=BUILT)
    entries, = (copy / 'nbs/inference').glob('*_procedures.ipynb')
    made, public = copy / 'nbs/inference/90_half.ipynb', copy / 'clfcompare/__init__.py'
    written = [made, entries, public]  # by hand; what is generated from them does not count
    made.write_text(notebook('#| default_exp inference.half', '#| export' + MODULE))
    nb = json.loads(entries.read_text(encoding='utf-8'))
    cell, = (cell for cell in nb['cells'] if cell['cell_type'] == 'code' and '_TWO = (\n' in cell['source'])
    cell['source'].insert(cell['source'].index('_TWO = (\n') + 1, ENTRY)
    entries.write_text(json.dumps(nb), encoding='utf-8')
    public.write_text(public.read_text().replace('"inference.procedures"', '"inference.half": "half_ttest",\n    "inference.procedures"'))
    export = f'from nbdev.export import nb_export\nfor path in {[str(made), str(entries)]}: nb_export(path)'
    for code in (export, USED):
        child = subprocess.run([sys.executable, '-c', code], cwd=copy, env={**env, 'PYTHONPATH': str(copy)}, capture_output=True, text=True)
        assert child.returncode == 0, child.stderr
    told = child.stdout.splitlines()  # between them is what the report's own program prints
    assert told[:5] == ['Half a t test of all pairs', '200', '50', "('CC007',)", 'half_ttest True'] and told[-1] == 'True 12'
    assert len(written) <= 3


@pytest.mark.parametrize('room', ROOMS)
def test_no_room_asks_for_the_name_of_a_test(room):
    code = (ROOT / f'clfcompare/{room}.py').read_text(encoding='utf-8')
    code = re.sub(r'"""(.|\n)*?"""', '', code)
    names = '|'.join(PROCEDURES)
    found = re.findall(rf'(?:==|!=|\bin|startswith|endswith)\s*\(?"(?:{names})\b[^\n]*', code)
    assert not found, found


def test_the_rooms_know_what_the_register_has():
    two = {name for name, one in PROCEDURES.items() if one.asks == 'two'}
    assert set(PAIR_TESTS) <= two <= {*PAIR_TESTS, 'heldout_ttest', 'clustered_ttest', 'delong_test'}
    assert set(ASSUMES) == {name for name, one in PROCEDURES.items() if one.assumes}
    assert set(PAIRED) <= set(PROCEDURES)
    assert set(TESTS) == {form for one in PROCEDURES.values() if one.models for form in (one.name, *one.forms)}
    for name in ASSUMES: assert 0 <= cc.smallest_pvalue(name, 6, L=3) < 1


def some_results():
    "A result of every kind, with arrays, frames and dicts in it."
    rng = np.random.default_rng(2)
    table, values = pd.DataFrame(rng.normal(0.3, 0.05, (12, 3)), columns=["a", "b", "c"]), rng.normal(0.8, 0.05, (3, 9, 2))
    return [cc.friedman(table, better='lower'), cc.pairwise(table, test='wilcoxon', adjust='holm', better='lower'),
            cc.hotelling_pairs(values), cc.hotelling(values[0], values[1]), cc.manova(values),
            cc.max_t(table, better='lower', rng=1, draws=99),
            cc.sample_size('paired_ttest', cc.PairedDatasets(datasets=5, difference=2.0), n=100, rng=1), PROCEDURES['mcnemar']]


@pytest.mark.parametrize('result', some_results(), ids=lambda result: type(result).__name__)
def test_who_holds_a_result_cannot_change_it(result):
    for name in result.__dataclass_fields__:
        with pytest.raises((AttributeError, TypeError)): setattr(result, name, None)
        value = getattr(result, name)
        if isinstance(value, dict):
            with pytest.raises(ValueError): value['new'] = 1
        held = [value, *(value.values() if isinstance(value, dict) else [])]
        for part in held:
            if isinstance(part, np.ndarray): assert not part.flags.writeable, name
            if isinstance(part, pd.DataFrame) and isinstance(value, pd.DataFrame):
                part['new'] = 0
                assert 'new' not in getattr(result, name), name
