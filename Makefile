# The front door. `make play` and `make test` set up all they need, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
KERNEL := $(VENV)/.kernel
CLIENT := src/dalapapa/server/static/index.html

.DEFAULT_GOAL := help
.PHONY: help setup play dev test check docs format bench soak programs clean

help: ## Show this help
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) $(KERNEL) $(CLIENT) ## Set up everything, once (the other commands do it too)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Dalapapa needs Python 3.11 or newer: set PYTHON, as in make play PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python cannot make virtual environments here: on Debian or Ubuntu, apt install python3-venv"; exit 1; }
	@echo "Installing into $(VENV), once ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[all,dev]'
	@touch $(READY)

$(KERNEL): $(READY) $(wildcard src/dalapapa/kernel/*.py)
	@echo "Compiling the kernel, once ..."
	@$(BIN)/python -c "from dalapapa.kernel import warm; warm()"
	@touch $(KERNEL)

$(CLIENT): $(READY) $(shell find web -path web/node_modules -prune -o -type f ! -name '*.test.ts' -print)
	@echo "Building the browser client, once ..."
	@scripts/web build --logLevel error
	@touch $(CLIENT)

play: setup ## Play in the browser
	@$(BIN)/dalapapa serve --open

dev: setup ## Work on the client: hot reload, with a server behind it
	@scripts/dev

# The quick ones first.
SLOW := tests/install tests/agreement tests/server
test: check docs programs ## Run every check and every test
	@scripts/web test
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -n 2 tests/rules
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --include='*/dalapapa/rules/*' --fail-under=100
	@$(BIN)/pytest -n 2 $(addprefix --ignore ,tests/rules tests/e2e tests/soak $(SLOW))
	@$(BIN)/pytest -n 2 $(SLOW)
	@$(BIN)/pytest -n 2 tests/e2e

check: setup ## Format, lint, types, import direction, generated types
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }
	@scripts/web check
	@scripts/web types:check

docs: setup ## Build the documentation site into docs/_build/html
	@$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going -d docs/_build/doctrees docs docs/_build/html

programs: # PostgreSQL, Redis and a browser, for the tests
	@scripts/install-programs

format: setup ## Format the sources
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .
	@scripts/web format

bench: setup ## Measure the published figures
	@$(BIN)/python bench/rules.py
	@$(BIN)/python bench/engine.py
	@$(BIN)/python bench/bots.py
	@$(BIN)/python bench/server.py
	@$(BIN)/python bench/attacks.py
	@$(BIN)/python bench/web.py

# Hours in all. Each number can be made smaller: make soak KILLS=200 FUZZ=10000
KILLS ?= 10000
KILLS_SEVERAL ?= 1000
POWER_CUTS ?= 200
FREEZES ?= 40
FUZZ ?= 1000000
AWAY ?= 60
soak: setup programs ## The long tests: kills, power cuts, full disks, frozen processes, a million odd messages
	@DALAPAPA_KILL_ROUNDS=$(KILLS) $(BIN)/pytest -s tests/server/test_kill.py -k sqlite
	@DALAPAPA_KILL_ROUNDS=$(KILLS_SEVERAL) $(BIN)/pytest -s tests/server/test_kill.py -k postgresql
	@DALAPAPA_REDIS_AWAY=$(AWAY) $(BIN)/pytest -s tests/server/test_trouble.py
	@DALAPAPA_FREEZES=$(FREEZES) $(BIN)/pytest -s tests/soak/test_frozen.py
	@$(BIN)/pytest -s tests/soak/test_disk_full.py tests/soak/test_clocks.py
	@DALAPAPA_POWER_CUTS=$(POWER_CUTS) $(BIN)/pytest -s tests/soak/test_powercut.py
	@DALAPAPA_FUZZ=$(FUZZ) $(BIN)/pytest -s tests/server/test_fuzz.py

clean: ## Remove what setup made
	rm -rf $(VENV) web/node_modules src/dalapapa/server/static docs/_build
