// The process and its machine: numbers, users, names, processors, load.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <grp.h>
#include <ifaddrs.h>
#include <malloc.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

/// A number that no process has: beyond the largest one.
static const int held_number = 4194305;

pid_t getpid(void) {
  WITNESS_NOTE("getpid", "")
  WITNESS_REAL(getpid)
  pid_t result = witness_holds(witness_process) ? held_number : real();
  WITNESS_CAME(result)
  return result;
}

pid_t getppid(void) {
  WITNESS_NOTE("getppid", "")
  WITNESS_REAL(getppid)
  pid_t result = witness_holds(witness_process) ? held_number : real();
  WITNESS_CAME(result)
  return result;
}

pid_t gettid(void) {
  WITNESS_NOTE("gettid", "")
  WITNESS_REAL(gettid)
  pid_t result = witness_holds(witness_process) ? held_number : real();
  WITNESS_CAME(result)
  return result;
}

#define WITNESS_ASKS(type, name, parameters, arguments) \
  type name parameters {                                \
    WITNESS_NOTE(#name, "")                             \
    WITNESS_REAL(name)                                  \
    type came = real arguments;                         \
    WITNESS_CAME(came)                                  \
    return came;                                        \
  }

/// One whose answer is in what it fills, not in what it returns.
#define WITNESS_FILLS(name, parameters, arguments, is_filled, answer) \
  int name parameters {                                               \
    WITNESS_NOTE(#name, "")                                           \
    WITNESS_REAL(name)                                                \
    int result = real arguments;                                      \
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
WITNESS_ASKS(gid_t, getgid, (void), ())
WITNESS_ASKS(gid_t, getegid, (void), ())
WITNESS_ASKS(int, getgroups, (int size, gid_t *list), (size, list))
WITNESS_ASKS(mode_t, umask, (mode_t mask), (mask))
WITNESS_ASKS(int, getdtablesize, (void), ())
WITNESS_FILLS(
    getrlimit, (__rlimit_resource_t resource, struct rlimit *limit), (resource, limit),
    result == 0, limit->rlim_cur)
WITNESS_ASKS(int, getpriority, (__priority_which_t which, id_t who), (which, who))
WITNESS_ASKS(int, isatty, (int descriptor), (descriptor))
WITNESS_ASKS(int, getifaddrs, (struct ifaddrs **result), (result))
WITNESS_ASKS(
    int, getaddrinfo,
    (const char *restrict node, const char *restrict service,
     const struct addrinfo *restrict hints, struct addrinfo **restrict result),
    (node, service, hints, result))
WITNESS_ASKS(int, socket, (int domain, int type, int protocol), (domain, type, protocol))

WITNESS_ASKS(unsigned long, getauxval, (unsigned long which), (which))
// A name that is cut has no end.
WITNESS_FILLS(
    getdomainname, (char *name, size_t size), (name, size),
    result == 0 && memchr(name, 0, size), name)
WITNESS_ASKS(struct passwd *, getpwnam, (const char *user), (user))
WITNESS_ASKS(struct group *, getgrgid, (gid_t group), (group))
#ifdef __GLIBC__
struct mallinfo2 mallinfo2(void) {
  WITNESS_NOTE("mallinfo2", "")
  WITNESS_REAL(mallinfo2)
  return real();
}
#endif

int ioctl(int descriptor, unsigned long request, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, request);
  void *argument = __builtin_va_arg(list, void *);
  __builtin_va_end(list);
  WITNESS_NOTE("ioctl", "")
  WITNESS_REAL(ioctl)
  return real(descriptor, request, argument);
}

int getpwuid_r(
    uid_t user, struct passwd *entry, char *bytes, size_t size, struct passwd **result) {
  WITNESS_NOTE("getpwuid_r", "")
  WITNESS_REAL(getpwuid_r)
  return real(user, entry, bytes, size, result);
}

#define WITNESS_HOST_NAME(name, parameters, arguments)                                  \
  int name parameters {                                                                 \
    WITNESS_NOTE("gethostname", "")                                                     \
    WITNESS_REAL(name)                                                                  \
    int result = real arguments;                                                        \
    if (result == 0 && witness_holds(witness_host))                                     \
      snprintf(bytes, size, "%s", witness_shared->host_name);                           \
    if (result == 0) { WITNESS_CAME(bytes) }                                            \
    return result;                                                                      \
  }

WITNESS_HOST_NAME(gethostname, (char *bytes, size_t size), (bytes, size))
#ifdef __GLIBC__
WITNESS_HOST_NAME(__gethostname_chk, (char *bytes, size_t size, size_t room), (bytes, size, room))
#endif

int uname(struct utsname *name) {
  WITNESS_NOTE("uname", "")
  WITNESS_REAL(uname)
  int result = real(name);
  if (result == 0 && witness_holds(witness_host)) {
    snprintf(name->nodename, sizeof name->nodename, "%s", witness_shared->host_name);
  }
  if (result == 0) { WITNESS_CAME((char *)name->nodename) }
  return result;
}

int get_nprocs(void) {
  WITNESS_NOTE("get_nprocs", "")
  WITNESS_REAL(get_nprocs)
  int result = witness_holds(witness_cores) ? (int)witness_shared->cores : real();
  WITNESS_CAME(result)
  return result;
}

/// A thread's processors, which are those that a program sees.
#define WITNESS_ASKS_AFFINITY(function, thread_type)                                              \
  int function(thread_type thread, size_t size, cpu_set_t *set) {                                 \
    WITNESS_NOTE("sched_getaffinity", "")                                                         \
    WITNESS_REAL(function)                                                                        \
    int result = real(thread, size, set);                                                         \
    if (result == 0 && witness_holds(witness_cores)) {                                            \
      CPU_ZERO_S(size, set);                                                                      \
      for (uint32_t core = 0; core < witness_shared->cores; core++) CPU_SET_S(core, size, set);   \
    }                                                                                             \
    if (result == 0) { WITNESS_CAME(CPU_COUNT_S(size, set)) }                                     \
    return result;                                                                                \
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
  if (!shown) return real(name);
  WITNESS_NOTE("sysconf", shown)
  bool is_answered = shown[0] == 'p' && witness_holds(witness_cores);
  long result = is_answered ? (long)witness_shared->cores : real(name);
  WITNESS_CAME(result)
  return result;
}

// MARK: - Other programs

#define WITNESS_STARTS(type, name, parameters, arguments) \
  type name parameters {                                  \
    WITNESS_NOTE("start", program)                        \
    WITNESS_REAL(name)                                    \
    return real arguments;                                \
  }

#define WITNESS_SPAWNS(name)                                                                     \
  WITNESS_STARTS(                                                                                \
      int, name,                                                                                 \
      (pid_t *restrict process, const char *restrict program,                                    \
       const posix_spawn_file_actions_t *files, const posix_spawnattr_t *restrict attributes,    \
       char *const arguments[restrict], char *const variables[restrict]),                        \
      (process, program, files, attributes, arguments, variables))

WITNESS_SPAWNS(posix_spawn)
WITNESS_SPAWNS(posix_spawnp)
WITNESS_STARTS(int, system, (const char *program), (program))
WITNESS_STARTS(FILE *, popen, (const char *program, const char *mode), (program, mode))
WITNESS_ASKS(pid_t, fork, (void), ())

// MARK: - Threads

int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
    void *(*start)(void *), void *restrict argument) {
  WITNESS_NOTE("pthread_create", "")
  WITNESS_REAL(pthread_create)
  return real(thread, attributes, start, argument);
}

#endif
