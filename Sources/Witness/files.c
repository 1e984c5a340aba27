// Files and folders: whether they are there, what they are, and what is opened.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <mntent.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

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
  int result = WITNESS_CALL(path, flags, mode);
  WITNESS_FOUND(result >= 0)
  return result;
}

int openat(int folder, const char *path, int flags, ...) {
  WITNESS_MODE(flags)
  WITNESS_NOTE("open", path)
  WITNESS_LIMIT(path, -1)
  WITNESS_REAL(openat)
  int result = WITNESS_CALL(folder, path, flags, mode);
  WITNESS_FOUND(result >= 0)
  return result;
}

static bool is_success(long result) { return result >= 0; }
static bool is_found(const void *result) { return result != NULL; }

#define WITNESS_FILE(type, name, shown, parameters, arguments)                                       \
  type name parameters {                                                                             \
    WITNESS_NOTE(shown, path)                                                                        \
    WITNESS_REAL(name)                                                                               \
    type result = WITNESS_CALL arguments;                                                            \
    WITNESS_FOUND(_Generic(result, int: is_success, ssize_t: is_success, default: is_found)(result)) \
    return result;                                                                                   \
  }

FILE *fopen(const char *restrict path, const char *restrict mode) {
  WITNESS_NOTE("open", path)
  WITNESS_LIMIT(path, NULL)
  WITNESS_REAL(fopen)
  FILE *result = WITNESS_CALL(path, mode);
  WITNESS_FOUND(result)
  return result;
}

WITNESS_FILE(int, unlink, "unlink", (const char *path), (path))
WITNESS_FILE(int, remove, "unlink", (const char *path), (path))
WITNESS_FILE(int, rmdir, "unlink", (const char *path), (path))
WITNESS_FILE(int, mkdir, "mkdir", (const char *path, mode_t mode), (path, mode))
WITNESS_FILE(int, unlinkat, "unlink", (int folder, const char *path, int flags), (folder, path, flags))
WITNESS_FILE(int, mkdirat, "mkdir", (int folder, const char *path, mode_t mode), (folder, path, mode))
WITNESS_FILE(int, link, "link", (const char *path, const char *to), (path, to))
WITNESS_FILE(int, symlink, "link", (const char *to, const char *path), (to, path))
WITNESS_FILE(int, renameat, "unlink", (int folder, const char *path, int other, const char *to),
             (folder, path, other, to))
WITNESS_FILE(int, rename, "unlink", (const char *path, const char *to), (path, to))
WITNESS_FILE(DIR *, opendir, "opendir", (const char *path), (path))
WITNESS_FILE(int, access, "access", (const char *path, int mode), (path, mode))
WITNESS_FILE(int, euidaccess, "access", (const char *path, int mode), (path, mode))
WITNESS_FILE(int, eaccess, "access", (const char *path, int mode), (path, mode))
WITNESS_FILE(int, faccessat, "access", (int folder, const char *path, int mode, int flags),
             (folder, path, mode, flags))
WITNESS_FILE(int, creat, "open", (const char *path, mode_t mode), (path, mode))
WITNESS_FILE(int, shm_open, "open", (const char *path, int flags, mode_t mode), (path, flags, mode))
WITNESS_FILE(FILE *, setmntent, "open", (const char *path, const char *mode), (path, mode))
WITNESS_FILE(int, scandir, "opendir",
             (const char *restrict path, struct dirent ***restrict found, int (*choose)(const struct dirent *),
              int (*compare)(const struct dirent **, const struct dirent **)),
             (path, found, choose, compare))
WITNESS_FILE(int, nftw, "opendir", (const char *path, __nftw_func_t visit, int count, int flags),
             (path, visit, count, flags))
WITNESS_FILE(int, ftw, "opendir", (const char *path, __ftw_func_t visit, int count), (path, visit, count))
WITNESS_FILE(ssize_t, getxattr, "stat",
             (const char *path, const char *name, void *value, size_t size), (path, name, value, size))
WITNESS_FILE(ssize_t, lgetxattr, "stat",
             (const char *path, const char *name, void *value, size_t size), (path, name, value, size))
WITNESS_FILE(ssize_t, listxattr, "stat", (const char *path, char *names, size_t size),
             (path, names, size))
WITNESS_FILE(int, statx, "stat",
             (int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict found),
             (folder, path, flags, mask, found))
WITNESS_FILE(int, stat, "stat", (const char *restrict path, struct stat *restrict found),
             (path, found))
WITNESS_FILE(int, lstat, "stat", (const char *restrict path, struct stat *restrict found),
             (path, found))
WITNESS_FILE(int, fstatat, "stat",
             (int folder, const char *restrict path, struct stat *restrict found, int flags),
             (folder, path, found, flags))
