# How to play, test and keep this repository. Made for GNU make 3.81 (macOS) and later, and a plain sh.

VENV := .venv
BIN := $(VENV)/bin
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11
# Debian's and Raspberry Pi OS's packages that `make test` needs: a venv, a browser, for systemd/ the checkers
# and a machine in a container, a C compiler, which also builds the drivers of a strip, and what draws the wiring and
# renders the printed parts.
PACKAGES := python3-venv chromium systemd systemd-container dbus polkitd udev gcc libc6-dev python3-dev graphviz openscad
LOCK := uv pip compile --universal --generate-hashes --no-header --no-annotate --python-version 3.11 --quiet

.PHONY: help play install test lint format bench lock clean packages
.NOTPARALLEL:

help: ## This list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/play.ready ## Play: the whole table in the browser, no hardware, no system packages
	@$(BIN)/companion play

install: $(VENV)/play.ready ## Make it a service of this Raspberry Pi or Debian machine (asks for root's rights)
	@if [ "$$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi; $$sudo $(BIN)/companion install

test: packages lint ## Every check and test; installs what is missing on Debian and Raspberry Pi OS
	$(BIN)/pytest -n 2

lint: $(VENV)/dev.ready ## Format, lint, types and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/dev.ready ## Format, and mend what the linter can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/play.ready ## Measure what must be fast
	$(BIN)/python -m bench

lock: ## Renew both lock files after a change of dependencies (needs uv; LOCK_FLAGS=--upgrade for newer versions)
	@command -v uv >/dev/null || { echo "make lock needs uv. Install it with: pip install uv" >&2; exit 1; }
	$(LOCK) $(LOCK_FLAGS) pyproject.toml -o requirements.lock
	$(LOCK) $(LOCK_FLAGS) pyproject.toml --extra dev -c requirements.lock -o requirements-dev.lock

clean: ## Remove everything made by the targets above
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environments. One folder serves both: the developer's holds all that playing needs.
# A stamp file is as new as the lock it was installed from, so a second run installs nothing.
define venv
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	for python in $(PYTHONS); do \
		"$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
		python=; \
	done; \
	if [ -z "$$python" ]; then \
		echo "No Python 3.11 or newer that can make a virtual environment was found (tried: $(PYTHONS))." >&2; \
		echo "Install one, then run make again:" >&2; \
		echo "  Debian 12, Raspberry Pi OS 12 or later:  sudo apt install python3-venv" >&2; \
		echo "  macOS:                                   brew install python" >&2; \
		exit 1; \
	fi; \
	"$$python" -m venv --clear $(VENV); }
endef

$(VENV)/play.ready: requirements.lock pyproject.toml
	$(venv)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps -e .
	@touch $@

$(VENV)/dev.ready: requirements-dev.lock pyproject.toml
	$(venv)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --no-deps -e .
	@touch $(VENV)/play.ready $@

# Elsewhere than on Debian, what is missing shows in the tests that need it.
packages:
	@command -v dpkg-query >/dev/null || exit 0; \
	missing=; \
	for package in $(PACKAGES); do \
		dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	if [ "$$(id -u)" = 0 ]; then sudo=; elif command -v sudo >/dev/null; then sudo=sudo; else \
		echo "The tests need these packages, and only root may install them:$$missing" >&2; \
		echo "There is no sudo here. As root, run: apt-get install$$missing" >&2; \
		exit 1; \
	fi; \
	echo "Installing$$missing"; \
	$$sudo apt-get update -q && $$sudo env DEBIAN_FRONTEND=noninteractive \
		apt-get install -q -y --no-install-recommends $$missing
