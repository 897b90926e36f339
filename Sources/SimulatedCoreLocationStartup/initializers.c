// Makes an app's singletons anew for each run that uses them, as a new process would.
//
// A `static let` and a global are initialized once in a process, but simulated processes begin often.
// On Linux every access to one calls `swift_once`, and a function of the executable comes before one of
// the same name in a shared library: what an initializer does, and when its result is used again, is
// known here. On other platforms, where an access after the first calls nothing, singletons stay.
#define _GNU_SOURCE
#include "startup.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef SCL_INTERPOSES

typedef void (*body_t)(void *);

/// An initializer that runs on this thread, within those that it was called by.
struct running {
  void *token;
  body_t body;
  void *context;
  struct running *outer;
  bool concerns_runs;
};

/// An initializer whose result belongs to one simulated process.
struct kept {
  void *token;
  body_t body;
  void *context;
  pthread_mutex_t lock;
  /// The process that the result was made for; 0 outside of all runs.
  _Atomic uint64_t run, start;
  struct kept *next;
};

static _Thread_local struct running *running;
static struct kept *_Atomic first_kept;

void scl_concerns_runs(void) {
  for (struct running *one = running; one; one = one->outer) one->concerns_runs = true;
}

/// Whether a token is of the code that the library is linked with: the app, its packages, the tests.
static bool is_of_executable(void *token) {
  Dl_info its, own;
  return dladdr(token, &its) && dladdr((void *)scl_concerns_runs, &own)
      && its.dli_fbase == own.dli_fbase;
}

static void run_body(struct running *one) {
  one->outer = running;
  running = one;
  one->body(one->context);
  running = one->outer;
}

static void initialize(void *pointer) {
  struct running *one = pointer;
  run_body(one);
  if (!one->concerns_runs || !is_of_executable(one->token)) return;
  struct kept *kept = malloc(sizeof *kept);
  if (!kept) return;
  kept->token = one->token;
  kept->body = one->body;
  kept->context = one->context;
  pthread_mutex_init(&kept->lock, NULL);
  struct SCLProcess process = simulated_core_location_process();
  kept->run = process.run;
  kept->start = process.start;
  kept->next = first_kept;
  while (!atomic_compare_exchange_weak(&first_kept, &kept->next, kept)) {}
}

static bool is_old(struct kept *kept, struct SCLProcess process) {
  return process.run && (kept->run != process.run || (process.is_app && kept->start != process.start));
}

/// Makes the result anew where it is used in another process than it was made for.
static void renew(struct kept *kept) {
  for (struct running *one = running; one; one = one->outer) {
    if (one->token == kept->token) return;
  }
  // What is made of it is of the same process.
  scl_concerns_runs();
  struct SCLProcess process = simulated_core_location_process();
  if (!is_old(kept, process)) return;
  pthread_mutex_lock(&kept->lock);
  if (is_old(kept, process)) {
    struct running one = {kept->token, kept->body, kept->context};
    run_body(&one);
    kept->run = process.run;
    kept->start = process.start;
  }
  pthread_mutex_unlock(&kept->lock);
}

typedef void (*once_t)(void *, body_t, void *);

/// Does what the runtime's function does, where a static library's has given way to this one.
static void once(void *token, body_t body, void *context) {
  _Atomic intptr_t *state = token;
  intptr_t begun = 0;
  if (atomic_compare_exchange_strong(state, &begun, 1)) {
    body(context);
    atomic_store(state, 2);
  }
  while (atomic_load(state) != 2) sched_yield();
}

__attribute__((weak)) void swift_once(void *token, body_t body, void *context) {
  static once_t _Atomic pass;
  once_t original = atomic_load_explicit(&pass, memory_order_relaxed);
  if (!original) {
    original = (once_t)dlsym(RTLD_NEXT, "swift_once");
    if (!original) original = once;
    atomic_store_explicit(&pass, original, memory_order_relaxed);
  }
  if (scl_is_like_darwin()) return original(token, body, context);
  struct running one = {token, body, context};
  original(token, initialize, &one);
  for (struct kept *kept = first_kept; kept; kept = kept->next) {
    if (kept->token == token) return renew(kept);
  }
}

bool scl_renews_singletons(void) { return !scl_is_like_darwin(); }

#else

void scl_concerns_runs(void) {}
bool scl_renews_singletons(void) { return false; }

#endif
