"""Pages of the site that are made from tables: the front page's quick start and finder, the
decision table, findings, refusals, changes.

The code of findings and refusals is run here, in the package itself, so that a page shows the
message that a user meets.
"""

import contextlib
import inspect
import io
import json
import re
import sys
import tomllib
from pathlib import Path

import cells

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "docs/site"
sys.path.insert(0, str(ROOT))
HELP = {
    "decision": "Which test, when",
    "procedures": "Every test and interval",
    "findings/index": "What findings mean",
    "refusals/index": "What refusals mean",
    "coming/index": "Coming from another tool",
    "notation": "Notation",
    "glossary": "Glossary",
    "references": "Bibliography",
    "changelog": "Changes",
}
# Column of the decision table -> its heading on the page
RULE = {
    "algorithms": "algorithms",
    "datasets": "data sets",
    "design": "design",
    "rows": "units",
    "control": "control",
    "omnibus": "test over all",
    "pairs": "test of pairs",
    "adjust": "adjustment",
    "level": "level",
    "power": "power",
}
# What the finder says of an entry of the table
WORDS = {
    "1": "one",
    "more": "several",
    "five_by_two, part held out": "5 x 2, tested on a part held out",
    "five_by_two": "5 x 2: five times two halves",
    "k_fold": "cross-validation, once",
    "repeated_k_fold": "cross-validation, repeated",
    "monte_carlo": "random splits",
    "bootstrap": "bootstrap samples",
    "leave_one_out": "leave-one-out",
    "one test set": "one test set, one classifier of each",
    "any": "in any way",
    "cases": "right or wrong for every case",
    "folds": "one value for each fold",
    "one class": "a rate of one class, case by case",
    "losses": "a number for every case",
    "clusters": "cases in clusters (patients, pages)",
    "class scores, few": "class scores, fewer than 30 cases in a class",
    "class scores": "class scores",
    "data sets": "a value on every data set",
    "gaps": "a value on most data sets: there are gaps",
    "tasks": "cases of several tasks",
    "runs": "runs with different seeds",
    "no": "all pairs",
    "yes": "all against one",
}
DECISION = """---
html_theme.sidebar_secondary.remove: true
---

# Which test, when

TWO_BY_TWO

`compare` chooses by this table, which is fixed before any data are seen. Any other test can be asked for: `compare(scores, test="nemenyi")`.

## Five questions

<div class="clf-choose"></div>
<script type="application/json" id="clf-rows">ROWS</script>
<script src="_static/choose.js" defer></script>

## The whole table

Of the tests that fit a design, `compare` takes the most powerful one whose measured level stays at or below 0.065 in every simulated world;
where none does, the table shows it, and a report says so ([CC014](findings/CC014.md)). *Level* is the highest of the levels that were
measured, *power* the mean power of the test of pairs. How the numbers were measured: [](EVIDENCE).

"""
PROCEDURES = """# Every test and interval

What the register of the package knows ([](REGISTER)), by the question that is asked. *Takes* is the form of the values; *compare* says
where `compare(..., test="...")` takes it. Which one it takes by itself, the [decision table](decision.md) says.

"""
FINDINGS = """# What findings mean

Before it tests, `compare` asks what could be wrong with the table and the test, and `check` asks the same of any test that you name. An
answer has a code. It informs, and changes nothing of the comparison.

"""
REFUSALS = """# What refusals mean

Input that could only give a wrong number is refused with a `ClfCompareError` (a `ValueError`). Its message says what must be, what came
and what to do. These are the ones that users meet most.

"""


def table(name):
    "A table of docs/site by its name, and what stands before its code."
    told = tomllib.loads((SITE / f"{name}.toml").read_text(encoding="utf-8"))
    return told, told.pop("setup")


def numbered(name):
    """A notebook by its folder and its name, with the number that it has now: inference/adjust
    -> inference/06_adjust.
    """
    folder, _, stem = name.partition("/")
    found = sorted((ROOT / "nbs" / folder).glob(f"[0-9][0-9]_{stem}.ipynb"))
    if len(found) != 1:
        raise ValueError(
            f"docs/site names the notebook {name}, and there are {len(found)} of that name"
        )
    return f"{folder}/{found[0].stem}"


