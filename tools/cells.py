"""What a reader sees of the cells of a notebook: one rule for the site (tools/site_pages.py) and for JupyterLab (tools/run_nbs.py).

A cell with `#| hide` or `#| default_exp` is not for readers. Imports, exported code, checks without an output, and the solutions of the
course are folded behind one line. Everything else stays open: what a reader reads, and what draws or prints.
"""
import ast
import re

CHECK = re.compile(r'^(test_\w+\(|assert |np\.testing\.|for .*: *(test_|assert|np\.testing))', re.MULTILINE)


def source(cell): return ''.join(cell['source'])


def directives(text):
    "The directives of a cell as {word: rest}, and its code without them."
    lines = text.splitlines()
    found = [re.match(r'#\s*\|\s*([\w-]+):?\s*(.*)', line) for line in lines]
    return {m[1]: m[2].strip() for m in found if m}, '\n'.join(line for line, m in zip(lines, found) if not m).strip()


def parsed(code):
    "Its statements; none for a magic."
    try: return ast.parse(code).body
    except SyntaxError: return []


def only_imports(body): return bool(body) and all(isinstance(n, (ast.Import, ast.ImportFrom)) for n in body)


def fold(cell, told, code):
    "The words on the fold of a code cell, or None for a cell that stays open."
    body, tests = parsed(code), len(CHECK.findall(code))
    if 'export' in told:
        made = [n.name for n in body if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and not n.name.startswith('_')]
        return f"Source: {', '.join(made)}" if made else 'Imports' if only_imports(body) else 'Source'
    if only_imports(body): return 'Imports'
    if '### BEGIN SOLUTION' in code: return 'Solution'
    return f"Checks ({tests} line{'s' if tests > 1 else ''})" if tests and not cell['outputs'] else None


def for_readers(told, code):
    "Is this a cell that the reader's edition has at all?"
    return bool(code) and 'hide' not in told and 'default_exp' not in told


def folded(cell):
    "Is the source of this cell out of sight, one click away?"
    if cell['cell_type'] != 'code' or not source(cell).strip(): return False
    told, code = directives(source(cell))
    return not for_readers(told, code) or told.get('echo') == 'false' or fold(cell, told, code) is not None


def dress(cells):
    "Set `jupyter.source_hidden` by the rule above, on every cell, and nothing else below `jupyter`."
    for cell in cells:
        cell['metadata'].pop('jupyter', None)
        if folded(cell): cell['metadata']['jupyter'] = {'source_hidden': True}


def undressed(cells):
    "The numbers of the cells that `dress` would change."
    return [i for i, cell in enumerate(cells) if cell['metadata'].get('jupyter') != ({'source_hidden': True} if folded(cell) else None)]
