"On a disk that is full, the file that was there stays, and no stump is left."

import subprocess
import sys

import pytest
from conftest import ROOT

CODE = """
import resource, sys
from pathlib import Path
import numpy as np, pandas as pd
import clfcompare as cc
from clfcompare.core.files import write_file
from clfcompare.experiment.outcomes import save_outcome
from clfcompare.report.cli import main

table = pd.DataFrame(np.random.default_rng(4).random((30, 3)), columns=['svm', 'knn', 'tree'], index=[f'd{i}' for i in range(30)])
table.rename_axis('dataset').to_csv('results.csv')
scores = cc.scores_from_wide(table, measure='error', better='lower')
large = pd.DataFrame({'x': np.random.default_rng(5).random(400)})
asked = ['compare', 'results.csv', '--measure', 'error', '--better', 'lower']
writes = {
    'page': lambda path: cc.compare(scores).to_html(path),
    'bytes': lambda path: write_file(path, bytes(900)),
    'outcome': lambda path: save_outcome(path.name, {'scores': scores, 'large': large}, path.parent),
    'html': lambda path: main([*asked, '--html', str(path)]),
    'latex': lambda path: main([*asked, '--latex', str(path)]),
}
for name in writes:
    place = Path(name, 'there')
    place.parent.mkdir()
    if name == 'outcome':
        place.mkdir()
        place = place / 'about.json'
    place.write_text('what was there')
resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700)) # from now on, no file may grow beyond 700 bytes
for name, write in writes.items():
    try: found = write(Path(name, 'there'))
    except OSError as error: found = error.strerror
    print(name, found)
"""


def test_a_full_disk(env, tmp_path):
    "A report, an outcome, a page and a LaTeX file of the command line."
    pytest.importorskip("resource")
    child = subprocess.run(
        [sys.executable, "-c", CODE],
        cwd=tmp_path,
        env=env | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    told = dict(line.split(" ", 1) for line in child.stdout.splitlines())
    assert told == dict(
        page="File too large", bytes="File too large", outcome="File too large", html="1", latex="1"
    ), child.stderr
    assert child.stderr.count("File too large") == 2
    for name in told:
        place = tmp_path / name / "there"
        assert [path.name for path in place.parent.iterdir()] == ["there"]  # no draft either
        assert (
            place / "about.json" if name == "outcome" else place
        ).read_text() == "what was there"


def test_without_pyarrow_the_command_line_says_what_to_install(tmp_path, monkeypatch, capsys):
    from clfcompare.core import files
    from clfcompare.report.cli import main

    monkeypatch.setattr(files, "find_spec", lambda name: None)
    (tmp_path / "results.parquet").write_bytes(b"PAR1")
    assert (
        main(
            [
                "compare",
                str(tmp_path / "results.parquet"),
                "--measure",
                "error",
                "--better",
                "lower",
            ]
        )
        == 2
    )
    told = capsys.readouterr()
    assert (
        told.out == ""
        and told.err.count("\n") == 1
        and "pip install 'clfcompare[parquet]'" in told.err
    )


def test_a_parquet_file_is_read_like_a_csv_file(tmp_path, capsys):
    "Wide, and as predictions with categories; what is damaged is told in one line."
    pytest.importorskip("pyarrow")
    import numpy as np
    import pandas as pd
    from clfcompare.core.files import read_parquet, write_parquet
    from clfcompare.report.cli import main

    rng = np.random.default_rng(4)
    table = pd.DataFrame(rng.random((30, 3)), columns=["svm", "knn", "tree"]).assign(
        dataset=[f"d{i}" for i in range(30)]
    )
    cases = pd.DataFrame(
        {
            "dataset": "iris",
            "algorithm": pd.Categorical(["svm", "knn"] * 50),
            "row": np.arange(100) // 2,
            "y_true": rng.integers(0, 2, 50).repeat(2),
            "y_pred": rng.integers(0, 2, 100),
        }
    )
    for name, frame, asked in (("wide", table, ["--better", "lower"]), ("cases", cases, [])):
        said = []
        for kind in ("csv", "parquet"):
            path = tmp_path / f"{name}.{kind}"
            if kind == "csv":
                frame.to_csv(path, index=False)
            else:
                write_parquet(frame, path)
            assert main(["compare", str(path), "--measure", "error", *asked]) == 0
            said.append(capsys.readouterr().out)
        assert said[0] == said[1]
    pd.testing.assert_frame_equal(read_parquet(tmp_path / "cases.parquet"), cases)
    (tmp_path / "wide.parquet").write_bytes(b"PAR1 and no more")
    assert main(["compare", str(tmp_path / "wide.parquet"), "--measure", "error"]) == 2
    assert "must be a Parquet file" in capsys.readouterr().err


PAIR = {
    "dataset": [f"d{i}" for i in range(9)],
    "svm": [0.11, 0.2, 0.32, 0.4, 0.15, 0.27, 0.36, 0.05, 0.44],
    "knn": [0.14, 0.22, 0.31, 0.46, 0.2, 0.28, 0.43, 0.09, 0.52],
}


@pytest.mark.parametrize("library", ["dicts", "polars", "lazy polars", "pyarrow", "duckdb"])
def test_tables_of_other_libraries_are_compared_as_they_are(library):
    "The same p-value as from pandas; decimals are numbers; a missing one is refused."
    import clfcompare as cc
    import pandas as pd

    usual = cc.compare(pd.DataFrame(PAIR), measure="error")
    gap = "must have a value in every row; got none of svm for d0"
    if library == "dicts":
        rows = [dict(zip(PAIR, row)) for row in zip(*PAIR.values())]
        table, with_gap = rows, [{**rows[0], "svm": None}, *rows[1:]]
    elif library == "duckdb":
        pytest.importorskip("pyarrow")
        duckdb = pytest.importorskip("duckdb")
        values = ", ".join(map(str, zip(*PAIR.values())))
        query = f"select * from (values {values}) as t(dataset, svm, knn)"
        table = duckdb.sql(query)
        null = "case when dataset = 'd0' then null else svm end"
        with_gap = duckdb.sql(f"select dataset, {null} as svm, knn from ({query})")
    elif library == "pyarrow":
        pyarrow = pytest.importorskip("pyarrow")
        table = pyarrow.table(PAIR)
        with_gap = pyarrow.table({**PAIR, "svm": [None, *PAIR["svm"][1:]]})
    else:
        polars = pytest.importorskip("polars")
        table = polars.DataFrame(PAIR)
        with_gap = table.with_columns(
            svm=polars.when(polars.col("dataset") != "d0").then(polars.col("svm"))
        )
        if library == "lazy polars":
            table, with_gap = table.lazy(), with_gap.lazy()
    found = cc.compare(table, measure="error")
    assert found.text == usual.text and found.code() == usual.code()
    with pytest.raises(cc.ClfCompareError, match=gap):
        cc.compare(with_gap, measure="error")


def test_without_pyarrow_a_table_of_arrow_says_what_to_install(monkeypatch):
    import clfcompare as cc
    from clfcompare.core import arrays

    class Table:
        columns = ["svm", "knn"]

        def __arrow_c_stream__(self, requested_schema=None):
            raise AssertionError("nobody can read it")

    monkeypatch.setattr(arrays, "find_spec", lambda name: None)
    with pytest.raises(cc.ClfCompareError, match=r"pip install 'clfcompare\[parquet\]'"):
        cc.compare(Table(), measure="error")
