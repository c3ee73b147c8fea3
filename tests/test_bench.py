"""The script that times us beside other packages still runs: our rows, tiny, without a clock."""

import sys
from pathlib import Path

import numpy as np
import pytest

BENCH = Path(__file__).parent.parent / "bench"
sys.path.insert(0, str(BENCH))
import bench_peers  # noqa: E402

TASKS = [make(True) for make in bench_peers.TASKS]


@pytest.mark.parametrize("task", TASKS, ids=[f"{task.name}, {k}" for k, task in enumerate(TASKS)])
def test_our_ways_run_and_agree(task):
    results = [way.numbers(way.run()) if way.numbers else way.run() for way in task.ours]
    assert all(np.size(np.asarray(r, dtype=object)) for r in results)
    if task.ours[0].numbers:
        for way, numbers in zip(task.ours[1:], results[1:]):
            assert bench_peers.differs(results[0], numbers) < 1e-9, way.who


def test_a_row_is_told_as_a_line_of_the_table():
    task = bench_peers.five_by_two_task(True)
    task.peers = [lambda: (_ for _ in ()).throw(ImportError("no such package"))]
    rows = bench_peers.rows_of(task, seconds=0)
    lines = list(bench_peers.as_markdown(rows))
    assert len(lines) == 2 + len(rows) and all(line.count("|") == 9 for line in lines)
    assert "left out: no such package" in lines[-1]


def test_every_peer_of_the_list_is_one_the_script_times():
    listed = {
        line.split("==")[0]
        for line in (BENCH / "peers.txt").read_text().splitlines()
        if "==" in line
    }
    text = (BENCH / "bench_peers.py").read_text()
    assert all(name in text for name in listed)
