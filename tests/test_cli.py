"The command line as a process of its own: what it prints may be cut off by whoever reads it."

import gzip
import json
import os
import signal
import subprocess
import sys

import pytest
from clfcompare.report.cli import main
from conftest import ROOT

COMMAND = [
    sys.executable,
    "-c",
    "import sys; from clfcompare.report.cli import main; sys.exit(main())",
]


@pytest.mark.parametrize(
    "words", ["datasets", "compare --help", "compare results.csv --measure error --better lower"]
)
def test_a_reader_that_stops_early(words, env, tmp_path):
    "As in `clfcompare datasets | head -1`: nothing is said about it, and it is no failure."
    rows = [f"d{i},{10 + i % 7},{12 + i % 5},{11 + i % 3}" for i in range(30)]
    (tmp_path / "results.csv").write_text("\n".join(["dataset,svm,knn,tree", *rows]))
    child = subprocess.Popen(
        COMMAND + words.split(),
        cwd=tmp_path,
        env=env | {"PYTHONPATH": str(ROOT)},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    child.stdout.close()
    assert child.stderr.read() == "" and child.wait() == 0
    child.stderr.close()


def test_the_package_is_a_program(env, tmp_path):
    "Where the command is not on the path."
    rows = [f"d{i},{10 + i % 7},{12 + i % 5}" for i in range(9)]
    (tmp_path / "results.csv").write_text("\n".join(["dataset,svm,knn", *rows]))
    words = ["compare", "results.csv", "--measure", "error", "--json", "-"]
    child = subprocess.run(
        [sys.executable, "-m", "clfcompare", *words],
        cwd=tmp_path,
        env=env | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert child.returncode == 0 and not child.stderr
    assert json.loads(child.stdout)["data"]["n"] == 9


def test_the_table_of_data_sets(env):
    "Shape, classes, where it comes from, cached or not; then source and licence of each."
    child = subprocess.run(
        [*COMMAND, "datasets"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    head, srbct, *_ = child.stdout.splitlines()
    assert child.returncode == 0 and head.split() == [
        "name",
        "n",
        "features",
        "classes",
        "where",
        "cached",
        "verified",
    ]
    assert srbct.split() == ["srbct", "83", "2308", "4", "embedded", "yes", "yes"]
    assert (
        "\n14_Tumors: Ramaswamy et al. 2001;" in child.stdout
        and child.stdout.count("Licence:") == 25
    )
    assert max(map(len, child.stdout.splitlines())) <= 100


ASKED = "compare results.csv --measure error --better lower"


@pytest.fixture
def results(tmp_path):
    "A file of results, in a folder to work in."
    rows = [f"d{i},{10 + i % 7},{12 + i % 5},{11 + i % 3}" for i in range(30)]
    (tmp_path / "results.csv").write_text("\n".join(["dataset,svm,knn,tree", *rows]))
    return tmp_path


def said(words, folder, env, shell="", **options):
    "Exit code, output and error stream of the command, run in a folder."
    command = COMMAND + words.split()
    if shell:
        command = ["sh", "-c", f'"$@" {shell}', "sh", *command]
    child = subprocess.run(
        command, cwd=folder, env=env | {"PYTHONPATH": str(ROOT)}, capture_output=True, **options
    )
    return child.returncode, child.stdout, child.stderr.decode()


def one_line(err):
    return err.startswith("clfcompare: ") and err.count("\n") == 1


def test_a_name_that_promises_what_the_file_is_not(results, capsys, monkeypatch):
    "A table is read whatever its name says; what is no table is told in one line."
    monkeypatch.chdir(results)
    table = (results / "results.csv").read_bytes()
    (results / "wide.csv").write_bytes(table.decode().encode("utf-16"))
    assert (
        main(ASKED.replace("results.csv", "wide.csv").split()) == 0
        and capsys.readouterr().err == ""
    )
    for name in ("a.zip", "a.xz", "a.zst", "a.gz", "a.bz2", "a.tar"):
        (results / name).write_bytes(table)
        assert (
            main(ASKED.replace("results.csv", name).split()) == 0 and capsys.readouterr().err == ""
        )
    zstandard, archive, cut = (
        b"\x28\xb5\x2f\xfd" + bytes(90),
        b"PK\x03\x04" + bytes(90),
        gzip.compress(bytes(900))[:20],
    )
    for content in (
        zstandard,
        archive,
        cut,
        b"\x1f\x8b",
        b"",
        b"\n\n",
        "größe,1".encode("latin-1"),
    ):
        (results / "odd.csv").write_bytes(content)
        assert main(ASKED.replace("results.csv", "odd.csv").split()) == 2
        told = capsys.readouterr()
        assert told.out == "" and one_line(told.err), told.err


@pytest.mark.parametrize(
    ("shell", "code"),
    [("> /dev/full", 1), (">&-", 1), ("--html /dev/full", 1)],
    ids=["full", "closed", "page"],
)
def test_where_the_answer_goes(shell, code, results, env):
    if not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    found, out, err = said(ASKED, results, env, shell)
    assert (found, out) == (code, b"") and one_line(err), err


def test_a_terminal_with_few_letters(results, env):
    (results / "results.csv").write_text(
        (results / "results.csv").read_text().replace("svm", "ſ∀m"), encoding="utf-8"
    )
    code, out, err = said(ASKED, results, env | {"PYTHONIOENCODING": "ascii"})
    assert (code, err) == (0, "") and b"??m" in out


def test_version(results, env):
    from clfcompare import __version__

    assert said("--version", results, env) == (0, f"clfcompare {__version__}\n".encode(), "")


def test_interrupted(results, env):
    "Ctrl-C while it waits for the file: one line, and the code of shells for it."
    os.mkfifo(results / "slow")
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    wait = "from pathlib import Path; Path.is_file = lambda path: True; "
    command = [
        COMMAND[0],
        "-c",
        listen + wait + COMMAND[2],
        *ASKED.replace("results.csv", "slow").split(),
    ]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    child = subprocess.Popen(command, cwd=results, env=env | {"PYTHONPATH": str(ROOT)}, **pipes)
    with open(results / "slow", "w"):  # opens when the other side does
        child.send_signal(signal.SIGINT)
        out, err = child.communicate()
    assert (child.returncode, out, err) == (130, "", "clfcompare: interrupted\n")
