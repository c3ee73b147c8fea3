"Sphinx settings of the site. No page asks anything of another machine."
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # _site_src stands in the root of the tree

project = 'clfcompare'
author = copyright = 'The clfcompare authors'
extensions = ['myst_nb', 'sphinx.ext.autodoc', 'sphinx.ext.autosummary', 'numpydoc', 'sphinx_copybutton', 'sphinxcontrib.bibtex',
              'sphinx.ext.viewcode']
exclude_patterns = ['_extra']

# Notebooks: the committed outputs, never run.
nb_execution_mode = 'off'
nb_render_markdown_format = 'myst'
nb_merge_streams = True
myst_enable_extensions = ['dollarmath', 'amsmath', 'colon_fence', 'attrs_inline', 'attrs_block', 'deflist']
myst_heading_anchors = 3
suppress_warnings = ['mystnb.unknown_mime_type', 'myst.header']

# Mathematics from our own files; -full, since the plain one fetches \boldsymbol and others when it meets them.
mathjax_path = 'mathjax/tex-chtml-full.js'
mathjax3_config = {'options': {'enableMenu': False, 'ignoreHtmlClass': 'document',
                               'processHtmlClass': 'tex2jax_process|mathjax_process|math|output_area'}}

# Reference: the docstrings are made from the notebooks by tools/docstrings.py.
autosummary_generate = False
autodoc_typehints = 'none'
autodoc_member_order = 'bysource'
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
default_role = 'code'
smartquotes = False  # words in quotes are what one types
python_use_unqualified_type_names = True
toc_object_entries = False
bibtex_bibfiles = ['references.bib']
bibtex_default_style = 'alpha'
copybutton_prompt_text = r'>>> |\.\.\. '
copybutton_prompt_is_regexp = True

# Looks
html_theme = 'pydata_sphinx_theme'
html_title = 'clfcompare'
html_static_path = ['_static']
html_favicon = '_static/favicon.svg'
html_context = {'default_mode': 'auto'}  # left out, the theme complains in the console
html_extra_path = ['_extra']
html_css_files = ['clf.css']
html_js_files = [('explore/site.js', {'defer': 'defer'})]  # draws the explorers of a page, and fetches them from beside itself
html_copy_source = html_show_sourcelink = html_show_sphinx = False
templates_path = ['_templates']
html_theme_options = {
    'show_prev_next': True, 'navigation_with_keys': False, 'back_to_top_button': False,
    'navbar_end': ['theme-switcher'], 'navbar_persistent': ['search-button'], 'header_links_before_dropdown': 7,
    'secondary_sidebar_items': ['download', 'page-toc'], 'show_toc_level': 1, 'search_bar_text': 'Search: Nemenyi, recall ...',
    'footer_start': ['copyright'], 'footer_end': [],
    'pygments_light_style': 'a11y-high-contrast-light', 'pygments_dark_style': 'a11y-high-contrast-dark'}
html_sidebars = {'index': [], 'tour': []}


def plain_words(app, what, name, obj, options, lines):
    "`genes_`, a_b_ and *options in a sentence are words, not markup."
    lines[:] = [line if '`' in line or line.startswith('>>>') else re.sub(r'(?<=\w)_(?!\w)|\|', r'\\\g<0>', line) for line in lines]


def has_notebook(app, pagename, templatename, context, doctree):
    "The download button stands on pages that are notebooks."
    context['has_notebook'] = lambda name: (Path(app.srcdir) / '_extra/notebooks' / f'{name}.ipynb').exists()


def find_what_readers_type(app, error):
    "The search finds the words of search.json first. (Sphinx would take them from the index, and forget those of pages that it did not build anew.)"
    file, begin, end = Path(app.outdir) / 'searchindex.js', 'Search.setIndex(', ')'
    if error or not file.exists():
        return
    found = json.loads(file.read_text(encoding='utf-8').removeprefix(begin).removesuffix(end))
    told = json.loads((Path(app.outdir) / 'search.json').read_text(encoding='utf-8'))
    entries = {phrase: [[found['docnames'].index(page), '', True]] for page, words in told.items() for phrase in words}
    file.write_text(f'{begin}{json.dumps(found | {"indexentries": entries})}{end}', encoding='utf-8')


def setup(app):
    app.connect('build-finished', find_what_readers_type)
    app.connect('html-page-context', has_notebook)
    app.connect('autodoc-process-docstring', plain_words)
