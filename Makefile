# The front door. `make play` and `make test` set up all they need, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup play test check format bench soak clean

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

play: setup ## Play
	@$(BIN)/dalapapa watch

test: check ## Run every check and every test
	@scripts/install-programs
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest tests/rules
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --include='*/dalapapa/rules/*' --fail-under=100
	@$(BIN)/pytest -n 2 --ignore tests/rules

check: setup ## Format, lint, types, import direction
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

format: setup ## Format the sources
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

bench: setup ## Measure the published figures
	@$(BIN)/python bench/rules.py
	@$(BIN)/python bench/server.py

soak: setup ## The long tests
	@DALAPAPA_KILL_ROUNDS=10000 $(BIN)/pytest tests/server/test_kill.py

clean: ## Remove what setup made
	rm -rf $(VENV)
