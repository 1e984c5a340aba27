// A reducer that asks by functions of the C library that are seldom used.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

long linked_functions(void);

static int visit(const char *path, const struct stat *found, int kind, struct FTW *place) {
  (void)path, (void)found, (void)kind, (void)place;
  return 0;
}

/// What programs ask that are compiled for offsets of 64 bits, with checks of bounds, or long ago.
static void ask_by_other_names(void) {
  struct dirent64 **entries;
  struct stat64 status;
  char bytes[64];
  lstat64("/nowhere/large", &status);
  scandir64("/nowhere/many", &entries, NULL, NULL);
  glob64_t globbed = {0};
  glob64("/nowhere/g*", 0, NULL, &globbed);
  int (*old)(int, const char *, struct stat64 *) =
      (int (*)(int, const char *, struct stat64 *))dlsym(RTLD_DEFAULT, "__lxstat64");
  if (old) old(1, "/nowhere/old", &status);
  int (*checked)(const char *, int) = (int (*)(const char *, int))dlsym(RTLD_DEFAULT, "__open64_2");
  if (checked) checked("/nowhere/checked", O_RDONLY);
  readlinkat(AT_FDCWD, "/nowhere/link", bytes, sizeof bytes);
  ioctl(1, FIONREAD, bytes);
  if (getauxval(AT_PAGESZ) == 0) return;
  pid_t process;
  char *const arguments[] = {"/nowhere/program", NULL};
  posix_spawn(&process, arguments[0], NULL, NULL, arguments, NULL);
}

long asking(void) {
  const char *nowhere = "/nowhere/at-all";
  struct timespec now;
  struct statx status;
  struct dirent **entries;
  glob_t globbed = {0};
  char bytes[64];
  time_t zero = 0;
  timespec_get(&now, TIME_UTC);
  statx(AT_FDCWD, nowhere, 0, STATX_BASIC_STATS, &status);
  glob("/nowhere/*", 0, NULL, &globbed);
  scandir(nowhere, &entries, NULL, NULL);
  nftw("/nowhere/tree", visit, 4, 0);
  faccessat(AT_FDCWD, "/nowhere/one", R_OK, 0);
  euidaccess("/nowhere/two", R_OK);
  creat("/nowhere/made", 0600);
  shm_open("/nowhere/shared", O_RDONLY, 0);
  getxattr("/nowhere/named", "user.name", bytes, sizeof bytes);
  free(get_current_dir_name());
  ctime_r(&zero, bytes);
  ask_by_other_names();
  // In a container whose first process did not begin the session, both are 0.
  return getpgrp() >= 0 && getsid(0) >= 0 ? linked_functions() : -1;
}
