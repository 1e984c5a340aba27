// The process and its machine: numbers, users, names, processors, load.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <grp.h>
#include <malloc.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utmpx.h>
#include <wordexp.h>

/// A number that no process has: beyond the largest one.
static pid_t held_number(void) { return 4194305 + (pid_t)witness_shared->number; }

pid_t getpid(void) {
  WITNESS_NOTE("getpid", "")
  WITNESS_REAL(getpid)
  pid_t result = witness_holds(witness_process) ? held_number() : WITNESS_CALL();
  WITNESS_CAME(result)
  return result;
}

pid_t getppid(void) {
  WITNESS_NOTE("getppid", "")
  WITNESS_REAL(getppid)
  pid_t result = witness_holds(witness_process) ? held_number() + (pid_t)witness_shared->number : WITNESS_CALL();
  WITNESS_CAME(result)
  return result;
}

pid_t gettid(void) {
  WITNESS_NOTE("gettid", "")
  WITNESS_REAL(gettid)
  pid_t result = witness_holds(witness_process) ? held_number() : WITNESS_CALL();
  WITNESS_CAME(result)
  return result;
}

/// One whose answer is in what it fills, not in what it returns.
#define WITNESS_FILLS(name, parameters, arguments, is_filled, answer) \
  int name parameters {                                               \
    WITNESS_NOTE(#name, "")                                           \
    WITNESS_REAL(name)                                                \
    int result = WITNESS_CALL arguments;                              \
    if (is_filled) { WITNESS_CAME(answer) }                           \
    return result;                                                    \
  }

WITNESS_ASKS(pid_t, getpgrp, (void), ())
WITNESS_ASKS(pid_t, getpgid, (pid_t of), (of))
WITNESS_ASKS(pid_t, getsid, (pid_t of), (of))
WITNESS_ASKS(long, gethostid, (void), ())
WITNESS_ASKS(uid_t, getuid, (void), ())
WITNESS_ASKS(uid_t, geteuid, (void), ())
WITNESS_ASKS(char *, getlogin, (void), ())
WITNESS_ASKS(struct passwd *, getpwuid, (uid_t user), (user))
WITNESS_FILLS(getloadavg, (double *load, int count), (load, count), result > 0, load[0])
WITNESS_FILLS(sysinfo, (struct sysinfo *info), (info), result == 0, info->uptime)
WITNESS_ASKS(int, sched_getcpu, (void), ())
WITNESS_FILLS(getcpu, (unsigned *core, unsigned *node), (core, node), result == 0 && core, *core)
WITNESS_ASKS(gid_t, getgid, (void), ())
WITNESS_ASKS(gid_t, getegid, (void), ())
WITNESS_ASKS(int, getgroups, (int size, gid_t *list), (size, list))
WITNESS_ASKS(mode_t, umask, (mode_t mask), (mask))
WITNESS_ASKS(int, getdtablesize, (void), ())
WITNESS_FILLS(
    getrlimit, (__rlimit_resource_t resource, struct rlimit *limit), (resource, limit),
    result == 0, limit->rlim_cur)
#ifdef __GLIBC__
extern __typeof__(getrlimit64) getrlimit64 __attribute__((alias("getrlimit")));

int prlimit(
    pid_t of, __rlimit_resource_t resource, const struct rlimit *limit, struct rlimit *before) {
  // Who only sets one asks nothing.
  WITNESS_REAL(prlimit)
  if (!before) return WITNESS_CALL(of, resource, limit, before);
  WITNESS_NOTE("getrlimit", "")
  int result = WITNESS_CALL(of, resource, limit, before);
  if (result == 0) { WITNESS_CAME(before->rlim_cur) }
  return result;
}

extern __typeof__(prlimit64) prlimit64 __attribute__((alias("prlimit")));
#endif
WITNESS_ASKS(int, getpriority, (__priority_which_t which, id_t who), (which, who))
WITNESS_ASKS(int, isatty, (int descriptor), (descriptor))
WITNESS_ASKS(int, tcgetattr, (int descriptor, struct termios *result), (descriptor, result))
WITNESS_ASKS(char *, ttyname, (int descriptor), (descriptor))
WITNESS_ASKS(struct utmpx *, getutxent, (void), ())
WITNESS_ASKS(unsigned long, getauxval, (unsigned long which), (which))
// A name that is cut has no end.
WITNESS_FILLS(
    getdomainname, (char *name, size_t size), (name, size),
    result == 0 && memchr(name, 0, size), name)
WITNESS_ASKS(int, sched_getscheduler, (pid_t of), (of))
WITNESS_ASKS(int, sched_rr_get_interval, (pid_t of, struct timespec *time), (of, time))
WITNESS_ASKS(int, nice, (int more), (more))
WITNESS_ASKS(long, pathconf, (const char *path, int which), (path, which))
WITNESS_ASKS(int, mincore, (void *start, size_t size, unsigned char *found), (start, size, found))
WITNESS_ASKS(struct passwd *, getpwnam, (const char *user), (user))
WITNESS_ASKS(struct group *, getgrgid, (gid_t group), (group))
#ifdef __GLIBC__
#define WITNESS_COUNTS_MEMORY(name) \
  struct name name(void) {          \
    WITNESS_NOTE(#name, "")         \
    WITNESS_REAL(name)              \
    return WITNESS_CALL();          \
  }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
WITNESS_COUNTS_MEMORY(mallinfo)
#pragma GCC diagnostic pop
WITNESS_COUNTS_MEMORY(mallinfo2)
WITNESS_ASKS(long, get_phys_pages, (void), ())
WITNESS_ASKS(long, get_avphys_pages, (void), ())
#endif

int ioctl(int descriptor, unsigned long request, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, request);
  void *argument = __builtin_va_arg(list, void *);
  __builtin_va_end(list);
  WITNESS_NOTE("ioctl", "")
  WITNESS_REAL(ioctl)
  return WITNESS_CALL(descriptor, request, argument);
}

int getpwuid_r(
    uid_t user, struct passwd *entry, char *bytes, size_t size, struct passwd **result) {
  WITNESS_NOTE("getpwuid_r", "")
  WITNESS_REAL(getpwuid_r)
  return WITNESS_CALL(user, entry, bytes, size, result);
}

#define WITNESS_HOST_NAME(name, parameters, arguments)        \
  int name parameters {                                       \
    WITNESS_NOTE("gethostname", "")                           \
    WITNESS_REAL(name)                                        \
    int result = WITNESS_CALL arguments;                      \
    if (result == 0 && witness_holds(witness_host))           \
      snprintf(bytes, size, "%s", witness_shared->host_name); \
    if (result == 0) { WITNESS_CAME(bytes) }                  \
    return result;                                            \
  }

WITNESS_HOST_NAME(gethostname, (char *bytes, size_t size), (bytes, size))
#ifdef __GLIBC__
WITNESS_HOST_NAME(__gethostname_chk, (char *bytes, size_t size, size_t room), (bytes, size, room))
#endif

int uname(struct utsname *name) {
  WITNESS_NOTE("uname", "")
  WITNESS_REAL(uname)
  int result = WITNESS_CALL(name);
  if (result == 0 && witness_holds(witness_host)) {
    snprintf(name->nodename, sizeof name->nodename, "%s", witness_shared->host_name);
  }
  if (result == 0) { WITNESS_CAME((char *)name->nodename) }
  return result;
}

int get_nprocs(void) {
  WITNESS_NOTE("get_nprocs", "")
  WITNESS_REAL(get_nprocs)
  int result = witness_holds(witness_cores) ? (int)witness_shared->cores : WITNESS_CALL();
  WITNESS_CAME(result)
  return result;
}

/// A thread's processors, which are those that a program sees.
#define WITNESS_ASKS_AFFINITY(function, thread_type)                                            \
  int function(thread_type thread, size_t size, cpu_set_t *set) {                               \
    WITNESS_NOTE("sched_getaffinity", "")                                                       \
    WITNESS_REAL(function)                                                                      \
    int result = WITNESS_CALL_CODED(thread, size, set);                                         \
    if (result == 0 && witness_holds(witness_cores)) {                                          \
      CPU_ZERO_S(size, set);                                                                    \
      for (uint32_t core = 0; core < witness_shared->cores; core++) CPU_SET_S(core, size, set); \
    }                                                                                           \
    if (result == 0) { WITNESS_CAME(CPU_COUNT_S(size, set)) }                                   \
    return result;                                                                              \
  }

WITNESS_ASKS_AFFINITY(sched_getaffinity, pid_t)
WITNESS_ASKS_AFFINITY(pthread_getaffinity_np, pthread_t)

/// What of the machine a name of `sysconf` stands for; NULL for all else.
static const char *machine_name(int name) {
  switch (name) {
  case _SC_NPROCESSORS_ONLN:
  case _SC_NPROCESSORS_CONF: return "processors";
  case _SC_PHYS_PAGES:
  case _SC_AVPHYS_PAGES: return "memory";
  default: return NULL;
  }
}

long sysconf(int name) {
  WITNESS_REAL(sysconf)
  const char *shown = machine_name(name);
  if (!shown) return WITNESS_CALL(name);
  WITNESS_NOTE("sysconf", shown)
  bool is_answered = shown[0] == 'p' && witness_holds(witness_cores);
  long result = is_answered ? (long)witness_shared->cores : WITNESS_CALL(name);
  WITNESS_CAME(result)
  return result;
}

// MARK: - Other programs

/// It starts a shell for what stands in `$(…)`, and puts in variables and names of files.
int wordexp(const char *restrict text, wordexp_t *restrict words, int flags) {
  WITNESS_NOTE("wordexp", text)
  WITNESS_REAL(wordexp)
  return WITNESS_CALL(text, words, flags);
}

// A child that shares the memory for a moment cannot have a fault: it blocks all signals.
static void let_in(const char *program, char *const *arguments) {
  witness_let_in_at(program, 1);
  witness_let_in_at(arguments, 1);
  for (; arguments && *arguments; arguments++) witness_let_in_at(*arguments, 1);
}

#define WITNESS_STARTS(type, name, words, parameters, call) \
  type name parameters {                                    \
    WITNESS_NOTE("start", program)                          \
    let_in(program, words);                                 \
    WITNESS_REAL(name)                                      \
    return WITNESS_CALL call;                               \
  }

#define WITNESS_SPAWNS(name)                                                                  \
  WITNESS_STARTS(                                                                             \
      int, name, arguments,                                                                   \
      (pid_t *restrict process, const char *restrict program,                                 \
       const posix_spawn_file_actions_t *files, const posix_spawnattr_t *restrict attributes, \
       char *const arguments[restrict], char *const variables[restrict]),                     \
      (process, program, files, attributes, arguments, variables))

WITNESS_SPAWNS(posix_spawn)
WITNESS_SPAWNS(posix_spawnp)
WITNESS_STARTS(int, system, NULL, (const char *program), (program))
WITNESS_STARTS(FILE *, popen, NULL, (const char *program, const char *mode), (program, mode))
WITNESS_ASKS(pid_t, fork, (void), ())

// MARK: - Threads

int prctl(int option, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, option);
  unsigned long words[4];
  for (int place = 0; place < 4; place++) words[place] = __builtin_va_arg(list, unsigned long);
  __builtin_va_end(list);
  WITNESS_REAL(prctl)
  if (option != PR_GET_NAME) return WITNESS_CALL(option, words[0], words[1], words[2], words[3]);
  WITNESS_NOTE("prctl", "")
  int result = WITNESS_CALL(option, words[0]);
  if (result == 0) { WITNESS_CAME((char *)words[0]) }
  return result;
}

WITNESS_FILLS(
    pthread_getname_np, (pthread_t thread, char *name, size_t size), (thread, name, size), result == 0,
    name)

int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
    void *(*start)(void *), void *restrict argument) {
  WITNESS_NOTE("pthread_create", "")
  WITNESS_REAL(pthread_create)
  return WITNESS_CALL(thread, attributes, start, argument);
}

#endif
