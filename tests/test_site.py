"""What the site is made of: every notebook has its place, every piece of code on a page runs,
and every page is made for readers.
"""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from importlib.util import find_spec

import pytest
from conftest import ROOT, name, notebooks

sys.path.append(str(ROOT / "tools"))
import cells
import site_outputs
import site_pages
import site_tables

SITE = ROOT / "docs/site"
CODE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def pages():
    "Path -> text of everything that goes to Sphinx."
    os.environ.setdefault("MPLBACKEND", "agg")
    made = site_pages.build()
    return {
        path: text.decode() if isinstance(text, bytes) and not path.endswith(".png") else text
        for path, text in made.items()
    }


def entries(table, inner=None):
    told, setup = site_tables.table(table)
    return [pytest.param(setup, key, one, id=key) for key, one in told.items()]


WISHES = [
    pytest.param(want, id=want["want"])
    for have in site_tables.table("finder")[0]["have"]
    for want in have["want"]
]


def quiet(code):
    "Run a piece of code as a reader would, and return its names."
    space = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, space)
    return space


@pytest.mark.parametrize("want", WISHES)
def test_a_wish_of_the_finder_is_three_lines_that_run(want):
    quiet(
        'import matplotlib\nmatplotlib.use("agg")\n' + site_tables.table("finder")[1] + want["code"]
    )
    assert site_tables.numbered(want["page"]) and len(want["code"].strip().splitlines()) <= 4


@pytest.mark.parametrize(("setup", "code", "one"), entries("findings"))
def test_the_example_of_a_finding_brings_it_about(setup, code, one):
    assert site_tables.found(setup, one["code"], code).code == code and site_tables.numbered(
        one["page"]
    )
    assert len(one["why"]) > 80 and len(one["do"]) > 20


@pytest.mark.parametrize(("setup", "slug", "one"), entries("refusals"))
def test_the_example_of_a_refusal_is_refused(setup, slug, one):
    assert len(site_tables.refused(setup, one["code"])) > 40 and re.fullmatch(
        r"[a-z]+(-[a-z]+)*", slug
    )


def test_every_check_has_a_page():
    codes = set(site_tables.table("findings")[0])
    import clfcompare as cc

    missing = set(cc.inference.checks_table()["code"]) - codes
    assert not missing, f"write an example of {sorted(missing)} into docs/site/findings.toml"


def test_a_piece_of_code_comes_with_what_it_needs():
    setup = "\nimport numpy as np\nimport pandas as pd\nimport clfcompare as cc\nrng = np.random.default_rng(1)\n"
    assert (
        site_tables.whole(setup, "cc.wilcoxon(a, b)")
        == "import clfcompare as cc\n\ncc.wilcoxon(a, b)"
    )
    assert (
        site_tables.whole(setup, "x = rng.normal()")
        == "import numpy as np\nrng = np.random.default_rng(1)\n\nx = rng.normal()"
    )


def test_a_code_that_is_not_refused_is_seen():
    with pytest.raises(ValueError, match="not refused"):
        site_tables.refused("", "x = 1")


@pytest.mark.parametrize("path", sorted(SITE.rglob("*.md")), ids=name)
def test_the_code_of_a_handwritten_page_runs(path):
    for code in CODE.findall(path.read_text(encoding="utf-8")):
        quiet(code)


def test_one_table_of_tests_begins_site_readme_and_course():
    front, guide = (
        json.loads((ROOT / f"nbs/{name}.ipynb").read_text(encoding="utf-8"))
        for name in ("index", "course/00_guide")
    )
    table = site_tables.two_by_two(front)
    assert site_tables.two_by_two(guide) == table.replace("](", "](../")
    assert table.replace("](", "](nbs/") in (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\[([^]]+)\]\(([^)]+)\)", table)
    assert len(links) >= 12 and all((ROOT / "nbs" / link).exists() for _, link in links)
    for said, link in links:
        text = (ROOT / "nbs" / link).read_text(encoding="utf-8").lower()
        assert said.split()[0].split("'")[0].lower() in text, said


