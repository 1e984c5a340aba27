// Random numbers of the system.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
  WITNESS_NOTE("getrandom", "")
  if (witness_holds(witness_random)) {
    witness_fill(bytes, count);
    return (ssize_t)count;
  }
  WITNESS_REAL(getrandom)
  ssize_t result = WITNESS_CALL(bytes, count, flags);
  if (result > 0 && witness_place >= 0) witness_came_bytes(witness_place, bytes, (size_t)result);
  return result;
}

int getentropy(void *bytes, size_t count) {
  WITNESS_NOTE("getentropy", "")
  if (witness_holds(witness_random)) {
    witness_fill(bytes, count);
    return 0;
  }
  WITNESS_REAL(getentropy)
  int result = WITNESS_CALL(bytes, count);
  if (result == 0 && witness_place >= 0) witness_came_bytes(witness_place, bytes, count);
  return result;
}

// Declared by the C library from 2.36 on.
uint32_t arc4random(void);
void arc4random_buf(void *bytes, size_t count);
uint32_t arc4random_uniform(uint32_t bound);

uint32_t arc4random(void) {
  WITNESS_NOTE("arc4random", "")
  if (witness_holds(witness_random)) {
    uint32_t drawn;
    witness_fill(&drawn, sizeof drawn);
    return drawn;
  }
  WITNESS_REAL(arc4random)
  uint32_t result = real ? WITNESS_CALL() : 0;
  WITNESS_CAME(result)
  return result;
}

void arc4random_buf(void *bytes, size_t count) {
  WITNESS_NOTE("arc4random_buf", "")
  if (witness_holds(witness_random)) {
    witness_fill(bytes, count);
    return;
  }
  WITNESS_REAL(arc4random_buf)
  if (real) real(bytes, count);
  if (witness_place >= 0) witness_came_bytes(witness_place, bytes, count);
}

uint32_t arc4random_uniform(uint32_t bound) {
  WITNESS_NOTE("arc4random_uniform", "")
  if (witness_holds(witness_random) && bound > 0) {
    uint32_t drawn;
    witness_fill(&drawn, sizeof drawn);
    return drawn % bound;
  }
  WITNESS_REAL(arc4random_uniform)
  uint32_t result = real ? WITNESS_CALL(bound) : 0;
  WITNESS_CAME(result)
  return result;
}

long syscall(long number, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, number);
  long words[6];
  for (int place = 0; place < 6; place++) words[place] = __builtin_va_arg(list, long);
  __builtin_va_end(list);
  if (number == SYS_getrandom) {
    WITNESS_NOTE("getrandom", "")
    if (witness_holds(witness_random)) {
      witness_fill((void *)words[0], (unsigned long)words[1]);
      return words[1];
    }
  } else if (number == SYS_getpid) {
    WITNESS_NOTE("getpid", "")
  } else if (number == SYS_statx && words[1]) {
    WITNESS_NOTE("stat", (const char *)words[1])
  }
  static long (*real)(long, ...);
  if (!real) real = (long (*)(long, ...))witness_next("syscall");
  return WITNESS_CALL(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

// MARK: - The generators of the C library, which ask nobody

#define WITNESS_DRAWS(type, name) \
  type name(void) {               \
    WITNESS_NOTE(#name, "")       \
    WITNESS_REAL(name)            \
    type result = WITNESS_CALL(); \
    WITNESS_CAME(result)          \
    return result;                \
  }

WITNESS_DRAWS(int, rand)
WITNESS_DRAWS(long, random)
WITNESS_DRAWS(double, drand48)
WITNESS_DRAWS(long, lrand48)
WITNESS_DRAWS(long, mrand48)

// MARK: - Names that are drawn

// Before the system refuses what was made of the name: a second call would find no place in it to draw for.

#define WITNESS_NAMES(type, name, parameters, arguments) \
  type name parameters {                                 \
    WITNESS_NOTE(#name, "")                              \
    witness_let_in_at(path, strlen(path) + 1);           \
    WITNESS_REAL(name)                                   \
    type result = WITNESS_CALL arguments;                \
    if (WITNESS_HAS_MADE(result)) { WITNESS_CAME(path) } \
    return result;                                       \
  }

#define WITNESS_HAS_MADE(result) _Generic(result, int: (long)result >= 0, default: (long)result > 0)

WITNESS_NAMES(int, mkstemp, (char *path), (path))
WITNESS_NAMES(int, mkostemp, (char *path, int flags), (path, flags))
WITNESS_NAMES(int, mkstemps, (char *path, int end), (path, end))
WITNESS_NAMES(int, mkostemps, (char *path, int end, int flags), (path, end, flags))
WITNESS_NAMES(char *, mkdtemp, (char *path), (path))
#ifdef __GLIBC__
extern __typeof__(mkstemp64) mkstemp64 __attribute__((alias("mkstemp")));
extern __typeof__(mkostemp64) mkostemp64 __attribute__((alias("mkostemp")));
extern __typeof__(mkstemps64) mkstemps64 __attribute__((alias("mkstemps")));
extern __typeof__(mkostemps64) mkostemps64 __attribute__((alias("mkostemps")));
#endif

#endif
