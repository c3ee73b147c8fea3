"""What other programs write, in made-up files of their formats: lm-evaluation-harness (the samples of
`lm_eval/evaluator.py`), inspect_ai (https://inspect.aisi.org.uk/eval-logs.html), MLflow
(https://mlflow.org/docs/latest/ml/search/search-runs) and skore (`MetricsSummaryDisplay.summary`).
"""

import gzip
import io
import json
import sys

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.report.cli import main

RNG = np.random.default_rng(28)
RIGHT = {"llama": RNG.random(60) < 0.9, "gpt": RNG.random(60) < 0.6}
WIDE = pd.DataFrame(RIGHT).astype(int).rename_axis("case")


def lines(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return str(path)


def harness(folder, system, right, task="arc"):
    keys = {"doc": {}, "target": "A", "arguments": {}, "resps": [["A"]], "filtered_resps": ["A"]}
    rows = [
        {"doc_id": k, **keys, "filter": "none", "metrics": ["acc", "acc_norm"], "doc_hash": f"{k}"}
        | {"acc": float(hit), "acc_norm": 1.0}
        for k, hit in enumerate(right)
    ]
    return lines(folder / system / f"samples_{task}_2025-11-23T10-20-30.123456.jsonl", rows)


def inspect_log(folder, system, right):
    samples = [
        {"id": k, "epoch": 1, "target": "4", "scores": {"match": {"value": "C" if hit else "I"}}}
        for k, hit in enumerate(right)
    ]
    log = {"version": 2, "status": "success", "eval": {"task": "gsm8k", "model": system}}
    path = folder / f"{system}.json"
    path.write_text(json.dumps(log | {"samples": samples}, indent=2))
    return str(path)


def pvalue(report):
    return report.pairs.comparisons["pvalue"].tolist()


def test_samples_of_the_harness(tmp_path, capsys):
    files = [harness(tmp_path, system, right) for system, right in RIGHT.items()]
    report, known = cc.compare(files, measure="acc"), cc.compare(WIDE, measure="accuracy")
    assert pvalue(report) == pvalue(known) and report.best == ("llama",)
    assert main(["compare", *files, "--measure", "acc", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["n"] == 60
    with pytest.raises(cc.ClfCompareError, match="2 measures: acc, acc_norm"):
        cc.compare(files)


def test_samples_of_several_tasks_are_a_suite(tmp_path):
    parts = {"arc": slice(0, 25), "boolq": slice(25, 60)}
    files = [
        harness(tmp_path, system, right[part], task)
        for system, right in RIGHT.items()
        for task, part in parts.items()
    ]
    report = cc.compare(files, measure="acc")
    assert report.choice.pairs == "stratified_ttest" and "two tasks" in report.text


def test_logs_of_inspect(tmp_path):
    files = [inspect_log(tmp_path, system, right) for system, right in RIGHT.items()]
    assert pvalue(cc.compare(files)) == pvalue(cc.compare(WIDE, measure="accuracy"))
    later = inspect_log(tmp_path / "..", "llama", RIGHT["llama"])
    assert cc.testing.assert_not_worse(later, files, margin=0.1).left_out == ("gpt",)


def test_runs_of_mlflow(tmp_path):
    runs = [
        {"run_id": f"{name}{k}", "status": "FINISHED", "metrics.accuracy": level + k / 50}
        | {"params.classifier": name, "params.dataset": f"set {k}"}
        for name, level in (("svm", 0.8), ("knn", 0.7))
        for k in range(9)
    ]
    frame = pd.DataFrame(runs)
    frame.to_csv(tmp_path / "runs.csv", index=False)
    for data in (frame, tmp_path / "runs.csv"):
        report = cc.compare(data, measure="accuracy")
        assert report.best == ("svm",) and report.choice.pairs == "wilcoxon"
    seeds = frame.rename(columns={"params.dataset": "params.random_state"})
    assert cc.compare(seeds, measure="accuracy").choice.pairs == "welch_ttest"


def test_reports_of_skore():
    rows = [
        {"name": "accuracy", "estimator": name, "data_source": "test", "split": k}
        | {
            "score": level + k * level / 70,
            "greater_is_better": True,
            "label": None,
            "output": None,
        }
        for name, level in (("svm", 0.8), ("knn", 0.7))
        for k in range(5)
    ]
    report = cc.compare(pd.DataFrame(rows), cv=5)
    assert report.resampling.kind == "k_fold" and report.table["svm"].tolist()[1] == 0.8 + 0.8 / 70


def test_lines_of_json_and_the_standard_input(tmp_path, capsys, monkeypatch):
    rows = WIDE.reset_index().to_dict("records")
    known = pvalue(cc.compare(WIDE, measure="accuracy"))
    assert pvalue(cc.compare(lines(tmp_path / "a.jsonl", rows), measure="accuracy")) == known
    (tmp_path / "a.json").write_text(json.dumps(rows))
    assert pvalue(cc.compare(tmp_path / "a.json", measure="accuracy")) == known
    text = WIDE.to_csv().encode()
    for content in (text, gzip.compress(text), json.dumps(rows).encode()):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert main(["compare", "-", "--measure", "accuracy", "--json", "-"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert [pair["pvalue"] for pair in told["pairs"]] == known


def test_heads_of_columns_are_cleaned(tmp_path):
    table = WIDE.rename(columns={"llama": "  llama \xa0 3 "})
    table.to_csv(tmp_path / "a.csv")
    assert "llama 3" in cc.compare(tmp_path / "a.csv", measure="accuracy").ranks.index


@pytest.mark.parametrize(
    "text", ["[1, 2]", '{"a": 1', '[{"a": 1}, 3]', "{}", '{"eval": {}, "samples": null}']
)
def test_json_that_is_no_table_is_refused(text, tmp_path, capsys):
    (tmp_path / "a.json").write_text(text)
    assert main(["compare", str(tmp_path / "a.json"), "--measure", "error"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
