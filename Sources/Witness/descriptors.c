// Reads of descriptors: the host's input, random bytes, and what was open before the step, which no call of the
// step opens.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
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

/// Lists a read; how many random bytes of the witness it has got, or -1 if it goes on to the system.
static ssize_t answer(int descriptor, const struct iovec *parts, int count, void *frame) {
  struct stat found;
  // What waits in a socket would be gone behind a call that is refused.
  for (int place = 0; place < count; place++) {
    witness_let_in_at(parts[place].iov_base, parts[place].iov_len);
  }
  if (!witness_is_armed(witness_lists | witness_answers) || !look(descriptor, &found)) return -1;
  if (!is_random(&found)) {
    witness_note_opened(descriptor, frame);
    return -1;
  }
  if (witness_is_armed(witness_lists)) witness_note("read", "/dev/urandom", frame);
  if (!witness_holds(witness_random)) return -1;
  ssize_t taken = 0;
  for (int place = 0; place < count; place++) {
    witness_fill(parts[place].iov_base, parts[place].iov_len);
    taken += (ssize_t)parts[place].iov_len;
  }
  return taken;
}

#define WITNESS_READS_INTO(name, parts, part_count, parameters, arguments)                \
  ssize_t name parameters {                                                               \
    ssize_t answered = answer(descriptor, parts, part_count, __builtin_frame_address(0)); \
    if (answered >= 0) return answered;                                                   \
    WITNESS_REAL(name)                                                                    \
    return WITNESS_CALL arguments;                                                        \
  }

/// What may be the host's input.
#define WITNESS_INPUT_INTO(name, parts, part_count, parameters, arguments)                  \
  ssize_t name parameters {                                                                 \
    if (descriptor == 0) {                                                                  \
      witness_hear();                                                                       \
      witness_before_input();                                                               \
    } else {                                                                                \
      ssize_t answered = answer(descriptor, parts, part_count, __builtin_frame_address(0)); \
      if (answered >= 0) return answered;                                                   \
    }                                                                                       \
    WITNESS_REAL(name)                                                                      \
    ssize_t taken = WITNESS_CALL arguments;                                                 \
    if (descriptor == 0) witness_after_input();                                             \
    return taken;                                                                           \
  }

#define WITNESS_INPUT(name, parameters, arguments) \
  WITNESS_INPUT_INTO(name, (&(struct iovec){bytes, count}), 1, parameters, arguments)
#define WITNESS_READS(name, parameters, arguments) \
  WITNESS_READS_INTO(name, (&(struct iovec){bytes, count}), 1, parameters, arguments)

WITNESS_INPUT(read, (int descriptor, void *bytes, size_t count), (descriptor, bytes, count))
WITNESS_INPUT_INTO(readv, parts, count,
                   (int descriptor, const struct iovec *parts, int count), (descriptor, parts, count))
WITNESS_READS(pread, (int descriptor, void *bytes, size_t count, off_t place),
              (descriptor, bytes, count, place))
WITNESS_READS(pread64, (int descriptor, void *bytes, size_t count, off64_t place),
              (descriptor, bytes, count, place))
WITNESS_READS_INTO(preadv, parts, count,
                   (int descriptor, const struct iovec *parts, int count, off_t place),
                   (descriptor, parts, count, place))
WITNESS_READS_INTO(preadv64, parts, count,
                   (int descriptor, const struct iovec *parts, int count, off64_t place),
                   (descriptor, parts, count, place))
WITNESS_READS(recv, (int descriptor, void *bytes, size_t count, int flags),
              (descriptor, bytes, count, flags))
WITNESS_READS_INTO(recvmsg, message->msg_iov, (int)message->msg_iovlen,
                   (int descriptor, struct msghdr *message, int flags), (descriptor, message, flags))
#ifdef __GLIBC__
WITNESS_READS(recvfrom,
              (int descriptor, void *restrict bytes, size_t count, int flags, __SOCKADDR_ARG address,
               socklen_t *restrict length),
              (descriptor, bytes, count, flags, address, length))
// What a program calls that is compiled with checks of bounds (_FORTIFY_SOURCE).
WITNESS_INPUT(__read_chk, (int descriptor, void *bytes, size_t count, size_t room),
              (descriptor, bytes, count, room))
WITNESS_READS(__pread_chk, (int descriptor, void *bytes, size_t count, off_t place, size_t room),
              (descriptor, bytes, count, place, room))
WITNESS_READS(__pread64_chk, (int descriptor, void *bytes, size_t count, off64_t place, size_t room),
              (descriptor, bytes, count, place, room))
WITNESS_READS(__recv_chk, (int descriptor, void *bytes, size_t count, size_t room, int flags),
              (descriptor, bytes, count, room, flags))
WITNESS_READS(__recvfrom_chk,
              (int descriptor, void *restrict bytes, size_t count, size_t room, int flags,
               __SOCKADDR_ARG address, socklen_t *restrict length),
              (descriptor, bytes, count, room, flags, address, length))
#endif

// MARK: - What is written, which asks nothing

#define WITNESS_WRITES(name, parameters, arguments) \
  ssize_t name parameters {                         \
    WITNESS_REAL(name)                              \
    return WITNESS_CALL arguments;                  \
  }

WITNESS_WRITES(write, (int descriptor, const void *bytes, size_t count), (descriptor, bytes, count))
WITNESS_WRITES(writev, (int descriptor, const struct iovec *parts, int count), (descriptor, parts, count))
WITNESS_WRITES(send, (int descriptor, const void *bytes, size_t count, int flags),
               (descriptor, bytes, count, flags))

#endif
