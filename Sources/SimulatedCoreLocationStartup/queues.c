// Shows the blocks that are given to dispatch queues to the library, which waits for those of the app.
//
// libdispatch has no hook for this. On Linux a function of the executable comes before one of the same
// name in a shared library, so that the calls of Swift's overlay arrive here first. Being weak, these
// functions yield to libdispatch's own where that is linked statically; then, and on other platforms,
// queues of the app's own are not watched.
#define _GNU_SOURCE
#include "startup.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

extern void dispatch_async_f(void *, void *, void (*)(void *));
extern void dispatch_barrier_async_f(void *, void *, void (*)(void *));
extern void dispatch_group_async_f(void *, void *, void *, void (*)(void *));
extern void dispatch_after_f(uint64_t, void *, void *, void (*)(void *));
extern uint64_t dispatch_time(uint64_t, int64_t);
extern const char *dispatch_queue_get_label(void *);
extern void dispatch_retain(void *);
extern void dispatch_release(void *);
extern void *_Block_copy(const void *);
extern void _Block_release(const void *);
extern char _dispatch_main_q;

void scl_submit(SCLSubmission how, void *queue, void *group, void *context, void (*work)(void *)) {
  switch (how) {
  case SCLSubmissionAsync:
  case SCLSubmissionAfter: dispatch_async_f(queue, context, work); break;
  case SCLSubmissionBarrier: dispatch_barrier_async_f(queue, context, work); break;
  case SCLSubmissionGroup: dispatch_group_async_f(group, queue, context, work); break;
  }
}

void scl_submit_main(int64_t delay, void *context, void (*work)(void *)) {
  // The simulation's own blocks wait by the machine's clock, whoever calls.
  bool before = scl_mark_thread(false);
  if (delay > 0) {
    dispatch_after_f(dispatch_time(0, delay), &_dispatch_main_q, context, work);
  } else {
    dispatch_async_f(&_dispatch_main_q, context, work);
  }
  scl_mark_thread(before);
}

int64_t scl_delay(uint64_t time) {
  if (time >> 62 == 3 && time != UINT64_MAX) {
    // A time of day, as nanoseconds since 1970 below zero; the app has computed it by its `Date()`.
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t delay = -(int64_t)time - (now.tv_sec * 1000000000 + now.tv_nsec);
    return delay > 0 ? delay : 0;
  }
  if (time >> 62) return -1;
  uint64_t now = dispatch_time(0, 0);
  return time > now ? (int64_t)(time - now) : 0;
}

const char *scl_queue_label(void *queue) { return dispatch_queue_get_label(queue); }

void *scl_queue_retain(void *queue) {
  dispatch_retain(queue);
  return queue;
}

void scl_queue_release(void *queue) { dispatch_release(queue); }

/// The public layout of a block.
struct block {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *);
};

void *scl_block_copy(void *block) { return _Block_copy(block); }
void scl_block_call(void *block) { ((struct block *)block)->invoke(block); }
void scl_block_release(void *block) { _Block_release(block); }

bool scl_block_is_work_item(void *block) {
  Dl_info code, dispatch;
  return dladdr((void *)((struct block *)block)->invoke, &code)
      && dladdr((void *)dispatch_async_f, &dispatch) && code.dli_fbase == dispatch.dli_fbase;
}

#ifdef SCL_INTERPOSES

/// The library's; takes the blocks of the app.
extern bool simulated_core_location_take_block(
    SCLSubmission how, void *queue, void *group, void *block, uint64_t time);

typedef intptr_t (*wait_t)(void *, uint64_t);

/// The library's; waits in place of code of a run, or returns -1, and calls a block of it in the main queue.
extern intptr_t simulated_core_location_wait(wait_t pass, void *object, int64_t delay);
extern bool simulated_core_location_sync_main(void *block);

typedef void (*async_t)(void *, void *);
typedef void (*group_async_t)(void *, void *, void *);
typedef void (*after_t)(uint64_t, void *, void *);

