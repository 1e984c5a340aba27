// The part of the library that its calls have in common.

#ifndef HINDSIGHT_WITNESS_CONTROL_H
#define HINDSIGHT_WITNESS_CONTROL_H

#include "witness.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#ifdef __linux__
#include <signal.h>
#endif

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
///
/// Returns its place in the list; -1 if such a call from there is listed already.
int witness_note(const char *name, const char *detail, void *frame);

/// The same, for the code at an address in that frame.
int witness_note_at(const char *name, const char *detail, uintptr_t address, void *frame);

/// Lists what came of the call at a place in the list; a text may be NULL.
void witness_came_text(int place, const char *text);
void witness_came_number(int place, long long number);
void witness_came_fraction(int place, double number);
void witness_came_pointer(int place, const void *pointer);
/// A time in seconds and their fraction.
void witness_came_time(int place, long long seconds, long nanoseconds);
void witness_came_bytes(int place, const void *bytes, size_t count);
/// Whether a file is there; if not, why, as in `errno`.
void witness_came_file(int place, bool is_there);

/// Lists accesses to the program's variables from here on, and no longer.
void witness_trace(void);
void witness_untrace(void);

/// Keeps what the program's variables have, and the objects that they lead to; false if it cannot.
bool witness_keep_variables(void);
/// Lists those that have something else by now.
void witness_note_changes(const char *name);
/// Notes that these are what the host reads its input into, and may list them.
void witness_note_input(bool lists);
/// Whether the host has read its input into a variable.
bool witness_is_input(int place);

/// Lists calls of Swift's own functions that go by hashes or addresses from here on.
void witness_break(void);

#ifdef __linux__
/// Takes the signals of breakpoints and of closed pages; false if it cannot. What the program does about them comes
/// after the library.
bool witness_own_signals(void);
/// Whether a fault is an access to a variable, which is listed and let go on.
bool witness_on_fault(const siginfo_t *info, void *context);
/// Whether a trap is the end of such an access.
bool witness_end_access(const siginfo_t *info, void *context);
/// Whether a trap is a breakpoint, which is listed and let go on.
bool witness_on_breakpoint(void *context);
#endif

/// Says that this process has heard the tool.
void witness_hear(void);
/// The same, if its standard input is that of the tool: a filter behind the host reads as well.
void witness_hear_input(void);

/// Says that the host is about to read its standard input, and that it has: without marks, the steps are what
/// it does in between.
void witness_before_input(void);
void witness_after_input(void);

/// Notes which descriptors are open when a step begins.
void witness_mark_descriptors(void);
/// The file that a descriptor has open, or what the system calls it; empty if that is not known.
void witness_name_descriptor(int descriptor, char *name, size_t size);
/// Lists a read, if it is of what was open then.
void witness_note_opened(int descriptor, void *frame);

/// Whether the process has Swift's libraries where calls of them are seen: not linked into the program.
bool witness_sees_swift(void);
/// A function of Swift's libraries that may ask nothing of the system; NULL behind the last.
struct witness_swift_function {
  const char *symbol;
  const char *name;
  /// The variable that decides what comes, if it is set; NULL for all else.
  const char *variable;
};
const struct witness_swift_function *witness_swift_function(unsigned long number);
/// Lists what comes of a call, as far as a variable says it: such functions keep what they learned.
void witness_list_variable(int place, const char *name);
/// Lists calls of these functions from here on, also where they are linked into the program.
void witness_break_linked(void);

/// Reads the program's own symbols; false if it has none.
bool witness_open_symbols(void);
/// Forgets them.
void witness_close_symbols(void);
/// A symbol of a library, or else of the program, if its symbols were read; NULL if there is none.
void *witness_symbol(const char *name);
/// A symbol of the program alone.
void *witness_linked(const char *name);

/// Fills memory with the next bytes that follow from the seed.
void witness_fill(void *bytes, unsigned long count);

/// How often a clock that stands still was asked, so that nobody waits for it for ever.
int64_t witness_patience(void);

/// The file that an address is in, and where the file was loaded; NULL if it is in none.
const char *witness_image(uintptr_t address, uintptr_t *start);

/// Says whether this thread is in the library itself, whose own calls are nobody's; returns whether it was.
bool witness_set_busy(bool is_busy);

enum { witness_stack_size = 8192 };

