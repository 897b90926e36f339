// Lets the library know the tests before the first of them begins: what a test sets up may make a mistake before it
// has a device.
#include "testing_startup.h"

__attribute__((constructor)) static void report_to_tests(void) {
  simulated_core_location_report_to_tests();
}
