// The first instructions of functions, in whose place a breakpoint may stand, and what they do.

#ifndef HINDSIGHT_WITNESS_INSTRUCTIONS_H
#define HINDSIGHT_WITNESS_INSTRUCTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

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

#endif

#endif
