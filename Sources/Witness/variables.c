// Accesses to the program's own variables: what it keeps outside the state.
//
// Their pages are closed while the reducer runs. Each access is a fault: the page is opened for that
// one instruction, which is single-stepped, and closed again.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"
#include "pages.h"

#if defined(__x86_64__)

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum {
  trap_flag = 0x100,
  fault_of_a_write = 2,
  /// Bytes: of the least vector, and of the longest.
  least_vector = 16,
  longest_vector = 64,
};

/// The place in the list of the variable at an address; -1 if there is none.
static int variable(uintptr_t address) {
  const struct witness_variable *all = witness_shared->variables;
  uint64_t low = 0;
  uint64_t high = witness_shared->variable_count;
  while (low < high) {
    uint64_t middle = (low + high) / 2;
    if (witness_base + all[middle].address + all[middle].size <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  bool is_in = low < witness_shared->variable_count && witness_base + all[low].address <= address;
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
  if (!witness_image((uintptr_t)code, &start) || start == witness_base || !is_search(code)) return address;
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

/// Lists an access to a variable; returns whether that has the host's input.
static bool list(uintptr_t address, bool is_write, const greg_t *registers) {
  int place = variable(is_write ? address : meant(address, registers));
  if (place < 0) return false;
  char detail[16];
  snprintf(detail, sizeof detail, "%d", place);
  uintptr_t code = (uintptr_t)registers[REG_RIP];
  void *frame = (void *)registers[REG_RBP];
  // What adds to a variable reads it, too.
  if (!is_write || !is_store((const uint8_t *)code)) witness_note_at("variable", detail, code, frame);
  if (is_write) witness_note_at("written", detail, code, frame);
  return witness_is_input(place);
}

/// Whether this is the host, and not a child that it has made: not by `getpid`, which the program did not call.
static bool is_host(void) {
  bool was_busy = witness_set_busy(true);
  bool is = (uint32_t)syscall(SYS_getpid) == witness_shared->process;
  witness_set_busy(was_busy);
  return is;
}

bool witness_on_fault(const siginfo_t *info, void *context) {
  uintptr_t address = (uintptr_t)info->si_addr;
  int error = errno;
  enum witness_fault fault = witness_fault_at(address);
  if (fault == witness_is_closed && !is_host()) {
    witness_open_pages();
  } else if (fault == witness_is_closed) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    bool is_input = list(address, registers[REG_ERR] & fault_of_a_write, registers);
    if (witness_open_for_one(address, is_input)) registers[REG_EFL] |= trap_flag;
  }
  errno = error;
  return fault != witness_not_ours;
}

bool witness_end_access(const siginfo_t *info, void *context) {
  // A breakpoint, in a handler of a signal that came before the instruction.
  if (info->si_code == SI_KERNEL) return false;
  int error = errno;
  // Such a handler that uses variables ends the access; the instruction still stops behind itself.
  bool is_end = witness_close_opened() || (info->si_code == TRAP_TRACE && witness_has_pages());
  if (is_end) ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
  errno = error;
  return is_end;
}

void witness_trace(void) {
  if (witness_shared->variable_count > witness_variables) return;
  if (!witness_own_signals()) return;
  witness_keep_variables();
  witness_close_pages();
  witness_shared->sees_variables = witness_has_own_libraries ? 5 : 1;
}

void witness_untrace(void) {
  witness_open_pages();
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

bool witness_end_access(const siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  return false;
}

bool witness_let_in(void) { return false; }
void witness_let_in_at(const void *bytes, size_t count) { (void)bytes, (void)count; }

#endif
#endif
