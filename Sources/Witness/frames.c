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

enum { page_size = 4096 };

/// A part of this thread's stack that the system has shown in this step: pages that follow each other. None goes
/// while the thread is on it, so they are read as they are.
static __thread struct {
  uintptr_t start;
  uintptr_t end;
  uint32_t step;
} known;

static uint32_t step;

void witness_forget_stacks(void) { __atomic_add_fetch(&step, 1, __ATOMIC_RELAXED); }

static bool show_known(struct view *view, uintptr_t place, uintptr_t here) {
  // In another step a thread may be on another stack at the same place.
  if (known.step != __atomic_load_n(&step, __ATOMIC_RELAXED)) return false;
  if (here < known.start || place + 2 * sizeof(uintptr_t) > known.end) return false;
  view->words = (uintptr_t *)place;
  view->start = place;
  view->end = known.end;
  return true;
}

static uintptr_t page_of(uintptr_t place) { return place / page_size * page_size; }

/// Notes the pages from here to a frame, whose two words were shown. What lies behind its page may be another's, who
/// lets it go.
static void learn(uintptr_t place, uintptr_t back, uintptr_t here) {
  uint32_t now = __atomic_load_n(&step, __ATOMIC_RELAXED);
  uintptr_t page = page_of(here);
  uintptr_t last = page_of(place + 2 * sizeof(uintptr_t) - 1);
  uintptr_t end = last + page_size;
  bool is_further = known.step == now && here >= known.start && place >= known.start
      && last <= known.end;
  // The page that this very function is on is there; what follows neither it nor what is known may be no stack.
  if (!is_further && place >= page + 2 * page_size) return;
  // Where code keeps no frame pointers the place may be anything.
  uintptr_t base;
  if (!witness_image(back - 1, &base)) return;
  uintptr_t start = is_further ? known.start : page;
  if (is_further && known.end > end) end = known.end;
  // A handler of a signal may jump away in between.
  known.end = 0;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  known.start = start;
  known.step = now;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  known.end = end;
}

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
static bool show(struct view *view, uintptr_t place, uintptr_t here) {
  if (show_known(view, place, here)) return true;
  view->words = view->own;
  struct iovec to = {.iov_base = view->words, .iov_len = witness_stack_size};
  struct iovec from = {.iov_base = (void *)place, .iov_len = witness_stack_size};
  // Not by `getpid`, before which this library stands.
  ssize_t count = process_vm_readv((pid_t)syscall(SYS_getpid), &to, 1, &from, 1, 0);
  view->start = place;
  // An emulator may not have that call; there a page that is there is read as it is.
  if (count < 0 && (errno == ENOSYS || errno == EPERM)) count = show_page(view, place);
  view->end = place + (count > 0 ? (uintptr_t)count : 0);
  if (view->end - place < 2 * sizeof(uintptr_t)) return false;
  learn(place, view->words[1], here);
  return true;
}

#else

static bool show(struct view *view, uintptr_t place, uintptr_t here) {
  (void)here;
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
    if (!is_seen && !show(&view, place, here)) break;
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
