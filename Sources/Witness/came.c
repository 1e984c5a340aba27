// What came of a call, as a text.
#if defined(__linux__) || defined(__APPLE__)

#include "control.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Not by `snprintf`, which this library stands before.
static void came(int place, const char *format, ...) {
  char text[64];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  witness_came_text(place, text);
}

void witness_came_number(int place, long long number) { came(place, "%lld", number); }

void witness_came_fraction(int place, double number) {
  // Without the language of the C library, which has other points.
  came(place, "%lld/1000000", (long long)(number * 1e6));
}

void witness_came_pointer(int place, const void *pointer) {
  witness_came_text(place, pointer ? "something" : NULL);
}

void witness_came_time(int place, long long seconds, long nanoseconds) {
  came(place, "%lld.%09ld", seconds, nanoseconds);
}

void witness_came_bytes(int place, const void *bytes, size_t count) {
  static const char digits[] = "0123456789abcdef";
  enum { most = 16 };
  char text[2 * most + 4] = "";
  for (size_t next = 0; next < count && next < most; next++) {
    unsigned char byte = ((const unsigned char *)bytes)[next];
    text[2 * next] = digits[byte >> 4];
    text[2 * next + 1] = digits[byte & 15];
  }
  if (count > most) memcpy(text + 2 * most, "...", 4);
  witness_came_text(place, text);
}

void witness_came_file(int place, bool is_there) {
  if (is_there || errno == ENOENT) {
    witness_came_text(place, is_there ? "is there" : "is not there");
  } else {
    came(place, "error %d", errno);
  }
}

#endif
