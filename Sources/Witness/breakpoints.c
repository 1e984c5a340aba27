// Calls of Swift's own functions whose results go by hashes, by addresses, or by the time zone.
//
// They ask nobody, so no call leaves the process: the first instruction of each becomes a breakpoint, whose
// effect is made by hand. Code into which the compiler has copied such a function is not seen. The functions of
// `swift.c` are seen in the same way, where they are linked into the program.
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

/// push, of a register of the first eight.
static bool is_push(const instruction *code) { return (code[0] & 0xF8) == 0x50; }

/// push, of another one.
static bool is_long_push(const instruction *code) {
  return code[0] == 0x41 && (code[1] & 0xF8) == 0x50;
}

/// lea n(%rip), of a register of the first eight.
static bool is_near_address(const instruction *code) {
  return code[0] == 0x48 && code[1] == 0x8D && (code[2] & 0xC7) == 0x05;
}

/// Whether a function begins by saving a register, as that of the frame pointer, or with an address near it.
static bool is_known(const instruction *code) {
  return is_push(code) || is_long_push(code) || is_near_address(code);
}

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

/// The registers by their numbers in instructions.
static const int numbers[] = {
  REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
  REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
};

static void push(int number, greg_t *registers) {
  greg_t value = registers[numbers[number]];
  registers[REG_RSP] -= 8;
  *(greg_t *)registers[REG_RSP] = value;
}

/// Has the effect of the first instruction, of which `first` is the first byte, and goes on behind it.
static void execute(const instruction *place, instruction first, ucontext_t *context) {
  const instruction code[] = {first, place[1], place[2]};
  greg_t *registers = context->uc_mcontext.gregs;
  if (is_near_address(code)) {
    int32_t distance;
    memcpy(&distance, place + 3, sizeof distance);
    registers[REG_RIP] = (greg_t)(place + 7);
    registers[numbers[code[2] >> 3 & 7]] = registers[REG_RIP] + distance;
  } else if (is_long_push(code)) {
    registers[REG_RIP] = (greg_t)(place + 2);
    push(8 + (code[1] & 7), registers);
  } else {
    push(first & 7, registers);
  }
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

/// adrp x, n
static bool is_page(instruction first) { return (first & 0x9F000000) == 0x90000000; }

/// Whether a function begins by making room on the stack, or with an address.
static bool is_known(const instruction *code) {
  return is_subtraction(*code) || is_pair(*code) || is_page(*code);
}

static uintptr_t place_of(ucontext_t *context) { return context->uc_mcontext.pc; }

static uintptr_t caller(ucontext_t *context, void **frame) {
  *frame = (void *)context->uc_mcontext.regs[29];
  return context->uc_mcontext.regs[30] - 1;
}

static uint64_t value(ucontext_t *context, unsigned number) {
  return number == 31 ? 0 : context->uc_mcontext.regs[number];
}

static void execute(const instruction *place, instruction first, ucontext_t *context) {
  if (is_page(first)) {
    int64_t pages = (int64_t)((uint64_t)(first >> 5 & 0x7FFFF) << 45 | (uint64_t)(first >> 29 & 3) << 43) >> 43;
    if ((first & 31) != 31)
      context->uc_mcontext.regs[first & 31] =
          ((uint64_t)place & ~(uint64_t)0xFFF) + (uint64_t)pages * 4096;
  } else if (is_subtraction(first)) {
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
  /// What it is in `swift.c`; NULL if it goes by hashes, addresses or the zone.
  const struct witness_swift_function *asked;
} breakpoints[most_breakpoints];

static int breakpoint_count = -1;
static struct sigaction trap_before;

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

static void on_breakpoint(int signal, siginfo_t *info, void *given) {
  (void)info;
  ucontext_t *context = given;
  uintptr_t place = place_of(context);
  int error = errno;
  for (int number = 0; number < breakpoint_count; number++) {
    if ((uintptr_t)breakpoints[number].place != place) continue;
    list(number, context);
    execute(breakpoints[number].place, breakpoints[number].first, context);
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

/// Is ready for breakpoints; false if it cannot be.
static bool begin(void) {
  if (breakpoint_count >= 0) return true;
  struct sigaction trap = {.sa_sigaction = on_breakpoint, .sa_flags = SA_SIGINFO | SA_NODEFER};
  if (sigaction(SIGTRAP, &trap, &trap_before) != 0) return false;
  breakpoint_count = 0;
  return true;
}

void witness_break_linked(void) {
  static bool is_tried;
  if (is_tried) return;
  is_tried = true;
  if (!opens_symbols()) return;
  bool is_any = false, are_all = begin();
  for (unsigned long next = 0; are_all && witness_swift_function(next); next++) {
    const struct witness_swift_function *function = witness_swift_function(next);
    // What the program never calls need not be linked into it.
    void *place = witness_symbol(function->symbol);
    is_any = is_any || place;
    are_all = add(place, "", "", function->name, function);
  }
  witness_close_symbols();
  if (is_any && are_all) witness_shared->sees_swift = witness_in_program;
}

void witness_break(void) {
  static bool is_tried;
  if (is_tried || !begin()) return;
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

#endif
#endif
