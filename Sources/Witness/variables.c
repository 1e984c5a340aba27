// Accesses to the program's own variables: what it keeps outside the state.
//
// Their pages are closed while the reducer runs. Each access is a fault: the page is opened for that
// one instruction, which is single-stepped, and closed again.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#if defined(__x86_64__)

#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum {
  most_stretches = 256,
  /// A loop over a variable would take minutes.
  most_faults = 100000,
  trap_flag = 0x100,
  fault_of_a_write = 2,
  /// Bytes: of the least vector, and of the longest.
  least_vector = 16,
  longest_vector = 64,
};

/// Pages side by side.
struct stretch {
  uintptr_t start;
  uintptr_t end;
};

static struct stretch stretches[most_stretches];
static int stretch_count = -1;
static uintptr_t base;
static uint32_t faults;
static _Atomic bool is_closed;
static bool has_own_libraries;
/// Whether this thread runs the one instruction for which the pages are open.
static __thread bool is_stepping __attribute__((tls_model("initial-exec")));

static void protect(int protection) {
  for (int place = 0; place < stretch_count; place++) {
    mprotect(
        (void *)stretches[place].start, stretches[place].end - stretches[place].start, protection);
  }
}

/// The place in the list of the variable at an address; -1 if there is none.
static int variable(uintptr_t address) {
  const struct witness_variable *all = witness_shared->variables;
  uint64_t low = 0;
  uint64_t high = witness_shared->variable_count;
  while (low < high) {
    uint64_t middle = (low + high) / 2;
    if (base + all[middle].address + all[middle].size <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  bool is_in = low < witness_shared->variable_count && base + all[low].address <= address;
  return is_in ? (int)low : -1;
}

/// Whether code compares whole vectors, or loads them aligned, as the C library does where it looks for a byte.
static bool is_search(const uint8_t *code) {
  // EVEX, map 3: `vpcmpb`, `vpcmpub`.
  if (code[0] == 0x62) return (code[1] & 7) == 3 && (code[4] == 0x3e || code[4] == 0x3f);
  // VEX of two or three bytes: `vpcmpeqb`.
  if (code[0] == 0xc5) return code[2] == 0x74;
  if (code[0] == 0xc4) return code[3] == 0x74;
  // SSE: `pcmpeqb`, `movdqa`, with or without a prefix for the registers behind the eighth.
  if (code[0] != 0x66) return false;
  code += (code[1] & 0xf0) == 0x40 ? 2 : 1;
  return code[0] == 0x0f && (code[1] == 0x74 || code[1] == 0x6f);
}

/// The place that a read at an address is meant for: the first of the vectors in which the C library looks for a byte
/// may begin in another variable, before the text that it was given.
///
/// The text's address is still in a register of the first two arguments, or that was aligned, and the third
/// has what was cut off.
static uintptr_t meant(uintptr_t address, const greg_t *registers) {
  if (address % least_vector != 0) return address;
  const uint8_t *code = (const uint8_t *)registers[REG_RIP];
  uintptr_t start = 0;
  if (!witness_image((uintptr_t)code, &start) || start == base || !is_search(code)) return address;
  uintptr_t texts[] = {
      (uintptr_t)registers[REG_RDI], (uintptr_t)registers[REG_RSI],
      address + (uintptr_t)registers[REG_RCX]};
  for (int place = 0; place < 3; place++) {
    if (texts[place] - address - 1 < longest_vector - 1) return texts[place];
  }
  return address;
}

/// Whether code only writes: a move to memory, which does not add to what is there.
static bool is_store(const uint8_t *code) {
  while (*code == 0x66 || *code == 0xf2 || *code == 0xf3 || (*code & 0xf0) == 0x40) code++;
  uint8_t operation = *code;
  // EVEX, VEX of three bytes, VEX of two bytes, and the escape of the older ones.
  bool is_vector = true;
  if (operation == 0x62) operation = code[4];
  else if (operation == 0xc4) operation = code[3];
  else if (operation == 0xc5) operation = code[2];
  else if (operation == 0x0f) operation = code[1];
  else is_vector = false;
  if (is_vector) {
    static const uint8_t moves[] = {0x11, 0x13, 0x17, 0x29, 0x2b, 0x7e, 0x7f, 0xc3, 0xd6, 0xe7};
    return memchr(moves, operation, sizeof moves);
  }
  // `mov`, `movs`, `stos`.
  static const uint8_t moves[] = {0x88, 0x89, 0xa2, 0xa3, 0xa4, 0xa5, 0xaa, 0xab, 0xc6, 0xc7};
  return memchr(moves, operation, sizeof moves);
}

static void end_tracing(void) {
  is_closed = false;
  protect(PROT_READ | PROT_WRITE);
}

bool witness_on_fault(const siginfo_t *info, void *context) {
  uintptr_t address = (uintptr_t)info->si_addr;
  bool is_ours = false;
  for (int place = 0; place < stretch_count && !is_ours; place++) {
    is_ours = address >= stretches[place].start && address < stretches[place].end;
  }
  if (!is_ours) return false;
  // Another thread ended it meanwhile: the access is made again.
  if (!is_closed) {
    protect(PROT_READ | PROT_WRITE);
    return true;
  }
  int error = errno;
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  bool is_write = registers[REG_ERR] & fault_of_a_write;
  int place = variable(is_write ? address : meant(address, registers));
  if (place >= 0) {
    char detail[16];
    snprintf(detail, sizeof detail, "%d", place);
    protect(PROT_READ | PROT_WRITE);
    uintptr_t code = (uintptr_t)registers[REG_RIP];
    void *frame = (void *)registers[REG_RBP];
    // What adds to a variable reads it, too.
    if (!is_write || !is_store((const uint8_t *)code)) witness_note_at("variable", detail, code, frame);
    if (is_write) witness_note_at("written", detail, code, frame);
  }
  if (++faults > most_faults) {
    __atomic_add_fetch(&witness_shared->lost, 1, __ATOMIC_RELAXED);
    end_tracing();
  } else {
    protect(PROT_READ | PROT_WRITE);
    is_stepping = true;
    registers[REG_EFL] |= trap_flag;
  }
  errno = error;
  return true;
}

bool witness_end_access(void *context) {
  if (!is_stepping) return false;
  int error = errno;
  is_stepping = false;
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
  if (is_closed) {
    protect(PROT_NONE);
    // Another thread may have ended it in between.
    if (!is_closed) protect(PROT_READ | PROT_WRITE);
  }
  errno = error;
  return true;
}

/// Adds the pages of a variable.
static bool add(uintptr_t start, uintptr_t end) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  start = start / page * page;
  end = (end + page - 1) / page * page;
  if (stretch_count > 0 && start <= stretches[stretch_count - 1].end) {
    if (end > stretches[stretch_count - 1].end) stretches[stretch_count - 1].end = end;
    return true;
  }
  if (stretch_count == most_stretches) return false;
  stretches[stretch_count++] = (struct stretch){start, end};
  return true;
}

/// Whether a library comes with the system, with Swift, or is this one.
static bool is_foreign(const char *file) {
  static const char *const starts[] = {"/lib", "/usr/lib", "/usr/local/lib", "linux-vdso", "[vdso]"};
  for (size_t place = 0; place < sizeof starts / sizeof starts[0]; place++) {
    if (strncmp(file, starts[place], strlen(starts[place])) == 0) return true;
  }
  return !file[0] || strstr(file, "/lib/swift/") || strstr(file, "libWitness");
}

/// Finds the pages of the variables; the program itself comes first in the list of what is loaded.
static int find_pages(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  bool *is_later = context;
  if (*is_later) {
    if (!is_foreign(info->dlpi_name)) has_own_libraries = true;
    return 0;
  }
  *is_later = true;
  base = info->dlpi_addr;
  uintptr_t start = 0;
  uintptr_t end = 0;
  uintptr_t sealed = 0;
  for (int place = 0; place < info->dlpi_phnum; place++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[place];
    if (part->p_type == PT_LOAD && (part->p_flags & PF_W)) {
      start = base + part->p_vaddr;
      end = start + part->p_memsz;
    }
    if (part->p_type == PT_GNU_RELRO) sealed = base + part->p_vaddr + part->p_memsz;
  }
  if (sealed > start) start = sealed;
  for (uint64_t place = 0; place < witness_shared->variable_count; place++) {
    const struct witness_variable *one = &witness_shared->variables[place];
    uintptr_t from = base + one->address;
    if (from < start || from + one->size > end) continue;
    if (!add(from, from + one->size)) {
      __atomic_add_fetch(&witness_shared->lost, 1, __ATOMIC_RELAXED);
      break;
    }
  }
  return 0;
}

void witness_trace(void) {
  if (witness_shared->variable_count > witness_variables) return;
  if (stretch_count < 0) {
    bool is_later = false;
    stretch_count = 0;
    dl_iterate_phdr(find_pages, &is_later);
  }
  if (!witness_own_signals()) return;
  witness_shared->sees_variables = has_own_libraries ? 5 : 1;
  witness_keep_variables();
  faults = 0;
  is_closed = true;
  protect(PROT_NONE);
}

void witness_untrace(void) {
  if (is_closed) end_tracing();
  witness_note_changes("changed");
}

#else

// Where no single instruction can be stepped from inside the process, the variables are only compared before
// and after: what the reducer wrote is seen, without its line, and what it only read is not.

void witness_trace(void) {
  if (witness_keep_variables()) witness_shared->sees_variables = 2;
}

void witness_untrace(void) { witness_note_changes("written"); }

bool witness_on_fault(const siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  return false;
}

bool witness_end_access(void *context) {
  (void)context;
  return false;
}

#endif
#endif
