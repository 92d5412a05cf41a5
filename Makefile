# The front door. `make play` and `make test` set up all they need, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
KERNEL := $(VENV)/.kernel
LETTERS := src/dalapapa/print/letters/letters.json
CLIENT := src/dalapapa/server/static/index.html

# Hundreds of processes start in the tests: whatever the shell says, none compiles what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup play site dev test rules rooms pages check types lint client unit docs format bench soak programs clean

help: ## Show this help
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) $(KERNEL) $(LETTERS) $(CLIENT) ## Set up everything, once (the other commands do it too)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Dalapapa needs Python 3.11 or newer: set PYTHON, as in make play PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python cannot make virtual environments here: on Debian or Ubuntu, apt install python3-venv"; exit 1; }
	@echo "Installing into $(VENV), once ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[all,dev]'
	@touch $(READY)

$(KERNEL): $(READY) $(wildcard src/dalapapa/kernel/*.py src/dalapapa/kernel/*/*.py)
	@echo "Compiling the kernel, once ..."
	@$(BIN)/python -c "from dalapapa.kernel import warm; warm()"
	@$(BIN)/python -m dalapapa.kernel.wasm.building $(KERNEL)
	@touch $(KERNEL)

$(LETTERS): $(READY) scripts/letters.py
	@$(BIN)/python scripts/letters.py

# The client brings along what is played without a server: the rooms of Python that run in the browser, too.
ALONG := $(addprefix src/dalapapa/,rules bots analysis render lessons print browser service)
$(CLIENT): $(READY) $(KERNEL) $(LETTERS) $(shell find $(ALONG) -name '*.py' -o -name '*.json' -o -name '*.toml') \
		$(shell find web \( -path web/node_modules -o -path web/public/along \) -prune -o \
		-type f ! -name '*.test.ts' ! -name pack.json ! -name kernel.wasm -print)
	@echo "Building the browser client, once ..."
	@scripts/web build --logLevel error
	@touch $(CLIENT)

play: setup ## Play in the browser
	@$(BIN)/dalapapa serve --open

SITE ?= build/site
site: setup ## The game as a folder of files, for any host of such (SITE=folder, SERVER=address)
	@$(BIN)/dalapapa site $(SITE) $(if $(SERVER),--server $(SERVER))

dev: setup ## Work on the client: hot reload, with a server behind it
	@scripts/dev

# Checks two at a time, the longest first; then what needs processes and clocks, and at last what needs a browser.
# Whoever has nothing left takes over from the others.
SHARED := --dist worksteal
TWO := $(MAKE) --no-print-directory --jobs 2 --output-sync=target
test: setup programs ## Run every check and every test
	@$(TWO) rules types client docs unit lint
	@$(MAKE) --no-print-directory rooms
	@$(MAKE) --no-print-directory pages

rules: setup
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest tests/rules
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --include='*/dalapapa/rules/*' --fail-under=100

# Real servers and browsers share the cores here. What fails beside others runs once more alone: if it passes then,
# both are in the output, and it is a test to be mended. What fails alone fails.
tried = $(BIN)/pytest -o cache_dir=.pytest_cache/$(1) $(2) $(SHARED) $(3) || \
	{ echo "Failed beside others; once more, alone:"; \
	$(BIN)/pytest -o cache_dir=.pytest_cache/$(1) --maxfail 5 --last-failed --last-failed-no-failures none $(3); }

rooms: setup programs
	@$(call tried,rooms,-n 4,$(addprefix --ignore ,tests/rules tests/e2e tests/soak))

pages: setup programs
	@$(call tried,pages,-n 3,tests/e2e)

check: setup ## Format, lint, types, import direction, generated types
	@$(TWO) types lint client

types: setup
	@$(BIN)/mypy --no-error-summary

lint: setup
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

client: setup
	@scripts/web check
	@scripts/web types:check

unit: setup
	@scripts/web test

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
	@$(BIN)/python bench/wasm.py
	@$(BIN)/python bench/bots.py
	@$(BIN)/python bench/analysis.py
	@$(BIN)/python bench/envs.py
	@$(BIN)/python bench/cluster.py
	@$(BIN)/python bench/turns.py
	@$(BIN)/python bench/analysis_load.py
	@$(BIN)/python bench/server.py
	@$(BIN)/python bench/growth.py
	@$(BIN)/python bench/carriers.py
	@$(BIN)/python bench/attacks.py
	@$(BIN)/python bench/web.py
	@$(BIN)/python bench/offline.py
	@$(BIN)/python bench/lessons.py

# Hours in all. Each number can be made smaller: make soak KILLS=200 FUZZ=10000
# (Of a million messages nothing is logged: what pytest keeps of it would pass for memory that the server lost.)
KILLS ?= 10000
KILLS_SEVERAL ?= 1000
POWER_CUTS ?= 200
FREEZES ?= 40
FUZZ ?= 1000000
AWAY ?= 60
CLUSTER ?= 20000
LUCK ?= 2000
soak: setup programs ## The long tests: kills, power cuts, full disks, frozen processes, a million odd messages
	@DALAPAPA_KILL_ROUNDS=$(KILLS) $(BIN)/pytest -s tests/server/test_kill.py -k sqlite
	@DALAPAPA_KILL_ROUNDS=$(KILLS_SEVERAL) $(BIN)/pytest -s tests/server/test_kill.py -k postgresql
	@DALAPAPA_REDIS_AWAY=$(AWAY) $(BIN)/pytest -s tests/server/test_trouble.py
	@DALAPAPA_FREEZES=$(FREEZES) $(BIN)/pytest -s tests/soak/test_frozen.py
	@$(BIN)/pytest -s tests/soak/test_disk_full.py tests/soak/test_clocks.py tests/soak/test_wasm.py
	@DALAPAPA_POWER_CUTS=$(POWER_CUTS) $(BIN)/pytest -s tests/soak/test_powercut.py
	@DALAPAPA_FUZZ=$(FUZZ) $(BIN)/pytest -s -p no:logging tests/server/test_fuzz.py
	@DALAPAPA_LUCK_GAMES=$(LUCK) $(BIN)/pytest -s tests/soak/test_luck.py
	@DALAPAPA_CLUSTER_GAMES=$(CLUSTER) $(BIN)/pytest -s tests/cli/test_cluster.py -k killed

clean: ## Remove what setup made
	rm -rf $(VENV) web/node_modules web/public/along src/dalapapa/server/static src/dalapapa/print/letters docs/_build
