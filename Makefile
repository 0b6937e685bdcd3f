# Everything sets itself up: `make run` and `make test` are all a newcomer needs.
.PHONY: help run test test-slow test-game test-window setup dev check soak mutation frozen bench tune evaluation build dist manual screenshots reports clean

# Another environment: make test VENV=.venv-newest
VENV := .venv
export VENV
PY := $(VENV)/bin/python
SAMPLE := logs/market-garden-turn-1.h44log
# Tests need no display, find the same platform everywhere, and start many processes: what is compiled is kept.
TEST_ENV := LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen PYTHONDONTWRITEBYTECODE=

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

run: setup ## open the app on the sample game (without a display: replay it here, write the page)
	@$(VENV)/bin/holland44 open $(SAMPLE) --page build/market-garden-turn-1.html

test: dev ## all tests but the slow ones
	@$(TEST_ENV) $(PY) -m pytest -n auto --dist worksteal -m "not soak and not slow" --ignore=tests/perf -p no:benchmark $(ARGS)

test-slow: dev ## the tests that take a second or more: whole programs, true mouse, games, films
	@$(TEST_ENV) $(PY) -m pytest -n auto --dist worksteal -m "slow and not soak" --ignore=tests/perf -p no:benchmark $(ARGS)

test-game: dev ## the tests of one game alone (GAME=normandy44)
	@$(TEST_ENV) $(PY) -m pytest -n auto --dist worksteal -m "not soak" -p no:benchmark tests/games/$(or $(GAME),holland44) $(ARGS)

test-window: dev ## the tests that a newer Python or Qt may break: window, log, CLI
	@$(TEST_ENV) $(PY) -m pytest -n auto --dist worksteal -m "not soak" -p no:benchmark tests/qt tests/unit/log tests/unit/test_cli*.py tests/unit/test_files.py $(ARGS)

setup: ## prepare .venv and the system libraries (done by run and test)
	@sh packaging/setup.sh

dev: ## the same with what tests and checks need
	@sh packaging/setup.sh dev

check: dev ## lint, types, import contracts, prose, compiled data up to date
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports
	@$(PY) packaging/prose.py
	@$(VENV)/bin/holland44 modules build holland44 --check

soak: dev ## long tests: crashes by the hundred, fuzzing, properties on many examples
	@$(TEST_ENV) $(PY) -m pytest -n auto --dist worksteal -m soak --timeout 3600 $(ARGS)
	@$(TEST_ENV) HOLLAND44_TIMES=20 $(PY) -m pytest -n auto tests/properties --timeout 3600 $(ARGS)

mutation: dev ## small changes to the engine, each of which a test should find (PACKAGE=engine/search)
	@$(TEST_ENV) $(PY) -m tests.mutation $(or $(PACKAGE),engine/search) $(ARGS)

frozen: dev ## the engine's answers and random games against those frozen in tests/frozen
	@$(TEST_ENV) $(PY) -m tests.frozen

bench: dev ## benchmarks against the budgets
	@$(TEST_ENV) $(PY) -m tests.perf.report

tune: dev ## try other weights of the computer player by self-play (GAME=marketgarden)
	@$(TEST_ENV) $(PY) packaging/tune.py $(or $(GAME),marketgarden) $(ARGS)

evaluation: dev ## fit the analyst's evaluation of a scenario to self-played games (GAME=normandy44 SCENARIO=cherbourg)
	@$(TEST_ENV) $(PY) packaging/evaluation.py $(or $(GAME),normandy44) --scenario $(or $(SCENARIO),cherbourg) $(ARGS)

build: dev ## compile the games' data from their sources
	@$(VENV)/bin/holland44 modules build holland44
	@$(PY) -m logs.build

dist: dev ## build wheel, source archive, one-folder build and .deb into dist/, and try each
	@sh packaging/dist.sh

manual: dev ## build the manual as a site into build/manual/site
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e ".[manual]"
	@$(TEST_ENV) $(PY) packaging/manual.py

screenshots: setup ## take the pictures of the window in docs/images
	@$(TEST_ENV) $(PY) packaging/screenshots.py

clean: ## remove what was made here
	rm -rf build .venv .venv-newest .mypy_cache .ruff_cache .pytest_cache

reports: dev ## docs/reports: the recorded game in every format
	@$(TEST_ENV) $(PY) packaging/reports.py
