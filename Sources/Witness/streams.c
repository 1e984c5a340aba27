// Reading by streams: the C library fills them by a `read` of its own, before which nothing can stand.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <stdio.h>
#include <sys/types.h>

#undef getc
#undef getchar
#undef getline

static void hear(FILE *stream) {
  if (stream == stdin) witness_hear_input();
}

char *fgets(char *restrict bytes, int count, FILE *restrict stream) {
  hear(stream);
  WITNESS_REAL(fgets)
  return real(bytes, count, stream);
}

char *__fgets_chk(char *bytes, size_t size, int count, FILE *stream);

char *__fgets_chk(char *bytes, size_t size, int count, FILE *stream) {
  hear(stream);
  WITNESS_REAL(__fgets_chk)
  return real(bytes, size, count, stream);
}

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  hear(stream);
  WITNESS_REAL(fread)
  return real(bytes, size, count, stream);
}

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream) {
  hear(stream);
  WITNESS_REAL(getline)
  return real(line, size, stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict stream) {
  hear(stream);
  WITNESS_REAL(__getdelim)
  return real(line, size, end, stream);
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict stream) {
  hear(stream);
  WITNESS_REAL(getdelim)
  return real(line, size, end, stream);
}

int fgetc(FILE *stream) {
  hear(stream);
  WITNESS_REAL(fgetc)
  return real(stream);
}

int getc(FILE *stream) {
  hear(stream);
  WITNESS_REAL(getc)
  return real(stream);
}

int getchar(void) {
  hear(stdin);
  WITNESS_REAL(getchar)
  return real();
}

#endif
