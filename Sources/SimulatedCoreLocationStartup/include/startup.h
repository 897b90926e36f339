#ifndef SIMULATED_CORE_LOCATION_STARTUP_H
#define SIMULATED_CORE_LOCATION_STARTUP_H

#include <stdbool.h>
#include <stdint.h>

// Whether a function of the executable comes before one of the same name in a shared library, so that calls
// arrive here first.
#if defined(__linux__) && !defined(LIKE_DARWIN)
#define SCL_INTERPOSES
#endif

/// Whether Linux tries what is left where these calls do not arrive, and calls have no names: in a build with
/// `LIKE_DARWIN`, and without a build of its own where the environment has SIMULATED_CORE_LOCATION_LIKE=darwin.
bool scl_is_like_darwin(void);

/// How a block was given to a dispatch queue.
typedef enum __attribute__((enum_extensibility(closed))) {
  SCLSubmissionAsync,
  SCLSubmissionBarrier,
  SCLSubmissionGroup,
  SCLSubmissionAfter,
} SCLSubmission;

/// Calls `work` with `context` in a queue, unseen by the library's own watch over the queues.
void scl_submit(SCLSubmission how, void *queue, void *group, void *context, void (*work)(void *));

/// Calls `work` with `context` in the main queue, so many nanoseconds from now.
void scl_submit_main(int64_t delay, void *context, void (*work)(void *));

/// Nanoseconds from now to a dispatch time of the clock that stands still while the machine sleeps, or to
/// one of the time of day, which is the device's in the app's code; negative for any other.
int64_t scl_delay(uint64_t time);

const char *scl_queue_label(void *queue);
void *scl_queue_retain(void *queue);
void scl_queue_release(void *queue);

void *scl_block_copy(void *block);
void scl_block_call(void *block);
void scl_block_release(void *block);

/// A simulated process: one start of the app in one run.
struct SCLProcess {
  /// Counted through the real process; 0 outside of all runs.
  uint64_t run;
  /// Counted through the run.
  uint64_t start;
  /// Whether the app asks, and not the test.
  bool is_app;
};

/// The library's; the simulated process whose code is running.
struct SCLProcess simulated_core_location_process(void);

/// The code that is running now makes something that belongs to a simulated process: so does the result
/// of an initializer that runs it.
void scl_concerns_runs(void);

/// Whether singletons are made anew for each simulated process that uses them.
bool scl_renews_singletons(void);

/// Marks the thread as one that runs code of a run, or as none; returns what it was before.
bool scl_mark_thread(bool is_of_run);

/// Takes note of what the machine's clocks show: those of the app count on from there in the run that begins.
void scl_begin_clocks(void);

/// Whether the thread runs code of a run.
bool scl_is_of_run(void);

/// Gives a dispatch source a context, which `drop` gets when the source ends, and `handle` at its events.
void scl_source_keep(void *source, void *context, void (*drop)(void *), void (*handle)(void *));

bool scl_source_is_cancelled(void *source);

/// Lets the timer of a dispatch source fire once, now.
void scl_source_fire(void *source);

/// Whether a block has flags of its own, as a `DispatchWorkItem` has, which only a queue obeys.
bool scl_block_is_work_item(void *block);

#endif
