"""The settings of tools/machines.py: what they ask for, and that it reaches a notebook."""

import json
import os
import sys

import nbformat.v4 as v4
import pytest
from conftest import ROOT
from notebook_server import Server

sys.path.append(str(ROOT / "tools"))
import machines


def test_all_settings_are_there():
    assert len(set(machines.SETTINGS)) == len(machines.SETTINGS) == 12
    assert {setting.split("-")[0] for setting in machines.SETTINGS} == set(machines.KERNELS)
    assert set(machines.FOREIGN) <= set(machines.SETTINGS)


@pytest.mark.parametrize("setting", ["nehalem-2-plain", "haswell-1"])
def test_a_setting_reaches_the_cells_of_a_notebook(setting, monkeypatch, request, tmp_path):
    for name, value in machines.environment(setting).items():
        monkeypatch.setenv(name, value)
    expected = machines.seen(dict(os.environ))
    path = tmp_path / "made.ipynb"
    path.write_text(v4.writes(v4.new_notebook(cells=[v4.new_code_cell(machines.LOOK)])))
    server = Server()
    try:
        said = server.run(path, request.getfixturevalue("env"), "--check")[1]
    finally:
        server.close()
    # the file shows nothing, so what came out is told as a difference
    (line,) = [line for line in said.splitlines() if line.startswith('+{"blas"')]
    assert json.loads(line[1:]) == expected
    assert expected["threads"] in ([int(setting.split("-")[1])], [])


def test_one_thread_where_nothing_is_asked_for(monkeypatch, request):
    for name in machines.THREADS:
        monkeypatch.delenv(name, raising=False)
    env = request.getfixturevalue("env")
    assert [env[name] for name in machines.THREADS] == ["1", "1", "1"]


RUNS = {"blas": ["openblas Nehalem"], "threads": [2], "numpy": []}


@pytest.mark.parametrize(
    ("setting", "changes", "lacks"),
    [
        ("nehalem-2-plain", {}, []),
        ("own-2", {"numpy": ["X86_V3", "X86_V4"]}, []),
        ("haswell-2-plain", {}, ["kernels Haswell"]),
        ("nehalem-1-plain", {}, ["1 threads"]),
        ("nehalem-2-plain", {"numpy": ["X86_V3"]}, ["numpy without extensions"]),
        ("haswell-2", {"blas": ["openblas Haswell"], "numpy": ["X86_V3"]}, []),
        (
            "haswell-2",
            {"blas": ["openblas Haswell"], "numpy": ["X86_V4"]},
            ["numpy without AVX-512"],
        ),
        ("nehalem-1", {"blas": [], "threads": []}, ["kernels Nehalem", "1 threads"]),
    ],
)
def test_what_was_not_had_is_said(setting, changes, lacks):
    runs = RUNS | changes
    assert machines.not_had(setting, runs) == lacks
    line = machines.told(setting, runs)
    assert ("NOT SET HERE: " + ", ".join(lacks) in line) if lacks else "NOT SET" not in line


def test_settings_that_come_out_alike_are_run_once(monkeypatch, capsys):
    monkeypatch.setattr(machines, "seen", lambda env: RUNS)  # where BLAS has no kernels to choose
    assert [setting for setting, _ in machines.different(["own-2", "haswell-2"])] == ["own-2"]
    assert "haswell-2: left out, the same as own-2 here" in capsys.readouterr().out