def test_five_questions_lead_to_every_row(pages):
    import clfcompare as cc

    text = pages["decision.md"]
    rows = json.loads(re.search(r'id="clf-rows">(.*?)</script>', text)[1])["rows"]
    assert len(rows) == len(cc.decision_table()) == text.count("Source: ")
    seen = set()
    for count in (2, 10, 50, 200):
        for row in rows:
            asked = [row[key] for key in ("datasets", "design", "rows", "control")]
            fits = [
                i
                for i, one in enumerate(rows)
                if one["least"] <= count <= (one["most"] or count)
                and all(
                    one[key] in (value, "any")
                    for key, value in zip(("datasets", "design", "rows", "control"), asked)
                )
            ]
            seen.update(fits[:1])
    assert seen == set(range(len(rows)))
    for row, (_, rule) in zip(rows, cc.decision_table().iterrows()):
        assert rule["pairs"] in row["answer"] and rule["reason"][:20] in row["answer"]


def test_what_readers_search_for():
    told = site_tables.words_of_readers()
    words = [each for page in told.values() for each in page]
    for each in ("which test", "sample size", "paired t-test", "f1 score", "critical difference",
                 "leaderboard", "folds", "seeds", "not significant"):  # fmt: skip
        assert each in words
    assert len(words) == len(set(words)) >= 29 and all(each == each.lower() for each in words)


def test_every_notebook_has_one_place():
    placed = [each for part in site_pages.parts() for each in part["notebooks"]]
    wanted = {path.relative_to(ROOT / "nbs").with_suffix("").as_posix() for path in notebooks()} - {
        "index"
    }
    assert sorted(placed) == sorted(wanted)
    assert placed.index("inference/08_two_on_one") < placed.index("inference/03_effects")
    assert (
        next(part for part in site_pages.parts() if part["name"] == "inside")["notebooks"][0]
        == "core/00_errors"
    )


def test_pages_are_for_readers(pages):
    shown = [path for path in pages if path.endswith(".ipynb") and not path.startswith("_extra/")]
    assert len(shown) == len(notebooks())
    for path in shown:
        cells = json.loads(pages[path])["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        assert not [cell for cell in code if re.search(r"^#\s*\|", cell["source"], re.MULTILINE)], (
            path
        )
        assert "np.float64(" not in json.dumps(
            [out.get("data") for cell in code for out in cell["outputs"]]
        ), path
        assert not [
            out for cell in code for out in cell["outputs"] if out.get("name") == "stderr"
        ], path
        pictures = [
            cell
            for cell in code
            if any("image/png" in out.get("data", {}) for out in cell["outputs"])
        ]
        assert all(cell["metadata"]["mystnb"]["image"]["alt"] for cell in pictures), path
        if path != "tour.ipynb":
            assert re.match(r"\{\.clf-head\}\nAbout \d+ minutes", cells[1]["source"]), path


def test_the_line_below_the_title_says_what_comes_first(pages):
    head = json.loads(pages["inference/13_posthoc.ipynb"])["cells"][1]["source"]
    assert (
        "[L algorithms on M data sets](12_many_on_many.ipynb)" in head
        and "core/" not in head
        and "[Adjusting p-values](06_adjust.ipynb)" in head
    )


def test_a_page_has_one_line_below_the_title_however_often_it_is_dressed(pages):
    for path, text in pages.items():
        if path.endswith(".ipynb") and not path.startswith("_extra/"):
            said = ["".join(each["source"]) for each in json.loads(text)["cells"]]
            assert sum(
                bool(re.match(r"(\{\.clf-head\}\n)?About \d+ minutes", each)) for each in said
            ) == (path != "tour.ipynb"), path


def test_the_front_page_lists_every_notebook_in_reading_order():
    said = site_pages.in_reading_order()
    places = [
        said.index(f"]({each}.ipynb)") for part in site_pages.parts() for each in part["notebooks"]
    ]
    assert places == sorted(places) and len(places) == len(notebooks()) - 1


def test_the_downloaded_notebook_is_the_original(pages):
    assert pages["_extra/notebooks/inference/13_posthoc.ipynb"] == (
        ROOT / "nbs/inference/13_posthoc.ipynb"
    ).read_text(encoding="utf-8")


def test_every_public_name_has_a_page_and_a_line(pages):
    for each in site_pages.names():
        assert (
            f":: {each}\n" in pages[f"reference/{each}.rst"]
            and f"](reference/{each}.html): " in pages["_extra/llms.txt"]
        )


