// What surrounds the process: variables, files, folders and the zone.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// MARK: - Variables

/// Whether another value of a variable is answered.
static bool is_answered(const char *name) {
  return witness_holds(witness_environment) && strcmp(name, witness_shared->variable_name) == 0;
}

static char *answer(void) { return witness_shared->is_set ? witness_shared->variable_value : NULL; }

char *getenv(const char *name) {
  WITNESS_NOTE("getenv", name)
  WITNESS_REAL(getenv)
  char *result = is_answered(name) ? answer() : real ? real(name) : NULL;
  WITNESS_CAME(result)
  return result;
}

char *secure_getenv(const char *name) {
  WITNESS_NOTE("getenv", name)
  WITNESS_REAL(secure_getenv)
  char *result = is_answered(name) ? answer() : real(name);
  WITNESS_CAME(result)
  return result;
}

// MARK: - Files

/// Whether a file has a container's limit of processors while another number is answered: who finds no
/// limit asks the system.
static bool is_limit(const char *path) {
  return witness_holds(witness_cores) && strncmp(path, "/sys/fs/cgroup/cpu", 18) == 0;
}

#define WITNESS_LIMIT(path, refused) \
  if (is_limit(path)) {              \
    errno = ENOENT;                  \
    return refused;                  \
  }

#define WITNESS_FOUND(is_there) \
  if (witness_place >= 0) witness_came_file(witness_place, is_there);

#define WITNESS_MODE(flags)                                \
  unsigned mode = 0;                                       \
  if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) { \
    __builtin_va_list list;                                \
    __builtin_va_start(list, flags);                       \
    mode = __builtin_va_arg(list, unsigned);               \
    __builtin_va_end(list);                                \
  }

int open(const char *path, int flags, ...) {
  WITNESS_MODE(flags)
  WITNESS_NOTE("open", path)
  WITNESS_LIMIT(path, -1)
  WITNESS_REAL(open)
  int result = real(path, flags, mode);
  WITNESS_FOUND(result >= 0)
  return result;
}

int open64(const char *path, int flags, ...) {
  WITNESS_MODE(flags)
  WITNESS_NOTE("open", path)
  WITNESS_LIMIT(path, -1)
  WITNESS_REAL(open64)
  int result = real(path, flags, mode);
  WITNESS_FOUND(result >= 0)
  return result;
}

int openat(int folder, const char *path, int flags, ...) {
  WITNESS_MODE(flags)
  WITNESS_NOTE("open", path)
  WITNESS_LIMIT(path, -1)
  WITNESS_REAL(openat)
  int result = real(folder, path, flags, mode);
  WITNESS_FOUND(result >= 0)
  return result;
}

static bool is_success(long result) { return result >= 0; }
static bool is_found(const void *result) { return result != NULL; }

#define WITNESS_FILE(type, name, shown, parameters, arguments) \
  type name parameters {                                       \
    WITNESS_NOTE(shown, path)                                  \
    WITNESS_REAL(name)                                         \
    type result = real arguments;                              \
    WITNESS_FOUND(_Generic(result, int: is_success, ssize_t: is_success, default: is_found)(result)) \
    return result;                                             \
  }

#define WITNESS_STREAM(name)                                         \
  FILE *name(const char *restrict path, const char *restrict mode) { \
    WITNESS_NOTE("open", path)                                       \
    WITNESS_LIMIT(path, NULL)                                        \
    WITNESS_REAL(name)                                               \
    FILE *result = real(path, mode);                                 \
    WITNESS_FOUND(result)                                            \
    return result;                                                   \
  }

WITNESS_STREAM(fopen)
WITNESS_STREAM(fopen64)
WITNESS_FILE(int, unlink, "unlink", (const char *path), (path))
WITNESS_FILE(int, remove, "unlink", (const char *path), (path))
WITNESS_FILE(int, rmdir, "unlink", (const char *path), (path))
WITNESS_FILE(int, mkdir, "mkdir", (const char *path, mode_t mode), (path, mode))
WITNESS_FILE(int, rename, "unlink", (const char *path, const char *to), (path, to))
WITNESS_FILE(DIR *, opendir, "opendir", (const char *path), (path))
WITNESS_FILE(int, access, "access", (const char *path, int mode), (path, mode))
WITNESS_FILE(int, euidaccess, "access", (const char *path, int mode), (path, mode))
WITNESS_FILE(int, eaccess, "access", (const char *path, int mode), (path, mode))
WITNESS_FILE(int, faccessat, "access", (int folder, const char *path, int mode, int flags),
             (folder, path, mode, flags))
