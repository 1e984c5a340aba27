// The part of the library that its calls have in common.

#ifndef HINDSIGHT_WITNESS_CONTROL_H
#define HINDSIGHT_WITNESS_CONTROL_H

#include "witness.h"

#include <stdbool.h>

/// The file that the tool watches; NULL if it watches none.
extern struct witness_control *witness_shared;

/// Whether the tool asked for this bit, and this is no call of the library itself.
static inline bool witness_is_armed(uint32_t bit) {
  struct witness_control *shared = witness_shared;
  return shared && (__atomic_load_n(&shared->armed, __ATOMIC_ACQUIRE) & bit);
}

/// Whether a kind of answers comes from the witness now.
bool witness_holds(uint32_t what);

/// Lists a call of a function by the code that `frame` was called from; NULL if that is not known.
void witness_note(const char *name, const char *detail, void *frame);

/// The same, for the code at an address in that frame.
void witness_note_at(const char *name, const char *detail, uintptr_t address, void *frame);

/// Lists accesses to the program's variables from here on, and no longer.
void witness_trace(void);
void witness_untrace(void);

/// Keeps what the program's variables have, and the objects that they lead to; false if it cannot.
bool witness_keep_variables(void);
/// Lists those that have something else by now.
void witness_note_changes(const char *name);

/// Lists calls of Swift's own functions that go by hashes or addresses from here on.
void witness_break(void);

/// Says that this process has heard the tool.
void witness_hear(void);

/// Whether the process has Swift's libraries where they are seen: not linked into the program.
bool witness_sees_swift(void);

/// Fills memory with the next bytes that follow from the seed.
void witness_fill(void *bytes, unsigned long count);

/// How often a clock that stands still was asked, so that nobody waits for it for ever.
int64_t witness_patience(void);

/// The function that this library stands before.
void *witness_next(const char *name);

// Each call lists itself, then goes on to the real one.
#define WITNESS_NOTE(name, detail)                                      \
  if (witness_is_armed(witness_lists)) {                                \
    witness_note(name, detail, __builtin_frame_address(0));             \
  }

#define WITNESS_REAL(name)                                              \
  static __typeof__(&name) real;                                        \
  if (!real) real = (__typeof__(&name))witness_next(#name);

#endif
