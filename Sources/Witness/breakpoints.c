// Calls of Swift's own functions whose results go by hashes, by addresses, or by the time zone.
//
// They ask nobody, so no call leaves the process: the first instruction of each becomes a breakpoint, whose
// effect is made by hand. Code into which the compiler has copied such a function is not seen.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#if defined(__x86_64__) || defined(__aarch64__)

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

// MARK: - The first instruction

#if defined(__x86_64__)

typedef uint8_t instruction;
static const instruction breakpoint = 0xCC;  // int3

/// Whether a function begins by saving the frame pointer: push %rbp.
static bool is_known(instruction first) { return first == 0x55; }

/// Where the breakpoint was that led to a signal.
static uintptr_t place_of(ucontext_t *context) {
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP] - 1;
}

/// The place that called the function, and its frame.
static uintptr_t caller(ucontext_t *context, void **frame) {
  greg_t *registers = context->uc_mcontext.gregs;
  *frame = (void *)registers[REG_RBP];
  return *(uintptr_t *)registers[REG_RSP] - 1;
}

/// Has the effect of the first instruction, and goes on behind it.
static void execute(instruction first, ucontext_t *context) {
  (void)first;
  greg_t *registers = context->uc_mcontext.gregs;
  registers[REG_RSP] -= 8;
  *(greg_t *)registers[REG_RSP] = registers[REG_RBP];
}

/// Goes to a breakpoint of somebody else again.
static void repeat(ucontext_t *context) {
  if (*(instruction *)place_of(context) == breakpoint) context->uc_mcontext.gregs[REG_RIP] -= 1;
}

#else

typedef uint32_t instruction;
static const instruction breakpoint = 0xD4200000;  // brk #0

/// sub sp, sp, #n
static bool is_subtraction(instruction first) { return (first & 0xFF8003FF) == 0xD10003FF; }

/// stp x, y, [sp, #n]!
static bool is_pair(instruction first) { return (first & 0xFFC003E0) == 0xA98003E0; }

/// Whether a function begins by making room on the stack.
static bool is_known(instruction first) { return is_subtraction(first) || is_pair(first); }

static uintptr_t place_of(ucontext_t *context) { return context->uc_mcontext.pc; }

static uintptr_t caller(ucontext_t *context, void **frame) {
  *frame = (void *)context->uc_mcontext.regs[29];
  return context->uc_mcontext.regs[30] - 1;
}

static uint64_t value(ucontext_t *context, unsigned number) {
  return number == 31 ? 0 : context->uc_mcontext.regs[number];
}

static void execute(instruction first, ucontext_t *context) {
  if (is_subtraction(first)) {
    context->uc_mcontext.sp -= (uint64_t)(first >> 10 & 0xFFF) << (first >> 22 & 1 ? 12 : 0);
  } else {
    int count = (int)(first >> 15 & 0x7F);
    context->uc_mcontext.sp += (uint64_t)(int64_t)((count < 64 ? count : count - 128) * 8);
    uint64_t *room = (uint64_t *)context->uc_mcontext.sp;
    room[0] = value(context, first & 31);
    room[1] = value(context, first >> 10 & 31);
  }
  context->uc_mcontext.pc += sizeof first;
}

static void repeat(ucontext_t *context) { (void)context; }

#endif

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
} breakpoints[most_breakpoints];

static int breakpoint_count = -1;
static struct sigaction trap_before;

static void on_breakpoint(int signal, siginfo_t *info, void *given) {
  (void)info;
  ucontext_t *context = given;
  uintptr_t place = place_of(context);
  int error = errno;
  for (int number = 0; number < breakpoint_count; number++) {
    if ((uintptr_t)breakpoints[number].place != place) continue;
    if (witness_is_armed(witness_breaks)) {
      void *frame = NULL;
      uintptr_t address = caller(context, &frame);
      witness_note_at(breakpoints[number].what, breakpoints[number].name, address, frame);
    }
    execute(breakpoints[number].first, context);
    errno = error;
    return;
  }
  repeat(context);
  sigaction(signal, &trap_before, NULL);
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

static void add(void *function, const char *what, const char *type, const char *name) {
  instruction *place = function;
  if (!place || breakpoint_count == most_breakpoints || !is_known(*place)) return;
  int number = breakpoint_count;
  breakpoints[number].place = place;
  breakpoints[number].first = *place;
  breakpoints[number].what = what;
  snprintf(
      breakpoints[number].name, sizeof breakpoints[number].name, "%s%s%s", type,
      *type ? "." : "", name);
  // The signal may come at once, from another thread.
  __atomic_store_n(&breakpoint_count, number + 1, __ATOMIC_RELEASE);
  if (!patch(place, breakpoint)) breakpoints[number].place = NULL;
}

static void add_all(const struct function *all, unsigned long count, const char *what) {
  for (unsigned long next = 0; next < count; next++) {
    add(witness_next(all[next].symbol), what, "", all[next].name);
  }
}

/// Adds what a table of a conformance leads to.
static void add_table(const struct table *table) {
  // A descriptor is three relative addresses: of the protocol, of the type, and of the table.
  int32_t *descriptor = witness_next(table->symbol);
  char *base = witness_next(bases[table->protocol]);
  if (!descriptor || !base || descriptor[2] == 0) return;
  void **functions = (void **)((char *)&descriptor[2] + descriptor[2]);
  for (unsigned long next = 0; next < sizeof requirements / sizeof requirements[0]; next++) {
    if (requirements[next].protocol != table->protocol) continue;
    char *requirement = witness_next(requirements[next].symbol);
    if (!requirement) continue;
    add(functions[(requirement - base) / bytes_of_a_requirement], kinds[table->protocol],
        table->name, requirements[next].name);
  }
}

#define ADD_ALL(list, what) add_all(list, sizeof list / sizeof list[0], what)

void witness_break(void) {
  if (breakpoint_count >= 0) return;
  breakpoint_count = 0;
  struct sigaction trap = {.sa_sigaction = on_breakpoint, .sa_flags = SA_SIGINFO | SA_NODEFER};
  if (sigaction(SIGTRAP, &trap, &trap_before) != 0) return;
  ADD_ALL(orders, "order");
  ADD_ALL(hashes, "hash");
  ADD_ALL(addresses, "address");
  ADD_ALL(memory, "memory");
  ADD_ALL(zones, "zone");
  for (unsigned long next = 0; next < sizeof tables / sizeof tables[0]; next++) {
    add_table(&tables[next]);
  }
}

#else

void witness_break(void) {}

#endif
#endif
