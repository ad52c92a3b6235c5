# Needs python3 (3.10 to 3.14, with venv), and make; everything else comes from PyPI into .venv.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
OUT := out/demo
FLOORS := instances domains verifiers generators scripts

# the folder verifiers/ must not hide a library of that name: never put the working directory on sys.path
export PYTHONSAFEPATH := 1

.PHONY: help setup demo data systems gallery api docs quick test test-all lint types format clean

help:
	@echo "make demo      set up, then label, verify, audit and score questions that ship with the repository"
	@echo "make data      make the questions of instances/ again: planning, reactive, timetravel, gridworld"
	@echo "make systems   synthesise the reactive systems of domains/reactive/systems again"
	@echo "make gallery   draw docs/gallery.md and its pictures again"
	@echo "make api       write docs/api.md again, from the docstrings"
	@echo "make docs      build the site of README and docs/ into out/site, links checked"
	@echo "make quick     set up, then ruff and the tests that take moments"
	@echo "make test      set up, then ruff, mypy and the tests"
	@echo "make test-all  the same with the tests that take minutes, and what they cover"
	@echo "make lint | types | format | clean"

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 14))' \
	  || { echo "certwright needs Python 3.10 to 3.14; say make PYTHON=/path/to/python3.12"; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[all,dev]'
	@touch $@

setup: $(STAMP)

demo: $(STAMP)
	@mkdir -p $(OUT)
	@echo; echo "1. label: compute the complete truth of the questions in instances/demo, with proofs"
	$(BIN)/certwright label instances/demo/planning.jsonl -o $(OUT)/truth.jsonl --jobs $(JOBS)
	@echo; echo "2. verify: replay every proof with a checker that shares nothing with the engines"
	$(BIN)/certwright verify $(OUT)/truth.jsonl --jobs $(JOBS)
	@echo; echo "3. audit: gold answers score 1, idle answers do not, mutants are caught, a second engine agrees"
	$(BIN)/certwright audit $(OUT)/truth.jsonl --jobs $(JOBS)
	@echo; echo "4. score: judge the answers of instances/demo/answers.jsonl; no engine is needed for this"
	$(BIN)/certwright score instances/demo/answers.jsonl --truth $(OUT)/truth.jsonl --by task -o $(OUT)/verdicts.jsonl

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
	$(BIN)/python -m certwright.scripts.timetravel.shipping instances/timetravel/levels.jsonl
	$(BIN)/certwright generate timetravel --seed 7 -n 12 --level 1,2,3,4,5,6 \
	  -o instances/timetravel/generated.jsonl --jobs $(JOBS)
	@mkdir -p instances/gridworld
	$(BIN)/certwright generate gridworld --seed 7 -n 1 -o instances/gridworld/problems.jsonl --jobs $(JOBS)

systems: $(STAMP)
	$(BIN)/python -m certwright.scripts.making_systems

gallery: $(STAMP)
	$(BIN)/python -m certwright.scripts.gridworld.gallery docs

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
	$(BIN)/pytest -m "not long and not slow" --numprocesses $(JOBS) --dist loadfile

test: lint types
	$(BIN)/pytest --numprocesses $(JOBS) --dist loadfile

test-all: lint types
	$(BIN)/pytest -m "long or not long" --numprocesses $(JOBS) --dist loadfile --cov --cov-report=term:skip-covered

clean:
	rm -rf $(VENV) .types build dist out certwright.egg-info .coverage
	find . -type d \( -name __pycache__ -o -name .pytest_cache -o -name .mypy_cache -o -name .ruff_cache \
	  -o -name .hypothesis \) -prune -exec rm -rf {} +
