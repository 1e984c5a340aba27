// The functions of Swift's libraries that `swift.S` stands before.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <dlfcn.h>
#include <errno.h>

static const struct witness_swift_function functions[] = {
  {"$s20FoundationEssentials11ProcessInfoC11environmentSDyS2SGvg", "ProcessInfo.environment", NULL},
  {"$s20FoundationEssentials11ProcessInfoC9argumentsSaySSGvg", "ProcessInfo.arguments", NULL},
  {"$s20FoundationEssentials11ProcessInfoC8hostNameSSvg", "ProcessInfo.hostName", NULL},
  {"$s20FoundationEssentials11ProcessInfoC8userNameSSvg", "ProcessInfo.userName", NULL},
  {"$s20FoundationEssentials8TimeZoneV7currentACvgZ", "TimeZone.current", "TZ"},
  {"$s20FoundationEssentials6LocaleV7currentACvgZ", "Locale.current", NULL},
  {"$s20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ", "Locale.preferredLanguages", NULL},
  {"$s20FoundationEssentials8CalendarV7currentACvgZ", "Calendar.current", NULL},
  {"$ss11CommandLineO9argumentsSaySSGvgZ", "CommandLine.arguments", NULL},
  {"$s20FoundationEssentials8TimeZoneV19autoupdatingCurrentACvgZ", "TimeZone.autoupdatingCurrent", "TZ"},
  {"$s20FoundationEssentials6LocaleV19autoupdatingCurrentACvgZ", "Locale.autoupdatingCurrent", NULL},
  {"$s20FoundationEssentials8CalendarV19autoupdatingCurrentACvgZ", "Calendar.autoupdatingCurrent", NULL},
  {"$s8Dispatch0A5QueueC17concurrentPerform10iterations7executeySi_ySiXEtFZ", "DispatchQueue.concurrentPerform", NULL},
  {"$s8Dispatch0A5QueueC5async5group3qos5flags7executeyAA0A5GroupCSg_AA0A3QoSVAA0A13WorkItemFlagsVyyYbXBtF", "DispatchQueue.async", NULL},
  {"$s8Dispatch0A5QueueC5async5group7executeyAA0A5GroupC_AA0A8WorkItemCtF", "DispatchQueue.async", NULL},
  {"$s8Dispatch0A5QueueC5async7executeyAA0A8WorkItemC_tF", "DispatchQueue.async", NULL},
};

static void *real[sizeof functions / sizeof functions[0]];

const struct witness_swift_function *witness_swift_function(unsigned long number) {
  return number < sizeof functions / sizeof functions[0] ? &functions[number] : NULL;
}

void witness_list_variable(int place, const char *name) {
  if (place < 0 || !name) return;
  char *(*get)(const char *) = (char *(*)(const char *))witness_next("getenv");
  const char *value = get ? get(name) : NULL;
  if (value) witness_came_text(place, value);
}

/// The function that a call is for.
static void *find(const char *symbol, void *frame) {
  void *found = witness_next(symbol);
  if (found) return found;
  // Libraries that were loaded for one plugin alone are found by that.
  uintptr_t start = 0;
  const char *caller = witness_image(((uintptr_t *)frame)[1] - 1, &start);
  bool was_busy = witness_set_busy(true);
  void *plugin = caller ? dlopen(caller, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  found = plugin ? dlsym(plugin, symbol) : NULL;
  witness_set_busy(was_busy);
  return found;
}

/// Lists a call, and says where it goes on.
void *witness_swift(long number, void *frame) {
  int error = errno;
  if (witness_is_armed(witness_lists)) {
    witness_list_variable(witness_note(functions[number].name, "", frame), functions[number].variable);
  }
  if (!real[number]) real[number] = find(functions[number].symbol, frame);
  errno = error;
  return real[number];
}

// By Foundation, as Swift's own library may be there for the sake of this one alone.
bool witness_sees_swift(void) { return witness_next(functions[0].symbol) != 0; }

#endif
