// Reducers that use what the witness needs, too: the signals of traps and faults, stacks of their own, threads.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

long linked_functions(void);
long asking(void);

static volatile long counted = 1;
static volatile sig_atomic_t caught;
static sigjmp_buf behind;
static ucontext_t home, own;
static long found;

static void count(int signal) {
  (void)signal;
  caught += 1;
}

static void jump(int signal) {
  (void)signal;
  siglongjmp(behind, 1);
}

/// Handles a trap of its own before Swift's functions are called, and after it.
static long traps(void) {
  struct sigaction own_action = {.sa_handler = count};
  long before = linked_functions();
  sigaction(SIGTRAP, &own_action, NULL);
  caught = 0;
  raise(SIGTRAP);
  long after = linked_functions();
  raise(SIGTRAP);
  struct sigaction now;
  sigaction(SIGTRAP, NULL, &now);
  return caught == 2 && before == after && now.sa_handler == count ? after : -1;
}

/// Catches an access to nothing, and reads a variable behind it.
static long faults(void) {
  signal(SIGSEGV, jump);
  if (sigsetjmp(behind, 1) == 0) *(volatile int *)8 = 1;
  counted += 1;
  return linked_functions();
}

static long blocks(void) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  counted += 1;
  return linked_functions();
}

static void *reduce_there(void *given) {
  *(long *)given = linked_functions();
  return NULL;
}

/// Reduces on a thread with the smallest stack that there is.
static long narrow(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  long value = -1;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 32 << 10);
  if (pthread_create(&thread, &attributes, reduce_there, &value) != 0) return -1;
  pthread_join(thread, NULL);
  return value;
}

static void reduce_here(void) { found = linked_functions(); }

/// Reduces on a stack that it made itself, below which nothing is.
static long aside(void) {
  size_t size = 64 << 10;
  void *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  getcontext(&own);
  own.uc_stack.ss_sp = stack;
  own.uc_stack.ss_size = size;
  own.uc_link = &home;
  makecontext(&own, reduce_here, 0);
  swapcontext(&home, &own);
  return found;
}

static void *count_on(void *stops) {
  while (!*(volatile int *)stops) counted += 1;
  return NULL;
}

/// Reduces while another thread writes a variable.
static long beside(void) {
  static volatile int stops;
  pthread_t thread;
  stops = 0;
  if (pthread_create(&thread, NULL, count_on, (void *)&stops) != 0) return -1;
  long value = 0;
  for (int time = 0; time < 20; time++) value = linked_functions();
  stops = 1;
  pthread_join(thread, NULL);
  return value;
}

long rough(const char *way) {
  if (strcmp(way, "traps") == 0) return traps();
  if (strcmp(way, "faults") == 0) return faults();
  if (strcmp(way, "blocks") == 0) return blocks();
  if (strcmp(way, "narrow") == 0) return narrow();
  if (strcmp(way, "aside") == 0) return aside();
  if (strcmp(way, "beside") == 0) return beside();
  if (strcmp(way, "asking") == 0) return asking();
  return linked_functions();
}
