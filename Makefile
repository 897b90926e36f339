# Everything a developer types. `make` alone shows this list.
SWIFT ?= swift
PREFIX ?= /usr/local
RELEASE = $(SWIFT) build -c release

.DEFAULT_GOAL := help
.PHONY: help build demo test lint format record install clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## Build for release
	$(RELEASE)

demo: ## Simulate a drive past forty places
	$(SWIFT) run -c release --quiet geofence simulate tracks/every-event-reselects/track.gpx \
	  --regions tracks/every-event-reselects/regions.json --reselect-on significant,event --summary

test: ## Run the tests
	$(SWIFT) test

lint: ## Check the format of the sources and what each target imports
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	.ci/check-imports

format: ## Format the sources
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

record: ## Write the bundled tracks and their expected events anew, then fail
	GEOFENCE_RECORD=1 $(SWIFT) test --filter BundledTracks

install: build ## Install the tool below PREFIX (default /usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$$($(RELEASE) --show-bin-path)/geofence" "$(DESTDIR)$(PREFIX)/bin/geofence"

clean: ## Remove what was built
	$(SWIFT) package clean
