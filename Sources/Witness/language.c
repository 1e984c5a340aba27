// The language of the C library: who chooses it, and what depends on it.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

// MARK: - The choice

char *setlocale(int category, const char *name) {
  WITNESS_NOTE("setlocale", name ? name : "")
  WITNESS_REAL(setlocale)
  return real(category, name);
}

struct lconv *localeconv(void) {
  WITNESS_NOTE("localeconv", "")
  WITNESS_REAL(localeconv)
  return real();
}

char *nl_langinfo(nl_item item) {
  WITNESS_NOTE("nl_langinfo", "")
  WITNESS_REAL(nl_langinfo)
  return real(item);
}

locale_t newlocale(int mask, const char *name, locale_t base) {
  WITNESS_NOTE("newlocale", name ? name : "")
  WITNESS_REAL(newlocale)
  return real(mask, name, base);
}

// MARK: - What depends on it

#define WITNESS_BY_LANGUAGE(type, name, parameters, arguments) \
  type name parameters {                                       \
    WITNESS_NOTE(#name, "")                                    \
    WITNESS_REAL(name)                                         \
    return real arguments;                                     \
  }

WITNESS_BY_LANGUAGE(
    size_t, strftime,
    (char *restrict text, size_t size, const char *restrict format,
     const struct tm *restrict parts),
    (text, size, format, parts))
WITNESS_BY_LANGUAGE(int, strcoll, (const char *left, const char *right), (left, right))
WITNESS_BY_LANGUAGE(
    size_t, strxfrm, (char *restrict to, const char *restrict from, size_t size), (to, from, size))
WITNESS_BY_LANGUAGE(
    size_t, mbstowcs, (wchar_t *restrict to, const char *restrict from, size_t size),
    (to, from, size))
WITNESS_BY_LANGUAGE(
    size_t, wcstombs, (char *restrict to, const wchar_t *restrict from, size_t size),
    (to, from, size))
WITNESS_BY_LANGUAGE(int, mblen, (const char *text, size_t size), (text, size))
WITNESS_BY_LANGUAGE(
    int, mbtowc, (wchar_t *restrict to, const char *restrict from, size_t size), (to, from, size))
WITNESS_BY_LANGUAGE(
    double, strtod, (const char *restrict text, char **restrict end), (text, end))
WITNESS_BY_LANGUAGE(wint_t, towupper, (wint_t letter), (letter))
WITNESS_BY_LANGUAGE(wint_t, towlower, (wint_t letter), (letter))

int snprintf(char *restrict text, size_t size, const char *restrict format, ...) {
  // Only numbers with fractions are printed by the language.
  if (strpbrk(format, "eEfFgG\'")) { WITNESS_NOTE("snprintf", "") }
  va_list list;
  va_start(list, format);
  int length = vsnprintf(text, size, format, list);
  va_end(list);
  return length;
}

#endif
