# clfcompare: `make demo` to see it work, `make test` to check it, `make help` for the rest.
PYTHON ?= $(if $(filter Windows_NT,$(OS)),python,python3)
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
STAMP := $(VENV)/.stamp
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
WORKERS ?= auto
JOBS ?= -1
# The order of the floors: a notebook runs after those it builds on.
FLOORS := core measures inference algorithms experiment report explore cases course
OURS := tests tools bench setup.py
# The folders that .gitignore names are made by these commands, but for those that hold hours of computing, or a user's states of a notebook.
MADE = $(filter-out _cases _levels .ipynb_checkpoints,$(shell sed -n 's|^/\{0,1\}\(.*\)/$$|\1|p' .gitignore))
NOTEBOOKS = $(foreach floor,$(FLOORS),$(sort $(wildcard nbs/$(floor)/*.ipynb))) $(wildcard nbs/index.ipynb)

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-all pythons mutants lab export format lint hooks notebooks shown machines cases levels course slides lite bench-peers readme docs docs-check dist clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='|' read -r a b; do printf '%-16s %s\n' "$$a" "$$b"; done

setup: $(STAMP)  ## make .venv with the package and everything needed to change it

$(STAMP): settings.ini setup.py pyproject.toml
	@command -v "$(PYTHON)" >/dev/null || { echo "Python 3.11 or newer is needed and '$(PYTHON)' is not found: install it (Debian: apt-get install python3 python3-venv) or say make PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, and $(PYTHON) is $$("$(PYTHON)" -V 2>&1): say make PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make a virtual environment (no ensurepip): apt-get install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV) (once, about a minute)"
	@"$(PYTHON)" -m venv "$(VENV)"
	@$(PIP) install --upgrade pip 'setuptools>=77'
	@$(PIP) install --editable '.[dev,cluster]'
	@touch $@

demo: $(STAMP)  ## two comparisons on real data, and demo.html with the figures
	@$(BIN)/clfcompare demo

test: $(STAMP)  ## every test and every notebook, but for the slow cells
	@$(BIN)/python -m pytest -n "$(WORKERS)"

test-all: $(STAMP)  ## every test and every notebook, slow cells too
	@$(BIN)/python -m pytest -n "$(WORKERS)" --slow

pythons: $(STAMP)  ## wheel, README and all tests under each Python, with the oldest and the newest packages (an hour; ONLY='3.12 oldest', TESTS='tests/test_numbers.py')
	@$(PIP) install 'uv>=0.5'
	@$(BIN)/python tools/pythons.py $(if $(ONLY),--only $(ONLY)) $(if $(TESTS),--tests $(TESTS))

mutants: $(STAMP)  ## plant faults one by one and list those that no test sees (half an hour, resumable; ONLY='pattern' for some, JOBS=1)
	@$(BIN)/python tools/mutants.py --only "$(ONLY)" $(if $(filter-out -1,$(JOBS)),--jobs "$(JOBS)")

lab: $(STAMP)  ## JupyterLab on the front page of the notebooks, which lists the others in reading order
	@$(BIN)/jupyter lab --ServerApp.root_dir="$(CURDIR)" --LabApp.default_url=/lab/tree/nbs/index.ipynb

export: $(STAMP)  ## write the modules, their docstrings and the stub from the notebooks; executes nothing
	@$(BIN)/python tools/export.py

format: $(STAMP)  ## clean the notebooks, and lay out tests and tools; modules are laid out by `make export`
	@$(BIN)/nbdev_clean && $(BIN)/ruff format --quiet $(OURS)

lint: $(STAMP)  ## look for likely errors, and at the layout; changes nothing
	@$(BIN)/ruff check --quiet clfcompare $(OURS)
	@$(BIN)/ruff format --check --quiet clfcompare $(OURS) || { echo "make export lays out modules, make format what is written by hand" >&2; exit 1; }

hooks: $(STAMP)  ## let git look at every commit: modules in step, notebooks clean, layout (.pre-commit-config.yaml)
	@$(PIP) install 'pre-commit>=3.5' && $(BIN)/pre-commit install

notebooks: $(STAMP)  ## export, execute and clean all notebooks, floor by floor
	@$(BIN)/python tools/run_nbs.py $(NOTEBOOKS)

shown: $(STAMP)  ## run all notebooks, slow cells too, and list what they show that is not what they give; changes nothing
	@$(BIN)/python tools/run_nbs.py --check $(NOTEBOOKS)

machines: $(STAMP)  ## run notebooks, stored outcomes and course as on other processors, with one and two threads (an hour on 2 cores; SETTINGS='nehalem-1-plain' for some)
	@$(BIN)/python tools/machines.py --workers "$(WORKERS)" $(SETTINGS)

cases: $(STAMP)  ## recompute the outcomes of the case studies from the raw data, and say what is not as stored (long, resumable; CASES='a b' for some, JOBS=1 for one process)
	@$(BIN)/python tools/cases/run.py --jobs "$(JOBS)" $(CASES)

levels: $(STAMP)  ## compute the levels and powers behind the choice of tests again, and the coverage of intervals (resumable, an hour and a half on 2 cores)
	@$(BIN)/python tools/levels --jobs $(JOBS)

bench-peers: _peers/.stamp  ## time our functions beside those of other packages, in an environment of its own, and write bench/results/peers.csv
	@_peers/bin/python bench/bench_peers.py --csv bench/results/peers.csv

_peers/.stamp: bench/peers.txt settings.ini
	@echo "Making _peers, an environment with the packages of bench/peers.txt (a minute)"
	@"$(PYTHON)" -m venv _peers
	@_peers/bin/python -m pip -qq --disable-pip-version-check install --requirement bench/peers.txt --editable .
	@touch $@

course: $(STAMP)  ## prove the exercises, and write students' notebooks, assignments for nbgrader and the question bank to _course/
	@$(BIN)/python tools/course.py check release bank

slides: $(STAMP)  ## slides of the lectures, to be shown without a network, in _course/slides/ (fetches reveal.js and MathJax once, with npm)
	@$(BIN)/python tools/course.py slides

lite: course _lite_env/.stamp  ## the course in a browser without a server (JupyterLite), in _lite/site/; a reader's browser fetches numpy and the rest from Pyodide's home
	@rm -rf _lite && _lite_env/bin/python tools/course_lite.py _lite >/dev/null
	@echo "The course stands in _lite/site: serve it with $(BIN)/python -m http.server -d _lite/site"

_lite_env/.stamp: docs/course/lite.txt
	@echo "Making _lite_env, an environment with JupyterLite (a minute)"
	@"$(PYTHON)" -m venv _lite_env
	@_lite_env/bin/python -m pip -qq --disable-pip-version-check install --requirement docs/course/lite.txt
	@touch $@

readme: $(STAMP)  ## make README.md from nbs/index.ipynb
	@$(BIN)/python tools/readme.py

docs: $(VENV)/.docs _site_deps/mathjax  ## build the site in _site, for readers; needs no network after the first time
	@$(BIN)/python tools/site_pages.py _site_src _site_deps/mathjax
	@$(BIN)/python -m sphinx -q -W --keep-going -b html -d _site_doctrees -j 2 _site_src _site
	@echo "The site stands in _site: open _site/index.html, or serve it with $(BIN)/python -m http.server -d _site"

docs-check: docs _site_deps/node_modules  ## open every page of the site in Chromium: wide, narrow, light and dark
	@node tools/site_check.mjs _site _site_deps

$(VENV)/.docs: $(STAMP)
	@echo "Fetching what builds the site (once)"
	@$(PIP) install --editable '.[docs]'
	@touch $@

_site_deps/mathjax:
	@command -v npm >/dev/null || { echo "npm is needed once, for MathJax: install Node.js (Debian: apt-get install nodejs npm)" >&2; exit 1; }
	@mkdir -p _site_deps && cd _site_deps && npm pack --silent mathjax@3 >/dev/null && tar -xzf mathjax-3*.tgz && rm mathjax-3*.tgz
	@mkdir -p $@.new/output/chtml && mv _site_deps/package/es5/tex-chtml-full.js $@.new && mv _site_deps/package/es5/output/chtml/fonts $@.new/output/chtml
	@rm -rf _site_deps/package && mv $@.new $@

_site_deps/node_modules:
	@command -v npm >/dev/null || { echo "npm is needed once, for the driver of Chromium: install Node.js (Debian: apt-get install nodejs npm)" >&2; exit 1; }
	@mkdir -p _site_deps && npm install --silent --no-audit --no-fund --prefix _site_deps playwright-core@1 >/dev/null

dist: $(STAMP)  ## the source distribution and the wheel, in dist/, checked for upload
	@rm -rf dist && $(BIN)/python -m build --outdir dist . && $(BIN)/python -m twine check --strict dist/*

clean:  ## remove what was made, .venv too; kept are _cases and _levels, which hold hours of computing
	@rm -rf $(MADE)
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
