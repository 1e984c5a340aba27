// The functions that the witness stands before on macOS.
//
// dyld puts each in the place of the system's own in all other images, by a table; here the system's
// own is called by its name. No variables are traced there, and Swift's own functions are not seen.
#ifdef __APPLE__

#include "control.h"

#include <dirent.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <mach/mach_time.h>
#include <pthread.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysctl.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/// An entry of the table: what is called, and in place of what.
#define WITNESS_STANDS_BEFORE(name)                                      \
  __attribute__((used, section("__DATA,__interpose"))) static const struct { \
    const void *with;                                                    \
    const void *what;                                                    \
  } stands_before_##name = {(const void *)stand_in_##name, (const void *)name};

/// A function that lists its call and goes on to the system's own.
#define WITNESS_PASSES(type, name, shown, detail, parameters, arguments) \
  static type stand_in_##name parameters {                                \
    WITNESS_NOTE(shown, detail)                                          \
    type came = name arguments;                                          \
    WITNESS_CAME(came)                                                   \
    return came;                                                         \
  }                                                                      \
  WITNESS_STANDS_BEFORE(name)

// MARK: - Clocks

static const char *clock_name(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME: return "CLOCK_REALTIME";
  case CLOCK_MONOTONIC: return "CLOCK_MONOTONIC";
  case CLOCK_MONOTONIC_RAW: return "CLOCK_MONOTONIC_RAW";
  case CLOCK_UPTIME_RAW: return "CLOCK_UPTIME_RAW";
  case CLOCK_PROCESS_CPUTIME_ID: return "CLOCK_PROCESS_CPUTIME_ID";
  case CLOCK_THREAD_CPUTIME_ID: return "CLOCK_THREAD_CPUTIME_ID";
  default: return "";
  }
}

/// What a clock that stands still shows, in nanoseconds.
static int64_t standing(clockid_t clock) {
  int64_t time = clock == CLOCK_REALTIME ? witness_shared->time : witness_shared->uptime;
  return time + witness_patience();
}

static int stand_in_clock_gettime(clockid_t clock, struct timespec *time) {
  WITNESS_NOTE("clock_gettime", clock_name(clock))
  if (!witness_holds(witness_clock)) return clock_gettime(clock, time);
  int64_t now = standing(clock);
  time->tv_sec = now / 1000000000;
  time->tv_nsec = now % 1000000000;
  return 0;
}
WITNESS_STANDS_BEFORE(clock_gettime)

static uint64_t stand_in_clock_gettime_nsec_np(clockid_t clock) {
  WITNESS_NOTE("clock_gettime", clock_name(clock))
  return witness_holds(witness_clock) ? (uint64_t)standing(clock) : clock_gettime_nsec_np(clock);
}
WITNESS_STANDS_BEFORE(clock_gettime_nsec_np)

static int stand_in_gettimeofday(struct timeval *restrict time, void *restrict zone) {
  WITNESS_NOTE("gettimeofday", "")
  if (!time || !witness_holds(witness_clock)) return gettimeofday(time, zone);
  int64_t now = standing(CLOCK_REALTIME);
  time->tv_sec = now / 1000000000;
  time->tv_usec = (suseconds_t)(now % 1000000000 / 1000);
  return 0;
}
WITNESS_STANDS_BEFORE(gettimeofday)

static time_t stand_in_time(time_t *result) {
  WITNESS_NOTE("time", "")
  if (!witness_holds(witness_clock)) return time(result);
  time_t now = standing(CLOCK_REALTIME) / 1000000000;
  if (result) *result = now;
  return now;
}
WITNESS_STANDS_BEFORE(time)

/// Nanoseconds as ticks of the machine's own clock.
static uint64_t ticks(int64_t nanoseconds) {
  static mach_timebase_info_data_t base;
  if (base.numer == 0) mach_timebase_info(&base);
  return (uint64_t)nanoseconds / base.numer * base.denom;
}

static uint64_t stand_in_mach_absolute_time(void) {
  WITNESS_NOTE("clock_gettime", "CLOCK_UPTIME_RAW")
  return witness_holds(witness_clock) ? ticks(standing(CLOCK_UPTIME_RAW)) : mach_absolute_time();
}
WITNESS_STANDS_BEFORE(mach_absolute_time)

static uint64_t stand_in_mach_continuous_time(void) {
  WITNESS_NOTE("clock_gettime", "CLOCK_MONOTONIC_RAW")
  return witness_holds(witness_clock) ? ticks(standing(CLOCK_MONOTONIC_RAW)) : mach_continuous_time();
}
WITNESS_STANDS_BEFORE(mach_continuous_time)

// MARK: - Chance

static int stand_in_getentropy(void *bytes, size_t count) {
  WITNESS_NOTE("getentropy", "")
  if (!witness_holds(witness_random)) return getentropy(bytes, count);
  witness_fill(bytes, count);
  return 0;
}
WITNESS_STANDS_BEFORE(getentropy)

static void stand_in_arc4random_buf(void *bytes, size_t count) {
  WITNESS_NOTE("arc4random_buf", "")
  if (witness_holds(witness_random)) {
    witness_fill(bytes, count);
  } else {
    arc4random_buf(bytes, count);
  }
}
WITNESS_STANDS_BEFORE(arc4random_buf)

static uint32_t stand_in_arc4random(void) {
  WITNESS_NOTE("arc4random", "")
  if (!witness_holds(witness_random)) return arc4random();
  uint32_t drawn;
  witness_fill(&drawn, sizeof drawn);
  return drawn;
}
WITNESS_STANDS_BEFORE(arc4random)

