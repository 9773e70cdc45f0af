# One verb per chore; `make help` lists them. CI uses the same verbs.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PROTO_TOOLS := build/proto-tools
# More arguments for the command behind a verb, for instance: make fuzz ARGS="--matches 1000"
ARGS ?=

.PHONY: help env run test test-compose lint rules fuzz bench golden proto proto-check compiled up down clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

env: $(STAMP) ## the environment in .venv, with the command .venv/bin/baochuan

$(STAMP): pyproject.toml sdk/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed: make env PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "Python's venv module is needed (Debian: apt-get install python3-venv)" >&2; exit 1; }
	@echo "env: installing into $(VENV) (the first time takes a minute or two)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --disable-pip-version-check -e ./sdk -e ".[dev]" >$(VENV)/install.log 2>&1 \
	  || { tail -30 $(VENV)/install.log >&2; exit 1; }
	@# mypyc puts the library that compiled modules share beside their packages, so that folder is on the path.
	@echo "$(CURDIR)/services" > "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/baochuan-services.pth"
	@touch $@

run: env ## 200 matches of The Ming Voyages, greedy against random, through the whole platform
	@$(BIN)/baochuan run ming_voyages --players greedy,random --matches 200 --swap-seats $(ARGS)

test: env lint ## lint and all tests
	@$(BIN)/python -m pytest -q -n auto --dist loadgroup $(ARGS)

test-compose: env ## the platform in containers, played against from outside; needs a Docker engine
	@$(BIN)/python -m pytest -q -m compose tests/e2e/test_compose.py $(ARGS)

lint: env proto-check ## style, types, import boundaries, the API and its stubs
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { $(BIN)/ruff format --check . || true; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/buf lint

rules: env ## which numbered rules of each game a passing test shows; ARGS=--verbose names the tests
	@$(BIN)/python -m tests.rule_coverage $(ARGS)

fuzz: env ## long random play over all games, modes and seat counts; failures become replay files
	@$(BIN)/python -m tests.fuzz $(ARGS)

bench: env ## speed in process and through the platform, as a table and JSON
	@$(BIN)/python -m tests.bench $(ARGS)

golden: env ## regenerate the golden transcripts (review the diff)
	@$(BIN)/python -m tests.golden $(ARGS)

proto: $(PROTO_TOOLS)/.installed ## regenerate the Python stubs of the API in sdk/baochuan
	@$(PROTO_TOOLS)/bin/python proto/stubs.py generate

$(PROTO_TOOLS)/.installed: proto/requirements.txt
	@test -x $(PROTO_TOOLS)/bin/python || $(PYTHON) -m venv $(PROTO_TOOLS)
	@$(PROTO_TOOLS)/bin/python -m pip install --disable-pip-version-check -r proto/requirements.txt \
	  >$(PROTO_TOOLS)/install.log 2>&1 || { tail -30 $(PROTO_TOOLS)/install.log >&2; exit 1; }
	@touch $@

proto-check: env
	@$(BIN)/python proto/stubs.py check

compiled: env ## compile the rules with mypyc in place (ARGS=--clean undoes it)
	@$(BIN)/python deploy/compile_rules.py $(ARGS)

up: ## the platform in containers (docker compose); makes the operator's token on first use
	@deploy/up.sh $(ARGS)

down: ## stop the containers; `make down ARGS=--volumes` also drops their data
	@deploy/compose.sh down $(ARGS)

clean: ## remove what the other verbs made: environment, compiled rules, caches
	@rm -rf $(VENV) build dist sdk/build .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .import_linter_cache
	@find services gateway sdk tests proto deploy \( -name '*.so' -o -name __pycache__ -o -name '*.egg-info' \) -prune -exec rm -rf {} +
	@rm -rf *.egg-info
