// The language of the C library: who chooses it, and what depends on it.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <fnmatch.h>
#include <iconv.h>
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
  char *result = WITNESS_CALL(category, name);
  WITNESS_CAME(result)
  return result;
}

struct lconv *localeconv(void) {
  WITNESS_NOTE("localeconv", "")
  WITNESS_REAL(localeconv)
  struct lconv *result = WITNESS_CALL();
  WITNESS_CAME(result->decimal_point)
  return result;
}

char *nl_langinfo(nl_item item) {
  WITNESS_NOTE("nl_langinfo", "")
  WITNESS_REAL(nl_langinfo)
  char *result = WITNESS_CALL(item);
  WITNESS_CAME(result)
  return result;
}

locale_t newlocale(int mask, const char *name, locale_t base) {
  WITNESS_NOTE("newlocale", name ? name : "")
  WITNESS_REAL(newlocale)
  locale_t result = WITNESS_CALL(mask, name, base);
  WITNESS_CAME(result)
  return result;
}

// MARK: - What depends on it

/// Lists the language that a category has in this thread.
static void list_language(int place, int category) {
  if (place < 0) return;
  char *(*get)(nl_item) = (char *(*)(nl_item))witness_next("nl_langinfo");
  if (get) witness_came_text(place, get(_NL_LOCALE_NAME(category)));
}

#define WITNESS_BY_LANGUAGE(category, type, name, parameters, arguments) \
  type name parameters {                                                 \
    WITNESS_NOTE(#name, "")                                              \
    list_language(witness_place, category);                              \
    WITNESS_REAL(name)                                                   \
    return WITNESS_CALL arguments;                                       \
  }

WITNESS_BY_LANGUAGE(
    LC_TIME, size_t, strftime,
    (char *restrict text, size_t size, const char *restrict format,
     const struct tm *restrict parts),
    (text, size, format, parts))
WITNESS_BY_LANGUAGE(LC_COLLATE, int, strcoll, (const char *left, const char *right), (left, right))
WITNESS_BY_LANGUAGE(
    LC_COLLATE, size_t, strxfrm, (char *restrict to, const char *restrict from, size_t size),
    (to, from, size))
WITNESS_BY_LANGUAGE(
    LC_CTYPE, size_t, mbstowcs, (wchar_t *restrict to, const char *restrict from, size_t size),
    (to, from, size))
WITNESS_BY_LANGUAGE(
    LC_CTYPE, size_t, wcstombs, (char *restrict to, const wchar_t *restrict from, size_t size),
    (to, from, size))
WITNESS_BY_LANGUAGE(LC_CTYPE, int, mblen, (const char *text, size_t size), (text, size))
WITNESS_BY_LANGUAGE(
    LC_CTYPE, int, mbtowc, (wchar_t *restrict to, const char *restrict from, size_t size), (to, from, size))
WITNESS_BY_LANGUAGE(
    LC_NUMERIC, double, strtod, (const char *restrict text, char **restrict end), (text, end))
WITNESS_BY_LANGUAGE(
    LC_COLLATE, int, wcscoll, (const wchar_t *left, const wchar_t *right), (left, right))
WITNESS_BY_LANGUAGE(
    LC_COLLATE, size_t, wcsxfrm, (wchar_t *restrict to, const wchar_t *restrict from, size_t size),
    (to, from, size))
WITNESS_BY_LANGUAGE(
    LC_TIME, size_t, wcsftime,
    (wchar_t *restrict text, size_t size, const wchar_t *restrict format,
     const struct tm *restrict parts),
    (text, size, format, parts))
WITNESS_BY_LANGUAGE(
    LC_COLLATE, int, fnmatch, (const char *pattern, const char *text, int flags),
    (pattern, text, flags))
WITNESS_BY_LANGUAGE(LC_CTYPE, wint_t, towupper, (wint_t letter), (letter))
WITNESS_BY_LANGUAGE(LC_CTYPE, wint_t, towlower, (wint_t letter), (letter))

/// What kind of letter it is.
#define WITNESS_IS_LETTER(name)             \
  int name(wint_t letter) {                 \
    WITNESS_NOTE("iswctype", "")            \
    list_language(witness_place, LC_CTYPE); \
    WITNESS_REAL(name)                      \
    return WITNESS_CALL(letter);            \
  }

WITNESS_IS_LETTER(iswalnum)
WITNESS_IS_LETTER(iswalpha)
WITNESS_IS_LETTER(iswblank)
WITNESS_IS_LETTER(iswcntrl)
WITNESS_IS_LETTER(iswdigit)
WITNESS_IS_LETTER(iswgraph)
WITNESS_IS_LETTER(iswlower)
WITNESS_IS_LETTER(iswprint)
WITNESS_IS_LETTER(iswpunct)
WITNESS_IS_LETTER(iswspace)
WITNESS_IS_LETTER(iswupper)
WITNESS_IS_LETTER(iswxdigit)
WITNESS_BY_LANGUAGE(LC_CTYPE, int, iswctype, (wint_t letter, wctype_t kind), (letter, kind))

/// Which codes there are is a matter of the system's files.
iconv_t iconv_open(const char *to, const char *from) {
  WITNESS_NOTE("iconv_open", to)
  WITNESS_REAL(iconv_open)
  iconv_t result = WITNESS_CALL(to, from);
  WITNESS_FOUND(result != (iconv_t)-1)
  return result;
}

int snprintf(char *restrict text, size_t size, const char *restrict format, ...) {
  // Only numbers with fractions are printed by the language.
  if (strpbrk(format, "eEfFgG\'")) {
    WITNESS_NOTE("snprintf", "")
    list_language(witness_place, LC_NUMERIC);
  }
  va_list list;
  va_start(list, format);
  int length = vsnprintf(text, size, format, list);
  va_end(list);
  return length;
}

#endif
