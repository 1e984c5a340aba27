// Loaded into the recording app, so that it lives some seconds ahead of the replay, or behind it.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead(void) {
  const char *text = getenv("ZOO_CLOCK_AHEAD");
  return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  long result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead();
  return (int)result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  long result = syscall(SYS_gettimeofday, now, zone);
  if (result == 0) now->tv_sec += ahead();
  return (int)result;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}
