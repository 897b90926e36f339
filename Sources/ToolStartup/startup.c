// Lets a static tool run where there is no /proc, such as in a bare chroot. Swift's runtime asks there for
// its own path before `main` and ends the process when it gets none, unless SWIFT_ROOT says one; nothing is
// read from it. It also reads the command line there, so the words are kept as the C library passes them.
#include "startup.h"

static int argument_count;
static char **arguments;

int tool_argument_count(void) { return argument_count; }
char **tool_arguments(void) { return arguments; }

#if defined(__linux__)
#include <stdlib.h>
#include <unistd.h>

// Before the runtime's own constructors, which have no priority.
__attribute__((constructor(101))) static void prepare(int count, char **words) {
  argument_count = count;
  arguments = words;
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}
#endif