def test_links_within_the_sources_lead_somewhere(pages):
    for path, text in pages.items():
        if not path.endswith(".md"):
            continue
        for target in re.findall(r"\]\(([^)#\s:]+\.(?:md|ipynb|rst|png))", text):
            where = (
                target[1:]
                if target.startswith("/")
                else os.path.normpath(os.path.join(os.path.dirname(path), target))
            )
            assert where in pages, f"{path} leads to {target}"


def cell(source, outputs=()):
    return dict(
        cell_type="code",
        id="one",
        source=source,
        outputs=list(outputs),
        metadata={},
        execution_count=3,
    )


@pytest.mark.parametrize(
    ("source", "fold"),
    [
        ("#| hide\nx = 1", "gone"),
        ("#| default_exp a.b", "gone"),
        ("import numpy as np\nfrom a import b", "Imports"),
        ('import numpy as np\nplt.rcParams["figure.dpi"] = 80', "Imports"),
        ("#| export\nimport numpy as np", "Imports"),
        ("#| export\ndef nemenyi(): pass\ndef _two(): pass", "Source: nemenyi"),
        ("#| export\nLIMIT = 3", "Source"),
        ("assert 1 == 1\ntest_eq(1, 1)", "Checks (2 lines)"),
        ("for a in b:\n    c = a\n    assert c", "Checks (1 line)"),
        ("### BEGIN SOLUTION\np = 1\n### END SOLUTION", "Solution in code"),
        ("### BEGIN HIDDEN TESTS\ncheck(p)", "Checks"),
        ('#| code-fold: true\n#| code-summary: "A helper"\ndef f(): pass', "A helper"),
        ("#| code-fold: true\nx = 1", "Code"),
        ("#| code-fold: false\nx = 1\nx", "unfolded"),
        ("x = 1\nx", "open"),
        ("%matplotlib inline", "open"),
    ],
)
def test_what_is_folded(source, fold):
    made = site_pages.code_cell(cell(source), "here", "A heading")
    if fold == "gone":
        assert made == []
    elif fold == "unfolded":
        assert made[0]["metadata"]["tags"] == [] and "#|" not in made[0]["source"]
    elif fold == "open":
        assert made[0]["metadata"]["tags"] == [] and made[0]["source"] == source
    else:
        assert (
            made[0]["metadata"]["mystnb"]["code_prompt_show"] == fold
            and "#|" not in made[0]["source"]
        )
    assert len(made) == (2 if "nemenyi" in source else fold != "gone")


def test_sentences_are_wrapped_by_the_page_and_tables_are_not():
    sentence, row = "word " * 30 + "end.", "name" + " " * 100 + "0.5"
    printed = textwrap.fill(f"{sentence} {sentence}", 100)
    made = site_outputs.said(f"{printed}\n{row}\nshort <b>\n")
    assert made.count("<span") == 3 and f"<span>{sentence} {sentence}</span>" in made
    assert f"<span class=row>{row}</span>" in made and "<span>short &lt;b&gt;</span>" in made
    assert site_outputs.said("short\nlines\n") is None
    shown = site_pages.code_cell(
        cell("print(1)", [dict(output_type="stream", name="stdout", text=[printed])]), "here", ""
    )
    assert shown[0]["outputs"][0]["data"]["text/html"] == site_outputs.said(printed)


def test_numbers_stand_below_one_another():
    rows = "<tr><th>x</th><td>1.25</td><td>a</td><td>7</td></tr><tr><th>y</th><td>-12.5</td><td>3</td><td>NaN</td></tr><tr><th>z</th><td>40</td><td>b</td><td>8</td></tr>"
    made = site_outputs.aligned(f"<table><thead></thead><tbody>{rows}</tbody></table>")
    pad = '<i class="clf-pad">'
    assert f"-12.5{pad}0</i>" in made and f"40{pad}.00</i>" in made and "<td>1.25</td>" in made
    assert made.count('class="word"') == 3 and "<td>7</td>" in made and "<td>NaN</td>" in made
    assert re.sub(r'<i class="clf-pad">.*?</i>| class="word"', "", made).count("<td>") == 9


def test_what_a_page_builds_on_is_said_by_hand():
    order = [each for part in site_pages.parts() for each in part["notebooks"]]
    told = site_pages.ideas()
    assert len(told) > 60 and all(1 <= len(before) <= 3 for before in told.values())
    assert all(
        each in order and name not in before for name, before in told.items() for each in before
    )


