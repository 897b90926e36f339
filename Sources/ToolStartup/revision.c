// The revision that a tool is made of: a place in the finished file that `.ci/write-revision` fills when the
// tool is installed or packed. A commit alone builds nothing anew so, and a build says nothing of its own.
#include "startup.h"

// Volatile, as its bytes are other ones by the time that the tool runs.
static const volatile char revision[64] = "geofence-revision=";

const volatile char *tool_revision(void) { return revision + sizeof "geofence-revision=" - 1; }
