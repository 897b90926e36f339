#include "startup.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

bool scl_is_like_darwin(void) {
#ifdef LIKE_DARWIN
  return true;
#else
  static atomic_int answer;
  int known = atomic_load_explicit(&answer, memory_order_relaxed);
  if (known == 0) {
    const char *wish = getenv("SIMULATED_CORE_LOCATION_LIKE");
    known = wish && strcmp(wish, "darwin") == 0 ? 2 : 1;
    atomic_store_explicit(&answer, known, memory_order_relaxed);
  }
  return known == 2;
#endif
}

// Puts the observed executors in place before `main`, while there is one thread and no job: the
// runtime reads them without a lock. Swift has no way to run code at this point.
extern void simulated_core_location_observe_executors(void);

__attribute__((constructor)) static void observe_executors(void) {
  simulated_core_location_observe_executors();
}
