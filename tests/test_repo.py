"The repository as a whole: nothing of one machine in it, and one version everywhere."
import json
import os
import re
import subprocess
import sys
from configparser import ConfigParser
from importlib.metadata import entry_points, version

import clfcompare
from conftest import ROOT, name, notebooks

SKIPPED = {'.git', '.venv', '__pycache__', '.ipynb_checkpoints', '.pytest_cache', '.ruff_cache', 'build', 'dist', '_proc', '_docs',
           '_site', '_site_src', '_site_deps', '_site_doctrees', '_course', '_peers'}
# Put together from pieces, so that this file does not find itself.
MACHINE = re.compile('|'.join([
    *(f'(?<![\\w.])/{folder}/' for folder in ('work', 'root', 'tmp', 'opt')),
    *(f'(?<![\\w.])/{folder}/[a-z]' for folder in ('home', 'Users')), r'[A-Z]:\\+' + 'Users',
    'pypi' + r'\.org', 'python' + 'hosted', 'anaconda' + r'\.org', 'npm' + r'js\.(?:org|com)']))
IMAGE = re.compile(r'"image/(?:png|jpeg)": "[^"]*"|data:[\w/+-]+;base64,[\w+/=]+')  # random letters, which may spell anything
CONFIG = ConfigParser(delimiters=['='])
CONFIG.read(ROOT / 'settings.ini', encoding='utf-8')
SETTINGS = CONFIG['DEFAULT']


def texts():
    "Every text file of the tree and what it says."
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [each for each in folders if each not in SKIPPED and not each.endswith('.egg-info')]
        for path in (ROOT / folder / each for each in names if each not in SKIPPED):  # .git is a file in a worktree
            try: yield path, path.read_text(encoding='utf-8')
            except UnicodeDecodeError: continue


def test_no_file_names_a_machine_or_a_registry():
    found = [f'{name(path)}: {hit[0]}' for path, text in texts() for hit in MACHINE.finditer(IMAGE.sub('', text))]
    assert not found


def test_the_check_sees_what_it_looks_for():
    seen = ['/' + 'work/main', '"/' + 'home/me', 'https://' + 'pypi' + '.org/simple', 'File "/' + 'root/x.py"']
    assert all(MACHINE.search(text) for text in seen)
    assert not [text for text in ('how they /work', 'docs/work/x', 'a/root/b', '/homework') if MACHINE.search(text)]


def test_notebooks_are_small():
    assert not [name(path) for path in notebooks() if path.stat().st_size > 500_000]


def test_one_version_everywhere():
    said = re.search(r'^version: (\S+)$', (ROOT / 'CITATION.cff').read_text(), re.MULTILINE)[1]
    assert {SETTINGS['version'], said, version('clfcompare')} == {clfcompare.__version__}
    assert f"## {SETTINGS['version']}" in (ROOT / 'CHANGELOG.md').read_text()


def test_the_command_is_installed():
    [command] = [each for each in entry_points(group='console_scripts') if each.name == 'clfcompare']
    assert command.value == SETTINGS['console_scripts'].partition('=')[2]


def test_every_folder_of_code_is_a_package():
    assert not [name(path) for path in (ROOT / 'clfcompare').rglob('*.py') if not (path.parent / '__init__.py').exists()]


def test_pyproject_says_how_to_build_and_no_more():
    lines = (ROOT / 'pyproject.toml').read_text().splitlines()
    assert len(lines) == 3 and lines[0] == '[build-system]'


def test_the_linter_has_nothing_to_say(env):
    child = subprocess.run([sys.executable, '-m', 'ruff', 'check', 'clfcompare', 'tests', 'tools', 'setup.py'],
                           cwd=ROOT, env=env, capture_output=True, text=True)
    assert child.returncode == 0, child.stdout + child.stderr


def test_links_of_notebooks_and_texts_lead_to_files():
    "Links within the repository; those to elsewhere are looked at by their form (tests/test_site.py)."
    missing = []
    for path in [*ROOT.glob('nbs/**/*.ipynb'), *ROOT.glob('*.md'), *ROOT.glob('bench/*.md')]:
        text = path.read_text(encoding='utf-8')
        if path.suffix == '.ipynb':
            text = '\n'.join(''.join(cell['source']) for cell in json.loads(text)['cells'] if cell['cell_type'] == 'markdown')
        text = re.sub(r'^```.*?^```', '', text, flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r'\]\(([^)\s#]+\.(?:ipynb|md|py|png|svg|csv|toml))[^)]*\)', text):
            if '://' not in target and not (path.parent / target).exists(): missing.append(f'{path.relative_to(ROOT)}: {target}')
    assert not missing
