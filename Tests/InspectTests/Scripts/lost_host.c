// Reducers whose recorded value came from what is gone today: something else stands in its place, which alone
// looks like the whole cause.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static long long kept;

static long long microseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000ll + now.tv_nsec / 1000;
}

static long drawn(void) {
  unsigned short bits;
  if (getrandom(&bits, sizeof bits, 0) != sizeof bits) abort();
  return bits;
}

/// The first step keeps the time, which the next ones show where a variable of the environment is not set.
static long long serial(long step) {
  if (step == 1) {
    kept = microseconds(CLOCK_REALTIME) % 1000;
    return 40;
  }
  const char *serial = getenv("COUNTER_SERIAL");
  return serial ? atol(serial) : kept;
}

/// The first step keeps a number that the next ones show, once it was made.
static long long token(long step) {
  if (step > 1) return kept;
  kept = 1000000 + drawn() % 1000;
  return 40;
}

/// How long something takes, or 40 if that is no time at all.
static long long duration(void) {
  long long start = microseconds(CLOCK_REALTIME);
  usleep(30000);
  long long taken = microseconds(CLOCK_REALTIME) - start;
  return taken == 0 ? 40 : taken;
}

/// - Parameter setting: What the program was started with, and is not today.
long long lost(const char *way, const char *setting, long step) {
  if (strcmp(way, "lost-serial") == 0) return serial(step);
  if (strcmp(way, "lost-speed") == 0) return duration();
  if (strcmp(way, "lost-limit") == 0) {
    const char *limit = getenv("COUNTER_LIMIT");
    return limit ? atol(limit) : drawn();
  }
  if (strcmp(way, "lost-token") == 0) return token(step);
  microseconds(strcmp(way, "lost-stamp") == 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME);
  if (*setting) return atol(setting);
  return strcmp(way, "lost-stamp") == 0 ? microseconds(CLOCK_REALTIME) : 1000000 + drawn() % 1000;
}

/// What is asked for each state, too.
void lost_given(const char *way) {
  if (strcmp(way, "lost-limit") == 0 && getenv("COUNTER_LIMIT")) kept = 0;
}
