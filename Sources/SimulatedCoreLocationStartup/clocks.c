// Shows the device's time to the app where it reads the time of day, or a clock that counts on from some
// moment, and lets waits for a moment end when the machine's clock has come as far.
//
// On Linux a function of the executable comes before one of the same name in a shared library, so that
// the calls of Foundation arrive here first. Only the code of a run has the device's time: the library marks
// the threads that run it, and decides by the task whose it is. All other threads keep the machine's time.
// Being weak, these functions yield to the C library's own where that is linked statically.
#define _GNU_SOURCE
#include "startup.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
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

#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The library's; if the app reads the time, they give the milliseconds since 1970 on the device's clock, and
/// the nanoseconds that have passed on it in this run. A reading of Foundation for itself is not the app's own.
extern bool simulated_core_location_time(int64_t *milliseconds, bool is_foundations);
extern bool simulated_core_location_uptime(int64_t *nanoseconds);

/// The library's; takes note of a sleep of the app that has blocked its thread.
extern void simulated_core_location_slept(int64_t nanoseconds);

/// What the machine's clocks showed when the run began, from which those of the app count on.
static struct timespec begun[CLOCK_BOOTTIME + 1];

static bool counts(clockid_t clock) {
  return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE
      || clock == CLOCK_BOOTTIME;
}

/// True while the core of Foundation asks for the time, as for the age of what is stored in user defaults.
static _Thread_local bool is_foundations;

static bool device_time(clockid_t clock, struct timespec *time) {
  bool is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  if (!of_run || (!is_date && !counts(clock))) return false;
  // What the library calls to find the time reads the machine's.
  of_run = false;
  int64_t passed;
  bool is_apps = is_date ? simulated_core_location_time(&passed, is_foundations)
                         : simulated_core_location_uptime(&passed);
  of_run = true;
  if (!is_apps) return false;
  if (is_date) {
    int64_t rest = ((passed % 1000) + 1000) % 1000;
    *time = (struct timespec){(passed - rest) / 1000, rest * 1000000};
  } else {
    passed += begun[clock].tv_nsec;
    *time = (struct timespec){begun[clock].tv_sec + passed / 1000000000, passed % 1000000000};
  }
  return true;
}

static void *original(const char *name) { return dlsym(RTLD_NEXT, name); }

static int machine_time(clockid_t clock, struct timespec *time) {
  static int (*pass)(clockid_t, struct timespec *);
  if (!pass) pass = original("clock_gettime");
  return pass ? pass(clock, time) : (int)syscall(SYS_clock_gettime, clock, time);
}

void scl_begin_clocks(void) {
  for (clockid_t clock = 0; clock <= CLOCK_BOOTTIME; clock++) {
    if (counts(clock)) machine_time(clock, &begun[clock]);
  }
}

__attribute__((weak)) int clock_gettime(clockid_t clock, struct timespec *now) {
  return device_time(clock, now) ? 0 : machine_time(clock, now);
}

// The C library declares that these arguments are never null, and some callers pass null.
#pragma clang diagnostic ignored "-Wpointer-bool-conversion"

__attribute__((weak)) int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec time;
  Dl_info caller;
  is_foundations = of_run && dladdr(__builtin_return_address(0), &caller) && caller.dli_sname
      && strcmp(caller.dli_sname, "CFAbsoluteTimeGetCurrent") == 0;
  int result = clock_gettime(CLOCK_REALTIME, &time);
  is_foundations = false;
  if (result) return -1;
  if (now) *now = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
  if (zone) *(struct timezone *)zone = (struct timezone){0, 0};
  return 0;
}

__attribute__((weak)) time_t time(time_t *now) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  if (now) *now = time.tv_sec;
  return time.tv_sec;
}

__attribute__((weak)) int timespec_get(struct timespec *now, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}

// The kernel waits by the machine's clocks. These functions take a moment that the app has computed from the
// device's, and wait for as long as it is ahead there.

/// Returns a moment on the machine's clock, in `own` if need be, that is as far ahead as one on the app's.
static const struct timespec *machine_moment(
    clockid_t clock, const struct timespec *moment, struct timespec *own) {
  struct timespec now;
  if (!device_time(clock, &now)) return moment;
  machine_time(clock, own);
  own->tv_sec += moment->tv_sec - now.tv_sec;
  own->tv_nsec += moment->tv_nsec - now.tv_nsec;
  if (own->tv_nsec < 0) {
    own->tv_sec -= 1;
    own->tv_nsec += 1000000000;
  } else if (own->tv_nsec >= 1000000000) {
    own->tv_sec += 1;
    own->tv_nsec -= 1000000000;
  }
  if (own->tv_sec < 0) *own = (struct timespec){0, 0};
  return own;
}

static clockid_t clock_of(pthread_cond_t *condition) {
#ifdef __GLIBC__
  // Its own mark of a condition that was made for this clock.
  if (condition->__data.__wrefs & 2) return CLOCK_MONOTONIC;
#endif
  return CLOCK_REALTIME;
}

__attribute__((weak)) int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
    const struct timespec *restrict end) {
  static int (*pass)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  if (!pass) pass = original("pthread_cond_timedwait");
  struct timespec own;
  return pass(condition, mutex, machine_moment(clock_of(condition), end, &own));
}

__attribute__((weak)) int pthread_mutex_timedlock(
    pthread_mutex_t *restrict mutex, const struct timespec *restrict end) {
  static int (*pass)(pthread_mutex_t *, const struct timespec *);
  if (!pass) pass = original("pthread_mutex_timedlock");
  struct timespec own;
  return pass(mutex, machine_moment(CLOCK_REALTIME, end, &own));
}

__attribute__((weak)) int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
  static int (*pass)(sem_t *, const struct timespec *);
  if (!pass) pass = original("sem_timedwait");
  struct timespec own;
  return pass(semaphore, machine_moment(CLOCK_REALTIME, end, &own));
}

/// Foundation sleeps again until its clock, which is the device's then, has come to the end, and counts that in
/// seconds with a fraction: a nanosecond more lets it come there.
__attribute__((weak)) int nanosleep(const struct timespec *want, struct timespec *left) {
  static int (*pass)(const struct timespec *, struct timespec *);
  if (!pass) pass = original("nanosleep");
  int result = pass(want, left);
  if (result == 0 && of_run) {
    of_run = false;
    simulated_core_location_slept(want->tv_sec * 1000000000 + want->tv_nsec + 1);
    of_run = true;
  }
  return result;
}

#else

void scl_begin_clocks(void) {}

#endif