static uint32_t stand_in_arc4random_uniform(uint32_t bound) {
  WITNESS_NOTE("arc4random_uniform", "")
  if (!witness_holds(witness_random) || bound == 0) return arc4random_uniform(bound);
  uint32_t drawn;
  witness_fill(&drawn, sizeof drawn);
  return drawn % bound;
}
WITNESS_STANDS_BEFORE(arc4random_uniform)

WITNESS_PASSES(int, rand, "rand", "", (void), ())
WITNESS_PASSES(long, random, "random", "", (void), ())
WITNESS_PASSES(double, drand48, "drand48", "", (void), ())

// MARK: - Surroundings

static char *stand_in_getenv(const char *name) {
  WITNESS_NOTE("getenv", name)
  if (witness_holds(witness_environment) && strcmp(name, witness_shared->variable_name) == 0) {
    return witness_shared->is_set ? witness_shared->variable_value : NULL;
  }
  char *result = getenv(name);
  WITNESS_CAME(result)
  return result;
}
WITNESS_STANDS_BEFORE(getenv)

WITNESS_PASSES(int, unlink, "unlink", path, (const char *path), (path))
WITNESS_PASSES(int, mkdir, "mkdir", path, (const char *path, mode_t mode), (path, mode))
WITNESS_PASSES(int, access, "access", path, (const char *path, int mode), (path, mode))
WITNESS_PASSES(int, stat, "stat", path, (const char *path, struct stat *found), (path, found))
WITNESS_PASSES(int, lstat, "stat", path, (const char *path, struct stat *found), (path, found))
WITNESS_PASSES(DIR *, opendir, "opendir", path, (const char *path), (path))
WITNESS_PASSES(mode_t, umask, "umask", "", (mode_t mask), (mask))
WITNESS_PASSES(char *, getcwd, "getcwd", "", (char *bytes, size_t size), (bytes, size))
WITNESS_PASSES(
    struct tm *, localtime_r, "localtime", "", (const time_t *time, struct tm *parts),
    (time, parts))
WITNESS_PASSES(time_t, mktime, "mktime", "", (struct tm *parts), (parts))
WITNESS_PASSES(
    char *, setlocale, "setlocale", name ? name : "", (int category, const char *name),
    (category, name))
WITNESS_PASSES(char *, nl_langinfo, "nl_langinfo", "", (nl_item item), (item))
WITNESS_PASSES(struct lconv *, localeconv, "localeconv", "", (void), ())

static int stand_in_open(const char *path, int flags, ...) {
  int mode = 0;
  if (flags & O_CREAT) {
    va_list list;
    va_start(list, flags);
    mode = va_arg(list, int);
    va_end(list);
  }
  WITNESS_NOTE("open", path)
  return open(path, flags, mode);
}
WITNESS_STANDS_BEFORE(open)

static ssize_t stand_in_read(int descriptor, void *bytes, size_t count) {
  if (descriptor == 0) witness_hear();
  return read(descriptor, bytes, count);
}
WITNESS_STANDS_BEFORE(read)

// MARK: - The process and its machine

/// A number that no process has: beyond the largest one.
static pid_t held_number(void) { return 99999 + (pid_t)witness_shared->number; }

static pid_t stand_in_getpid(void) {
  WITNESS_NOTE("getpid", "")
  return witness_holds(witness_process) ? held_number() : getpid();
}
WITNESS_STANDS_BEFORE(getpid)

static pid_t stand_in_getppid(void) {
  WITNESS_NOTE("getppid", "")
  return witness_holds(witness_process) ? held_number() + (pid_t)witness_shared->number : getppid();
}
WITNESS_STANDS_BEFORE(getppid)

WITNESS_PASSES(uid_t, getuid, "getuid", "", (void), ())
WITNESS_PASSES(char *, getlogin, "getlogin", "", (void), ())
WITNESS_PASSES(struct passwd *, getpwuid, "getpwuid", "", (uid_t user), (user))
WITNESS_PASSES(
    int, pthread_create, "pthread_create", "",
    (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument),
    (thread, attributes, start, argument))

static int stand_in_gethostname(char *name, size_t size) {
  WITNESS_NOTE("gethostname", "")
  int result = gethostname(name, size);
  if (result == 0 && witness_holds(witness_host)) strlcpy(name, witness_shared->host_name, size);
  return result;
}
WITNESS_STANDS_BEFORE(gethostname)

static int stand_in_uname(struct utsname *name) {
  WITNESS_NOTE("uname", "")
  int result = uname(name);
  if (result == 0 && witness_holds(witness_host)) {
    strlcpy(name->nodename, witness_shared->host_name, sizeof name->nodename);
  }
  return result;
}
WITNESS_STANDS_BEFORE(uname)

static long stand_in_sysconf(int name) {
  bool is_number = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  if (is_number) { WITNESS_NOTE("sysconf", "processors") }
  return is_number && witness_holds(witness_cores) ? (long)witness_shared->cores : sysconf(name);
}
WITNESS_STANDS_BEFORE(sysconf)

static int stand_in_sysctlbyname(
    const char *name, void *old, size_t *size, void *new, size_t new_size) {
  bool is_number = strcmp(name, "hw.ncpu") == 0 || strcmp(name, "hw.activecpu") == 0
      || strcmp(name, "hw.logicalcpu") == 0;
  if (is_number) { WITNESS_NOTE("sysconf", "processors") }
  int result = sysctlbyname(name, old, size, new, new_size);
  bool is_read = result == 0 && is_number && old && size && *size == sizeof(uint32_t);
  if (is_read && witness_holds(witness_cores)) {
    memcpy(old, &witness_shared->cores, sizeof witness_shared->cores);
  }
  return result;
}
WITNESS_STANDS_BEFORE(sysctlbyname)

// MARK: - What is not seen there

void witness_trace(void) {}
void witness_untrace(void) {}
void witness_break(void) {}
bool witness_sees_swift(void) { return false; }

#endif
