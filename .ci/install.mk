# Installs the tool, its manual and completions from here: make install PREFIX=$HOME/.local
PREFIX ?= /usr/local
FROM ?= .

.PHONY: install
install:
	@for file in bin/geofence share/man/man1/geofence.1 \
	  share/bash-completion/completions/geofence share/zsh/site-functions/_geofence \
	  share/fish/vendor_completions.d/geofence.fish; do \
	  mode=644; [ $$file != bin/geofence ] || mode=755; to="$(DESTDIR)$(PREFIX)/$$file"; \
	  install -d "$$(dirname "$$to")" && install -m $$mode "$(FROM)/$$file" "$$to" && \
	  echo "$$to" || exit 1; \
	done
