# The front door. `make play` and `make test` set up all they need, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PAGE := src/dalapapa/server/static/index.html
WEB := $(shell find web -path web/node_modules -prune -o -type f ! -name '*.test.ts' -print)

.DEFAULT_GOAL := help
.PHONY: help setup web play test check format bench soak clean

help: ## Show this help
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## Install everything into .venv (done by the other commands too)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Dalapapa needs Python 3.11 or newer: set PYTHON, as in make play PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python cannot make virtual environments here: on Debian or Ubuntu, apt install python3-venv"; exit 1; }
	@echo "Setting up in $(VENV), once ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $(READY)

web: $(PAGE) ## Build the page to play on

$(PAGE): $(READY) $(WEB)
	@echo "Building the page to play on ..."
	@scripts/web build --logLevel error
	@touch $(PAGE)

play: setup web ## Play
	@$(BIN)/dalapapa serve --open

test: check web ## Run every check and every test
	@scripts/web test
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest tests/rules
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --include='*/dalapapa/rules/*' --fail-under=100
	@$(BIN)/pytest -n 2 --ignore tests/rules

check: setup ## Format, lint, types, import direction
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@scripts/web check
	@scripts/web types:check
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

format: setup ## Format the sources
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .
	@scripts/web format

bench: setup web ## Measure the published figures
	@$(BIN)/python bench/rules.py
	@$(BIN)/python bench/web.py

soak: setup ## The long tests

clean: ## Remove what setup made
	rm -rf $(VENV) web/node_modules $(dir $(PAGE))
