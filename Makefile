# Everything a developer types. `make` alone shows this list.
SWIFT ?= swift
PREFIX ?= /usr/local
# Without what a debugger needs of each line, which takes a sixteenth of the time to compile.
RELEASE = $(SWIFT) build -c release -debug-info-format none
BENCHMARK = Tests/Benchmark/benchmark.py "$$($(RELEASE) --show-bin-path)"

.DEFAULT_GOAL := help
.PHONY: help build engine demo test test-quick stress test-spark docs fuzz lint format record benchmark benchmark-bars calibrate evidence install dist pack clean

# One file that needs nothing else, where the platform allows it.
SYSTEM := $(shell uname -s)
STATIC = --scratch-path .build/dist $(if $(filter Linux,$(SYSTEM)),-Xlinker -s -Xswiftc -static-executable)
VERSION = $(shell sed -n 's/.*let version = "\(.*\)"/\1/p' Sources/geofence/Commands/Tool.swift)
RELEASE_NAME = geofence-$(VERSION)-$(if $(filter Darwin,$(SYSTEM)),macos-universal,$(shell echo $(SYSTEM) | tr A-Z a-z)-$(shell uname -m))

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## Build for release
	$(RELEASE)

engine: ## Renew the engine that the pages of reports carry, with a toolchain from swift.org
	.ci/engine build

# Runs a build, which shows its progress where somebody looks on.
with-progress = if [ -t 1 ]; then $(1); else $(1) --quiet; fi

DRIVE = tracks/significant-change-is-too-slow

demo: ## Show what a drive past forty places loses, and what would help
	@echo 'Building the tool without optimisation: about a minute on two cores, the first time.'
	@$(call with-progress,$(SWIFT) build --product geofence)
	@echo 'A drive past forty places, of which an app may register twenty at a time:'; echo
	@"$$($(SWIFT) build --show-bin-path)/geofence" audit $(DRIVE)/track.gpx \
	  --regions $(DRIVE)/regions.json | sed -n '1,2s/^/  /p'
	@echo; echo 'Next:'
	@echo '  make install PREFIX=$$HOME/.local      # the tool, its manual and completions'
	@echo '  geofence simulate $(DRIVE)/track.gpx \'
	@echo '    --regions $(DRIVE)/regions.json --verbose'
	@echo '  geofence help regions                 # and then your own drive and regions'

test: ## Run the tests; prints what failed, and one line
	SWIFT="$(SWIFT)" .ci/test

test-quick: ## Run the quick tests: about a minute on two cores, after two of compiling the first time
	GEOFENCE_TESTS=quick SWIFT="$(SWIFT)" .ci/test

stress: ## Run every shape of a simulated app RUNS times (default 2000) while all cores are busy
	RUNS=$(or $(RUNS),2000) Tests/Stress/stress.sh

docs: ## Build the documentation of the libraries into .build/documentation and .build/documentation-eventkit
	.ci/docs .build/documentation

test-spark: build ## Run the tests of the Spark module on two executors, then measure it beside the tool
	Tests/Spark/run
	Tests/Spark/run benchmark

fuzz: build ## Try every reader, and the tool beside its model, for SECONDS each (default 60)
	Tests/Fuzz/run $(or $(SECONDS),60)

lint: ## Check the format of the sources, what each target imports, the words for users, and the scripts
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	.ci/check-imports
	.ci/check-words
	.ci/check-scripts

format: ## Format the sources
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

record: ## Write the bundled tracks and their expected events anew, then fail
	GEOFENCE_RECORD=1 $(SWIFT) test --filter "BundledTracks|GeofenceToolTests.ReportTests|ReportGolden"

calibrate: build ## Set the positioning models beside what was published, or real phones' RECORDINGS, and renew the table
	$(BENCHMARK) --publish $(if $(RECORDINGS),recordings --recordings "$(RECORDINGS)" $(FIT),calibration --calibrate)

evidence: build ## Set the drives in the folders of DRIVES beside their phones' logs, and renew the table
	$(BENCHMARK) --evidence --write "$(DRIVES)"

benchmark: build dist ## Measure the tool beside its peers and renew the table of figures
	$(BENCHMARK) --write

benchmark-bars: build ## Measure ratios beside peers, and fail where one is 1.5 times the recorded
	$(BENCHMARK) --bars $(BARS)

# Without what depends on the number of cores or on a packed release.
BARS = csv gpx jsonl readers unlimited devices audit trials load start reminders

install: ## Install the tool, its manual and completions below PREFIX (default /usr/local)
	@echo 'Building the optimised tool: about three minutes on two cores, the first time.'
	@$(call with-progress,$(RELEASE) --product geofence)
	@echo 'Installing the tool, its manual and completions below $(PREFIX).'
	@$(call lay-out,$$($(RELEASE) --show-bin-path)/geofence,.build/install)
	@$(MAKE) -f .ci/install.mk install FROM=.build/install

dist: ## Pack a release: a tool that needs nothing else, its manual and completions
ifeq ($(SYSTEM),Darwin)
	$(RELEASE) --product geofence $(STATIC) --arch arm64
	$(RELEASE) --product geofence $(STATIC) --arch x86_64
	lipo -create .build/dist/arm64-apple-macosx/release/geofence \
	  .build/dist/x86_64-apple-macosx/release/geofence -output .build/dist/geofence
	@$(MAKE) pack TOOL=.build/dist/geofence
else
	$(RELEASE) --product geofence $(STATIC)
	@$(MAKE) pack TOOL="$$($(RELEASE) $(STATIC) --show-bin-path)/geofence"
endif

# Packs TOOL into the folder TO, compressed by LEVEL.
TO = .
LEVEL = 9
pack:
	@$(call lay-out,$(TOOL),$(TO)/$(RELEASE_NAME))
	@install -m 644 .ci/install.mk "$(TO)/$(RELEASE_NAME)/Makefile"
	@cd "$(TO)" && COPYFILE_DISABLE=1 tar cf - $(if $(filter Linux,$(SYSTEM)),--sort=name --owner=0 --group=0) \
	  $(RELEASE_NAME) | gzip -n$(LEVEL) > $(RELEASE_NAME).tar.gz
	@rm -r "$(TO)/$(RELEASE_NAME)"
	@ls -l "$(TO)/$(RELEASE_NAME).tar.gz"

# Lays the tool $(1), its manual and completions out in the folder $(2), as below a PREFIX.
lay-out = set -e; tool="$(1)"; to="$(2)"; rm -rf "$$to"; \
	put() { install -d "$$to/$$(dirname "$$1")"; "$$tool" $$2 > "$$to/$$1"; chmod 644 "$$to/$$1"; }; \
	install -d "$$to/bin"; install -m 755 "$$tool" "$$to/bin/geofence"; \
	$(if $(filter Darwin,$(SYSTEM)),strip -x "$$to/bin/geofence";) \
	.ci/write-revision "$$to/bin/geofence"; \
	$(if $(filter Darwin,$(SYSTEM)),codesign --force --sign - "$$to/bin/geofence";) \
	put share/man/man1/geofence.1 --generate-manual; \
	put share/bash-completion/completions/geofence --generate-completion-script=bash; \
	put share/zsh/site-functions/_geofence --generate-completion-script=zsh; \
	put share/fish/vendor_completions.d/geofence.fish --generate-completion-script=fish

clean: ## Remove what was built
	$(SWIFT) package clean