def linked(text):
    "Public names in backticks, as links to their pages."
    import clfcompare as cc

    def path(name):
        return cc.spelled(name).replace("cc.", "clfcompare.", 1)

    known = {name for names in cc._PUBLIC.values() for name in names}
    return re.sub(
        r"(?<!`)`(\w+)`(?!`)",
        lambda m: f"{{py:obj}}`{m[1]} <{path(m[1])}>`" if m[1] in known else m[0],
        text,
    )


def block(code, language="python"):
    return f"```{language}\n{code.strip()}\n```\n"


def whole(setup, code):
    "A piece of code with the lines of the setup that it needs, as a reader can copy it."
    kept = []
    for line in reversed(setup.strip().splitlines()):
        name = re.match(r"(?:.* as )?(\w+)", line)[1]
        if re.search(rf"\b{name}\.", "\n".join([*kept, code])):
            kept.insert(0, line)
    return "\n".join(kept) + f"\n\n{code.strip()}"


def run(setup, code):
    "The names that are there after a piece of code; what it prints goes nowhere."
    space = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(setup + code, space)
    return space


def refused(setup, code):
    "The words of the refusal that a piece of code meets."
    from clfcompare import ClfCompareError

    try:
        run(setup, code)
    except ClfCompareError as error:
        return str(error)
    raise ValueError(f"not refused:\n{code}")


def found(setup, code, wanted):
    "What the finding with this code says, and what to do."
    for one in run(setup, code)["found"]:
        if one.code == wanted:
            return one
    raise ValueError(f"no finding {wanted} in:\n{code}")


# The pages


def quick_start(front):
    "The first code cells of the front notebook, with what they print and draw."
    shown = []
    pictures = sorted(
        (ROOT / "docs/images").glob("readme_*.png"), key=lambda path: int(path.stem.split("_")[1])
    )
    code = [
        cell
        for cell in front["cells"]
        if cell["cell_type"] == "code" and "hide" not in cells.directives(cells.source(cell))[0]
    ]
    for cell in code[:2]:
        lines = [line for line in "".join(cell["source"]).splitlines() if not line.startswith("#|")]
        shown.append(
            block(
                "\n".join(
                    re.sub(r"^(.*?\S) {2,}(# .+)$", r"\2\n\1", line) if len(line) > 80 else line
                    for line in lines
                )
            )
        )
        said = "".join(
            text for out in cell["outputs"] if out.get("name") == "stdout" for text in out["text"]
        )
        if said:
            shown.append(block(said, "text"))
        alt = re.search(r"#\| fig-alt: (.+)", "".join(cell["source"]))
        if alt and any("image/png" in out.get("data", {}) for out in cell["outputs"]):
            shown.append(f"![{alt[1]}](images/{pictures[0].name})\n")
    return "\n".join(shown)


def finder():
    """I have ..., I want ...: a list that opens, with three lines of code and a chapter for each
    wish.
    """
    told, _ = table("finder")
    lines = []
    for have in told["have"]:
        lines += [f"**I have** {have['title']}, **and I want to** ...\n"]
        for want in have["want"]:
            lines += [
                f'<details class="clf-find"><summary>... {want["want"]}</summary>\n',
                block(want["code"]),
                f"Chapter: [](/{numbered(want['page'])}.ipynb)\n",
                "</details>\n",
            ]
    return "\n".join(lines)


def cell(value):
    return (
        ""
        if value != value
        else re.sub(r"\|", "/", f"{value:.3f}" if isinstance(value, float) else str(value))
    )


def two_by_two(front):
    "The table of tests that begins the front notebook."
    [text] = [
        cells.source(cell)
        for cell in front["cells"]
        if "| **two algorithms**" in cells.source(cell)
    ]
    return "\n".join(line for line in text.splitlines() if line.startswith("|"))


