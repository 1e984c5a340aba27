// Calls of Swift's own functions whose results go by hashes, by addresses, or by the time zone.
//
// They ask nobody, so no call leaves the process: the first instruction of each becomes a breakpoint, whose
// effect is made by hand. Code into which the compiler has copied such a function is not seen. The functions of
// `swift.c` are seen in the same way, where they are linked into the program.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"
#include "instructions.h"

#if defined(__x86_64__) || defined(__aarch64__)

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

// MARK: - The functions

struct function {
  const char *symbol;
  const char *name;
};

static const struct function orders[] = {
  {"$sSD10startIndexSD0B0Vyxq__Gvg", "Dictionary.startIndex"},
  {"$sSD11descriptionSSvg", "Dictionary.description"},
  {"$sSD12makeIteratorSD0B0Vyxq__GyF", "Dictionary.makeIterator()"},
  {"$sSD16debugDescriptionSSvg", "Dictionary.debugDescription"},
  {"$sSD4KeysV10startIndexSD0C0Vyxq__Gvg", "Dictionary.Keys.startIndex"},
  {"$sSD4KeysV11descriptionSSvg", "Dictionary.Keys.description"},
  {"$sSD4KeysV12makeIteratorAB0C0Vyxq___GyF", "Dictionary.Keys.makeIterator()"},
  {"$sSD6ValuesV10startIndexSD0C0Vyxq__Gvg", "Dictionary.Values.startIndex"},
  {"$sSD6ValuesV11descriptionSSvg", "Dictionary.Values.description"},
  {"$sSD6ValuesV12makeIteratorAB0C0Vyxq___GyF", "Dictionary.Values.makeIterator()"},
  {"$sSD8popFirstx3key_q_5valuetSgyF", "Dictionary.popFirst()"},
  {"$sSDsSERzSER_rlE6encode2toys7Encoder_p_tKF", "Dictionary.encode(to:)"},
  {"$sSh10startIndexSh0B0Vyx_Gvg", "Set.startIndex"},
  {"$sSh11descriptionSSvg", "Set.description"},
  {"$sSh12makeIteratorSh0B0Vyx_GyF", "Set.makeIterator()"},
  {"$sSh16debugDescriptionSSvg", "Set.debugDescription"},
  {"$sSh8popFirstxSgyF", "Set.popFirst()"},
  {"$sShsSERzrlE6encode2toys7Encoder_p_tKF", "Set.encode(to:)"},
};

static const struct function hashes[] = {
  {"$ss6HasherV8finalizeSiyF", "Hasher.finalize()"},
  {"$ss10_hashValue3forSix_tSHRzlF", "hashValue"},
  {"$sSS9hashValueSivg", "String.hashValue"},
  {"$sSs9hashValueSivg", "Substring.hashValue"},
  {"$sSJ9hashValueSivg", "Character.hashValue"},
  {"$sSi9hashValueSivg", "Int.hashValue"},
  {"$sSu9hashValueSivg", "UInt.hashValue"},
  {"$sSd9hashValueSivg", "Double.hashValue"},
  {"$sSb9hashValueSivg", "Bool.hashValue"},
  {"$sSasSHRzlE9hashValueSivg", "Array.hashValue"},
  {"$sSqsSHRzlE9hashValueSivg", "Optional.hashValue"},
  {"$sSh9hashValueSivg", "Set.hashValue"},
  {"$sSDsSHR_rlE9hashValueSivg", "Dictionary.hashValue"},
  {"$sSYsSHRzSH8RawValueSYRpzrlE04hashB0Sivg", "RawRepresentable.hashValue"},
  {"$ss11AnyHashableV9hashValueSivg", "AnyHashable.hashValue"},
};

static const struct function addresses[] = {
  {"$sSOySOyXlcfC", "ObjectIdentifier.init(_:)"},
  {"$sSOySOypXpcfC", "ObjectIdentifier.init(_:)"},
  {"$sSi10bitPatternSiSO_tcfC", "Int.init(bitPattern:)"},
  {"$sSi10bitPatternSis13OpaquePointerVSg_tcfC", "Int.init(bitPattern:)"},
  {"$sSi10bitPatternSixSg_tcs8_PointerRzlufC", "Int.init(bitPattern:)"},
  {"$sSu10bitPatternSuSO_tcfC", "UInt.init(bitPattern:)"},
  {"$sSu10bitPatternSus13OpaquePointerVSg_tcfC", "UInt.init(bitPattern:)"},
  {"$sSu10bitPatternSuxSg_tcs8_PointerRzlufC", "UInt.init(bitPattern:)"},
  {"$sSP9hashValueSivg", "UnsafePointer.hashValue"},
  {"$sSp9hashValueSivg", "UnsafeMutablePointer.hashValue"},
  {"$sSV9hashValueSivg", "UnsafeRawPointer.hashValue"},
  {"$sSv9hashValueSivg", "UnsafeMutableRawPointer.hashValue"},
  {"$ss13OpaquePointerV9hashValueSivg", "OpaquePointer.hashValue"},
  {"$ss13OpaquePointerV16debugDescriptionSSvg", "OpaquePointer.debugDescription"},
  {"$ss8_PointerPsE16debugDescriptionSSvg", "UnsafePointer.debugDescription"},
  {"$ss9UnmanagedV8toOpaqueSvyF", "Unmanaged.toOpaque()"},
};

