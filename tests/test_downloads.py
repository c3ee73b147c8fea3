"""Downloads, against a server of our own on this machine: it serves whole files and wrong ones,
breaks off, waits, or knows nothing.

Whatever goes wrong ends in one clear error, and no half file is left. The conversions of the real
files are tested where the environment variable CLFCOMPARE_DATA names a folder that holds them.
"""

import errno
import hashlib
import io
import lzma
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from clfcompare.core.errors import ClfCompareError
from clfcompare.experiment import datasets, downloads
from clfcompare.experiment.datasets import DATASETS, OTHER_NAMES, available_datasets, load_dataset
from clfcompare.experiment.downloads import (
    FILES,
    Remote,
    fetch,
    fetch_genes,
    file_checksum,
    splice_windows,
)
from conftest import ROOT
from scipy.io import savemat

RAW = Path(os.environ.get("CLFCOMPARE_DATA") or os.devnull)  # as it was when the tests began


class Server(BaseHTTPRequestHandler):
    "Answers /manner/file from the dict `server.contents`."

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        manner, _, name = self.path.strip("/").partition("/")
        self.server.asked.append(name)
        content = self.server.contents.get(name)
        status = {"none": 404, "busy": 503}.get(manner, 200 if content is not None else 404)
        content = (
            b""
            if status != 200
            else content
            if manner != "other"
            else content[:-1] + bytes([content[-1] ^ 1])
        )
        self.send_response(status)
        if manner != "silent":
            self.send_header(
                "Content-Length", str(len(content))
            )  # else nobody can tell that it broke off
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(
            content[: len(content) // 2] if manner in ("half", "silent", "slow") else content
        )
        if manner == "slow":
            self.server.go_on.wait(30)
        self.close_connection = True

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as made:
        made.contents, made.asked, made.go_on = {}, [], threading.Event()
        made.at = f"http://127.0.0.1:{made.server_port}"
        threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        yield made
        made.go_on.set()
        made.shutdown()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    "An empty folder for the files, in the place of the user's own."
    monkeypatch.setenv("CLFCOMPARE_DATA", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("CLFCOMPARE_MIRROR", raising=False)
    return tmp_path / "cache"


def tumours(rng=3, counts=(9, 7, 8, 6, 6, 8, 8, 2, 6), genes=5726):
    "A MATLAB file such as 9_Tumors.mat, its matrix and its codes."
    codes = np.repeat(np.arange(len(counts)), counts)
    X = np.random.default_rng(rng).integers(-900, 9000, (len(codes), genes))
    savemat(
        out := io.BytesIO(), {"data": np.column_stack([codes, X]).astype("i2")}, do_compression=True
    )
    return out.getvalue(), X, codes.astype(str)


def register(monkeypatch, content, file="9_Tumors.mat", kind="sha256", **changes):
    "Promise this content for a file of the register."
    remote = Remote(
        file=file,
        address="http://127.0.0.1:9/nowhere",
        checksum=file_checksum(content, kind=kind),
        size=len(content),
    )
    monkeypatch.setitem(FILES, file, Remote(**(vars(remote) | changes)))


@pytest.fixture
def nine(server, monkeypatch):
    "A made 9_Tumors on the server, promised by the register."
    content, X, y = tumours()
    server.contents["9_Tumors.mat"] = content
    register(monkeypatch, content)
    return content, X, y


def use(monkeypatch, server, manner):
    monkeypatch.setenv("CLFCOMPARE_MIRROR", f"{server.at}/{manner}")


def left(folder):
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def refusal(call, *args, **kwargs):
    "The words of a refusal."
    with pytest.raises(ClfCompareError) as caught:
        call(*args, **kwargs)
    return str(caught.value)


def test_a_set_is_fetched_once_and_converted(server, nine, folder, monkeypatch, capsys):
    use(monkeypatch, server, "whole")
    _, X, y = nine
    data = load_dataset("9_Tumors")
    assert (
        (data.X == X).all()
        and (data.y == y).all()
        and data.feature_names[:2] == ("g00001", "g00002")
    )
    assert data.class_names["7"] == "prostate" and data.class_counts["7"] == 2
    told = capsys.readouterr()
    assert told.out == "" and "100%" in told.err  # the bar
    assert left(folder) == ["9_Tumors.mat"] and server.asked == ["9_Tumors.mat"]
    use(monkeypatch, server, "none")
    assert (load_dataset("9_Tumors").X == X).all() and len(server.asked) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("half", "must be reached and send the whole of 9_Tumors.mat"),
        ("silent", "bytes; got"),
        ("other", "must have the checksum sha256:"),
        ("none", "got the answer 404"),
        ("busy", "got the answer 503"),
    ],
)
def test_what_goes_wrong_is_told_and_nothing_is_kept(
    server, nine, folder, monkeypatch, manner, words
):
    use(monkeypatch, server, manner)
    told = refusal(load_dataset, "9_Tumors")
    assert words in told and ("Try again" in told or "try again" in told or str(folder) in told)
    assert left(folder) == [] and server.asked == ["9_Tumors.mat"]
    use(monkeypatch, server, "whole")
    assert load_dataset("9_Tumors").X.shape == (60, 5726)  # and the next call mends it


