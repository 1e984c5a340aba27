// The signals of closed pages and of breakpoints. Once the library needs them it keeps them: what the program does
// about them stands behind it, and no thread blocks them.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <pthread.h>
#include <signal.h>

typedef void handler(int signal);

static bool is_owner;
/// What the program does about them.
static struct sigaction fault_action;
static struct sigaction trap_action;

/// What the program does about a signal that the library keeps; NULL if it keeps it not.
static struct sigaction *kept(int signal) {
  if (!is_owner) return NULL;
  return signal == SIGSEGV ? &fault_action : signal == SIGTRAP ? &trap_action : NULL;
}

/// Does what the program would have done.
static void pass_on(int signal, siginfo_t *info, void *context) {
  const struct sigaction *action = signal == SIGSEGV ? &fault_action : &trap_action;
  bool was_sent = info->si_code <= 0;
  if (action->sa_flags & SA_SIGINFO) {
    action->sa_sigaction(signal, info, context);
  } else if (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN) {
    action->sa_handler(signal);
  } else if (action->sa_handler == SIG_DFL || !was_sent) {
    struct sigaction ends = {.sa_handler = SIG_DFL};
    is_owner = false;
    sigaction(signal, &ends, NULL);
    // A fault comes again by itself.
    if (was_sent || signal == SIGTRAP) raise(signal);
  }
}

static void on_signal(int signal, siginfo_t *info, void *context) {
  bool is_ours = signal == SIGSEGV
      ? witness_on_fault(info, context)
      : witness_end_access(info, context) || witness_on_breakpoint(context);
  if (!is_ours) pass_on(signal, info, context);
}

bool witness_own_signals(void) {
  if (is_owner) return true;
  struct sigaction own = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_NODEFER};
  if (sigaction(SIGSEGV, &own, &fault_action) != 0) return false;
  if (sigaction(SIGTRAP, &own, &trap_action) != 0) {
    sigaction(SIGSEGV, &fault_action, NULL);
    return false;
  }
  is_owner = true;
  return true;
}

int sigaction(
    int signal, const struct sigaction *restrict action, struct sigaction *restrict before) {
  // Who sets one asks nothing.
  if (!action) { WITNESS_NOTE("sigaction", "") }
  struct sigaction *known = kept(signal);
  if (!known) {
    WITNESS_REAL(sigaction)
    return WITNESS_CALL(signal, action, before);
  }
  struct sigaction was = *known;
  if (action) *known = *action;
  if (before) *before = was;
  return 0;
}

handler *signal(int number, handler *does) {
  struct sigaction *known = kept(number);
  if (!known) {
    WITNESS_REAL(signal)
    return WITNESS_CALL(number, does);
  }
  handler *was = known->sa_handler;
  *known = (struct sigaction){.sa_handler = does, .sa_flags = SA_RESTART};
  return was;
}

/// A set of signals to block, without those that come of what the library does.
static const sigset_t *without_own(int how, const sigset_t *set, sigset_t *copy) {
  if (!set || how == SIG_UNBLOCK || !witness_shared) return set;
  *copy = *set;
  sigdelset(copy, SIGSEGV);
  sigdelset(copy, SIGTRAP);
  return copy;
}

// What was blocked before is no longer known behind a call that the system refuses.
#define WITNESS_BLOCKS(name)                                                   \
  int name(int how, const sigset_t *restrict set, sigset_t *restrict before) { \
    sigset_t copy;                                                             \
    sigset_t was;                                                              \
    sigset_t wanted;                                                           \
    if (set) wanted = *set;                                                    \
    if (before) was = *before;                                                 \
    WITNESS_REAL(name)                                                         \
    int result = WITNESS_CALL(how, without_own(how, set ? &wanted : NULL, &copy), before ? &was : NULL); \
    if (result == 0 && before) *before = was;                                  \
    return result;                                                             \
  }

WITNESS_BLOCKS(pthread_sigmask)
WITNESS_BLOCKS(sigprocmask)

#endif