/// A calendar has the time zone of the system until it is given another.
static const struct function zones[] = {
  {"$s20FoundationEssentials8CalendarV10identifierA2C10IdentifierOh_tcfC", "Calendar.init(identifier:)"},
};

static const struct function memory[] = {
  {"$sSV4load14fromByteOffset2asxSi_xmtlF", "UnsafeRawPointer.load(fromByteOffset:as:)"},
  {"$sSv4load14fromByteOffset2asxSi_xmtlF", "UnsafeMutableRawPointer.load(fromByteOffset:as:)"},
  {"$sSW4load14fromByteOffset2asxSi_xmtlF", "UnsafeRawBufferPointer.load(fromByteOffset:as:)"},
  {"$sSw4load14fromByteOffset2asxSi_xmtlF", "UnsafeMutableRawBufferPointer.load(fromByteOffset:as:)"},
  {"$sSW12makeIteratorSW0B0VyF", "UnsafeRawBufferPointer.makeIterator()"},
  {"$sSw12makeIteratorSW0B0VyF", "UnsafeMutableRawBufferPointer.makeIterator()"},
  {"$sSWys5UInt8VSicig", "UnsafeRawBufferPointer[]"},
  {"$sSwys5UInt8VSicig", "UnsafeMutableRawBufferPointer[]"},
};

/// The protocols by whose tables generic code calls.
enum protocol { sequence, collection, description, bytes };

struct table {
  const char *symbol;
  const char *name;
  enum protocol protocol;
};

/// The descriptors of conformances; each leads to its table.
static const struct table tables[] = {
  {"$sShyxGSTsMc", "Set", sequence},
  {"$sSDyxq_GSTsMc", "Dictionary", sequence},
  {"$sSD4KeysVyxq__GSTsMc", "Dictionary.Keys", sequence},
  {"$sSD6ValuesVyxq__GSTsMc", "Dictionary.Values", sequence},
  {"$sShyxGSlsMc", "Set", collection},
  {"$sSDyxq_GSlsMc", "Dictionary", collection},
  {"$sSD4KeysVyxq__GSlsMc", "Dictionary.Keys", collection},
  {"$sSD6ValuesVyxq__GSlsMc", "Dictionary.Values", collection},
  {"$sSPyxGs28CustomDebugStringConvertiblesMc", "UnsafePointer", description},
  {"$sSpyxGs28CustomDebugStringConvertiblesMc", "UnsafeMutablePointer", description},
  {"$sSVs28CustomDebugStringConvertiblesMc", "UnsafeRawPointer", description},
  {"$sSvs28CustomDebugStringConvertiblesMc", "UnsafeMutableRawPointer", description},
  {"$ss13OpaquePointerVs28CustomDebugStringConvertiblesMc", "OpaquePointer", description},
  {"$sSOs28CustomDebugStringConvertiblesMc", "ObjectIdentifier", description},
  {"$sSWSTsMc", "UnsafeRawBufferPointer", bytes},
  {"$sSwSTsMc", "UnsafeMutableRawBufferPointer", bytes},
};

/// Where the requirements of the protocols begin, in their descriptors.
static const char *const bases[] = {
  [sequence] = "$sSTTL",
  [collection] = "$sSlTL",
  [description] = "$ss28CustomDebugStringConvertibleTL",
  [bytes] = "$sSTTL",
};

/// What their functions go by.
static const char *const kinds[] = {
  [sequence] = "order", [collection] = "order", [description] = "address", [bytes] = "memory",
};

static const struct table requirements[] = {
  {"$sST12makeIterator0B0QzyFTq", "makeIterator()", sequence},
  {"$sST22_copyToContiguousArrays0cD0Vy7ElementQzGyFTq", "makeIterator()", sequence},
  {"$sST13_copyContents12initializing8IteratorQz_SitSry7ElementQzG_tFTq", "makeIterator()", sequence},
  {"$sSl10startIndex0B0QzvgTq", "startIndex", collection},
  {"$sST12makeIterator0B0QzyFTq", "makeIterator()", bytes},
  {"$ss28CustomDebugStringConvertibleP16debugDescriptionSSvgTq", "debugDescription", description},
};

// MARK: - The breakpoints

enum { most_breakpoints = 128, bytes_of_a_requirement = 8 };

static struct {
  instruction *place;
  instruction first;
  const char *what;
  char name[64];
  /// What it is in `swift.c`; NULL if it goes by hashes, addresses or the zone.
  const struct witness_swift_function *asked;
} breakpoints[most_breakpoints];

static int breakpoint_count;

