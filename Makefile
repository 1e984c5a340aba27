# On a fresh machine with Swift: `make inspect` to try it, `make install` to keep it, `make test`.

SWIFT ?= swift
SESSION ?= sessions/toast-queue.ndjson
STRICT = -Xswiftc -warnings-as-errors
# The Swift runtime goes into the program, so that it runs without a toolchain; macOS has its own.
STATIC = $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)
CONFIG ?= release
PREFIX ?= /usr/local
DESTDIR ?=
CASES ?=
RUNS ?= 9
FUZZ_RUNS ?= 10000000
FUZZ_SECONDS ?= 0
FUZZ_TARGETS ?=
SOAK_KILLS ?= 10000
SOAK_SEED ?=
SOAK_ONLY ?=
SOAK_STEP ?= 1
SOAK_DEATHS ?= 1000
SOAK_RECORDINGS ?= 100
SOAK_MEGABYTES ?= 512
SOAK_FILES ?=
SOAK_KIND ?=
SOAK_STEPS ?= 100000
SOAK_STATE ?=
FLEET ?=

.PHONY: inspect test test-whole test-fast build release setup setup-tests lint format sessions reference page pictures bench docs \
  soak fuzz clean install uninstall test-install test-interop measure-start measure-witness \
  test-witness-arm64 \
  measure-prompt examine-causes

# The tests spend most of their time in SessionFormat; optimized it takes a fraction.
test test-fast build: export HINDSIGHT_OPTIMIZED_FORMAT = 1
# Else the test library walks the stack at each error that is thrown, also at those that are expected,
# for events that nobody reads: a third of the time of SessionFormatTests.
test test-fast: export SWT_SWIFT_ERROR_BACKTRACING_ENABLED = 0

# Builds the tool and opens its prompt on a sample session; without a terminal it says what the
# session is.
inspect: release
	@if [ -t 0 ] && [ -t 1 ]; then .build/release/inspect $(SESSION); \
	else .build/release/inspect -e info $(SESSION); fi

