"""Export, execute and clean notebooks:  python tools/run_nbs.py nbs/inference/03_two_on_one.ipynb ...

Each notebook's module is exported first, so that the notebook tests what it exports. Cells run in the notebook's folder and
the directives are honoured: `#| eval: false` is skipped, `#| slow` runs. If a cell fails, the file stays as it was.
"""
import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KERNEL = dict(display_name='python3', language='python', name='python3')


def export(notebook):
    "Write the module of this notebook into the package."
    from nbdev.config import add_init, get_config
    from nbdev.export import nb_export
    nb_export(notebook)
    lib = get_config().lib_path
    if not all((module.parent / '__init__.py').exists() for module in lib.rglob('*.py')): add_init(lib)


def skipped(cell):
    "Is this a cell that is not executed?"
    from nbdev.process import extract_directives
    if cell.cell_type != 'code' or not cell.source.strip(): return True
    return extract_directives(cell, remove=False).get('eval:', [''])[0].lower() == 'false'


def execute(notebook):
    "The notebook with fresh outputs; ends the program with the traceback if a cell fails."
    from execnb.nbio import read_nb
    from execnb.shell import CaptureShell
    nb = read_nb(notebook)
    for cell in nb.cells:
        if cell.cell_type == 'code': cell.outputs = []
    shell = CaptureShell(mpl_format='png')
    os.chdir(notebook.parent)
    for number, cell in enumerate(nb.cells):
        if skipped(cell): continue
        shell.cell(cell)
        if shell.exc:
            text = ''.join(line for out in cell.outputs for line in out.get('traceback', []))
            sys.exit(f'{notebook.relative_to(ROOT)}: cell {number} fails, and the file is left as it was\n\n{cell.source}\n\n{text}')
    return nb


def clean(nb):
    "Metadata the same for every notebook, whoever made it; the rest is for nbdev."
    from nbdev.clean import clean_nb
    from nbdev.config import get_config
    cfg = get_config(path=ROOT)
    nb.metadata['kernelspec'] = KERNEL
    nb.metadata.pop('jupytext', None)
    clean_nb(nb, allowed_cell_metadata_keys=cfg.allowed_cell_metadata_keys.split(), clean_ids=cfg.clean_ids)


def run(notebook):
    "Export, execute, clean and write one notebook."
    from execnb.nbio import write_nb
    os.chdir(ROOT)
    export(notebook)
    nb = execute(notebook)
    clean(nb)
    fresh = notebook.with_name(notebook.name + '.tmp')  # so that a broken run never leaves half a notebook
    write_nb(nb, fresh)
    fresh.replace(notebook)


def main(names):
    "One notebook runs here; several run one after the other, each in a process of its own."
    if not names: sys.exit(__doc__)
    notebooks = [Path(name).resolve() for name in names]
    if missing := [str(n) for n in notebooks if not n.is_file()]: sys.exit(f"no such notebook: {', '.join(missing)}")
    if len(notebooks) == 1: return run(notebooks[0])
    for notebook in notebooks:
        print(notebook.relative_to(ROOT), flush=True)
        if subprocess.run([sys.executable, __file__, str(notebook)]).returncode: sys.exit(1)


if __name__ == '__main__':
    # One thread, so that sums come out to the last digit the same everywhere; no settings of the user's own IPython.
    for name in ('OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'MKL_NUM_THREADS'): os.environ.setdefault(name, '1')
    folder = os.environ['IPYTHONDIR'] = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    main(sys.argv[1:])
