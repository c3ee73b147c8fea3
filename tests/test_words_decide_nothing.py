"""No comparison of words decides about kinds of rows, designs, measures, directions or procedures.

The code of `report` and of the checks is read: where a text that is written there is compared (`==`,
`in (...)`), or a text is taken apart, the place stands below with its reason, or the test names it.
A new kind of rows, a new test or a new measure brings no new comparison.
"""

import ast
from pathlib import Path

import clfcompare

PACKAGE = Path(clfcompare.__file__).parent
TAKEN_APART = {"startswith", "endswith", "split", "partition", "rpartition"}
TAKEN_APART |= {"removeprefix", "removesuffix"}

FROM_OUTSIDE = "what a file, a table or a person holds is read: names of columns, cells, options"
A_CHOICE = "a parameter that takes one of a few words, listed in its signature"
LAYOUT = "where a text or a figure breaks, or which part of it stands where"
REGISTER = "what a procedure asks, as its decorator says it"
EVIDENCE = "the columns and names of the stored evidence"
DESIGN = "the kind of a design, one of `DESIGNS`"
VERDICT = "what may be said of a pair, given a margin: one of a few words"
OTHERS = "a method of another thing, that has such a name"
ALLOWED = {
    "report/answers.py": {FROM_OUTSIDE: "_entry _words"},
    "report/audit.py": {FROM_OUTSIDE: "_say_left _spread check scores words"},
    "report/calls.py": {REGISTER: "check_test pairs_call tests_for with_wishes"},
    "report/choose.py": {
        EVIDENCE: "_null_worlds _same_place _say_skewed decision_table level_here place_of",
        REGISTER: "_either _usual omnibus_measured pairs_measured say_levels",
        A_CHOICE: "choose",
        DESIGN: "covers",
    },
    "report/cli.py": {
        FROM_OUTSIDE: "_function _measure_in _printed_table _weights audit_file compare_file "
        "gate_files",
        LAYOUT: "_shell_line _told in_options",
    },
    "report/compare.py": {
        A_CHOICE: "_compared _of_group",
        REGISTER: "_several findings_of",
        LAYOUT: "_report",
    },
    "report/gate.py": {
        FROM_OUTSIDE: "_side_by_side",
        A_CHOICE: "_by_place",
        VERDICT: "_line _of_system",
    },
    "report/intake.py": {
        FROM_OUTSIDE: "- _ask_about_cases _ask_about_texts _named_levels _one_test_set "
        "_plain_numbers _refuse_helpers _refuse_other_tables _splits_in _tells _with_tasks",
        A_CHOICE: "_as_data_sets _ask_what_a_row_is _from_mapping _named_runs _named_tasks "
        "_one_unit _read_predictions _read_runs _read_scores _read_wide read_data",
        REGISTER: "_what_it_needs",
        DESIGN: "_left_out",
    },
    "report/pair_plots.py": {
        LAYOUT: "_grid _members",
        A_CHOICE: "_better_by _wins",
        OTHERS: "plot_letters",
    },
    "report/plots.py": {
        LAYOUT: "_draw_label _fit_diagram",
        A_CHOICE: "_draw_curve _marks plot_curves",
    },
    "report/read_file.py": {
        FROM_OUTSIDE: "_clean _content _from_content _from_csv _from_eval _is_parquet _mlflow_table "
        "_opener _refuse_thousands _separator _text read_file read_results"
    },
    "report/report.py": {
        LAYOUT: "_p_latex html_display",
        REGISTER: "_by_ranks_alone",
        DESIGN: "headline",
    },
    "report/results_table.py": {LAYOUT: "_panel"},
    "report/score_plots.py": {A_CHOICE: "_gaps plot_performance_profile"},
    "report/several.py": {REGISTER: "_joint_test", LAYOUT: "plot"},
    "report/testing.py": {
        REGISTER: "_equal _estimate _level _magnitude _names _order _spoilt _table call "
        "check_measure data takes_values value",
        OTHERS: "_groups _kind _seed _splits",
    },
    "report/units.py": {
        DESIGN: "_data_sets _folds _spread _training rows_of_outcome rows_of_scores"
    },
    "report/words.py": {LAYOUT: "say_what"},
    "inference/checks.py": {
        REGISTER: "_counted",
        A_CHOICE: "_adjust_min _two_winners direction",
        DESIGN: "_cases_twice other_design",
        FROM_OUTSIDE: "_alike unseen_splits",
    },
}


def words_in(node):
    "Is a text written here, or among these?"
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and bool(node.value)
    return isinstance(node, (ast.Tuple, ast.List, ast.Set)) and any(map(words_in, node.elts))


def decides(node):
    "Is a written text compared, or a text taken apart? That a column or an option exists is none."
    if isinstance(node, ast.Compare):
        [first, *_] = node.ops
        if isinstance(first, (ast.Eq, ast.NotEq)):
            return any(map(words_in, (node.left, *node.comparators)))
        return isinstance(first, (ast.In, ast.NotIn)) and any(map(words_in, node.comparators))
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return called and node.func.attr in TAKEN_APART


def places(path):
    "The functions of a module in which words decide; - outside of all."
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    found = set()
    for node in filter(decides, ast.walk(tree)):
        around = [f for f in functions if f.lineno <= node.lineno <= f.end_lineno]
        around.sort(key=lambda f: f.end_lineno - f.lineno)
        found.add(around[0].name if around else "-")
    return found


def test_words_decide_only_where_it_is_allowed():
    files = [*sorted((PACKAGE / "report").glob("*.py")), PACKAGE / "inference" / "checks.py"]
    for path in files:
        where = path.relative_to(PACKAGE).as_posix()
        allowed = {name for names in ALLOWED.get(where, {}).values() for name in names.split()}
        found = places(path)
        assert not found - allowed, (where, "words decide here", sorted(found - allowed))
        assert not allowed - found, (where, "no longer needed", sorted(allowed - found))


def test_what_is_found():
    "The reading itself: what counts, and what does not."
    for line in ("rows == 'folds'", "'a' != b", "kind in ('x', 'y')", "t.split(' and ')"):
        assert decides(ast.parse(line).body[0].value), line
    for line in ("'fold' in frame", "rows is Folds", "n == 2", "a == b", "len(t) in (1, 2)"):
        assert not decides(ast.parse(line).body[0].value), line