def test_wrong_bytes_under_a_git_checksum(server, folder, monkeypatch):
    content, X, _ = tumours(counts=(20, 30, 9, 15, 10, 12, 18, 14, 16, 17, 13), genes=12533)
    server.contents["11_Tumors.mat"] = content
    register(monkeypatch, content, file="11_Tumors.mat", kind="blob", size=None)
    use(monkeypatch, server, "other")
    assert (
        "must have the checksum blob:" in refusal(load_dataset, "11_Tumors") and left(folder) == []
    )
    use(monkeypatch, server, "silent")
    assert (
        "must have the checksum blob:" in refusal(load_dataset, "11_Tumors") and left(folder) == []
    )
    use(monkeypatch, server, "whole")
    assert (load_dataset("11_Tumors").X == X).all()


def test_no_network(nine, folder):
    told = refusal(load_dataset, "9_Tumors")
    assert (
        "must be reached" in told
        and f"put the file into {folder} yourself" in told
        and left(folder) == []
    )


def test_an_address_that_is_none(nine, folder, monkeypatch):
    monkeypatch.setenv("CLFCOMPARE_MIRROR", "nonsense")
    assert (
        "nonsense/9_Tumors.mat must be reached" in refusal(load_dataset, "9_Tumors")
        and left(folder) == []
    )


def test_a_right_file_that_is_another_set(server, folder, monkeypatch):
    for counts, words in (
        ((9, 7, 8, 6, 6, 8, 8, 3, 5), "must have the sizes {'0': 9"),
        ((30, 30), "5726 features and 9 classes; got 60"),
    ):
        content = tumours(counts=counts)[0]
        register(monkeypatch, content)
        server.contents["9_Tumors.mat"] = content
        use(monkeypatch, server, "whole")
        assert words in refusal(load_dataset, "9_Tumors")
        (folder / "9_Tumors.mat").unlink()


def test_a_full_disk(server, nine, folder, monkeypatch):
    class Full(io.FileIO):
        def write(self, chunk):
            if self.tell() + len(chunk) > 70_000:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(chunk)

    monkeypatch.setattr(downloads, "open", Full, raising=False)
    use(monkeypatch, server, "whole")
    told = refusal(load_dataset, "9_Tumors")
    assert "must have room for 9_Tumors.mat; got a full disk" in told and "CLFCOMPARE_DATA" in told
    assert left(folder) == []


def test_a_system_that_refuses_to_write_on(server, nine, folder, monkeypatch):
    "The same with a limit of the system itself: a file may not grow beyond it."
    use(monkeypatch, server, "whole")
    _, hard = limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (70_000, hard))
    try:
        told = refusal(fetch, FILES["9_Tumors.mat"], progress=False)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "File too large" in told and left(folder) == []


def test_a_folder_that_cannot_be_written(server, nine, folder, monkeypatch):
    def touch(self, **_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "touch", touch)
    use(monkeypatch, server, "whole")
    told = refusal(load_dataset, "9_Tumors")
    assert (
        "must be a folder that can be read and written; got Permission denied" in told
        and server.asked == []
    )


