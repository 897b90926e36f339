// Shows the device's time to the app where it reads the time of day.
//
// On Linux a function of the executable comes before one of the same name in a shared library, so that
// the calls of Foundation arrive here first. Only `CLOCK_REALTIME` is the device's, and only in the
// code of a run: the library marks the threads that run it, and decides by the task whose it is.
// Monotonic clocks and all other threads keep the machine's time. Being weak, these functions yield to
// the C library's own where that is linked statically.
#define _GNU_SOURCE
#include "startup.h"

#include <dlfcn.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

static _Thread_local bool of_run;

bool scl_mark_thread(bool is_of_run) {
  bool before = of_run;
  of_run = is_of_run && !scl_is_like_darwin();
  return before;
}

bool scl_is_of_run(void) { return of_run; }

#ifdef SCL_INTERPOSES

#include <sys/syscall.h>
#include <unistd.h>

/// The library's; gives the milliseconds since 1970 on the device's clock, if the app reads the time.
extern bool simulated_core_location_time(int64_t *milliseconds);

static bool device_time(struct timespec *time) {
  if (!of_run) return false;
  // What the library calls to find the time reads the machine's.
  of_run = false;
  int64_t milliseconds;
  bool is_apps = simulated_core_location_time(&milliseconds);
  of_run = true;
  if (!is_apps) return false;
  int64_t rest = ((milliseconds % 1000) + 1000) % 1000;
  time->tv_sec = (milliseconds - rest) / 1000;
  time->tv_nsec = rest * 1000000;
  return true;
}

typedef int (*clock_gettime_t)(clockid_t, struct timespec *);

static int machine_time(clockid_t clock, struct timespec *time) {
  static clock_gettime_t pass;
  if (!pass) pass = (clock_gettime_t)dlsym(RTLD_NEXT, "clock_gettime");
  return pass ? pass(clock, time) : (int)syscall(SYS_clock_gettime, clock, time);
}

__attribute__((weak)) int clock_gettime(clockid_t clock, struct timespec *now) {
  if (clock == CLOCK_REALTIME && device_time(now)) return 0;
  return machine_time(clock, now);
}

// The C library declares that these arguments are never null, and some callers pass null.
#pragma clang diagnostic ignored "-Wpointer-bool-conversion"

__attribute__((weak)) int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec time;
  if (!device_time(&time) && machine_time(CLOCK_REALTIME, &time)) return -1;
  if (now) *now = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
  if (zone) *(struct timezone *)zone = (struct timezone){0, 0};
  return 0;
}

__attribute__((weak)) time_t time(time_t *now) {
  struct timespec time;
  if (!device_time(&time)) machine_time(CLOCK_REALTIME, &time);
  if (now) *now = time.tv_sec;
  return time.tv_sec;
}

__attribute__((weak)) int timespec_get(struct timespec *now, int base) {
  if (base != TIME_UTC) return 0;
  if (!device_time(now) && machine_time(CLOCK_REALTIME, now)) return 0;
  return base;
}

#endif
