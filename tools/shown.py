"""Are the outputs that a notebook shows those that its cells give?

Words must be the same. A number may differ in its last digits, from one processor to another, if it
is written with seven digits or more; a picture must be there and have the same size in inches, give
or take a fiftieth. What went to stderr is not compared.
"""

import base64
import math
import re
from difflib import unified_diff

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+\.?\d*(?:e[-+]?\d+)?(?!\w)")
PICTURE = re.compile(r"\[picture of (\S+) x (\S+) inches\]")
DIGITS, RELATIVE, DPI = 7, 1e-6, 100  # DPI is matplotlib's own


def picture(content):
    """What is compared of a picture, a PNG file in base64: width and height stand in its first
    bytes.
    """
    head = base64.b64decode(content[:48])
    return "[picture of {:.2f} x {:.2f} inches]".format(
        *(int.from_bytes(head[at : at + 4], "big") / DPI for at in (16, 20))
    )


def lines(outputs):
    "The outputs of a cell as lines of text, each kind under its name."
    found = []
    for output in outputs:
        if output.get("name") == "stderr":
            continue
        parts = (
            {"stdout": output["text"]}
            if output["output_type"] == "stream"
            else output.get("data", {})
        )
        for kind, content in sorted(parts.items()):
            text = "".join(content)
            found += [f"{kind}:", *(picture(text) if kind == "image/png" else text).splitlines()]
    return found


def same_number(a, b):
    "Equal as written, or long and nearly equal."
    if a == b:
        return True
    digits = max(len(re.sub(r"e.*|\D", "", each).lstrip("0")) for each in (a, b))
    return digits >= DIGITS and math.isclose(float(a), float(b), rel_tol=RELATIVE)


def same_line(a, b):
    """Equal but for the last digits of numbers, and the blanks or dashes that make up a column
    of them.
    """
    if a == b:
        return True
    sizes = [PICTURE.fullmatch(each) for each in (a, b)]
    if all(sizes):
        return all(
            math.isclose(float(p), float(q), rel_tol=0.02)
            for p, q in zip(*(each.groups() for each in sizes))
        )
    words = [re.sub(r"\s+|-{4,}", " ", NUMBER.sub("#", each)).strip() for each in (a, b)]
    numbers = [NUMBER.findall(each) for each in (a, b)]
    return (
        words[0] == words[1]
        and len(numbers[0]) == len(numbers[1])
        and all(map(same_number, *numbers))
    )


def headings(cells):
    "The heading under which each cell stands."
    heading = ""
    for cell in cells:
        if cell["cell_type"] == "markdown":
            heading = (
                re.findall(r"^#+ +(.+)$", "".join(cell["source"]), re.MULTILINE) or [heading]
            )[-1]
        yield heading


def deviations(file, run, *, ran=lambda cell: True):
    """What a notebook shows in its file and not when run, or the other way round, as unified
    diffs; only of cells for which `ran` holds.
    """
    found = []
    for number, (heading, old, new) in enumerate(
        zip(headings(file["cells"]), file["cells"], run["cells"])
    ):
        if old["cell_type"] != "code" or not ran(new):
            continue
        a, b = lines(old["outputs"]), lines(new["outputs"])
        if len(a) == len(b):
            b = [old if same_line(old, new) else new for old, new in zip(a, b)]
        diff = list(unified_diff(a, b, "in the file", "when run", lineterm="", n=1))
        if diff:
            found.append("\n".join([f"cell {number} ({heading}) shows something else:", *diff]))
    return "\n\n".join(found)
