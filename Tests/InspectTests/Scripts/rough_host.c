// Reducers that use what the witness needs, too: the signals of traps and faults, stacks of their own, threads.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

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

static volatile long visits, visited;

/// Uses two variables in a loop, each time a fault where they are watched.
long hot(void) {
  for (long round = 0; round < 20000; round++) {
    visited += round;
    visits += 1;
  }
  return visits;
}

/// Is interrupted by handlers that use a variable, too, while it uses others.
static long beats(void) {
  struct itimerval often = {{0, 200}, {0, 200}};
  struct itimerval never = {{0, 0}, {0, 0}};
  signal(SIGALRM, count);
  setitimer(ITIMER_REAL, &often, NULL);
  for (int round = 0; round < 2000; round++) counted += 1;
  setitimer(ITIMER_REAL, &never, NULL);
  return linked_functions();
}

static char place[64];
static unsigned short bits;
static sigset_t blocked, before;

/// Has the system itself read and write variables, which it refuses at a page that is closed.
static long kernel(void) {
  struct stat status;
  strcpy(place, "/proc/self/exe");
  if (stat(place, &status) != 0) abort();
  if (getrandom(&bits, sizeof bits, 0) != sizeof bits) abort();
  sigaddset(&blocked, SIGUSR1);
  if (sigprocmask(SIG_BLOCK, &blocked, &before) != 0) abort();
  if (sigismember(&before, SIGUSR1)) abort();
  return linked_functions();
}

/// Uses a variable in a child, which is not the host.
static long child(void) {
  int status = 0;
  pid_t process = fork();
  if (process == 0) {
    visits += 1;
    _exit(visits == 1 ? 0 : 1);
  }
  if (waitpid(process, &status, 0) != process || status != 0) abort();
  return linked_functions();
}

/// What is open before any step.
static int file, sockets[2];
static FILE *lines;

__attribute__((constructor)) static void open_all(void) {
  file = open("/etc/passwd", O_RDONLY);
  lines = fopen("/etc/passwd", "r");
  // Without a buffer each character is read by itself.
  setvbuf(lines, NULL, _IONBF, 0);
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets) != 0) abort();
}

/// Has the system write what a variable has.
static long writes(void) {
  strcpy(place, "sent");
  if (write(sockets[0], place, 4) != 4) abort();
  return linked_functions();
}

static struct iovec parts[1];
static char letters[16];

/// Reads what was open by each function that can.
static long reads(void) {
  char word[512];
  parts[0] = (struct iovec){letters, sizeof letters};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 1};
  for (int time = 0; time < 3; time++) send(sockets[0], "sent", 4, 0);
  if (recv(sockets[1], letters, sizeof letters, 0) != 4) abort();
  if (recvfrom(sockets[1], letters, sizeof letters, 0, NULL, NULL) != 4) abort();
  if (recvmsg(sockets[1], &message, 0) != 4) abort();
  ssize_t (*checked)(int, void *, size_t, off_t, size_t) =
      (ssize_t (*)(int, void *, size_t, off_t, size_t))dlsym(RTLD_DEFAULT, "__pread_chk");
  if (checked(file, letters, 4, 0, sizeof letters) != 4) abort();
  if (readv(file, parts, 1) <= 0) abort();
  if (preadv(file, parts, 1, 0) <= 0) abort();
  if (fscanf(lines, "%500s", word) != 1) abort();
  // The first is what ended the word.
  if (getc_unlocked(lines) == EOF || getc_unlocked(lines) == EOF) abort();
  return linked_functions();
}

long rough(const char *way) {
  if (strcmp(way, "beats") == 0) return beats();
  if (strcmp(way, "kernel") == 0) return kernel();
  if (strcmp(way, "child") == 0) return child();
  if (strcmp(way, "reads") == 0) return reads();
  if (strcmp(way, "writes") == 0) return writes();
  if (strcmp(way, "traps") == 0) return traps();
  if (strcmp(way, "faults") == 0) return faults();
  if (strcmp(way, "blocks") == 0) return blocks();
  if (strcmp(way, "narrow") == 0) return narrow();
  if (strcmp(way, "aside") == 0) return aside();
  if (strcmp(way, "beside") == 0) return beside();
  if (strcmp(way, "asking") == 0) return asking();
  return linked_functions();
}