/// Lists the call of a function, if such calls are to be listed.
static void list(int number, ucontext_t *context) {
  const struct witness_swift_function *asked = breakpoints[number].asked;
  if (!witness_is_armed(asked ? witness_lists : witness_breaks)) return;
  void *frame = NULL;
  uintptr_t address = caller(context, &frame);
  if (asked) {
    witness_list_variable(witness_note_at(asked->name, "", address, frame), asked->variable);
  } else {
    witness_note_at(breakpoints[number].what, breakpoints[number].name, address, frame);
  }
}

bool witness_on_breakpoint(void *given) {
  ucontext_t *context = given;
  uintptr_t place = place_of(context);
  int error = errno;
  for (int number = 0; number < breakpoint_count; number++) {
    if ((uintptr_t)breakpoints[number].place != place) continue;
    list(number, context);
    execute(breakpoints[number].place, breakpoints[number].first, context);
    errno = error;
    return true;
  }
  return false;
}

/// Writes an instruction over another.
static bool patch(instruction *place, instruction with) {
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)((uintptr_t)place / size * size);
  if (mprotect(page, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return false;
  __atomic_store_n(place, with, __ATOMIC_RELEASE);
  __builtin___clear_cache((char *)place, (char *)(place + 1));
  mprotect(page, size, PROT_READ | PROT_EXEC);
  return true;
}

/// Whether a function has a breakpoint already, as one that is the same as another may be linked once.
static bool is_added(instruction *place) {
  for (int number = 0; number < breakpoint_count; number++) {
    if (breakpoints[number].place == place) return true;
  }
  return false;
}

/// Sets a breakpoint in a function; false if it begins in another way than is known.
static bool add(
    void *function, const char *what, const char *type, const char *name,
    const struct witness_swift_function *asked) {
  instruction *place = function;
  if (!place || is_added(place)) return true;
  if (breakpoint_count == most_breakpoints || !is_known(place)) return false;
  if (!witness_own_signals()) return false;
  int number = breakpoint_count;
  breakpoints[number].place = place;
  breakpoints[number].first = *place;
  breakpoints[number].what = what;
  breakpoints[number].asked = asked;
  snprintf(
      breakpoints[number].name, sizeof breakpoints[number].name, "%s%s%s", type,
      *type ? "." : "", name);
  // The signal may come at once, from another thread.
  __atomic_store_n(&breakpoint_count, number + 1, __ATOMIC_RELEASE);
  if (patch(place, breakpoint)) return true;
  breakpoints[number].place = NULL;
  return false;
}

static void add_all(const struct function *all, unsigned long count, const char *what) {
  for (unsigned long next = 0; next < count; next++) {
    add(witness_symbol(all[next].symbol), what, "", all[next].name, NULL);
  }
}

/// Adds what a table of a conformance leads to.
static void add_table(const struct table *table) {
  // A descriptor is three relative addresses: of the protocol, of the type, and of the table.
  int32_t *descriptor = witness_symbol(table->symbol);
  char *base = witness_symbol(bases[table->protocol]);
  if (!descriptor || !base || descriptor[2] == 0) return;
  void **functions = (void **)((char *)&descriptor[2] + descriptor[2]);
  for (unsigned long next = 0; next < sizeof requirements / sizeof requirements[0]; next++) {
    if (requirements[next].protocol != table->protocol) continue;
    char *requirement = witness_symbol(requirements[next].symbol);
    if (!requirement) continue;
    add(functions[(requirement - base) / bytes_of_a_requirement], kinds[table->protocol],
        table->name, requirements[next].name, NULL);
  }
}

#define ADD_ALL(list, what) add_all(list, sizeof list / sizeof list[0], what)

/// Whether the program's own symbols are needed, and were read.
static bool opens_symbols(void) {
  return witness_shared->sees_swift != witness_in_libraries && witness_open_symbols();
}

void witness_break_linked(void) {
  static bool is_tried;
  if (is_tried) return;
  is_tried = true;
  if (!opens_symbols()) return;
  bool is_any = false, are_all = true;
  for (unsigned long next = 0; are_all && witness_swift_function(next); next++) {
    const struct witness_swift_function *function = witness_swift_function(next);
    // What the program never calls need not be linked into it.
    void *place = witness_linked(function->symbol);
    is_any = is_any || place;
    are_all = add(place, "", "", function->name, function);
  }
  witness_close_symbols();
  if (is_any && are_all) witness_shared->sees_swift = witness_in_program;
}

void witness_break(void) {
  static bool is_tried;
  if (is_tried) return;
  is_tried = true;
  bool closes = opens_symbols();
  ADD_ALL(orders, "order");
  ADD_ALL(hashes, "hash");
  ADD_ALL(addresses, "address");
  ADD_ALL(memory, "memory");
  ADD_ALL(zones, "zone");
  for (unsigned long next = 0; next < sizeof tables / sizeof tables[0]; next++) {
    add_table(&tables[next]);
  }
  if (closes) witness_close_symbols();
}

#else

void witness_break(void) {}
void witness_break_linked(void) {}
bool witness_on_breakpoint(void *context) {
  (void)context;
  return false;
}

#endif
#endif
