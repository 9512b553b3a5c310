# Two commands: `make run` opens the board, `make test` runs every check. Both install what is missing first.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
TESTS ?= tests
EXCEPT ?=
SIZE ?= 1280x720
KILLS ?= 1000
HANDS ?= 1000000
# python3-dev, gcc and headers: evdev is built from source. libx11-6: the window.
PACKAGES := python3-venv python3-dev gcc libc6-dev linux-libc-dev libx11-6 libxext6
BENCH_PACKAGES := libxtst6 nodejs npm
# A TPM in software. The names are those of Debian 12, which 13 provides too; where it does not, only these stay away.
TPM_PACKAGES := swtpm swtpm-tools libtss2-esys-3.0.2-0 libtss2-rc0 libtss2-tcti-swtpm0
TEST_PACKAGES := xvfb xdotool poppler-utils chromium dosfstools exfatprogs postgresql pgbouncer

.PHONY: help setup run demo test suite covered others test-pythons check pictures format clean kill-test floor-test fault-test office-test export-bench pages-bench bench soak deb lock package-test release appliance-test matrix
help:
	@echo "make run       open the board in a window (SIZE=$(SIZE))"
	@echo "make demo      the board, playing by itself"
	@echo "make test      every check, without a screen"
	@echo "make test-pythons   the tests on every Python that is found (TESTS=\"tests/game …\" for some of them)"
	@echo "make setup     prepare .venv; the command is then $(BIN)/eztrak"
	@echo "make pictures  paint the pictures of the documents anew"
	@echo "make format    put the code into its form"
	@echo "make matrix    every screen at every size, in every look and language: legible, more of them together"
	@echo "make kill-test KILLS=$(KILLS)   kills the board that often at random instants: no acknowledged hand is lost"
	@echo "make floor-test  the floor's database: 300 evenings that chance makes, six of 50 senders, and what is asked of it in figures"
	@echo "make fault-test  every failing call to the disk, every flipped bit of a file and every step of an update, one by one"
	@echo "make bench     everything about speed, side by side with its floor and with Chromium; writes docs/bench.*"
	@echo "make soak      ten thousand hands at the board: memory, descriptors, speed and replay stay what they were"
	@echo "make office-test  the exports in a real LibreOffice, read back to the same hands"
	@echo "make export-bench HANDS=$(HANDS)   the export's speed and memory against a plain one with the csv module"
	@echo "make pages-bench   the processor time of every page of the pit at ten million hands, and of a year of twenty tables"
	@echo "make deb       the Debian packages, into dist/"
	@echo "make lock      the newest Python packages that pyproject.toml allows, with their hashes, into packaging/locks"
	@echo "make package-test  the packages built twice, in different surroundings: no byte differs"
	@echo "make release KEY=FILE   every check, the packages with their sums into dist/VERSION, and a tag; refuses where anything is missing"
	@echo "make appliance-test   an installed unit in a virtual machine, through all that happens to one (PARTS=\"power …\")"

setup: $(VENV)/ready

$(VENV)/ready: pyproject.toml Makefile packages
	@./packages $(PACKAGES)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[pit,floor]' --group dev
	@touch $@

run: setup
	@$(BIN)/eztrak run --windowed $(SIZE)

demo: setup
	@$(BIN)/eztrak demo --windowed $(SIZE) --speed 4

check: setup
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache | tail -n 3

test: check suite

# Branches are counted only where all must be taken, by the tests of these rooms alone: counting makes every test slower,
# also one in which it rests.
COVERED := tests/game tests/roads tests/table
OTHERS := $(filter-out $(COVERED),$(TESTS))
# More processes than a small machine has cores: a test mostly waits, for a board, a browser, a server. One that has
# nothing left takes over what another has not begun.
AT_ONCE := --numprocesses 4 --dist worksteal

suite: $(if $(filter tests $(COVERED),$(TESTS)),covered) $(if $(OTHERS),others)

covered: setup
	@./packages $(TEST_PACKAGES)
	$(BIN)/pytest $(AT_ONCE) $(COVERED) --cov

others: setup
	@./packages $(TEST_PACKAGES)
	@./packages $(TPM_PACKAGES)
	$(BIN)/pytest $(AT_ONCE) $(OTHERS) $(addprefix --ignore=,$(COVERED))

test-pythons:
	@./packages $(PACKAGES)
	@EXCEPT="$(EXCEPT)" tests/pythons $(TESTS)

pictures: setup
	EZTRAK_ACCEPT=1 $(BIN)/pytest --quiet tests/display/test_pictures.py -k documents

# The suite lays out as many combinations of screens, sizes, looks and languages as it takes for every two values to meet.
# Five minutes.
matrix: setup
	EZTRAK_MATRIX=1 $(BIN)/pytest --quiet --numprocesses auto --dist worksteal tests/display

# About a second for each kill.
kill-test: setup
	EZTRAK_KILLS=$(KILLS) $(BIN)/pytest --quiet tests/commands/test_commands_kill.py

# Ten minutes.
fault-test: setup
	EZTRAK_FLIPS=1 EZTRAK_FAULTS=1 $(BIN)/pytest --quiet -s tests/journal/test_bit_flips.py tests/journal/test_faults.py tests/appliance/test_setup.py

# Under ten minutes; the first time some more, for a history of ten million hands (3 GB in the user's cache).
bench: setup
	@./packages $(TEST_PACKAGES) $(BENCH_PACKAGES)
	$(BIN)/python tests/bench/bench.py

# Five minutes.
soak: setup
	@./packages $(TEST_PACKAGES)
	$(BIN)/python tests/bench/soak.py

# Installs LibreOffice first, half a gigabyte.
office-test: setup
	@./packages libreoffice-calc-nogui
	$(BIN)/pytest --quiet tests/supervisor/spreadsheets.py

# Ten million hands take ten minutes and ten gigabytes, in the cache and in TMPDIR.
export-bench: setup
	$(BIN)/python tests/bench/export_speed.py $(HANDS)

pages-bench: setup
	$(BIN)/python tests/bench/pages.py

# Root; an hour or two where the processor has to be emulated. SUITE=bookworm for the older Debian, ARCH=arm64 for a
# Raspberry Pi's processor, CUTS=100 power cuts.
appliance-test: setup
	@./packages dosfstools exfatprogs mtools
	@$(BIN)/python tests/appliance/appliance.py $(PARTS)

# For this machine's processor and Python; their lists of parts beside them.
deb:
	@./packages $(PACKAGES)
	@./packaging/build-deb dist

lock:
	@./packaging/lock

# Root; two minutes.
package-test: setup
	@./packages $(PACKAGES) faketime
	$(BIN)/pytest --quiet tests/packaging/built.py

# As package-test; ten minutes.
release: setup
	@./packages openssl
	@./packaging/release $(KEY)

# About half an hour; the ten million hands take ten gigabytes in TMPDIR for a while. PARTS="backlog room" for some of it.
floor-test: setup
	@./packages $(TEST_PACKAGES)
	EZTRAK_SEEDS=300 EZTRAK_SENDERS=50 EZTRAK_RUNS=6 $(BIN)/pytest --quiet tests/floor/test_floor_seeded.py tests/floor/test_floor_senders.py tests/floor/test_floor_update.py
	$(BIN)/python tests/floor/judged.py $(PARTS)

format: setup
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .

clean:
	rm -rf .venv .venv-3.* dist build .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