WITNESS_FILE(ssize_t, readlink, "readlink",
             (const char *restrict path, char *restrict bytes, size_t size), (path, bytes, size))
WITNESS_FILE(ssize_t, readlinkat, "readlink",
             (int folder, const char *restrict path, char *restrict bytes, size_t size),
             (folder, path, bytes, size))
WITNESS_FILE(char *, realpath, "readlink", (const char *restrict path, char *restrict bytes),
             (path, bytes))
WITNESS_FILE(int, statfs, "statvfs", (const char *path, struct statfs *found), (path, found))
WITNESS_FILE(int, statvfs, "statvfs", (const char *restrict path, struct statvfs *restrict found),
             (path, found))

int fstat(int descriptor, struct stat *found) {
  // Whoever reads a file asks for its size; what the streams of the process are is another question.
  if (descriptor <= 2) { WITNESS_NOTE("fstat", "") }
  WITNESS_REAL(fstat)
  return WITNESS_CALL(descriptor, found);
}

int glob(
    const char *restrict pattern, int flags, int (*fails)(const char *, int), glob_t *restrict found) {
  WITNESS_NOTE("opendir", pattern)
  WITNESS_REAL(glob)
  int result = WITNESS_CALL(pattern, flags, fails, found);
  WITNESS_FOUND(result == 0)
  return result;
}

FTS *fts_open(
    char *const *paths, int options, int (*compare)(const FTSENT **, const FTSENT **)) {
  WITNESS_NOTE("opendir", paths && paths[0] ? paths[0] : "")
  WITNESS_REAL(fts_open)
  return WITNESS_CALL(paths, options, compare);
}

#ifdef __GLIBC__
// MARK: - Other names

// Where offsets have 64 bits anyway, the functions of programs that ask for such offsets are the same.
#define WITNESS_SAME(name, as) extern __typeof__(name) name __attribute__((alias(#as)));

WITNESS_SAME(open64, open)
WITNESS_SAME(openat64, openat)
WITNESS_SAME(creat64, creat)
WITNESS_SAME(fopen64, fopen)
WITNESS_SAME(stat64, stat)
WITNESS_SAME(lstat64, lstat)
WITNESS_SAME(fstat64, fstat)
WITNESS_SAME(fstatat64, fstatat)
WITNESS_SAME(statfs64, statfs)
WITNESS_SAME(statvfs64, statvfs)
WITNESS_SAME(scandir64, scandir)
WITNESS_SAME(nftw64, nftw)
WITNESS_SAME(ftw64, ftw)
WITNESS_SAME(glob64, glob)
WITNESS_SAME(fts64_open, fts_open)

// Programs that were linked before version 2.33 of the C library ask by these; it then has the others, too, or
// not yet.
typedef int found_file(int, const char *, struct stat *);

static int old_stat(int version, const char *path, struct stat *found, const char *old, const char *now) {
  found_file *real = (found_file *)witness_next(old);
  if (real) return WITNESS_CALL(version, path, found);
  int (*other)(const char *, struct stat *) = (int (*)(const char *, struct stat *))witness_next(now);
  if (other) return other(path, found);
  errno = ENOSYS;
  return -1;
}

#define WITNESS_OLD(old, now)                                   \
  int old(int version, const char *path, struct stat *found);   \
  int old(int version, const char *path, struct stat *found) {  \
    WITNESS_NOTE("stat", path)                                  \
    int result = old_stat(version, path, found, #old, #now);    \
    WITNESS_FOUND(result >= 0)                                  \
    return result;                                              \
  }

WITNESS_OLD(__xstat, stat)
WITNESS_OLD(__xstat64, stat)
WITNESS_OLD(__lxstat, lstat)
WITNESS_OLD(__lxstat64, lstat)

// What a program is compiled to whose bounds are checked (_FORTIFY_SOURCE).
WITNESS_FILE(int, __open_2, "open", (const char *path, int flags), (path, flags))
WITNESS_FILE(int, __open64_2, "open", (const char *path, int flags), (path, flags))
WITNESS_FILE(int, __openat_2, "open", (int folder, const char *path, int flags), (folder, path, flags))
WITNESS_FILE(int, __openat64_2, "open", (int folder, const char *path, int flags), (folder, path, flags))
WITNESS_FILE(ssize_t, __readlink_chk, "readlink",
             (const char *restrict path, char *restrict bytes, size_t size, size_t room),
             (path, bytes, size, room))
WITNESS_FILE(char *, __realpath_chk, "readlink",
             (const char *restrict path, char *restrict bytes, size_t room), (path, bytes, room))
#endif

#endif