static void *original(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((weak)) void dispatch_async(void *queue, void *block) {
  static async_t pass;
  if (simulated_core_location_take_block(SCLSubmissionAsync, queue, NULL, block, 0)) return;
  if (!pass) pass = (async_t)original("dispatch_async");
  pass(queue, block);
}

__attribute__((weak)) void dispatch_barrier_async(void *queue, void *block) {
  static async_t pass;
  if (simulated_core_location_take_block(SCLSubmissionBarrier, queue, NULL, block, 0)) return;
  if (!pass) pass = (async_t)original("dispatch_barrier_async");
  pass(queue, block);
}

__attribute__((weak)) void dispatch_group_async(void *group, void *queue, void *block) {
  static group_async_t pass;
  if (simulated_core_location_take_block(SCLSubmissionGroup, queue, group, block, 0)) return;
  if (!pass) pass = (group_async_t)original("dispatch_group_async");
  pass(group, queue, block);
}

__attribute__((weak)) void dispatch_after(uint64_t time, void *queue, void *block) {
  static after_t pass;
  if (simulated_core_location_take_block(SCLSubmissionAfter, queue, NULL, block, time)) return;
  if (!pass) pass = (after_t)original("dispatch_after");
  pass(time, queue, block);
}

/// Waits by the machine's clock, at most for as long as a time that the app has computed from the device's is
/// ahead.
static intptr_t wait_for(wait_t pass, void *object, uint64_t time) {
  if (!scl_is_of_run()) return pass(object, time);
  int64_t delay = scl_delay(time);
  bool before = scl_mark_thread(false);
  intptr_t result = delay >= 0 || time == UINT64_MAX ? simulated_core_location_wait(pass, object, delay) : -1;
  if (result < 0) result = pass(object, delay < 0 ? time : dispatch_time(0, delay));
  scl_mark_thread(before);
  return result;
}

__attribute__((weak)) intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t time) {
  static wait_t pass;
  if (!pass) pass = (wait_t)original("dispatch_semaphore_wait");
  return wait_for(pass, semaphore, time);
}

__attribute__((weak)) intptr_t dispatch_group_wait(void *group, uint64_t time) {
  static wait_t pass;
  if (!pass) pass = (wait_t)original("dispatch_group_wait");
  return wait_for(pass, group, time);
}

static bool sync_main(void *queue, void *block) {
  return queue == &_dispatch_main_q && scl_is_of_run() && simulated_core_location_sync_main(block);
}

__attribute__((weak)) void dispatch_sync(void *queue, void *block) {
  static async_t pass;
  if (sync_main(queue, block)) return;
  if (!pass) pass = (async_t)original("dispatch_sync");
  pass(queue, block);
}

__attribute__((weak)) void dispatch_barrier_sync(void *queue, void *block) {
  static async_t pass;
  if (sync_main(queue, block)) return;
  if (!pass) pass = (async_t)original("dispatch_barrier_sync");
  pass(queue, block);
}

__attribute__((weak)) void dispatch_async_and_wait(void *queue, void *block) {
  static async_t pass;
  if (sync_main(queue, block)) return;
  if (!pass) pass = (async_t)original("dispatch_async_and_wait");
  pass(queue, block);
}

// A notification is given to its queue when what it waits for has ended. It passes through the main queue, where
// the device sees it before it takes the app to be at rest, and belongs to the app.

/// The layout of a block that calls the library.
struct notification {
  void *isa;
  int flags, reserved;
  void (*invoke)(struct notification *);
  const struct notification_layout *layout;
  void *context;
};

struct notification_layout {
  uintptr_t reserved, size;
  void (*copy)(struct notification *, const struct notification *);
  void (*dispose)(const struct notification *);
};

/// The library's; gives what `context` holds to its queue, and releases it.
extern void *simulated_core_location_keep_block(void *queue, void *block);
extern void simulated_core_location_submit_block(void *context);
extern void simulated_core_location_drop_block(void *context);

extern void *_NSConcreteStackBlock[];

static void invoke(struct notification *one) { simulated_core_location_submit_block(one->context); }
// The copy has what the original had, which is used no more.
static void copy(struct notification *to, const struct notification *from) { (void)to, (void)from; }
static void dispose(const struct notification *one) { simulated_core_location_drop_block(one->context); }

static void notify(void (*pass)(void *, void *, void *), void *of, void *queue, void *block) {
  static const struct notification_layout layout = {0, sizeof(struct notification), copy, dispose};
  void *context = simulated_core_location_keep_block(queue, block);
  if (!context) return pass(of, queue, block);
  // It has functions that copy and dispose of it.
  struct notification one = {_NSConcreteStackBlock, 1 << 25, 0, invoke, &layout, context};
  pass(of, &_dispatch_main_q, &one);
}

__attribute__((weak)) void dispatch_group_notify(void *group, void *queue, void *block) {
  static void (*pass)(void *, void *, void *);
  if (!pass) pass = original("dispatch_group_notify");
  notify(pass, group, queue, block);
}

__attribute__((weak)) void dispatch_block_notify(void *item, void *queue, void *block) {
  static void (*pass)(void *, void *, void *);
  if (!pass) pass = original("dispatch_block_notify");
  notify(pass, item, queue, block);
}

#endif