def test_minutes_and_exercises_are_counted_once():
    assert "With 5 exercises" in site_pages.head("course/04_testing")
    assert min(site_pages.lecture_minutes().values()) == 25
    assert len(site_pages.lecture_minutes()) == 10


@pytest.mark.parametrize(
    ("source", "gone"),
    [
        ("#| hide\nx", True),
        ("#| default_exp a.b", True),
        ("import a", True),
        ("#| export\ndef f(): pass", True),
        ("assert 1", True),
        ("#| echo: false\nplot()", True),
        ("#| code-fold: true\nf = 1", True),
        ("#| fig-alt: A line\nplot()", False),
        ("x = 1\nx", False),
        ("%matplotlib inline", False),
        ("", False),
    ],
)
def test_jupyterlab_folds_what_the_site_folds(source, gone):
    one = cell(source)
    one["metadata"] = {
        "jupyter": {"source_hidden": not gone, "outputs_hidden": True},
        "tags": ["a"],
    }
    assert cells.undressed([one]) == [0]
    cells.dress([one])
    assert one["metadata"] == {"tags": ["a"]} | (
        {"jupyter": {"source_hidden": True}} if gone else {}
    ) and not cells.undressed([one])
    if not source:
        return
    made = site_pages.code_cell(cell(source), "here", "")
    assert gone == (
        not made or not {"hide-input", "remove-input"}.isdisjoint(made[0]["metadata"]["tags"])
    )


def test_solutions_are_folded_with_what_they_show():
    out = dict(output_type="stream", name="stdout", text=["4"])

    def words(text):
        return dict(cell_type="markdown", id="m", source=text, metadata={})

    book = [
        cell("2 + 1", [out]),
        words("## Exercises\n\n**1.** What is 2 + 2?"),
        cell("import a"),
        cell("2 + 2", [out]),
        cell("assert 4"),
        words("## Pitfalls"),
        cell("2 + 3", [out]),
    ]
    assert cells.below_exercises(book) == [False, True, True, True, True, False, False]
    cells.dress(book)
    shut, gone = {"source_hidden": True}, {"source_hidden": True, "outputs_hidden": True}
    assert [one["metadata"].get("jupyter") for one in book] == [
        None,
        None,
        shut,
        gone,
        shut,
        None,
        None,
    ] and not cells.undressed(book)
    made = site_pages.code_cell(book[3], "here", "", True)[0]["metadata"]
    assert made["tags"] == ["hide-cell"] and made["mystnb"]["code_prompt_show"] == cells.SOLVED
    sheet = [
        words("## Exercises"),
        cell("shown()", [out]),
        cell("### BEGIN SOLUTION\nx = 1\n### END SOLUTION"),
    ]
    cells.dress(sheet)
    assert [one["metadata"].get("jupyter") for one in sheet] == [None, None, shut]


def test_the_words_of_a_solution_are_folded():
    said = cells.solved(
        "**1.** Why?\n\n**Solution.** So.\n\nAnd so.\n\n**2.** How?\n\n**Solution.**"
    )
    assert (
        said
        == "**1.** Why?\n\n<details><summary>Solution</summary>\n\nSo.\n\nAnd so.\n\n</details>\n\n**2.** How?"
    )
    assert cells.solved(said) == said and cells.solved("No exercise.") == "No exercise."


def test_imports_that_follow_on_imports_share_a_fold():
    cells = []
    for source in (
        "#| export\nimport numpy as np",
        "#| hide\nimport a",
        "import pandas as pd",
        "x = 1",
        "import b",
    ):
        site_pages.joined(cells, site_pages.code_cell(cell(source), "here", ""))
    assert [each["source"] for each in cells] == [
        "import numpy as np\n\nimport pandas as pd",
        "x = 1",
        "import b",
    ]


def test_a_cell_with_checks_and_an_output_stays_open():
    out = dict(output_type="stream", name="stdout", text=["one\n"])
    assert (
        site_pages.code_cell(cell('assert 1\nprint("one")', [out]), "here", "")[0]["metadata"][
            "tags"
        ]
        == []
    )


