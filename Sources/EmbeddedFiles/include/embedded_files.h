// Files that are part of the program: tables, the resources of the report, the pages of the manual.
// The compiler takes them in as they are, which costs a thousandth of what a Swift literal costs.
#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

typedef struct {
  const unsigned char *bytes;
  long count;
} embedded_file;

// The encodings with one byte per character, from GeofenceBytes/Bytes.
embedded_file code_pages(void);

// The engine that a page runs: `GeofenceEngine` as WebAssembly, packed by gzip. The name in its header
// is the hash of the sources that `.ci/engine` built it from.
embedded_file engine_wasm_gz(void);

// The page of a report, its style and its script, from GeofenceReport/Resources.
embedded_file report_page(void);
embedded_file report_style(void);
embedded_file report_script(void);

// The pages of the manual, from geofence/Topics/Pages.
embedded_file android_md(void);
embedded_file calendars_md(void);
embedded_file ci_md(void);
embedded_file crossings_md(void);
embedded_file exit_status_md(void);
embedded_file expectations_md(void);
embedded_file fleets_md(void);
embedded_file glossary_md(void);
embedded_file losses_md(void);
embedded_file output_md(void);
embedded_file positioning_md(void);
embedded_file recordings_md(void);
embedded_file simulators_md(void);
embedded_file regions_md(void);
embedded_file reports_md(void);
embedded_file rules_md(void);
embedded_file scenarios_md(void);
embedded_file selection_md(void);
embedded_file state_md(void);
embedded_file symptoms_md(void);
embedded_file tests_md(void);
embedded_file tracks_md(void);

#endif
