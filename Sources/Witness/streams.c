// Reading by streams: the C library fills them by a `read` of its own, before which nothing can stand.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>
#include <wchar.h>

#undef getc
#undef getc_unlocked
#undef fgetc_unlocked
#undef getchar
#undef getline

enum { least_at_once = 1024 };

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
  char *taken = WITNESS_CALL(bytes, count, stream);
  after(stream);
  return taken;
}

char *__fgets_chk(char *bytes, size_t size, int count, FILE *stream);

char *__fgets_chk(char *bytes, size_t size, int count, FILE *stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(__fgets_chk)
  char *taken = WITNESS_CALL(bytes, size, count, stream);
  after(stream);
  return taken;
}

/// What is longer than a stream's own buffer is read by the system at its place.
static void let_in(const void *bytes, size_t size, size_t count) {
  size_t length = 0;
  if (__builtin_mul_overflow(size, count, &length) || length < least_at_once) return;
  witness_let_in_at(bytes, length);
}

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  let_in(bytes, size, count);
  WITNESS_REAL(fread)
  size_t taken = WITNESS_CALL(bytes, size, count, stream);
  after(stream);
  return taken;
}

#ifdef __GLIBC__
size_t __fread_chk(
    void *restrict bytes, size_t room, size_t size, size_t count, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  let_in(bytes, size, count);
  WITNESS_REAL(__fread_chk)
  size_t taken = WITNESS_CALL(bytes, room, size, count, stream);
  after(stream);
  return taken;
}
#endif

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(getline)
  ssize_t taken = WITNESS_CALL(line, size, stream);
  after(stream);
  return taken;
}

ssize_t __getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(__getdelim)
  ssize_t taken = WITNESS_CALL(line, size, end, stream);
  after(stream);
  return taken;
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(getdelim)
  ssize_t taken = WITNESS_CALL(line, size, end, stream);
  after(stream);
  return taken;
}

#define WITNESS_GETS(name)                      \
  int name(FILE *stream) {                      \
    WITNESS_REAL(name)                          \
    if (has_more(stream)) return real(stream);  \
    before(stream, __builtin_frame_address(0)); \
    int taken = WITNESS_CALL(stream);           \
    after(stream);                              \
    return taken;                               \
  }

WITNESS_GETS(fgetc)
WITNESS_GETS(getc)
WITNESS_GETS(getc_unlocked)
WITNESS_GETS(fgetc_unlocked)
#ifdef __GLIBC__
// What `getc_unlocked` is where it is compiled into the program: it has looked into the buffer itself.
WITNESS_GETS(__uflow)
#endif

wchar_t *fgetws(wchar_t *restrict letters, int count, FILE *restrict stream) {
  before(stream, __builtin_frame_address(0));
  WITNESS_REAL(fgetws)
  wchar_t *taken = WITNESS_CALL(letters, count, stream);
  after(stream);
  return taken;
}

// The header gives `fscanf` another name, by the standard that a program is compiled for.
#define WITNESS_SCANS(name, real_name)                                                        \
  int witness_##name(FILE *restrict stream, const char *restrict format, ...) __asm__(#name); \
  int witness_##name(FILE *restrict stream, const char *restrict format, ...) {               \
    static struct witness_real found                                                          \
        __attribute__((section("witness_reals"), used)) = {#real_name, 0};                    \
    int (*real)(FILE *, const char *, va_list) =                                              \
        (int (*)(FILE *, const char *, va_list))witness_real(&found);                         \
    before(stream, __builtin_frame_address(0));                                               \
    va_list list;                                                                             \
    va_start(list, format);                                                                   \
    int taken = real ? real(stream, format, list) : EOF;                                      \
    va_end(list);                                                                             \
    after(stream);                                                                            \
    return taken;                                                                             \
  }

WITNESS_SCANS(fscanf, vfscanf)
#ifdef __GLIBC__
WITNESS_SCANS(__isoc99_fscanf, __isoc99_vfscanf)
WITNESS_SCANS(__isoc23_fscanf, __isoc23_vfscanf)
#endif

int getchar(void) {
  WITNESS_REAL(getchar)
  if (has_more(stdin)) return real();
  before(stdin, NULL);
  int taken = WITNESS_CALL();
  after(stdin);
  return taken;
}

#endif