def test_words_of_the_prose_become_links_and_formulas_paragraphs():
    text = site_pages.prose(
        "See `nemenyi` and `cc.adjust()`, not `beter`. So $$x^2$$ holds.\n"
        "[a](../index.ipynb) [b](../measures) [c](../../LICENSE)\n```\n`nemenyi` $$x$$\n```",
        ROOT / "nbs/core",
    )
    assert (
        "{py:obj}`nemenyi <clfcompare.nemenyi>`" in text
        and "{py:obj}`adjust <clfcompare.adjust>`" in text
        and "`beter`" in text
    )
    assert "\n\n$$\nx^2\n$$\n\n" in text and "\n`nemenyi` $$x$$\n" in text
    assert (
        "(../tour.ipynb)" in text
        and "(/chapters/index.md)" in text
        and "/blob/main/LICENSE)" in text
    )


def test_the_bibliography_is_whole():
    text = (SITE / "references.bib").read_text(encoding="utf-8")
    found = re.findall(r"^@(\w+)\{(\w+), (.+)\}$", text, re.MULTILINE)
    keys = [key for _, key, _ in found]
    assert (
        keys == sorted(set(keys)) and len(keys) == len(re.findall(r"^@", text, re.MULTILINE)) > 60
    )
    for _, key, rest in found:
        assert {"author=", "title="} <= set(
            re.findall(r"\b\w+=", rest)
        ) and f"year={{{key[-4:]}}}" in rest, key
        assert all(
            re.match(r"10\.\d{4,5}/\S+$", doi) for doi in re.findall(r"doi=\{([^}]*)\}", rest)
        ), key


def test_the_glossary_is_in_order():
    words = re.findall(
        r"^([a-z][^\n]+)\n    ", (SITE / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert words == sorted(words, key=str.casefold) and len(words) > 20


def test_files_that_do_not_differ_are_left_alone(tmp_path):
    site_pages.put(tmp_path / "a.md", "one")
    before = (tmp_path / "a.md").stat().st_mtime_ns
    site_pages.put(tmp_path / "a.md", "one")
    assert (tmp_path / "a.md").stat().st_mtime_ns == before


def lacking():
    "What the test of the built site needs and this machine does not have."
    deps = ROOT / "_site_deps"
    if find_spec("sphinx") is None:
        return "Sphinx is not installed: make docs"
    missing = [
        each for each in ("mathjax", "node_modules/playwright-core") if not (deps / each).exists()
    ]
    if missing:
        return f"{' and '.join(missing)} not fetched: make docs-check"
    if not shutil.which("node"):
        return "Node.js is not installed"
    names = ("chromium", "chromium-browser", "google-chrome")
    return (
        None
        if os.environ.get("CHROMIUM") or any(map(shutil.which, names))
        else "Chromium is not installed"
    )


@pytest.mark.slow
def test_every_page_of_the_built_site(tmp_path, env):
    if reason := lacking():
        pytest.skip(reason)
    deps, env = ROOT / "_site_deps", {**env, "PYTHONPATH": str(ROOT), "MPLBACKEND": "agg"}
    source, site = tmp_path / "src", tmp_path / "site"
    for command in (
        [sys.executable, "tools/site_pages.py", source, deps / "mathjax"],
        [
            sys.executable,
            "-m",
            "sphinx",
            "-q",
            "-W",
            "--keep-going",
            "-b",
            "html",
            "-d",
            tmp_path / "trees",
            source,
            site,
        ],
        ["node", "tools/site_check.mjs", site, deps],
    ):
        child = subprocess.run(
            [str(word) for word in command], cwd=ROOT, env=env, capture_output=True, text=True
        )
        assert child.returncode == 0, child.stdout[-3000:] + child.stderr[-3000:]


def test_every_procedure_of_the_register_has_its_line(pages):
    from clfcompare.core.register import ASKS, PROCEDURES

    text = pages["procedures.md"]
    rows = re.findall(
        r"^\| \{py:obj\}`(\w+) <clfcompare\.(?:\w+\.)?\1>` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$",
        text,
        re.MULTILINE,
    )
    ours = {
        name: one for name, one in PROCEDURES.items() if not one.own
    }  # none of other tests' own
    assert [name for name, *_ in rows] == [
        name for asks in ASKS for name, one in ours.items() if one.asks == asks
    ]
    assert {name for name, _, fits, _ in rows if "yourself" in fits} >= {
        "cv_interval",
        "tost",
        "manova",
    } and "REGISTER" not in text
    assert "two algorithms on one test set" in next(
        fits for name, _, fits, _ in rows if name == "anytime_comparison"
    )
