// Shows the timers of the app to the library, which lets them fire on the device's clock: those of the main
// run loop and those of dispatch sources. As in `queues.c`, these functions come before those of the shared
// libraries, and yield where these are linked statically.
#define _GNU_SOURCE
#include "startup.h"

#include <dlfcn.h>
#include <stddef.h>

#ifdef SCL_INTERPOSES

extern void *CFRunLoopGetMain(void);
extern void CFRunLoopTimerGetContext(void *, void *);
extern const struct dispatch_source_type_s _dispatch_source_type_timer;
extern void dispatch_set_context(void *, void *);
extern void dispatch_set_finalizer_f(void *, void (*)(void *));
extern void dispatch_source_set_event_handler_f(void *, void (*)(void *));
extern intptr_t dispatch_source_testcancel(void *);

/// The library's; take a Foundation timer that the app adds to a run loop, if it is the main one, and its new date.
extern bool simulated_core_location_take_timer(void *timer, bool is_of_main_loop);
extern void simulated_core_location_move_timer(void *timer);

/// The library's; take note of a dispatch timer of the app, and of what becomes of it.
extern void simulated_core_location_take_source(void *source);
extern bool simulated_core_location_set_timer(void *source, uint64_t start, uint64_t interval);
extern bool simulated_core_location_set_handler(void *source, void *block);
extern void simulated_core_location_suspends(void *source, int count);

static void *original(const char *name) { return dlsym(RTLD_NEXT, name); }

/// The object of Foundation that a timer of its core belongs to.
static void *object_of(void *timer) {
  struct { intptr_t version; void *info, *retain, *release, *description; } context = {0};
  CFRunLoopTimerGetContext(timer, &context);
  return context.info;
}

__attribute__((weak)) void CFRunLoopAddTimer(void *loop, void *timer, void *mode) {
  static void (*pass)(void *, void *, void *);
  void *object = scl_is_of_run() ? object_of(timer) : NULL;
  if (object && simulated_core_location_take_timer(object, loop == CFRunLoopGetMain())) return;
  if (!pass) pass = original("CFRunLoopAddTimer");
  pass(loop, timer, mode);
}

__attribute__((weak)) void CFRunLoopTimerSetNextFireDate(void *timer, double date) {
  static void (*pass)(void *, double);
  if (!pass) pass = original("CFRunLoopTimerSetNextFireDate");
  pass(timer, date);
  void *object = scl_is_of_run() ? object_of(timer) : NULL;
  if (object) simulated_core_location_move_timer(object);
}

__attribute__((weak)) void *dispatch_source_create(
    const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  static void *(*pass)(const void *, uintptr_t, uintptr_t, void *);
  if (!pass) pass = original("dispatch_source_create");
  void *source = pass(type, handle, mask, queue);
  if (source && type == &_dispatch_source_type_timer && scl_is_of_run()) {
    simulated_core_location_take_source(source);
  }
  return source;
}

static void set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  static void (*pass)(void *, uint64_t, uint64_t, uint64_t);
  if (!pass) pass = original("dispatch_source_set_timer");
  pass(source, start, interval, leeway);
}

__attribute__((weak)) void dispatch_source_set_timer(
    void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  if (simulated_core_location_set_timer(source, start, interval)) {
    set_timer(source, UINT64_MAX, UINT64_MAX, 0);
  } else {
    set_timer(source, start, interval, leeway);
  }
}

__attribute__((weak)) void dispatch_source_set_event_handler(void *source, void *block) {
  static void (*pass)(void *, void *);
  if (simulated_core_location_set_handler(source, block)) return;
  if (!pass) pass = original("dispatch_source_set_event_handler");
  pass(source, block);
}

__attribute__((weak)) void dispatch_resume(void *object) {
  static void (*pass)(void *);
  if (!pass) pass = original("dispatch_resume");
  pass(object);
  simulated_core_location_suspends(object, -1);
}

__attribute__((weak)) void dispatch_activate(void *object) {
  static void (*pass)(void *);
  if (!pass) pass = original("dispatch_activate");
  pass(object);
  simulated_core_location_suspends(object, 0);
}

__attribute__((weak)) void dispatch_suspend(void *object) {
  static void (*pass)(void *);
  if (!pass) pass = original("dispatch_suspend");
  simulated_core_location_suspends(object, 1);
  pass(object);
}

void scl_source_keep(void *source, void *context, void (*drop)(void *), void (*handle)(void *)) {
  dispatch_set_context(source, context);
  dispatch_set_finalizer_f(source, drop);
  dispatch_source_set_event_handler_f(source, handle);
}

bool scl_source_is_cancelled(void *source) { return dispatch_source_testcancel(source) != 0; }

void scl_source_fire(void *source) {
  // Now is a moment of the machine's clock.
  bool before = scl_mark_thread(false);
  set_timer(source, 0, UINT64_MAX, 0);
  scl_mark_thread(before);
}

#else

void scl_source_keep(void *source, void *context, void (*drop)(void *), void (*handle)(void *)) {}
bool scl_source_is_cancelled(void *source) { return false; }
void scl_source_fire(void *source) {}

#endif