def answer(i, row):
    "What the finder says of a row of the decision table, as HTML."
    import clfcompare as cc

    def named(name):
        known = name in cc.__all__ or name in cc._SPACE
        return f'<a href="reference/{name}.html">{name}</a>' if known else f"<b>{name}</b>"

    said = [f"Test over all: {named(row['omnibus'])}."] if cell(row["omnibus"]) else []
    adjusted = "" if row["algorithms"] == "2" else f", adjusted by {row['adjust']}"
    if said and row["omnibus"] == row["pairs"]:
        said = []
    said.append(f"{'Pairs' if said or adjusted else 'Test'}: {named(row['pairs'])}{adjusted}.")
    if cell(row["level"]):
        said.append(f"Level {row['level']:.3f} at most, power {row['power']:.2f} on average.")
    reason = re.sub(r"`(\w+)`", r"<code>\1</code>", row["reason"])
    return (
        f"<p><b>{' '.join(said)}</b></p><p>{reason} "
        f'<a href="#row-{i + 1}">Row {i + 1} of the table</a>.</p>'
    )


def finder_rows(rules):
    "The rows of the decision table for the finder, as JSON."
    told = []
    for i, row in rules.iterrows():
        least, _, most = row["algorithms"].partition(" to ")
        least = re.match(r"\d+", least)[0]
        one = {key: row[key] for key in ("datasets", "design", "rows", "control")}
        one |= {f"{key}_words": WORDS[value] for key, value in one.items()}
        most = least if row["algorithms"] == "2" else most
        told.append(
            {
                "least": int(least),
                "most": int(most) if most else None,
                **one,
                "answer": answer(i, row),
            }
        )
    return json.dumps({"rows": told}).replace("</", "<\\/")


def decision(front):
    """The tests in one table, a finder of five questions, and folded the decision table with the
    reason and the source of each row.
    """
    import clfcompare as cc

    rules = cc.decision_table()
    kept = [column for column in RULE if column in rules]
    text = linked(DECISION).replace("EVIDENCE", f"{numbered('inference/evidence')}.ipynb")
    text = text.replace("TWO_BY_TWO", two_by_two(front)).replace("ROWS", finder_rows(rules))
    text += f'<details class="clf-fold"><summary>The {len(rules)} rows</summary>\n\n'
    text += f"| | {' | '.join(RULE[column] for column in kept)} |\n|---{'|---' * len(kept)}|\n"
    for i, row in rules.iterrows():
        shown = [
            linked(f"`{row[c]}`") if c in ("omnibus", "pairs") and cell(row[c]) else cell(row[c])
            for c in kept
        ]
        text += f"| [{i + 1}](#row-{i + 1}) | " + " | ".join(shown) + " |\n"
    text += "\n</details>\n\n## Reasons and sources\n\n"
    text += f'<details class="clf-fold"><summary>Of the {len(rules)} rows</summary>\n'
    for i, row in rules.iterrows():
        sets = "one data set" if row["datasets"] == "1" else "many data sets"
        who = f"{row['algorithms']} algorithms, {sets}, {row['design']}, {row['rows']}"
        text += f"\n(row-{i + 1})=\n**{i + 1}. {who}.** {row['reason']} Source: {row['source']}."
        if cell(row["usual"]):
            text += f" What papers use here, with its measured level: {row['usual']}."
        text += "\n"
    return text + "\n</details>\n"


def procedures():
    """The register: every test and interval by the question that it answers, with its form, its
    settings of compare and its source.
    """
    import clfcompare as cc
    from clfcompare.core.register import ASKS, PROCEDURES as register
    from clfcompare.inference.procedures import ROWS, SETTINGS

    before = {
        *cc.decision_table()["omnibus"].dropna(),
        *(one.after for one in register.values()),
    }  # the tests in front of the pairs
    text = linked(PROCEDURES).replace("REGISTER", f"{numbered('inference/procedures')}.ipynb")
    for asks, question in ASKS.items():
        text += f"## {question[0].upper()}{question[1:]}\n\n| name | takes | compare | source |\n|---|---|---|---|\n"
        for one in register.values():
            if one.asks != asks:
                continue
            fits = "; ".join(SETTINGS[place] for place in one.fits)
            fits = fits or (
                "in front of the pairs"
                if asks == "overall" and one.name in before
                else "call it yourself"
            )
            public = one.name in cc.__all__ or one.name in cc._SPACE
            where = "" if public else f"{one.function.__module__}."
            name = linked(f"`{where.removeprefix('clfcompare.')}{one.name}`")
            text += f"| {name} | {ROWS[one.rows]} | {fits} | {one.source} |\n"
        text += "\n"
    return text


