// Stands before functions of Swift's libraries that may ask nothing of the system when they answer,
// because they keep what they learned: each lists itself, and goes on to the real one with all registers
// as they were.

#if defined(__linux__) && defined(__x86_64__)
  .text
  .macro WITNESS symbol, number
  .globl "\symbol"
  .type "\symbol", @function
"\symbol":
  pushq %rbp
  movq %rsp, %rbp
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %rax
  pushq %r13
  pushq %r14
  subq $8, %rsp
  movq $\number, %rdi
  movq %rbp, %rsi
  call witness_swift@PLT
  movq %rax, %r11
  addq $8, %rsp
  popq %r14
  popq %r13
  popq %rax
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rbp
  jmp *%r11
  .endm
#define HAS_WITNESS 1
#endif

#if defined(__linux__) && defined(__aarch64__)
  .text
  .macro WITNESS symbol, number
  .globl "\symbol"
  .type "\symbol", %function
"\symbol":
  stp x29, x30, [sp, #-112]!
  mov x29, sp
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  stp x8, x20, [sp, #80]
  mov x0, #\number
  mov x1, x29
  bl witness_swift
  mov x16, x0
  ldp x0, x1, [sp, #16]
  ldp x2, x3, [sp, #32]
  ldp x4, x5, [sp, #48]
  ldp x6, x7, [sp, #64]
  ldp x8, x20, [sp, #80]
  ldp x29, x30, [sp], #112
  br x16
  .endm
#define HAS_WITNESS 1
#endif

#ifdef HAS_WITNESS
  // In the order of the names in `swift.c`.
  WITNESS "$s20FoundationEssentials11ProcessInfoC11environmentSDyS2SGvg", 0
  WITNESS "$s20FoundationEssentials11ProcessInfoC9argumentsSaySSGvg", 1
  WITNESS "$s20FoundationEssentials11ProcessInfoC8hostNameSSvg", 2
  WITNESS "$s20FoundationEssentials11ProcessInfoC8userNameSSvg", 3
  WITNESS "$s20FoundationEssentials8TimeZoneV7currentACvgZ", 4
  WITNESS "$s20FoundationEssentials6LocaleV7currentACvgZ", 5
  WITNESS "$s20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ", 6
  WITNESS "$s20FoundationEssentials8CalendarV7currentACvgZ", 7
  WITNESS "$ss11CommandLineO9argumentsSaySSGvgZ", 8
  WITNESS "$s20FoundationEssentials8TimeZoneV19autoupdatingCurrentACvgZ", 9
  WITNESS "$s20FoundationEssentials6LocaleV19autoupdatingCurrentACvgZ", 10
  WITNESS "$s20FoundationEssentials8CalendarV19autoupdatingCurrentACvgZ", 11
  WITNESS "$s8Dispatch0A5QueueC17concurrentPerform10iterations7executeySi_ySiXEtFZ", 12
  WITNESS "$s8Dispatch0A5QueueC5async5group3qos5flags7executeyAA0A5GroupCSg_AA0A3QoSVAA0A13WorkItemFlagsVyyYbXBtF", 13
  WITNESS "$s8Dispatch0A5QueueC5async5group7executeyAA0A5GroupC_AA0A8WorkItemCtF", 14
  WITNESS "$s8Dispatch0A5QueueC5async7executeyAA0A8WorkItemC_tF", 15
#endif
#ifdef __linux__
  .section .note.GNU-stack, "", %progbits
#endif
