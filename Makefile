# Everything a developer types. `make` alone shows this list.
SWIFT ?= swift
PREFIX ?= /usr/local
RELEASE = $(SWIFT) build -c release

.DEFAULT_GOAL := help
.PHONY: help build demo test fuzz lint format record benchmark calibrate install clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## Build for release
	$(RELEASE)

demo: ## Simulate a drive past forty places
	$(SWIFT) run -c release --quiet geofence simulate tracks/every-event-reselects/track.gpx \
	  --regions tracks/every-event-reselects/regions.json --reselect-on significant,event --summary

test: ## Run the tests
	$(SWIFT) test

fuzz: build ## Try every reader, and the tool beside its model, for SECONDS each (default 60)
	Tests/Fuzz/run $(or $(SECONDS),60)

lint: ## Check the format of the sources and what each target imports
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	.ci/check-imports

format: ## Format the sources
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

record: ## Write the bundled tracks and their expected events anew, then fail
	GEOFENCE_RECORD=1 $(SWIFT) test --filter "BundledTracks|GeofenceToolTests.ReportTests|ReportGolden"

calibrate: build ## Set the positioning models beside what was published, and renew the table in README.md
	"$$($(RELEASE) --show-bin-path)/geofence-benchmark" --calibrate --write-readme

benchmark: build ## Measure the tool beside its peers and renew the table in README.md
	"$$($(RELEASE) --show-bin-path)/geofence-benchmark" --write-readme

install: build ## Install the tool, its manual and completions below PREFIX (default /usr/local)
	set -e; tool="$$($(RELEASE) --show-bin-path)/geofence"; to="$(DESTDIR)$(PREFIX)"; \
	put() { install -d "$$(dirname "$$1")"; "$$tool" $$2 > "$$1"; chmod 644 "$$1"; }; \
	install -d "$$to/bin"; install -m 755 "$$tool" "$$to/bin/geofence"; \
	put "$$to/share/man/man1/geofence.1" --generate-manual; \
	put "$$to/share/bash-completion/completions/geofence" --generate-completion-script=bash; \
	put "$$to/share/zsh/site-functions/_geofence" --generate-completion-script=zsh; \
	put "$$to/share/fish/vendor_completions.d/geofence.fish" --generate-completion-script=fish

clean: ## Remove what was built
	$(SWIFT) package clean
