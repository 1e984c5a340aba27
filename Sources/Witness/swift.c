// The functions of Swift's libraries that `swift.S` stands before.
#ifdef __linux__

#include "control.h"

static const struct {
  const char *symbol;
  const char *name;
} functions[] = {
  {"$s20FoundationEssentials11ProcessInfoC11environmentSDyS2SGvg", "ProcessInfo.environment"},
  {"$s20FoundationEssentials11ProcessInfoC9argumentsSaySSGvg", "ProcessInfo.arguments"},
  {"$s20FoundationEssentials11ProcessInfoC8hostNameSSvg", "ProcessInfo.hostName"},
  {"$s20FoundationEssentials11ProcessInfoC8userNameSSvg", "ProcessInfo.userName"},
  {"$s20FoundationEssentials8TimeZoneV7currentACvgZ", "TimeZone.current"},
  {"$s20FoundationEssentials6LocaleV7currentACvgZ", "Locale.current"},
  {"$s20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ", "Locale.preferredLanguages"},
  {"$s20FoundationEssentials8CalendarV7currentACvgZ", "Calendar.current"},
  {"$ss11CommandLineO9argumentsSaySSGvgZ", "CommandLine.arguments"},
  {"$s20FoundationEssentials8TimeZoneV19autoupdatingCurrentACvgZ", "TimeZone.autoupdatingCurrent"},
  {"$s20FoundationEssentials6LocaleV19autoupdatingCurrentACvgZ", "Locale.autoupdatingCurrent"},
  {"$s20FoundationEssentials8CalendarV19autoupdatingCurrentACvgZ", "Calendar.autoupdatingCurrent"},
  {"$s8Dispatch0A5QueueC17concurrentPerform10iterations7executeySi_ySiXEtFZ", "DispatchQueue.concurrentPerform"},
  {"$s8Dispatch0A5QueueC5async5group3qos5flags7executeyAA0A5GroupCSg_AA0A3QoSVAA0A13WorkItemFlagsVyyYbXBtF", "DispatchQueue.async"},
  {"$s8Dispatch0A5QueueC5async5group7executeyAA0A5GroupC_AA0A8WorkItemCtF", "DispatchQueue.async"},
  {"$s8Dispatch0A5QueueC5async7executeyAA0A8WorkItemC_tF", "DispatchQueue.async"},
};

static void *real[sizeof functions / sizeof functions[0]];

/// Lists a call, and says where it goes on.
void *witness_swift(long number, void *frame) {
  if (witness_is_armed(witness_lists)) witness_note(functions[number].name, "", frame);
  if (!real[number]) real[number] = witness_next(functions[number].symbol);
  return real[number];
}

/// Whether the process has Swift's libraries where they are seen: not linked into the program.
bool witness_sees_swift(void) { return witness_next(functions[0].symbol) != 0; }

#endif
