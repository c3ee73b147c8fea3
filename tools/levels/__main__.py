"""The laboratory of the evidence: measure levels, powers and coverage again, from nothing.

    python tools/levels                     every part
    python tools/levels front --jobs 1      one part, with its options (front --help lists them)

Every part stores what it has done in `_levels/` and goes on there, and writes its table to
clfcompare/data/evidence/.
"""

import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
PARTS = {  # part -> does it work in several processes?
    "choice": True,
    "rows": True,
    "front": True,
    "training": False,
    "best": True,
    "datasets": True,
    "imperfect": False,
    "intervals": True,
    "replicability": False,
}


def main(words):
    part, *options = words or [""]
    if part in PARTS:
        return import_module(f"levels.{part}").main(options)
    if part not in ("", "--jobs"):
        sys.exit(f"{part} is no part of the evidence: {', '.join(PARTS)}")
    for name, several in PARTS.items():
        import_module(f"levels.{name}").main(words * several)


if __name__ == "__main__":
    main(sys.argv[1:])