def test_a_read_only_folder_that_holds_the_file_is_enough(nine, folder, monkeypatch):
    folder.mkdir()
    (folder / "9_Tumors.mat").write_bytes(nine[0])
    folder.chmod(0o555)
    monkeypatch.setattr(downloads, "_draft", None)  # nothing may be written, whoever runs this
    try:
        assert load_dataset("9_Tumors").X.shape == (60, 5726)
    finally:
        folder.chmod(0o755)
    assert left(folder) == ["9_Tumors.mat"]


def test_the_folder_is_a_file(nine, tmp_path, monkeypatch):
    (tmp_path / "taken").write_text("x")
    monkeypatch.setenv("CLFCOMPARE_DATA", str(tmp_path / "taken"))
    assert "must be a folder" in refusal(load_dataset, "9_Tumors")
    assert available_datasets().set_index("name").loc["9_Tumors", "cached"] == "no"


def test_a_folder_below_the_home(nine, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CLFCOMPARE_DATA", "~/mine")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "9_Tumors.mat").write_bytes(nine[0])
    assert load_dataset("9_Tumors").X.shape == (60, 5726)


@pytest.mark.parametrize(
    "broken", [lambda b: b[:-7], lambda b: b[:200] + b"?" + b[201:], lambda b: b""]
)
def test_a_damaged_file_in_the_folder_is_refused_and_left_alone(
    server, nine, folder, monkeypatch, broken
):
    use(monkeypatch, server, "whole")
    folder.mkdir()
    (folder / "9_Tumors.mat").write_bytes(broken(nine[0]))
    assert f"Move {folder / '9_Tumors.mat'} away" in refusal(load_dataset, "9_Tumors")
    assert (folder / "9_Tumors.mat").read_bytes() == broken(nine[0]) and server.asked == []


def test_interrupted(server, nine, folder, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(downloads, "check_content", stop)  # when all bytes are in the draft
    use(monkeypatch, server, "whole")
    with pytest.raises(KeyboardInterrupt):
        load_dataset("9_Tumors")
    assert left(folder) == []


def test_killed_in_the_middle(server, nine, folder, monkeypatch, env):
    "A killed process cannot tidy up; but no half file has the name, and the next call fetches it."
    code = (
        "from clfcompare.experiment.downloads import Remote, fetch\n"
        f"fetch(Remote(file='9_Tumors.mat', address='{server.at}/slow/9_Tumors.mat'))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=env | {"CLFCOMPARE_DATA": str(folder), "NO_PROXY": "127.0.0.1"},
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + 60
    while (
        not any(path.stat().st_size for path in folder.glob(".*.part")) and time.monotonic() < end
    ):
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    assert "9_Tumors.mat" not in left(folder) and len(left(folder)) == 1
    use(monkeypatch, server, "whole")
    assert load_dataset("9_Tumors").X.shape == (60, 5726)


def test_many_at_once(server, nine, folder, monkeypatch):
    use(monkeypatch, server, "whole")
    with ThreadPoolExecutor(5) as pool:
        loaded = list(pool.map(lambda _: load_dataset("9_Tumors"), range(5)))
    assert all((data.X == nine[1]).all() for data in loaded) and left(folder) == ["9_Tumors.mat"]


def test_the_table_of_data_sets_needs_no_network(nine, folder, monkeypatch):
    def connect(*_):
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket.socket, "connect", connect)
    folder.mkdir()
    (folder / "9_Tumors.mat").write_bytes(nine[0])
    (folder / "DLBCL.mat").write_bytes(b"of another size")
    table = available_datasets().set_index("name")
    assert list(table.columns) == [
        "n",
        "features",
        "classes",
        "where",
        "cached",
        "verified",
        "source",
        "licence",
    ]
    assert (
        (table.index == list(DATASETS)).all()
        and not table.isna().any().any()
        and (table["licence"] != "").all()
    )
    assert (table["cached"] == "yes").sum() == 7  # six need no file
    assert table.loc[["9_Tumors", "DLBCL"], "cached"].tolist() == ["yes", "no"]
    assert set(table.index[table["verified"] != "yes"]) == {
        "11_Tumors",
        "14_Tumors",
        "Lung_Cancer",
        "GCM",
        "ALL",
        "polyadenylation",
    }


def test_no_two_listed_names_differ_in_case_only():
    names = available_datasets()["name"]
    assert names.str.lower().is_unique


def test_an_old_name_still_loads_what_it_did():
    """The stored outcomes say SRBCT: the name is kept, for the seeds of an experiment are made
    of it.
    """
    assert OTHER_NAMES == {"SRBCT": "srbct_ratios"} and "SRBCT" not in DATASETS
    if not held("srbct_ratios"):
        pytest.skip("CLFCOMPARE_DATA names no folder that holds SRBCT.mat")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLFCOMPARE_DATA", str(RAW))
        old, new, other = map(load_dataset, ("SRBCT", "srbct_ratios", "srbct"))
    assert (old.name, new.name, other.name) == ("SRBCT", "srbct_ratios", "srbct")
    assert digest(old) == digest(new) != digest(other) and old.source == new.source


def test_an_unknown_name():
    assert "must be one of 'srbct'" in refusal(load_dataset, "colon") and "9_Tumors" in refusal(
        load_dataset, "colon"
    )


def test_unverified_sets_say_so():
    for name in ("11_Tumors", "Lung_Cancer", "GCM", "ALL"):
        assert "never seen" in DATASETS[name].description


# a file of one's own


def fourteen(**changes):
    "A made 14_Tumors as a NumPy archive."
    parts = dict(X=np.zeros((308, 15009), "f4"), y=np.arange(308) % 26) | changes
    np.savez_compressed(out := io.BytesIO(), **parts)
    return out.getvalue()


def test_fourteen_tumours_says_where_and_takes_a_local_file(folder):
    told = refusal(load_dataset, "14_Tumors")
    assert (
        "gems-system.org" in told
        and "14_Tumors.mat" in told
        and "14_Tumors.npz" in told
        and str(folder) in told
    )
    folder.mkdir(exist_ok=True)
    (folder / "14_Tumors.npz").write_bytes(fourteen())
    assert load_dataset("14_Tumors").X.shape == (308, 15009)
    assert available_datasets().set_index("name").loc["14_Tumors", "cached"] == "yes"
    (folder / "14_Tumors.npz").write_bytes(fourteen(y=np.arange(308) % 25))
    assert "must have 308 cases, 15009 features and 26 classes; got 308, 15009 and 25" in refusal(
        load_dataset, "14_Tumors"
    )
    (folder / "14_Tumors.npz").unlink()
    (folder / "14_Tumors.mat").write_bytes(tumours(counts=(12,) * 25 + (8,), genes=15009)[0])
    assert load_dataset("14_Tumors").class_counts["25"] == 8


@pytest.mark.parametrize(
    "content",
    [b"", b"no archive", fourteen(y=np.array([None] * 308)), fourteen(X=np.full((308, 3), np.nan))],
)
def test_a_local_file_that_cannot_be_used(folder, content):
    folder.mkdir()
    (folder / "14_Tumors.npz").write_bytes(content)
    assert "14_Tumors.npz must" in refusal(load_dataset, "14_Tumors")


# sets that R saved


def word(*numbers):
    return struct.pack(f">{len(numbers)}i", *numbers)


def texts(*lines):
    return word(16, len(lines)) + b"".join(
        word(9 | 0x40000, len(line)) + line.encode() for line in lines
    )


def pairs(**values):
    "A pair list: how R writes attributes, and the objects of a file."
    return b"".join(
        word(0x402, 1, 9 | 0x40000, len(tag)) + tag.encode() + value
        for tag, value in values.items()
    ) + word(254)


def saved_set(X, y, kind, rows=None):
    "list(x = a matrix of numbers or whole numbers, y = a factor), as `save` writes it."
    rows = word(254) if rows is None else texts(*rows)
    genes = texts(*(f"{j}_at" for j in range(X.shape[1])))
    number = {">i4": 13, ">f8": 14}[kind]
    matrix = (
        word(number | 0x200, X.size)
        + X.T.astype(kind).tobytes()
        + pairs(dim=word(13, 2, *X.shape), dimnames=word(19, 2) + rows + genes)
    )
    levels, codes = np.unique(y, return_inverse=True)
    factor = word(13 | 0x300, len(y), *(codes + 1)) + pairs(
        levels=texts(*levels), **{"class": texts("factor")}
    )
    return word(19 | 0x200, 2) + matrix + factor + pairs(names=texts("x", "y"))


def r_file(**objects):
    return lzma.compress(b"RDX2\nX\n" + word(2, 0x30602, 0x20300) + pairs(**objects), preset=0)


@pytest.mark.parametrize(
    ("name", "counts", "genes", "kind"),
    [
        ("golub", {"ALL": 47, "AML": 25}, 7129, ">i4"),
        ("gordon", {"adenocarcinoma": 150, "mesothelioma": 31}, 12533, ">f8"),
    ],
)
def test_a_set_of_the_r_package(server, folder, monkeypatch, name, counts, genes, kind):
    """In the layout that the package's own scripts save: golub has whole numbers, names of rows,
    and its two parts beside it.
    """
    y = np.repeat(list(counts)[::-1], list(counts.values())[::-1])
    X = np.random.default_rng(genes).integers(-200, 60_000, (len(y), genes)) + (
        0 if kind == ">i4" else 0.25
    )
    objects = {
        name: saved_set(
            X, y, kind, rows=[str(i) for i in range(len(y))] if name == "golub" else None
        )
    }
    if name == "golub":
        for part, rows in (("train", slice(38)), ("test", slice(38, 72))):
            objects[f"golub_{part}"] = saved_set(X[rows], y[rows], kind)
    server.contents[f"{name}.RData"] = content = r_file(**objects)
    register(monkeypatch, content, file=f"{name}.RData", size=None)
    use(monkeypatch, server, "whole")
    data = load_dataset(name)
    assert (data.X == X).all() and (data.y == y).all() and data.class_counts.to_dict() == counts
    assert data.feature_names[:2] == ("0_at", "1_at") and data.X.dtype == float
    use(monkeypatch, server, "other")
    (folder / f"{name}.RData").unlink()
    assert "must have the checksum" in refusal(load_dataset, name) and left(folder) == []


# files whose own checksum is not known


def signals(rng, size=FILES["AATAAA_pos.fa"].size):
    "A file of windows around AATAAA of the size that the register promises."
    letters = np.array(list("ACGT"))
    flanks = ["".join(row) for row in letters[rng.integers(4, size=(4941 * 2, 300))]]
    text = "".join(
        f"\n>{i + 15000}\n{a}AATAAA{b}" for i, (a, b) in enumerate(zip(flanks[::2], flanks[1::2]))
    )
    return (text + "\n").ljust(size, "A").encode()[:size]


def test_signals_are_kept_only_when_the_table_made_of_both_files_is_right(
    server, folder, monkeypatch
):
    rng = np.random.default_rng(4)
    server.contents |= {file: signals(rng) for file in ("AATAAA_pos.fa", "AATAAA_neg.fa")}
    use(monkeypatch, server, "whole")
    told = refusal(load_dataset, "polyadenylation")
    assert (
        "the table made of AATAAA_pos.fa and AATAAA_neg.fa must have the checksum" in told
        and "fetch them again" in told
    )
    assert left(folder) == [] and server.asked == ["AATAAA_pos.fa", "AATAAA_neg.fa"]
    monkeypatch.setattr(datasets, "check_table", lambda table, *_: table)
    with monkeypatch.context() as patch:
        patch.setitem(
            DATASETS,
            "polyadenylation",
            replace(DATASETS["polyadenylation"], n=2 * 4941, counts=None),
        )
        data = load_dataset("polyadenylation")
    assert left(folder) == ["AATAAA_neg.fa", "AATAAA_pos.fa"] and all(
        window[100:106] == "AATAAA" for window in data.sequences
    )
    del server.contents["AATAAA_pos.fa"]
    (folder / "AATAAA_pos.fa").unlink()
    assert "the answer 404" in refusal(load_dataset, "polyadenylation") and left(folder) == [
        "AATAAA_neg.fa"
    ]


# genes in an archive


def gene(name, exons, bases):
    return f"LOCUS       {name}    {len(bases)} bp    DNA\nCDSjoin({exons})\n{bases}\n".encode()


@pytest.fixture
def genes(server, monkeypatch):
    "Three gene files on the server, and the list of them."
    made = {
        f"G{i}.TXT": gene(
            f"G{i}", "1..20,45..60", "ca" * 10 + "gt" + "c" * (20 + i) + "ag" + "ca" * 20
        )
        for i in (1, 2, 5)
    }
    server.contents |= made
    listed = [
        Remote(
            file=file,
            address=f"{server.at}/whole/{file}",
            size=len(content),
            checksum=file_checksum(content),
        )
        for file, content in made.items()
    ]
    monkeypatch.setattr(downloads, "_gene_list", lambda: listed)
    return made


def zipped(members):
    with zipfile.ZipFile(out := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def test_genes_are_fetched_one_by_one_and_kept_as_one(server, genes, folder):
    found = fetch_genes(progress=False)
    assert found == {file: content.decode() for file, content in genes.items()} and left(
        folder
    ) == ["DonorSplicer_training_set.zip"]
    assert fetch_genes(progress=False) == found and len(server.asked) == 3


def test_one_gene_is_wrong(server, genes, folder):
    server.contents["G2.TXT"] = server.contents["G2.TXT"].replace(b"ag", b"tg")
    assert (
        "G2.TXT must have the checksum" in refusal(fetch_genes, progress=False)
        and left(folder) == []
    )
    del server.contents["G5.TXT"], server.contents["G2.TXT"]
    assert "the answer 404" in refusal(fetch_genes, progress=False) and left(folder) == []


def test_an_archive_from_a_mirror(server, genes, folder, monkeypatch, tmp_path):
    use(monkeypatch, server, "whole")
    file = "DonorSplicer_training_set.zip"
    for bad, words in (
        (
            zipped({**genes, "../../escaped.txt": b"x"}),
            "must stay inside it; got '../../escaped.txt'",
        ),
        (zipped(genes)[:-40], "must be a whole file"),
        (zipped({"G1.TXT": genes["G1.TXT"]}), "must hold the 3 listed files; got 1"),
        (zipped({**genes, "G2.TXT": b"n" * len(genes["G2.TXT"])}), "G2.TXT must have the checksum"),
    ):
        server.contents[file] = bad
        assert words in refusal(fetch_genes, progress=False)
        assert left(folder) == [] and not list(tmp_path.rglob("escaped*"))
    server.contents[file] = zipped(
        {f"some/folder/{name}": content for name, content in genes.items()}
    )
    assert list(fetch_genes(progress=False)) == list(genes)


def test_windows_of_made_genes(genes):
    table = splice_windows(
        {file: content.decode() for file, content in genes.items()}, kind="donors"
    )
    assert table["label"].tolist() == [1, 1, 1] and table["gene"].tolist() == ["G1", "G2", "G5"]
    assert set(table["sequence"]) == {"ACACACAGTCCCCCC"}


# the real files


def held(name):
    return all((RAW / file).is_file() for file in DATASETS[OTHER_NAMES.get(name, name)].files)


def digest(data):
    """SHA-256 of X as little-endian float32 (which keeps every decimal of the sources), then the
    labels.
    """
    return hashlib.sha256(
        data.X.astype("<f4").tobytes() + "\n".join(map(str, data.y)).encode()
    ).hexdigest()


@pytest.mark.parametrize(
    ("name", "expected"),
    {
        "9_Tumors": "109d83f67a1e8c16c816732e44c948f63f04f0c0df348c528f1f26af2cf116f3",
        "Brain_Tumor1": "1fddfc9e1b4b8845024e076acb9756762fc2733a807fde02aaa0bd8163296b58",
        "Brain_Tumor2": "98e7d007eb8a01b13b870594fea3de7469060261996c5dfc1596f7fc1c50e684",
        "DLBCL": "48b9ef0193df9e0de22d3f2e195effcdd91a55b652da0b7cd38797ff86865393",
        "Leukemia1": "a6fa47d40188ac8806c3c493d98cb4c8f2317c63557dddcd15aa584f4877e497",
        "Leukemia2": "2b9394ea9e906e1f1e0ea1e3e856a15c07c6a81c6ecba5e60ec412477131e9ec",
        "Prostate_Tumor": "45c17be6b39a7f842285a5b5f68296bac42c7da8086a0c9e83d5d01db1f480c1",
        "SRBCT": "7e63ca4276899d09efaa1df7eff9feb68fd276c121d799be0f99178ff1ea3a18",
        "genie462_donors": "84cdd5770b746d5b74cd959f5b9a39bd9d11d6cdc292e96ab177e15a0c69b257",
        "genie462_acceptors": "a747a9f2b62d4cc8281661de0ac11418bc4d820ced56a002e0eea4023ec1f240",
    }.items(),
)
def test_real_files_become_the_known_data(name, expected, monkeypatch):
    if not held(name):
        pytest.skip(
            "CLFCOMPARE_DATA names no folder that holds "
            + ", ".join(DATASETS[OTHER_NAMES.get(name, name)].files)
        )
    monkeypatch.setenv("CLFCOMPARE_DATA", str(RAW))
    monkeypatch.setattr(downloads, "_draft", None)  # a folder that holds the files is only read
    assert digest(load_dataset(name)) == expected


@pytest.mark.parametrize(
    ("kind", "expected", "sizes"),
    [
        (
            "donors",
            "d94d55d1f0fd216631d5db2f0865a998a92a03ffbcef3ed6164169590456bf6d",
            {0: 8971, 1: 2380},
        ),
        (
            "acceptors",
            "cb8de70e5a854f7d3ef482a1ca798b856739c5e2fd305107b289595acb2e5d69",
            {0: 10058, 1: 2373},
        ),
    ],
)
def test_real_genes_become_the_known_windows(kind, expected, sizes, monkeypatch):
    if not held(f"genie462_{kind}"):
        pytest.skip("CLFCOMPARE_DATA names no folder that holds DonorSplicer_training_set.zip")
    monkeypatch.setenv("CLFCOMPARE_DATA", str(RAW))
    table = splice_windows(fetch_genes(progress=False), kind=kind)
    assert table["label"].value_counts().to_dict() == sizes and table["gene"].nunique() == 462
    assert (
        hashlib.sha256(table.to_csv(index=False, lineterminator="\n").encode()).hexdigest()
        == expected
    )


def test_real_files_from_a_server_give_the_same(server, folder, monkeypatch):
    if not held("DLBCL"):
        pytest.skip("CLFCOMPARE_DATA names no folder that holds DLBCL.mat")
    server.contents["DLBCL.mat"] = (RAW / "DLBCL.mat").read_bytes()
    use(monkeypatch, server, "half")
    refusal(load_dataset, "DLBCL")
    assert left(folder) == []
    use(monkeypatch, server, "whole")
    assert (
        digest(load_dataset("DLBCL"))
        == "48b9ef0193df9e0de22d3f2e195effcdd91a55b652da0b7cd38797ff86865393"
    )


@pytest.mark.parametrize("size", [300_000, None], ids=["known size", "unknown size"])
def test_a_server_that_never_ends(size, server, folder, monkeypatch):
    "It is cut off as soon as it has sent more than the file may have."
    monkeypatch.setattr(downloads, "_MOST", 500_000)
    sent = []

    def pour(handler):
        handler.send_response(200)
        handler.end_headers()
        try:
            while sum(sent) < 2**30:
                sent.append(handler.wfile.write(bytes(2**14)))
        except OSError:
            pass  # nobody listens any more
        handler.close_connection = True

    monkeypatch.setattr(Server, "do_GET", pour)
    remote = Remote(file="endless.csv", address=f"{server.at}/whole/endless.csv", size=size)
    with pytest.raises(ClfCompareError, match=f"at most {size or 500_000:,} bytes"):
        fetch(remote, progress=False)
    assert sum(sent) < 2**27 and not list(
        folder.iterdir()
    )  # what the system keeps on the way is some megabytes
