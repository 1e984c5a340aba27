// A reducer host for the counter store that reads by streams, as C programs do: as small as it can be. Each
// value is one of the time, in milliseconds; by its first argument, one that comes by chance, or one that
// counts what the process did, one of the environment, one of a file that is open from the start on, or one of
// functions of Swift that are linked into it.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

long linked(const char *way);

static char line[1 << 20];
static long steps;
static int is_begun;
/// What a file would have said when it was recorded.
static long configured;
static long reductions;
/// A file that is open before any step.
static FILE *opened;
/// What is made at the first state, of a setting that is gone, and kept.
static struct {
  long drawn;
  long made;
} _lazy;

static int is(const char *kind) {
  char sought[32];
  snprintf(sought, sizeof sought, "\"kind\":\"%s\"", kind);
  return strstr(line, sought) != NULL;
}

static long number(const char *text, const char *name) {
  const char *found = strstr(text, name);
  return found ? atol(found + strlen(name)) : 0;
}

static void tell(long n, long value) {
  printf("{\"kind\":\"state\",\"n\":%ld,\"state\":{\"steps\":%ld,\"value\":%ld}}\n", n, steps, value);
  fflush(stdout);
}

static long drawn(void) {
  unsigned short bits;
  if (getrandom(&bits, sizeof bits, 0) != sizeof bits) abort();
  return bits;
}

__attribute__((noinline)) static long configured_or_drawn(void) {
  return configured ? configured : drawn();
}

__attribute__((noinline)) static long letter(void) {
  char letter = 0;
  return pread(fileno(opened), &letter, 1, 1) == 1 ? letter : -1;
}

/// Sleeps until 5 ms have passed.
static void nap(struct timespec *now) {
  long long end = now->tv_sec * 1000000000ll + now->tv_nsec + 5000000;
  long long left;
  while ((left = end - now->tv_sec * 1000000000ll - now->tv_nsec) > 0) {
    nanosleep(&(struct timespec){left / 1000000000, left % 1000000000}, NULL);
    clock_gettime(CLOCK_REALTIME, now);
  }
}

static long value(const char *way, const char *setting) {
  if (strcmp(way, "chance") == 0) return drawn();
  if (strcmp(way, "configured") == 0) return configured_or_drawn();
  if (strcmp(way, "lazy") == 0) return _lazy.made ? _lazy.made : drawn();
  if (strcmp(way, "count") == 0) return ++reductions;
  if (strcmp(way, "setting") == 0) {
    setting = getenv("COUNTER_SETTING");
    return setting ? atol(setting) : -1;
  }
  long hot(void);
  if (strcmp(way, "hot") == 0) return hot();
  if (strcmp(way, "opened") == 0) return letter();
  if (strcmp(way, "linked") == 0) return linked(setting);
  long long lost(const char *, const char *, long);
  if (strncmp(way, "lost-", 5) == 0) return lost(way, setting, steps);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (strcmp(way, "nap") == 0) nap(&now);
  for (long left = strcmp(way, "often") == 0 ? 100000 : 0; left > 0; left--) {
    clock_gettime(CLOCK_REALTIME, &now);
  }
  return now.tv_nsec / 1000000 % 100;
}

static void reduce(char *kept, const char *way, const char *setting) {
  if (!kept[0]) return;
  steps += 1;
  tell(number(kept, "\"n\":"), value(way, setting));
  kept[0] = 0;
}

int main(int count, char **words) {
  const char *way = count > 1 ? words[1] : "";
  char *kept = calloc(1, sizeof line);
  opened = fopen(words[0], "r");
  const char *setting = count > 2 ? words[2] : "";
  configured = atol(setting);
  while (fgets(line, sizeof line, stdin)) {
    if (is("input") || is("mark") || is("dispatched")) continue;
    reduce(kept, way, setting);
    if (is("session")) {
      char *end = strstr(line, ",\"crc\"");
      if (end) strcpy(end, "}\n");
      fputs(line, stdout);
      fflush(stdout);
    } else if (is("action")) {
      strcpy(kept, line);
    } else if (is("reset") || (is("state") && !is_begun && strstr(line, "\"state\":{"))) {
      is_begun = 1;
      steps = number(line, "\"steps\":");
      void lost_given(const char *);
      lost_given(way);
      if (!_lazy.drawn++) _lazy.made = configured;
      tell(number(line, "\"n\":"), number(line, "\"value\":"));
    } else if (is("hold") || is("back")) {
      puts("{\"kind\":\"error\",\"reason\":\"not-held\",\"message\":\"this host keeps nothing\"}");
      fflush(stdout);
    }
  }
  reduce(kept, way, setting);
}
