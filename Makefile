# Needs python3 (3.10 to 3.14, with venv), and make; everything else comes from PyPI into .venv.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.core
STAMP := $(VENV)/.installed
FLOORS := instances domains verifiers generators scripts

# the folder verifiers/ must not hide a library of that name: never put the working directory on sys.path
export PYTHONSAFEPATH := 1
# hundreds of processes are started by the tests: byte code is kept, whatever the shell says
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo data systems gallery api docs quick test test-all lint types format clean

help:
	@echo "make demo      install the core (36 MB) and show in a minute what this is for"
	@echo "make setup     install everything: engines, tools, tests"
	@echo "make data      make the questions of instances/ again: planning, reactive, timetravel, gridworld"
	@echo "make systems   synthesise the reactive systems of domains/reactive/systems again"
	@echo "make gallery   draw docs/gallery.md and its pictures again"
	@echo "make api       write docs/api.md again, from the docstrings"
	@echo "make docs      build the site of README and docs/ into out/site, links checked"
	@echo "make quick     set up, then ruff and the tests that take moments"
	@echo "make test      set up, then ruff, mypy and the tests"
	@echo "make test-all  the same with the tests that take minutes, and what they cover"
	@echo "make lint | types | format | clean"

# setuptools warns whoever installs from a clone of folders that might hide a package: not a reader's concern
$(CORE): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 14))' \
	  || { echo "certwright needs Python 3.10 to 3.14; say make PYTHON=/path/to/python3.12"; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(STAMP): $(CORE)
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --editable '.[all,dev]'
	@touch $@

setup: $(STAMP)

demo: $(CORE)
	@$(BIN)/certwright demo

data: $(STAMP)
	@mkdir -p instances/planning
	for form in gen bool mcq; do \
	  $(BIN)/certwright generate planning --seed 7 -n 10 --level 3 --context natural --form $$form \
	    -o instances/planning/$$form.jsonl.gz --jobs $(JOBS) || exit 1; \
	done
	@mkdir -p instances/reactive
	for form in gen bool episode; do \
	  $(BIN)/certwright generate reactive --seed 7 -n 4 --level 2,3,4,5 --form $$form \
	    -o instances/reactive/$$form.jsonl.gz --jobs $(JOBS) || exit 1; \
	done
	@mkdir -p instances/timetravel
	$(BIN)/python -m certwright.scripts.shipped instances/timetravel/levels.jsonl
	$(BIN)/certwright generate timetravel --seed 7 -n 12 --level 1,2,3,4,5,6 \
	  -o instances/timetravel/generated.jsonl --jobs $(JOBS)
	@mkdir -p instances/gridworld
	$(BIN)/certwright generate gridworld --seed 7 -n 1 -o instances/gridworld/problems.jsonl --jobs $(JOBS)

systems: $(STAMP)
	$(BIN)/python -m certwright.scripts.shipped

gallery: $(STAMP)
	$(BIN)/python -m certwright.scripts.gallery docs

api: $(STAMP)
	$(BIN)/python -m certwright.scripts.api_page docs/api.md

docs: $(STAMP)
	$(BIN)/python -m pip install --quiet 'mkdocs-material>=9.5'
	rm -rf out/pages out/site && mkdir -p out/pages
	ln -s $(addprefix $(CURDIR)/,README.md CHANGELOG.md CONTRIBUTING.md LICENSE docs examples) out/pages/
	$(BIN)/mkdocs build --strict --quiet

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(STAMP)
	@mkdir -p .types && ln -sfn .. .types/certwright
	MYPYPATH=.types $(BIN)/mypy --namespace-packages --explicit-package-bases -m certwright $(FLOORS:%=-p certwright.%)

quick: lint
	$(BIN)/pytest -m "not long and not slow" --numprocesses $(JOBS) --dist loadfile --no-loadscope-reorder

test: lint types
	$(BIN)/pytest --numprocesses $(JOBS) --dist loadfile --no-loadscope-reorder

test-all: lint types
	$(BIN)/pytest -m "long or not long" --numprocesses $(JOBS) --dist loadfile --no-loadscope-reorder --cov --cov-report=term:skip-covered

clean:
	rm -rf $(VENV) .types build dist out certwright.egg-info .coverage
	find . -type d \( -name __pycache__ -o -name .pytest_cache -o -name .mypy_cache -o -name .ruff_cache \
	  -o -name .hypothesis \) -prune -exec rm -rf {} +