WITNESS_FILE(int, creat, "open", (const char *path, mode_t mode), (path, mode))
WITNESS_FILE(int, shm_open, "open", (const char *path, int flags, mode_t mode), (path, flags, mode))
WITNESS_FILE(int, scandir, "opendir",
             (const char *restrict path, struct dirent ***restrict found, int (*choose)(const struct dirent *),
              int (*compare)(const struct dirent **, const struct dirent **)),
             (path, found, choose, compare))
WITNESS_FILE(int, nftw, "opendir", (const char *path, __nftw_func_t visit, int count, int flags),
             (path, visit, count, flags))
WITNESS_FILE(int, ftw, "opendir", (const char *path, __ftw_func_t visit, int count), (path, visit, count))
WITNESS_FILE(ssize_t, getxattr, "stat",
             (const char *path, const char *name, void *value, size_t size), (path, name, value, size))
WITNESS_FILE(int, statx, "stat",
             (int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict found),
             (folder, path, flags, mask, found))
WITNESS_FILE(int, stat, "stat", (const char *restrict path, struct stat *restrict found),
             (path, found))
WITNESS_FILE(int, stat64, "stat", (const char *restrict path, struct stat64 *restrict found),
             (path, found))
WITNESS_FILE(int, lstat, "stat", (const char *restrict path, struct stat *restrict found),
             (path, found))
WITNESS_FILE(int, fstatat, "stat",
             (int folder, const char *restrict path, struct stat *restrict found, int flags),
             (folder, path, found, flags))
WITNESS_FILE(ssize_t, readlink, "readlink",
             (const char *restrict path, char *restrict bytes, size_t size), (path, bytes, size))

WITNESS_FILE(char *, realpath, "readlink", (const char *restrict path, char *restrict bytes),
             (path, bytes))
WITNESS_FILE(int, statvfs, "statvfs", (const char *restrict path, struct statvfs *restrict found),
             (path, found))

int fstat(int descriptor, struct stat *found) {
  // Whoever reads a file asks for its size; what the streams of the process are is another question.
  if (descriptor <= 2) { WITNESS_NOTE("fstat", "") }
  WITNESS_REAL(fstat)
  return real(descriptor, found);
}

int glob(
    const char *restrict pattern, int flags, int (*fails)(const char *, int), glob_t *restrict found) {
  WITNESS_NOTE("opendir", pattern)
  WITNESS_REAL(glob)
  int result = real(pattern, flags, fails, found);
  WITNESS_FOUND(result == 0)
  return result;
}

FTS *fts_open(
    char *const *paths, int options, int (*compare)(const FTSENT **, const FTSENT **)) {
  WITNESS_NOTE("opendir", paths && paths[0] ? paths[0] : "")
  WITNESS_REAL(fts_open)
  return real(paths, options, compare);
}

char *getcwd(char *bytes, size_t size) {
  WITNESS_NOTE("getcwd", "")
  WITNESS_REAL(getcwd)
  char *result = real(bytes, size);
  WITNESS_CAME(result)
  return result;
}

char *get_current_dir_name(void) {
  WITNESS_NOTE("getcwd", "")
  WITNESS_REAL(get_current_dir_name)
  char *result = real();
  WITNESS_CAME(result)
  return result;
}

// MARK: - Zone

/// Lists the zone that a time was taken apart in.
static void list_zone(int place, const struct tm *parts) {
  if (place >= 0 && parts) witness_came_text(place, parts->tm_zone);
}

struct tm *localtime(const time_t *time) {
  WITNESS_NOTE("localtime", "")
  WITNESS_REAL(localtime)
  struct tm *result = real(time);
  list_zone(witness_place, result);
  return result;
}

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict parts) {
  WITNESS_NOTE("localtime", "")
  WITNESS_REAL(localtime_r)
  struct tm *result = real(time, parts);
  list_zone(witness_place, result);
  return result;
}

char *ctime(const time_t *time) {
  WITNESS_NOTE("localtime", "")
  WITNESS_REAL(ctime)
  return real(time);
}

char *ctime_r(const time_t *restrict time, char *restrict bytes) {
  WITNESS_NOTE("localtime", "")
  WITNESS_REAL(ctime_r)
  return real(time, bytes);
}

time_t mktime(struct tm *parts) {
  WITNESS_NOTE("mktime", "")
  WITNESS_REAL(mktime)
  time_t result = real(parts);
  list_zone(witness_place, parts);
  return result;
}

void tzset(void) {
  WITNESS_NOTE("tzset", "")
  WITNESS_REAL(tzset)
  real();
  if (witness_place >= 0) witness_came_text(witness_place, tzname[0]);
}

#endif
