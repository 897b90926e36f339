#ifndef SIMULATED_CORE_LOCATION_TESTING_STARTUP_H
#define SIMULATED_CORE_LOCATION_TESTING_STARTUP_H

/// The library's; lets issues belong to the tests that run from now on.
void simulated_core_location_report_to_tests(void);

#endif
