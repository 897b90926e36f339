# Shared by the checks of the rooms. It has to work with the grep and awk of Linux and of macOS.

# imports FOLDER: each import below FOLDER, as `file:line: module`. Foundation does not count where it
# stands in for FoundationEssentials, which not every platform has.
imports() {
  find "$1" -name '*.swift' -exec awk '
    /^[[:space:]]*#if canImport\(FoundationEssentials\)/ { isEssential = 1 }
    /^[[:space:]]*#endif/ { isEssential = isElse = 0 }
    /^[[:space:]]*#else/ { isElse = 1 }
    /^[[:space:]]*(@[A-Za-z_]+[[:space:]]+)*((public|package|internal|fileprivate|private)[[:space:]]+)?import[[:space:]]/ {
      line = $0
      sub(/^.*import[[:space:]]+/, "", line)
      sub(/^(struct|class|enum|func|protocol|typealias|let|var)[[:space:]]+/, "", line)
      sub(/[^A-Za-z0-9_].*$/, "", line)
      if (!(isEssential && isElse && line == "Foundation")) print FILENAME ":" FNR ": " line
    }' {} \; | LC_ALL=C sort
}
