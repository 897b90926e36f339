# Installs the tool, its manual and completions from here. `make` alone shows what it can do.
PREFIX ?= /usr/local
FROM ?= .

.DEFAULT_GOAL := help
.PHONY: help install

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'Such as: make install PREFIX=$$HOME/.local'

install: ## Install the tool, its manual and completions below PREFIX (default /usr/local)
	@for file in bin/geofence share/man/man1/geofence.1 \
	  share/bash-completion/completions/geofence share/zsh/site-functions/_geofence \
	  share/fish/vendor_completions.d/geofence.fish; do \
	  mode=644; [ $$file != bin/geofence ] || mode=755; to="$(DESTDIR)$(PREFIX)/$$file"; \
	  install -d "$$(dirname "$$to")" && install -m $$mode "$(FROM)/$$file" "$$to" && \
	  echo "$$to" || exit 1; \
	done; \
	case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) \
	  echo 'The shell does not look there yet. A line for ~/.zprofile or ~/.profile, and a new shell:'; \
	  echo '  export PATH="$(PREFIX)/bin:$$PATH"' ;; \
	esac
