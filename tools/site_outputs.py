"""What cells print and show, as pages need it: sentences wrapped by the page, tables of pandas with
their numbers aligned by the decimal point.
"""

import html
import re

WIDTH = 97  # a line that is longer with the next word was broken by who printed it
NUMBER = re.compile(r"[-+−]?\d+(?:\.(\d+))?")
CELL = re.compile(r"<(t[dh])([^>]*)>(.*?)</t[dh]>", re.DOTALL)


def unwrapped(lines):
    "Lines of print as paragraphs again."
    found, before = [], ""
    for line in lines:
        plain = line and not line[0].isspace() and "  " not in f"{before} {line}"
        if before and plain and len(before) + len(line.split(" ")[0]) >= WIDTH:
            found[-1] += f" {line}"
        else:
            found.append(line)
        before = line
    return found


def said(text):
    "Printed text as HTML: a sentence is wrapped by the page, and a row of a table never is."
    lines = unwrapped(text.rstrip("\n").split("\n"))
    if max(map(len, lines)) <= WIDTH:
        return None
    spans = (
        f"<span{' class=row' if '  ' in line.strip() else ''}>{html.escape(line)}</span>"
        for line in lines
    )
    return f'<pre class="clf-said">{"".join(spans)}</pre>'


def aligned(table):
    "A table of pandas whose numbers stand below one another by their decimal points."
    body = table.partition("<tbody>")[2]
    rows = [CELL.findall(row) for row in body.split("</tr>") if "<td" in row]
    places, words = {}, set()
    for row in rows:
        for at, (_, _, value) in enumerate(row[::-1]):  # from the right: spans stand at the left
            if found := NUMBER.fullmatch(value.strip()):
                places[at] = max(places.get(at, 0), len(found[1] or ""))
            elif value.strip() not in ("", "NaN", "-", "–"):
                words.add(at)

    def cells(row):
        many, at = len(CELL.findall(row)), -1

        def one(found):
            nonlocal at
            at += 1
            kind, more, value = found.groups()
            column = many - 1 - at
            if kind == "td" and column in words:
                more += ' class="word"'
            number = NUMBER.fullmatch(value.strip())
            if not number or column in words:
                return f"<{kind}{more}>{value}</{kind}>"
            lacking = places.get(column, 0) - len(number[1] or "")
            point = "." if lacking and number[1] is None else ""
            hidden = f'<i class="clf-pad">{point}{"0" * lacking}</i>' if lacking else ""
            return f"<{kind}{more}>{value}{hidden}</{kind}>"

        return CELL.sub(one, row)

    head, mark, body = table.partition("<tbody>")
    return head + mark + "</tr>".join(cells(row) for row in body.split("</tr>"))
