// What surrounds the process: variables, its folder and the zone.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <stdlib.h>
#include <string.h>
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
  char *result = is_answered(name) ? answer() : WITNESS_CALL(name);
  WITNESS_CAME(result)
  return result;
}

char *secure_getenv(const char *name) {
  WITNESS_NOTE("getenv", name)
  WITNESS_REAL(secure_getenv)
  char *result = is_answered(name) ? answer() : WITNESS_CALL(name);
  WITNESS_CAME(result)
  return result;
}

// MARK: - Folder of the process

#define WITNESS_FOLDER(name, parameters, arguments) \
  char *name parameters {                           \
    WITNESS_NOTE("getcwd", "")                      \
    WITNESS_REAL(name)                              \
    char *result = WITNESS_CALL arguments;          \
    WITNESS_CAME(result)                            \
    return result;                                  \
  }

WITNESS_FOLDER(getcwd, (char *bytes, size_t size), (bytes, size))
WITNESS_FOLDER(get_current_dir_name, (void), ())
#ifdef __GLIBC__
WITNESS_FOLDER(__getcwd_chk, (char *bytes, size_t size, size_t room), (bytes, size, room))
#endif

// MARK: - Zone

/// Lists the zone that a time was taken apart in.
static void list_zone(int place, const struct tm *parts) {
  if (place >= 0 && parts) witness_came_text(place, parts->tm_zone);
}

struct tm *localtime(const time_t *time) {
  WITNESS_NOTE("localtime", "")
  WITNESS_REAL(localtime)
  struct tm *result = WITNESS_CALL(time);
  list_zone(witness_place, result);
  return result;
}

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict parts) {
  WITNESS_NOTE("localtime", "")
  WITNESS_REAL(localtime_r)
  struct tm *result = WITNESS_CALL(time, parts);
  list_zone(witness_place, result);
  return result;
}

char *ctime(const time_t *time) {
  WITNESS_NOTE("localtime", "")
  WITNESS_REAL(ctime)
  return WITNESS_CALL(time);
}

char *ctime_r(const time_t *restrict time, char *restrict bytes) {
  WITNESS_NOTE("localtime", "")
  WITNESS_REAL(ctime_r)
  return WITNESS_CALL(time, bytes);
}

time_t mktime(struct tm *parts) {
  WITNESS_NOTE("mktime", "")
  WITNESS_REAL(mktime)
  time_t result = WITNESS_CALL(parts);
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
