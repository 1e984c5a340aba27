// Reading by streams: the C library fills them by a `read` of its own, before which nothing can stand.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <stdio.h>
#include <sys/types.h>

#undef getc
#undef getchar
#undef getline

static void before(FILE *stream, void *frame) {
  if (stream != stdin) {
    int error = errno;
    witness_note_opened(fileno(stream), frame);
    errno = error;
    return;
  }
  witness_hear_input();
  witness_before_input();
}

/// Whether a character of the input is there already, so that nobody waits for it.
static bool has_more(FILE *stream) {
#ifdef __GLIBC__
  return stream == stdin && stream->_IO_read_ptr < stream->_IO_read_end;
#else
  (void)stream;
  return false;
#endif
}

static void after(FILE *stream) {
  if (stream == stdin) witness_after_input();
}

char *fgets(char *restrict bytes, int count, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(fgets)
  char *taken = real(bytes, count, stream);
  after(stream);
  return taken;
}

char *__fgets_chk(char *bytes, size_t size, int count, FILE *stream);

char *__fgets_chk(char *bytes, size_t size, int count, FILE *stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(__fgets_chk)
  char *taken = real(bytes, size, count, stream);
  after(stream);
  return taken;
}

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(fread)
  size_t taken = real(bytes, size, count, stream);
  after(stream);
  return taken;
}

#ifdef __GLIBC__
size_t __fread_chk(
    void *restrict bytes, size_t room, size_t size, size_t count, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(__fread_chk)
  size_t taken = real(bytes, room, size, count, stream);
  after(stream);
  return taken;
}
#endif

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(getline)
  ssize_t taken = real(line, size, stream);
  after(stream);
  return taken;
}

ssize_t __getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(__getdelim)
  ssize_t taken = real(line, size, end, stream);
  after(stream);
  return taken;
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(getdelim)
  ssize_t taken = real(line, size, end, stream);
  after(stream);
  return taken;
}

int fgetc(FILE *stream) {
  WITNESS_REAL(fgetc)
  if (has_more(stream)) return real(stream);
  before(stream, __builtin_frame_address(0));
  int taken = real(stream);
  after(stream);
  return taken;
}

int getc(FILE *stream) {
  WITNESS_REAL(getc)
  if (has_more(stream)) return real(stream);
  before(stream, __builtin_frame_address(0));
  int taken = real(stream);
  after(stream);
  return taken;
}

int getchar(void) {
  WITNESS_REAL(getchar)
  if (has_more(stdin)) return real();
  before(stdin, NULL);
  int taken = real();
  after(stdin);
  return taken;
}

#endif
