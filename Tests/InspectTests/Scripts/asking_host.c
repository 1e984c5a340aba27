// A reducer that asks by functions of the C library that are seldom used.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <glob.h>
#include <iconv.h>
#include <mntent.h>
#include <net/if.h>
#include <netdb.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

long linked_functions(void);

static int visit(const char *path, const struct stat *found, int kind, struct FTW *place) {
  (void)path, (void)found, (void)kind, (void)place;
  return 0;
}

/// Letters, order and names by the language, and what the system knows beside files.
static void ask_by_names(void) {
  wchar_t words[8];
  char bytes[64];
  struct termios terminal;
  struct timex parts = {0};
  struct ntptimeval count;
  struct tm day = {0};
  struct itimerval left;
  struct sigaction handler;
  unsigned core;
  adjtimex(&parts);
  ntp_gettime(&count);
  clock_adjtime(CLOCK_REALTIME, &parts);
  wcsftime(words, 8, L"%Y", &day);
  if (wcscoll(L"a", L"b") > 0 || !iswalpha(L'a') || fnmatch("a*", "ab", 0) != 0) return;
  iconv_open("nothing", "UTF-8");
  setmntent("/nowhere/mounts", "r");
  sem_open("/nowhere-named", 0);
  ftok("/nowhere/key", 1);
  shmget(0x17, 1, 0);
  getservbyname("http", "tcp");
  gethostbyname("127.0.0.1");
  if_nametoindex("nowhere0");
  getcpu(&core, NULL);
  if (get_phys_pages() < 0) return;
  prctl(PR_GET_NAME, bytes);
  tcgetattr(1, &terminal);
  getitimer(ITIMER_REAL, &left);
  timer_t timer;
  struct itimerspec rest;
  if (timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0) timer_gettime(timer, &rest);
  char name[] = "/nowhere/name-XXXXXX";
  mkstemp(name);
  // It has none of the letters that are replaced if that was called twice.
  static char folder[] = "/tmp/asking-XXXXXX";
  if (!mkdtemp(folder) || rmdir(folder) != 0) abort();
  sched_getscheduler(0);
  pathconf("/nowhere", _PC_NAME_MAX);
  sigaction(SIGUSR1, NULL, &handler);
  // To set one asks nothing.
  sigaction(SIGUSR1, &handler, NULL);
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
  int (*queued)(const char *, int) = (int (*)(const char *, int))dlsym(RTLD_DEFAULT, "__mq_open_2");
  if (queued) queued("/nowhere-queued", O_RDONLY);
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
  ask_by_names();
  // In a container whose first process did not begin the session, both are 0.
  return getpgrp() >= 0 && getsid(0) >= 0 ? linked_functions() : -1;
}
