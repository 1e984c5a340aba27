// The frames that a call came through.
#if defined(__linux__) || defined(__APPLE__)

#define _GNU_SOURCE
#include "control.h"

#include <pthread.h>
#ifdef __linux__
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#endif

/// The stack from one place on, as far as it was read.
struct view {
  /// Room for a copy.
  uintptr_t *own;
  uintptr_t *words;
  uintptr_t start;
  uintptr_t end;
};

#ifdef __linux__

/// Shows what is on the rest of a page, if that is there.
static ssize_t show_page(struct view *view, uintptr_t place) {
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t page = place / size * size;
  // An address at the end of a page would have the other word on the next one.
  uintptr_t count = place + 2 * sizeof(uintptr_t) > page + size ? 2 * size : size;
  if (msync((void *)page, count, MS_ASYNC) != 0) return -1;
  view->words = (uintptr_t *)place;
  return (ssize_t)(page + count - place);
}

// By the system: what a register has where code keeps no frame pointers may lead anywhere, and a
// thread may be on a stack that it made itself.
static bool show(struct view *view, uintptr_t place) {
  view->words = view->own;
  struct iovec to = {.iov_base = view->words, .iov_len = witness_stack_size};
  struct iovec from = {.iov_base = (void *)place, .iov_len = witness_stack_size};
  // Not by `getpid`, before which this library stands.
  ssize_t count = process_vm_readv((pid_t)syscall(SYS_getpid), &to, 1, &from, 1, 0);
  view->start = place;
  // An emulator may not have that call; there a page that is there is read as it is.
  if (count < 0 && (errno == ENOSYS || errno == EPERM)) count = show_page(view, place);
  view->end = place + (count > 0 ? (uintptr_t)count : 0);
  return view->end - place >= 2 * sizeof(uintptr_t);
}

#else

static bool show(struct view *view, uintptr_t place) {
  view->words = (uintptr_t *)place;
  view->start = place;
  view->end = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  return view->end > place && view->end - place >= 2 * sizeof(uintptr_t);
}

#endif

int witness_walk(void *frame, uintptr_t *addresses, int most, uintptr_t *stack) {
  enum { most_of_frame = 1 << 20 };
  struct view view = {.own = stack};
  uintptr_t place = (uintptr_t)frame;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  int count = 0;
  // Code that keeps no frame pointers has anything in that register.
  if (place < here || place - here > most_of_frame) return 0;
  while (count < most && place % sizeof(uintptr_t) == 0) {
    bool is_seen = place >= view.start && place + 2 * sizeof(uintptr_t) <= view.end;
    if (!is_seen && !show(&view, place)) break;
    uintptr_t next = view.words[(place - view.start) / sizeof(uintptr_t)];
    uintptr_t back = view.words[(place - view.start) / sizeof(uintptr_t) + 1];
    if (back < 4096) break;
    addresses[count++] = back - 1;
    if (next <= place || next - place > most_of_frame) break;
    place = next;
  }
  return count;
}

#endif
