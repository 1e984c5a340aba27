// The time: clocks of the calendar, of the machine, and of the processor's work.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

static const char *clock_name(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME: return "CLOCK_REALTIME";
  case CLOCK_MONOTONIC: return "CLOCK_MONOTONIC";
  case CLOCK_MONOTONIC_RAW: return "CLOCK_MONOTONIC_RAW";
  case CLOCK_BOOTTIME: return "CLOCK_BOOTTIME";
  case CLOCK_PROCESS_CPUTIME_ID: return "CLOCK_PROCESS_CPUTIME_ID";
  case CLOCK_THREAD_CPUTIME_ID: return "CLOCK_THREAD_CPUTIME_ID";
  default: return "";
  }
}

/// How long this thread has slept while clocks stood still, in nanoseconds, as it asked for: a sleeper that looks
/// whether its time is over would else sleep on.
static __thread int64_t slept __attribute__((tls_model("initial-exec")));

/// What a clock that stands still shows, in nanoseconds.
static int64_t standing(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME:
  case CLOCK_REALTIME_COARSE:
  case CLOCK_TAI: return witness_shared->time + slept + witness_patience();
  case CLOCK_PROCESS_CPUTIME_ID:
  case CLOCK_THREAD_CPUTIME_ID: return 50000000 + witness_patience();
  default: return witness_shared->uptime + slept + witness_patience();
  }
}

static void sleeps(int64_t seconds, int64_t nanoseconds) {
  // Nobody wakes up after years.
  int64_t most = 100000000;
  bool is_time = seconds >= 0 && seconds < most && nanoseconds >= 0 && slept < most * 1000000000;
  if (is_time && witness_holds(witness_clock)) slept += seconds * 1000000000 + nanoseconds;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
  if (time) sleeps(time->tv_sec, time->tv_nsec);
  WITNESS_REAL(nanosleep)
  return WITNESS_CALL(time, rest);
}

int usleep(useconds_t time) {
  sleeps(0, (int64_t)time * 1000);
  WITNESS_REAL(usleep)
  return WITNESS_CALL(time);
}

unsigned sleep(unsigned time) {
  sleeps(time, 0);
  WITNESS_REAL(sleep)
  return WITNESS_CALL(time);
}

int clock_nanosleep(
    clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
  WITNESS_REAL(clock_nanosleep)
  if (!time || !witness_holds(witness_clock)) return WITNESS_CALL_CODED(clock, flags, time, rest);
  struct timespec left = *time;
  if (flags & TIMER_ABSTIME) {
    // The moment is one of the clock that stands still.
    int64_t now = standing(clock);
    int64_t until = 0;
    if (__builtin_mul_overflow((int64_t)time->tv_sec, 1000000000, &until)) until = INT64_MAX / 2;
    until = until - now + time->tv_nsec;
    if (until <= 0) return 0;
    left = (struct timespec){until / 1000000000, until % 1000000000};
  }
  sleeps(left.tv_sec, left.tv_nsec);
  return WITNESS_CALL(clock, 0, &left, rest);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  WITNESS_NOTE("clock_gettime", clock_name(clock))
  if (witness_holds(witness_clock)) {
    int64_t now = standing(clock);
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
    return 0;
  }
  WITNESS_REAL(clock_gettime)
  int result = WITNESS_CALL(clock, time);
  if (result == 0 && witness_place >= 0) witness_came_time(witness_place, time->tv_sec, time->tv_nsec);
  return result;
}

int timespec_get(struct timespec *time, int base) {
  WITNESS_NOTE("clock_gettime", clock_name(CLOCK_REALTIME))
  if (base == TIME_UTC && witness_holds(witness_clock)) {
    int64_t now = standing(CLOCK_REALTIME);
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
    return base;
  }
  WITNESS_REAL(timespec_get)
  int result = WITNESS_CALL(time, base);
  if (result && witness_place >= 0) witness_came_time(witness_place, time->tv_sec, time->tv_nsec);
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  WITNESS_NOTE("gettimeofday", "")
  if (witness_holds(witness_clock)) {
    int64_t now = standing(CLOCK_REALTIME);
    time->tv_sec = now / 1000000000;
    time->tv_usec = now % 1000000000 / 1000;
    return 0;
  }
  WITNESS_REAL(gettimeofday)
  int result = WITNESS_CALL(time, zone);
  if (result == 0 && witness_place >= 0) {
    witness_came_time(witness_place, time->tv_sec, time->tv_usec * 1000);
  }
  return result;
}

