# Two commands: `make run` opens the portal with a demo league, `make test` proves it.
# Everything goes into .venv/ and var/; nothing outside this directory is touched.

PORT ?= 8000
HOST ?= 127.0.0.1
PY := .venv/bin/python
RUN_STAMP := .venv/.run-stamp
STAMP := .venv/.stamp

# Every process would compile the whole code again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test check coverage mutants bench soak drill demo screenshots clean environment

help:
	@echo "make run          the portal on http://$(HOST):$(PORT)/ with a demo league (PORT=, HOST=)"
	@echo "make test         the whole suite: SQLite, PostgreSQL, workers on Redis, browser"
	@echo "make check        formatting, linting, types, boundaries, migrations, deployment"
	@echo "make bench        measurements, written to bench-results.json"
	@echo "make coverage     lines and branches of rules/ that its tests run"
	@echo "make mutants      a sample of small faults in rules/: do its tests notice?"
	@echo "make soak         the long proofs: 5,000 seasons, 200 kills and their like; nightly (BUDGET= minutes, SEED=)"
	@echo "make drill        back up, restore, compare: both databases (TRANSFERS= so many before)"
	@echo "make demo         play the demo league into the present database"
	@echo "make screenshots  docs/pictures, from the demo league"
	@echo "make clean        remove .venv, caches and collected files; keeps var/portal.sqlite3"

environment: $(STAMP)

# The locks decide: when one changes, the environment is brought in line before anything else runs.
# What serves the portal comes first and alone: `make run` never waits for what only tests need.
# Distributions build their Python with profiles; one from source often is not, and a fifth slower.
UV_SYNC = uv sync --frozen --no-install-project $(if $(PYTHON),--python $(PYTHON))
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes

$(RUN_STAMP): uv.lock requirements.lock
	@set -e; if command -v uv >/dev/null 2>&1; then \
	  echo "Installing with uv …"; $(UV_SYNC) --no-dev --inexact; \
	else \
	  for python in $(PYTHON) $(PY) /usr/bin/python3 python3.11 python3.12 python3.13 python3.14 python3; do \
	    "$$python" -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null \
	      && break || python=; \
	  done; \
	  test -n "$$python" || { echo "Python 3.11 to 3.14 with venv is needed; PYTHON= names one."; exit 1; }; \
	  test "$$python" = $(PY) || "$$python" -m venv --clear .venv; \
	  echo "Installing with pip …"; $(PIP_INSTALL) -r requirements.lock; \
	fi
	@touch $@

$(STAMP): $(RUN_STAMP) requirements-dev.lock
	@set -e; echo "Installing what tests and checks need …"; if command -v uv >/dev/null 2>&1; then \
	  $(UV_SYNC); \
	else \
	  $(PIP_INSTALL) -r requirements.lock -r requirements-dev.lock; \
	fi
	@touch $@

run: $(RUN_STAMP)
	@exec $(PY) manage.py portal --host $(HOST) --port $(PORT)

test: $(STAMP)
	@exec $(PY) scripts/run_tests.py

check: $(STAMP)
	@exec $(PY) scripts/check.py

coverage: $(STAMP)
	@exec $(PY) scripts/coverage_report.py

mutants: $(STAMP)
	@exec $(PY) scripts/mutants.py

bench: $(STAMP)
	@exec $(PY) scripts/bench.py

soak: $(STAMP)
	@exec $(PY) scripts/run_tests.py --soak $(if $(BUDGET),--budget $(BUDGET)) $(if $(SEED),--seed $(SEED))

drill: $(STAMP)
	@exec $(PY) scripts/restore_drill.py $(if $(TRANSFERS),--transfers $(TRANSFERS))

demo: $(RUN_STAMP)
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py load_catalogue
	@exec $(PY) manage.py demo

screenshots: $(STAMP)
	@exec $(PY) scripts/screenshots.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache var/staticfiles
	rm -f bench-results.json .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