def findings():
    "Path -> text: a page for each code, and their list."
    import clfcompare as cc

    told, setup = table("findings")
    register = {row.code: row for row in cc.inference.checks_table().itertuples()}
    made, lines = {}, []
    for code in sorted(register.keys() | told.keys()):
        one = told.get(code, {})
        name, question = (
            one.get("title") or register[code].title,
            one.get("question") or register[code].question,
        )
        text = f"# {code}: {name}\n\n{question}\n"
        if one:
            said = found(setup, one["code"], code)
            text += f"\n## An example\n\n{block(whole(setup, one['code']))}\n> **{code} {said.title}.** {said.what} {said.do}\n"
            text += f"\n## Why it matters\n\n{linked(one['why'])}\n\n## What to do\n\n{linked(one['do'])}\n"
            text += f"\nChapter: [](/{numbered(one['page'])}.ipynb)\n"
        made[f"findings/{code}.md"] = text
        lines.append(f"- [{code}: {name}]({code}.md). {question}")
    made["findings/index.md"] = (
        linked(FINDINGS) + "\n".join(lines) + "\n\n" + tree(sorted(register.keys() | told.keys()))
    )
    return made


def refusals():
    "Path -> text: a page for each refusal, and their list."
    told, setup = table("refusals")
    made, lines = {}, []
    for slug, one in told.items():
        said = block("ClfCompareError: " + refused(setup, one["code"]), "text")
        made[f"refusals/{slug}.md"] = (
            f"# {one['title']}\n\n{block(whole(setup, one['code']))}\n{said}\n## Why\n\n{linked(one['why'])}\n\n"
            f"## The ways on\n\n{linked(one['do'])}\n"
        )
        lines.append(f"- [{one['title']}]({slug}.md)")
    made["refusals/index.md"] = linked(REFUSALS) + "\n".join(lines) + "\n\n" + tree(told)
    return made


EXPLORERS = """# Explorers

Figures to move. Each answers a question that a still figure leaves open: think of an answer before you touch anything. They run in
this page, without Python; in JupyterLab the same ones take data of your own (`pip install 'clfcompare[explore]'`). All work by mouse,
touch and keyboard.
"""


def explorers():
    "The page that shows all explorers, each with its question, what to try, and its lecture."
    import clfcompare as cc

    text = EXPLORERS
    for one in tomllib.loads((SITE / "explorers.toml").read_text(encoding="utf-8"))["explorer"]:
        made = getattr(cc.explore, f"explore_{one['name']}")()
        notebook, lecture = numbered(f"explore/{one['name']}"), numbered(one["lecture"])
        text += f"\n## {one['title']}\n\n**Before you move anything.** {one['question']}\n\n```{{raw}} html\n{made._repr_html_()}\n```\n"
        text += f"\n**Try.** {one['try']}\n\nLecture: [](/{lecture}.ipynb). How it is computed: [](/{notebook}.ipynb), "
        text += f"{{py:obj}}`~clfcompare.explore_{one['name']}`.\n"
    return text


def tree(entries):
    return "```{toctree}\n:hidden:\n\n" + "\n".join(entries) + "\n```\n"


def first_lines(names):
    "(name, first line of its docstring) of the public names."
    import clfcompare as cc

    return [(name, inspect.getdoc(cc._load(name)).split("\n")[0]) for name in sorted(names)]


def changelog():
    "The changes, with links that hold on the site."
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.sub(r"\]\((?![a-z]+:|#)([^)]+)\)", "]", text)


def words_of_readers():
    "Page -> what readers type who look for it."
    told = tomllib.loads((SITE / "search.toml").read_text(encoding="utf-8"))
    return {numbered(page) if "/" in page else page: words for page, words in told.items()}


def build(*, index, front):
    "Path -> text of all these pages."
    home = index.replace("<!-- quick start -->", quick_start(front)).replace(
        "<!-- finder -->", finder()
    )
    home = home.replace("<!-- tests -->", two_by_two(front))
    tables = {
        "decision.md": decision(front),
        "procedures.md": procedures(),
        "changelog.md": changelog(),
    }
    return {"index.md": home} | tables | findings() | refusals()