# Builds everything without a warning, runs every test, and replays the recorded sessions.
test: setup-tests
	$(SWIFT) build --build-tests $(STRICT)
	TZ=UTC .build/debug/inspect verify sessions/*.ndjson
	for session in sessions/irreproducible/*.ndjson; do \
	  TZ=UTC Tools/expect-status 1 .build/debug/inspect verify $$session || exit 1; done
	SWIFT=$(SWIFT) Tools/run-tests '^InspectTests\.(Few|Gol|Host|Transc)' '^InspectTests'
	@echo "left out: make test-interop, $(if $(HINDSIGHT_WHOLE_TESTS),,test-whole, )test-install, soak and fuzz"

# The same with all cases of each law; `make test` has one of two to six of most, of two laws fewer.
test-whole:
	HINDSIGHT_WHOLE_TESTS=1 $(MAKE) test

# The tests that start no process and no compiler, with some of the cases of each long law.
test-fast: setup
	$(SWIFT) build --build-tests $(STRICT)
	HINDSIGHT_FAST_TESTS=1 TZ=UTC $(SWIFT) test --skip-build --disable-xctest \
	  --skip '^InspectTests|^AdoptingTests'

build: setup
	$(SWIFT) build $(STRICT)

release: setup
	$(SWIFT) build -c release $(STATIC) --product inspect
	@Tools/build-witness .build/release
	@Tools/copy-backtracer .build/release

# Installs the tool, its manual page and what lets shells complete it:
# `make install PREFIX=$HOME/.local`; DESTDIR is put in front, for packages.
install: release
	Tools/install-files .build/release "$(DESTDIR)$(PREFIX)"

# Removes what `make install` with the same PREFIX and DESTDIR made.
uninstall:
	Tools/install-files --remove "$(DESTDIR)$(PREFIX)"

# Installs to a new folder, and uses what is there as somebody without Swift would.
test-install:
	MAKE=$(MAKE) Tools/test-install

# Opens pages in real browsers and traces in Perfetto's own page, runs the recipes with the real tools, and a
# fleet of sessions on a Ray cluster whose workers are killed, `make test-interop FLEET='--sessions 10000 --workers 1,2,4'`; `make test`
# leaves all out.
test-interop: release
	@Tools/install-dependencies jq python3 chromium firefox duckdb fsspec ray viztracer
	python3 Tests/Interop/page_test.py .build/release/inspect
	python3 Tests/Interop/recipes_test.py .build/release/inspect
	python3 Tests/Interop/perfetto_test.py .build/release/inspect
	python3 Tests/Interop/parquet_test.py .build/release/inspect
	python3 Tests/Interop/generated_tests.py .build/release/inspect
	python3 Tests/Interop/fleet_test.py .build/release/inspect $(FLEET)

# The size of the tool and its start, beside an empty Swift program that is linked in the same way.
measure-start: release
	SWIFT=$(SWIFT) Tools/measure-start .build/release/inspect $(SESSION)

# What a re-run of a step costs with the witness, beside one without.
measure-witness: release
	Tools/measure-witness .build/release/inspect sessions/irreproducible/toast-clock.ndjson
	@cd Tests/InspectTests/Scripts && clang -O1 -fno-omit-frame-pointer -o $(CURDIR)/.build/asking-often \
	  stream_host.c linked_swift.c rough_host.c asking_host.c lost_host.c
	@echo "A step that asks for the time 100,000 times, in a host that does nothing else:"
	Tools/measure-witness .build/release/inspect sessions/counter-crash.ndjson .build/asking-often often
	@echo "A step that goes 20,000 rounds over two variables, there:"
	Tools/measure-witness .build/release/inspect sessions/counter-crash.ndjson .build/asking-often hot

# What the witness sees on arm64, in QEMU: the same as on this machine. Needs gcc-aarch64-linux-gnu and qemu-user.
test-witness-arm64:
	Tests/WitnessOnARM/check

# How fast the prompt answers at a terminal: keys, motions, Ctrl-C wherever it waits, the start.
measure-prompt: release
	SWIFT=$(SWIFT) Tools/measure-prompt .build/release/inspect $(RUNS) $(CASES)

setup:
	@Tools/install-dependencies readline zlib

setup-tests:
	@Tools/install-dependencies readline zlib jq python3 yaml prove strace zsh fish mandoc

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests \
	  Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests \
	  Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources

# Records the sample sessions anew, for when a sample app or the recorder has changed.
sessions: release
	Tools/record-sessions .build/release/inspect

# Writes the manual page and the reference page anew, for when a command has changed.
reference: release
	.build/release/inspect reference man > docs/inspect.1
	.build/release/inspect reference markdown > docs/commands.md

# Writes the digests of the page's script and style anew, for when one of them has changed.
page:
	Tools/digest-page > Sources/Commands/Page/PageDigests.swift.new
	mv Sources/Commands/Page/PageDigests.swift.new Sources/Commands/Page/PageDigests.swift

# Draws the pictures of the terminal anew, each from a run of the tool.
pictures: release
	for lines in docs/pictures/*.txt; do \
	  Tools/picture-terminal $${lines%.txt}.svg 88 .build/release/inspect \
	    sessions/toast-queue.ndjson < $$lines || exit 1; done

# Measures against rivals, one JSON line a case: `make bench CASES='encode/*' CONFIG=debug`.
bench:
	@touch Benchmarks/Package.swift  # else files that are new in the library are not seen
	@$(SWIFT) build --package-path Benchmarks -c $(CONFIG) --product bench 1>&2
	@Benchmarks/.build/$(CONFIG)/bench $(foreach case,$(CASES),'$(case)')

# Compiles the documentation of the libraries, where each warning is an error.
docs:
	$(SWIFT) build --target RecorderHost  # and Recorder
	$(SWIFT) build --target Commands  # and Inspector and Query
	for module in SessionFormat Recorder RecorderHost Query Inspector Commands; do \
	  SWIFT=$(SWIFT) Tools/compile-docs $$module .build/debug/Modules .build/documentation/$$module \
	    || exit 1; done

# Kills, traps and starves a recording app, and damages a session everywhere: `make soak
# SOAK_KILLS=100 SOAK_STEP=13 SOAK_SEED=1` for less, SOAK_ONLY=damage for the latter alone,
# SOAK_ONLY=replays for replays in 20 processes, SOAK_ONLY=deaths for hosts that die at random,
# SOAK_ONLY=minimize for what reductions cost and how small their results are beside ddmin's,
# SOAK_ONLY=chance for what verify says of chance of few outcomes, of which SOAK_RECORDINGS fresh
# recordings are made each (SOAK_KIND=hash-order,killed for those of some kinds), SOAK_ONLY=hostile for what
# each verb needs to read hostile files of 1 MB (SOAK_MEGABYTES=512 at most; SOAK_FILES=copy for those
# whose name holds that), SOAK_ONLY=steps for SOAK_STEPS random steps in each of two environments over
# states of every construct, each compared with a full encoding (SOAK_STATE=Texts for those of one state).
soak: setup-tests
	$(SWIFT) build -c release --product RecorderDriver $(STRICT)
	$(SWIFT) build -c release --product inspect $(STRICT)
	$(SWIFT) build -c release --product RogueHost $(STRICT)
	$(SWIFT) build -c release --product Zoo $(STRICT)
	$(SWIFT) build -c release --product RandomSteps $(STRICT)
	$(SWIFT) build -c release --product Soak $(STRICT)
	$(SWIFT) build --sanitize=thread --scratch-path .build/sanitized --product RecorderDriver
	SOAK_KILLS=$(SOAK_KILLS) SOAK_SEED=$(SOAK_SEED) SOAK_ONLY=$(SOAK_ONLY) \
	  SOAK_STEP=$(SOAK_STEP) SOAK_DEATHS=$(SOAK_DEATHS) \
	  SOAK_RECORDINGS=$(SOAK_RECORDINGS) SOAK_MEGABYTES=$(SOAK_MEGABYTES) \
	  SOAK_FILES=$(SOAK_FILES) SOAK_KIND=$(SOAK_KIND) \
	  SOAK_STEPS=$(SOAK_STEPS) SOAK_STATE=$(SOAK_STATE) .build/release/Soak \
	  .build/release/RecorderDriver .build/sanitized/debug/RecorderDriver

# Examines the search for causes by the second zoo (Tests/CauseZoo): each of its reducers is recorded once and
# verified RUNS times under other zones, languages, hash seeds and load: `make examine-causes RUNS=1 FAULTS='late-*'`.
examine-causes: release
	$(SWIFT) build --package-path Tests/CauseZoo
	Tests/CauseZoo/examine.py .build/release/inspect --runs $(or $(RUNS),10) --jobs 2 \
	  --results .build/causes.ndjson --table .build/causes.md $(if $(FAULTS),--faults $(FAULTS))

# Feeds parsers, queries, patches and sessions with ever new inputs under the address sanitizer:
# `make fuzz FUZZ_RUNS=100000 FUZZ_TARGETS='json patch'` for less, FUZZ_SECONDS=60 for so long each.
fuzz:
	@touch Fuzz/Package.swift  # else files that are new in the library are not seen
	@$(SWIFT) build --package-path Fuzz -c release --product fuzz \
	  -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld 1>&2
	@Tools/fuzz Fuzz/.build/release/fuzz $(FUZZ_RUNS) $(FUZZ_SECONDS) $(FUZZ_TARGETS)

clean:
	$(SWIFT) package clean
	$(SWIFT) package --package-path Benchmarks clean
	$(SWIFT) package --package-path Fuzz clean
