// A reducer host whose actions keep values in its variables, and show them later. It knows nothing of this
// project, and is as small as it can be. Its state is a number.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static struct {
  long kept;
  long ticks;
} book;
static long token;
static long issued;
static long count;
static long junk;
static long on;
// Whether the program was begun for a guest.
static long guest;

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static long chance(void) {
  uint32_t bits = 0;
  return getrandom(&bits, sizeof bits, 0) == sizeof bits ? bits : 0;
}

// The digit that a variable of the environment has, without a call that asks for it.
static long digit(void) {
  for (char **entry = environ; *entry; entry++)
    if (!strncmp(*entry, "KEPT_DIGIT=", 11)) return atol(*entry + 11);
  return 0;
}

static long offset(void) {
  time_t noon = 1767355200;
  struct tm day;
  tzset();
  return localtime_r(&noon, &day)->tm_gmtoff;
}

static long reduce(const char *type, long value) {
  if (!strcmp(type, "keepTime")) {
    book.kept = now();
  } else if (!strcmp(type, "tick")) {
    if (now() > 0) book.ticks++;
  } else if (!strcmp(type, "show")) {
    return book.kept;
  } else if (!strcmp(type, "keepChance")) {
    token = chance();
  } else if (!strcmp(type, "keepOnce")) {
    if (!token) token = chance();
  } else if (!strcmp(type, "showToken")) {
    return token;
  } else if (!strcmp(type, "showBoth")) {
    return book.kept + token;
  } else if (!strcmp(type, "issue")) {
    issued = now();
  } else if (!strcmp(type, "salt")) {
    const char *salt = getenv("KEPT_SALT");
    token = salt ? atol(salt) : 0;
  } else if (!strcmp(type, "guard")) {
    if (now() < issued) token = -1;
    else token++;
  } else if (!strcmp(type, "count")) {
    junk = chance();
    return ++count;
  } else if (!strcmp(type, "keepZone")) {
    token = offset();
  } else if (!strcmp(type, "branch")) {
    return now() < 1767400000000 ? 777 : chance() % 1000 + 1000;
  } else if (!strcmp(type, "showDigit")) {
    return chance() * 10 + digit();
  } else if (!strcmp(type, "showFar")) {
    return chance() % 1000 + digit() * 1000000;
  } else if (!strcmp(type, "turnOn")) {
    on = 1;
  } else if (!strcmp(type, "showGuest")) {
    return on && !guest ? 2 : 1;
  } else if (!strcmp(type, "hurry")) {
    if (now() - book.kept < 60000) abort();
  }
  return value;
}

static char line[1 << 16];

static int is(const char *kind) {
  char sought[32];
  snprintf(sought, sizeof sought, "\"kind\":\"%s\"", kind);
  return strstr(line, sought) != NULL;
}

static long number(const char *name) {
  const char *found = strstr(line, name);
  return found ? atol(found + strlen(name)) : 0;
}

int main(void) {
  long value = 0, pending = -1;
  int is_begun = 0;
  char type[32] = "";
  guest = getenv("KEPT_GUEST") != NULL;
  while (fgets(line, sizeof line, stdin)) {
    if (pending >= 0) {
      value = reduce(type, value);
      printf("{\"kind\":\"state\",\"n\":%ld,\"state\":{\"value\":%ld}}\n", pending, value);
      pending = -1;
    }
    if (is("session")) {
      puts("{\"kind\":\"session\",\"format\":\"hindsight-session\",\"version\":1,\"store\":\"kept\","
           "\"id\":\"00000000-0000-4000-8000-000000000000\",\"started\":\"2026-01-02T03:04:05Z\"}");
    } else if (is("action")) {
      pending = number("\"n\":");
      sscanf(strstr(line, "\"type\":\"") + 8, "%31[^\"]", type);
    } else if (is("reset") || (is("state") && !is_begun)) {
      is_begun = 1;
      value = number("\"value\":");
      printf("{\"kind\":\"state\",\"n\":%ld,\"state\":{\"value\":%ld}}\n", number("\"n\":"), value);
    } else if (is("hold") || is("back")) {
      puts("{\"kind\":\"error\",\"reason\":\"not-held\",\"message\":\"nothing is held\"}");
    }
    fflush(stdout);
  }
  if (pending >= 0) {
    printf(
        "{\"kind\":\"state\",\"n\":%ld,\"state\":{\"value\":%ld}}\n", pending, reduce(type, value));
  }
}
