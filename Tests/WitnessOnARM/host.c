// A host that asks for a few things between the marks of its reducer.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

long finalize(long number) __asm__("$ss6HasherV8finalizeSiyF");
long hash_value(long number) __asm__("$sSi9hashValueSivg");

long linked(const char *way);

static volatile long calls = 1;
static volatile long unused = 2;

__attribute__((noinline)) static long reduce(long number) {
  calls += unused;
  return finalize(number) + hash_value(number);
}

int main(void) {
  void (*begin)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "inspect_witness_begin");
  void (*end)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "inspect_witness_end");
  char byte;
  if (!begin || !end || read(0, &byte, 1) < 0) return 1;
  long total = 0;
  begin();
  for (long number = 0; number < 1000; number++) total += reduce(number);
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  unsigned drawn = 0;
  if (getentropy(&drawn, sizeof drawn) != 0) return 1;
  const char *home = getenv("HOME");
  char name[64];
  gethostname(name, sizeof name);
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  end();
  printf(
      "%ld %ld %u %d %s %ld %ld\n", total, (long)time.tv_sec, drawn, home != NULL, name, cores, linked(""));
}
