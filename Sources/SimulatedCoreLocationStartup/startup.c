// Puts the observed executors in place before `main`, while there is one thread and no job: the
// runtime reads them without a lock. Swift has no way to run code at this point.
extern void simulated_core_location_observe_executors(void);

__attribute__((constructor)) static void observe_executors(void) {
  simulated_core_location_observe_executors();
}