time_t time(time_t *result) {
  WITNESS_NOTE("time", "")
  if (witness_holds(witness_clock)) {
    time_t now = (time_t)(standing(CLOCK_REALTIME) / 1000000000);
    if (result) *result = now;
    return now;
  }
  WITNESS_REAL(time)
  time_t now = WITNESS_CALL(result);
  WITNESS_CAME(now)
  return now;
}

#ifdef __GLIBC__
#define WITNESS_KERNEL_CLOCK(name, nano, parameters, arguments)                                      \
  int name parameters {                                                                              \
    WITNESS_NOTE("adjtimex", "")                                                                     \
    WITNESS_REAL(name)                                                                               \
    int result = WITNESS_CALL arguments;                                                             \
    if (result >= 0 && witness_holds(witness_clock)) {                                               \
      int64_t now = standing(CLOCK_REALTIME);                                                        \
      parts->time.tv_sec = now / 1000000000;                                                         \
      parts->time.tv_usec = now % 1000000000 / (nano ? 1 : 1000);                                    \
    } else if (result >= 0 && witness_place >= 0) {                                                  \
      witness_came_time(witness_place, parts->time.tv_sec, parts->time.tv_usec * (nano ? 1 : 1000)); \
    }                                                                                                \
    return result;                                                                                   \
  }

// The clock of the calendar, and how it is set; without a change it is a question.
WITNESS_KERNEL_CLOCK(adjtimex, parts->status & STA_NANO, (struct timex *parts), (parts))
WITNESS_KERNEL_CLOCK(ntp_adjtime, parts->status & STA_NANO, (struct timex *parts), (parts))
WITNESS_KERNEL_CLOCK(clock_adjtime, parts->status & STA_NANO, (clockid_t clock, struct timex *parts),
                     (clock, parts))
// What programs call for `ntp_gettime`; it does not say which of both it counts.
int ntp_gettimex(struct ntptimeval *parts);
WITNESS_KERNEL_CLOCK(ntp_gettimex, parts->time.tv_usec >= 1000000, (struct ntptimeval *parts), (parts))
#endif

int getitimer(__itimer_which_t which, struct itimerval *left) {
  WITNESS_NOTE("getitimer", "")
  WITNESS_REAL(getitimer)
  return WITNESS_CALL(which, left);
}

// How much time is left, by clocks that go on while others stand still.
WITNESS_ASKS(int, timer_gettime, (timer_t timer, struct itimerspec *left), (timer, left))
WITNESS_ASKS(int, timerfd_gettime, (int timer, struct itimerspec *left), (timer, left))

clock_t clock(void) {
  WITNESS_NOTE("clock", "")
  if (witness_holds(witness_clock)) {
    return (clock_t)(standing(CLOCK_PROCESS_CPUTIME_ID) / (1000000000 / CLOCKS_PER_SEC));
  }
  WITNESS_REAL(clock)
  clock_t result = WITNESS_CALL();
  WITNESS_CAME(result)
  return result;
}

clock_t times(struct tms *buffer) {
  WITNESS_NOTE("times", "")
  if (witness_holds(witness_clock)) {
    if (buffer) *buffer = (struct tms){5, 5, 0, 0};
    return (clock_t)(standing(CLOCK_MONOTONIC) / 10000000);
  }
  WITNESS_REAL(times)
  clock_t result = WITNESS_CALL(buffer);
  WITNESS_CAME(result)
  return result;
}

int getrusage(__rusage_who_t who, struct rusage *usage) {
  WITNESS_NOTE("getrusage", "")
  WITNESS_REAL(getrusage)
  int result = WITNESS_CALL(who, usage);
  if (result == 0 && usage && witness_holds(witness_clock)) {
    usage->ru_utime = (struct timeval){0, 50000};
    usage->ru_stime = (struct timeval){0, 0};
  }
  return result;
}

#endif
