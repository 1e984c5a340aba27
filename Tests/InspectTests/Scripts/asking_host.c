// A reducer that asks by functions of the C library that are seldom used.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdlib.h>
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
  return getpgrp() > 0 && getsid(0) > 0 ? linked_functions() : -1;
}
