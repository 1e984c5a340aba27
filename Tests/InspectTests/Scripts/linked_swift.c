// Functions under the names of some of Swift's libraries, linked into the program, as by -static-stdlib. Each
// begins in another way that a breakpoint must have the effect of.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

static const long three __attribute__((used)) = 3;

// Local, as they are in a program of Swift.
#define FUNCTION(symbol, code) \
  __asm__(".text\n.p2align 4\n.type \"" symbol "\", %function\n\"" symbol "\":\n" code)

#if defined(__x86_64__)
FUNCTION("$s20FoundationEssentials8TimeZoneV7currentACvgZ",
         "push %rbp\n mov %rsp, %rbp\n mov $1, %eax\n pop %rbp\n ret\n");
FUNCTION("$s20FoundationEssentials6LocaleV7currentACvgZ",
         "push %r15\n xor %r15d, %r15d\n mov $2, %eax\n pop %r15\n ret\n");
FUNCTION("$s20FoundationEssentials11ProcessInfoC9argumentsSaySSGvg",
         "lea three(%rip), %rsi\n mov (%rsi), %rax\n ret\n");
FUNCTION("$sSi9hashValueSivg", "push %rbx\n mov $4, %ebx\n mov %rbx, %rax\n pop %rbx\n ret\n");
#else
FUNCTION("$s20FoundationEssentials8TimeZoneV7currentACvgZ",
         "stp x29, x30, [sp, #-16]!\n mov x29, sp\n mov x0, #1\n ldp x29, x30, [sp], #16\n ret\n");
FUNCTION("$s20FoundationEssentials6LocaleV7currentACvgZ",
         "sub sp, sp, #16\n mov x0, #2\n add sp, sp, #16\n ret\n");
FUNCTION("$s20FoundationEssentials11ProcessInfoC9argumentsSaySSGvg",
         "adrp x8, three\n ldr x0, [x8, :lo12:three]\n ret\n");
FUNCTION("$sSi9hashValueSivg",
         "stp x19, x20, [sp, #-32]!\n mov x19, #4\n mov x0, x19\n ldp x19, x20, [sp], #32\n ret\n");
#endif

long zone(void) __asm__("$s20FoundationEssentials8TimeZoneV7currentACvgZ");
long language(void) __asm__("$s20FoundationEssentials6LocaleV7currentACvgZ");
long arguments(void) __asm__("$s20FoundationEssentials11ProcessInfoC9argumentsSaySSGvg");
long hash_value(void) __asm__("$sSi9hashValueSivg");

/// What the functions give together.
__attribute__((noinline)) long linked_functions(void) {
  return zone() * 1000 + language() * 100 + arguments() * 10 + hash_value();
}

long rough(const char *way);

/// The same, called as by a reducer that says where it begins and ends.
long linked(const char *way) {
  void (*begin)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "inspect_witness_begin");
  void (*end)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "inspect_witness_end");
  if (begin) begin();
  long value = rough(way);
  if (end) end();
  if (value != 1234) abort();
  return value % 100;
}
