// Reads of descriptors: the host's input, random bytes, and what was open before the step, which no call of the
// step opens.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { most_descriptors = 256 };

/// The file of each descriptor when the step began; 0 if there was none.
static ino_t opened[most_descriptors];

/// Whether a descriptor is open; not by the call before which this library stands: the program did not ask.
static bool look(int descriptor, struct stat *found) {
  static int (*real)(int, struct stat *);
  if (!real) *(void **)&real = witness_next("fstat");
  return real && real(descriptor, found) == 0;
}

void witness_mark_descriptors(void) {
  if (!witness_is_armed(witness_lists)) return;
  struct stat found;
  for (int descriptor = 3; descriptor < most_descriptors; descriptor++) {
    opened[descriptor] = look(descriptor, &found) ? found.st_ino : 0;
  }
}

/// Whether this is a device that gives random bytes, whatever was open there before.
static bool is_random(const struct stat *found) {
  return S_ISCHR(found->st_mode) && major(found->st_rdev) == 1
      && (minor(found->st_rdev) == 8 || minor(found->st_rdev) == 9);
}

/// What a descriptor reads that was open before the step; false if it was not, or is the host's input.
static bool name_opened(int descriptor, const struct stat *found, char *name, size_t size) {
  if (descriptor < 3 || descriptor >= most_descriptors || !opened[descriptor]) return false;
  if (opened[descriptor] != found->st_ino || found->st_ino == witness_shared->input) return false;
  witness_name_descriptor(descriptor, name, size);
  // Of a pipe or socket the name has a number that is another one in each process.
  bool is_pipe = strncmp(name, "pipe:", 5) == 0;
  bool is_socket = strncmp(name, "socket:", 7) == 0;
  if (is_pipe || is_socket) strcpy(name, is_pipe ? "a pipe" : "a socket");
  return is_pipe || is_socket || name[0] == '/';
}

void witness_note_opened(int descriptor, void *frame) {
  struct stat found;
  char name[512];
  if (!witness_is_armed(witness_lists) || !look(descriptor, &found)) return;
  if (name_opened(descriptor, &found, name, sizeof name)) witness_note("read", name, frame);
}

/// Lists a read; whether it is of random bytes that come from the witness.
static bool is_answered(int descriptor, void *frame) {
  struct stat found;
  if (!witness_is_armed(witness_lists | witness_answers) || !look(descriptor, &found)) return false;
  if (!is_random(&found)) {
    witness_note_opened(descriptor, frame);
    return false;
  }
  if (witness_is_armed(witness_lists)) witness_note("read", "/dev/urandom", frame);
  return witness_holds(witness_random);
}

#define WITNESS_INPUT(name, parameters, arguments)                                  \
  ssize_t name parameters {                                                         \
    if (descriptor == 0) {                                                          \
      witness_hear();                                                               \
      witness_before_input();                                                       \
    } else if (is_answered(descriptor, __builtin_frame_address(0))) {               \
      witness_fill(bytes, count);                                                   \
      return (ssize_t)count;                                                        \
    }                                                                               \
    WITNESS_REAL(name)                                                              \
    ssize_t taken = real arguments;                                                 \
    if (descriptor == 0) witness_after_input();                                     \
    return taken;                                                                   \
  }

WITNESS_INPUT(read, (int descriptor, void *bytes, size_t count), (descriptor, bytes, count))
#ifdef __GLIBC__
// What a program calls that is compiled with checks of bounds (_FORTIFY_SOURCE).
WITNESS_INPUT(__read_chk, (int descriptor, void *bytes, size_t count, size_t room),
              (descriptor, bytes, count, room))
#endif

#define WITNESS_READS(name, offset)                                               \
  ssize_t name(int descriptor, void *bytes, size_t count, offset place) {         \
    if (is_answered(descriptor, __builtin_frame_address(0))) {                    \
      witness_fill(bytes, count);                                                 \
      return (ssize_t)count;                                                      \
    }                                                                             \
    WITNESS_REAL(name)                                                            \
    return real(descriptor, bytes, count, place);                                 \
  }

WITNESS_READS(pread, off_t)
WITNESS_READS(pread64, off64_t)

#endif