/// The return addresses by frame pointers, which Swift keeps and which cross code without tables; `stack` has room
/// for `witness_stack_size` bytes.
int witness_walk(void *frame, uintptr_t *addresses, int most, uintptr_t *stack);

#ifdef __linux__
/// Forgets what is known of the threads' stacks, as a step begins.
void witness_forget_stacks(void);
#endif

/// The function that this library stands before.
void *witness_next(const char *name);

/// What a function returned: it has failed if that is -1, or no pointer.
struct witness_failure {
  void *result;
  size_t size;
  bool is_number;
};

static inline void witness_fail(struct witness_failure of) {
  __builtin_memset(of.result, of.is_number ? 0xff : 0, of.size);
}

static inline bool witness_has_failed(struct witness_failure of) {
  for (size_t place = 0; place < of.size; place++) {
    if (((unsigned char *)of.result)[place] != (of.is_number ? 0xff : 0)) return false;
  }
  return true;
}

/// A function that this library stands before; all are found as it is loaded, before a thread could hold what
/// the loader locks.
struct witness_real {
  const char *name;
  void *function;
};

#ifdef __linux__
/// Opens the closed pages until the step ends, for a system call that was refused at one; false if none is watched.
bool witness_let_in(void);
/// The same, before the system reads or writes at memory, if that is on such a page.
void witness_let_in_at(const void *bytes, size_t count);
#endif

static inline void *witness_real(struct witness_real *one) {
  if (!one->function) one->function = witness_next(one->name);
  return one->function;
}

// Each call lists itself, then goes on to the real one.
#define WITNESS_NOTE(name, detail)                                      \
  int witness_place = witness_is_armed(witness_lists)                   \
      ? witness_note(name, detail, __builtin_frame_address(0)) : -1;    \
  (void)witness_place;

// What came is listed for the first of such calls.
#define WITNESS_CAME(result)                                            \
  if (witness_place >= 0) {                                             \
    _Generic((result), char *: witness_came_text, double: witness_came_fraction, \
        int: witness_came_number, unsigned: witness_came_number,        \
        unsigned short: witness_came_number,                            \
        long: witness_came_number, unsigned long: witness_came_number,  \
        default: witness_came_pointer)(witness_place, result);          \
  }

#define WITNESS_REAL(name)                                              \
  static struct witness_real witness_found                              \
      __attribute__((section("witness_reals"), used)) = {#name, 0};     \
  __typeof__(&name) real = (__typeof__(&name))witness_real(&witness_found);

// It fails if there is none: an older C library may not have it, or has it in a library that only a part of the
// program knows.
//
// The system itself makes no fault of an access to a closed page: it refuses the call, which is then made again.
#define WITNESS_CALL_IF(is_refused, ...)                                                        \
  ({                                                                                            \
    __typeof__(real(__VA_ARGS__)) witness_result;                                               \
    const struct witness_failure witness_failed =                                               \
        {&witness_result, sizeof witness_result, __builtin_classify_type(witness_result) == 1}; \
    int witness_error = errno;                                                                  \
    witness_fail(witness_failed);                                                               \
    errno = real ? 0 : ENOSYS;                                                                  \
    if (real) witness_result = real(__VA_ARGS__);                                               \
    if ((is_refused) && witness_let_in()) {                                                     \
      errno = 0;                                                                                \
      witness_result = real(__VA_ARGS__);                                                       \
    }                                                                                           \
    if (errno == 0) errno = witness_error;                                                      \
    witness_result;                                                                             \
  })

/// Calls the real function.
#define WITNESS_CALL(...) \
  WITNESS_CALL_IF(errno == EFAULT && witness_has_failed(witness_failed), __VA_ARGS__)

/// The same for one that returns the number of its error.
#define WITNESS_CALL_CODED(...)                                                              \
  WITNESS_CALL_IF(                                                                           \
      witness_result == EFAULT || (errno == EFAULT && witness_has_failed(witness_failed)),   \
      __VA_ARGS__)

// For a file it is whether it is there.
#define WITNESS_FOUND(is_there) \
  if (witness_place >= 0) witness_came_file(witness_place, is_there);

/// A function that is listed by its name, with what it returns.
#define WITNESS_ASKS(type, name, parameters, arguments) \
  type name parameters {                                \
    WITNESS_NOTE(#name, "")                             \
    WITNESS_REAL(name)                                  \
    type came = WITNESS_CALL arguments;                 \
    WITNESS_CAME(came)                                  \
    return came;                                        \
  }

#endif
