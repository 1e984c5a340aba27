#if defined(__linux__) || defined(__APPLE__)

#define _GNU_SOURCE
#include "control.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#else
#include <link.h>
#endif

struct witness_control *witness_shared;

/// Whether this thread is in the library itself, whose own calls are nobody's.
static __thread bool is_busy;
static uint64_t drawn;
static uint32_t asked;
static char program[4096];
/// Whether this process is the host that has heard the tool.
static bool is_host;
#ifdef __linux__
/// Whether its variables are watched since it read its input.
static bool is_between;
/// Whether what the variables had before it read is kept.
static bool keeps_input;
/// Whether it was seen to have several threads, of which one may reduce while another reads.
static bool has_threads;
#endif

// MARK: - The process

#ifdef __APPLE__

static void find_program(void) {
  uint32_t size = sizeof program;
  if (_NSGetExecutablePath(program, &size) != 0) program[0] = 0;
}

const char *witness_image(uintptr_t address, uintptr_t *start) {
  Dl_info found;
  if (!dladdr((void *)address, &found) || !found.dli_fname) return NULL;
  *start = (uintptr_t)found.dli_fbase;
  return found.dli_fname;
}

#else

static void find_program(void) {
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length < 0 ? 0 : length] = 0;
}

/// A search for the file that an address is in.
struct search {
  uintptr_t address;
  uintptr_t start;
  const char *name;
};

static int is_in(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  for (int place = 0; place < info->dlpi_phnum; place++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[place];
    uintptr_t from = info->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || search->address - from >= part->p_memsz) continue;
    search->start = info->dlpi_addr;
    search->name = info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : program;
    return 1;
  }
  return 0;
}

// Not by `dladdr`, which goes through all symbols of the file.
const char *witness_image(uintptr_t address, uintptr_t *start) {
  struct search search = {.address = address};
  if (!dl_iterate_phdr(is_in, &search)) return NULL;
  *start = search.start;
  return search.name;
}

#endif

/// Which file the standard input is; 0 if there is none.
static uint64_t input(void) {
  struct stat found;
  is_busy = true;
  bool is_known = fstat(0, &found) == 0;
  is_busy = false;
  return is_known ? (uint64_t)found.st_ino : 0;
}

#ifdef __linux__
extern struct witness_real __start_witness_reals[] __attribute__((visibility("hidden")));
extern struct witness_real __stop_witness_reals[] __attribute__((visibility("hidden")));

static void find_functions(void) {
  for (struct witness_real *one = __start_witness_reals; one < __stop_witness_reals; one++)
    witness_real(one);
}
#endif

__attribute__((constructor)) static void witness_load(void) {
  const char *file = getenv("INSPECT_WITNESS");
  if (!file) return;
  int descriptor = open(file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *memory = mmap(
      NULL, sizeof(struct witness_control), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (memory == MAP_FAILED) return;
  struct witness_control *shared = memory;
  if (shared->magic != witness_magic) {
    munmap(memory, sizeof(struct witness_control));
    return;
  }
#ifdef __linux__
  find_functions();
#endif
  find_program();
  if (witness_sees_swift()) shared->sees_swift = witness_in_libraries;
  if (!shared->input) shared->input = input();
  witness_shared = shared;
}

bool witness_set_busy(bool is) {
  bool was = is_busy;
  is_busy = is;
  return was;
}

void *witness_next(const char *name) {
  bool was_busy = witness_set_busy(true);
  void *next = dlsym(RTLD_NEXT, name);
  witness_set_busy(was_busy);
  return next;
}

// MARK: - The reducer's begin and end

static void begin_to_watch(void) {
#ifdef __linux__
  witness_forget_stacks();
  witness_mark_descriptors();
  if (witness_is_armed(witness_lists)) witness_break_linked();
#endif
  // A program that the host became has other variables.
  if (is_host && witness_is_armed(witness_traces)) witness_trace();
  if (witness_is_armed(witness_breaks)) witness_break();
}

__attribute__((visibility("default"))) void inspect_witness_begin(void) {
  if (!witness_shared) return;
  int error = errno;
  // A handler of a signal may have left the library by a jump.
  is_busy = false;
  __atomic_store_n(&witness_shared->has_marks, 1, __ATOMIC_RELAXED);
  if (__atomic_add_fetch(&witness_shared->inside, 1, __ATOMIC_ACQ_REL) == 1) begin_to_watch();
  errno = error;
}

__attribute__((visibility("default"))) void inspect_witness_end(void) {
  if (!witness_shared) return;
  int error = errno;
  // What is seen then still belongs to the reducer.
  if (__atomic_load_n(&witness_shared->inside, __ATOMIC_ACQUIRE) == 1) witness_untrace();
  // Two may have ended at once.
  if (__atomic_sub_fetch(&witness_shared->inside, 1, __ATOMIC_ACQ_REL) == 0) witness_untrace();
  errno = error;
}

void witness_hear(void) {
  if (!witness_shared || witness_shared->heard) return;
  memcpy(witness_shared->program, program, sizeof program);
  is_busy = true;
  witness_shared->process = (uint32_t)getpid();
  is_busy = false;
  is_host = true;
  witness_shared->heard = 1;
}

void witness_hear_input(void) {
  if (witness_shared && !witness_shared->heard && input() == witness_shared->input) witness_hear();
}

#ifdef __linux__

void witness_name_descriptor(int descriptor, char *name, size_t size) {
  char path[32];
  is_busy = true;
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(path, name, size - 1);
  is_busy = false;
  name[length < 0 ? 0 : length] = 0;
}

/// Whether this is the only thread of the process.
static bool is_alone(void) {
  struct stat found;
  is_busy = true;
  // Two links of the folder itself, and one for each thread.
  bool is_one = stat("/proc/self/task", &found) == 0 && found.st_nlink == 3;
  is_busy = false;
  return is_one;
}

void witness_before_input(void) {
  if (!is_host) return;
  int error = errno;
  if (is_between) {
    is_between = false;
    witness_untrace();
    has_threads = !is_alone();
    if (has_threads) witness_shared->sees_variables = 0;
  }
  keeps_input = witness_shared->variable_count > 0 && !witness_shared->has_marks
      && witness_keep_variables();
  __atomic_store_n(&witness_shared->is_reading, 1, __ATOMIC_RELEASE);
  errno = error;
}

void witness_after_input(void) {
  if (!is_host) return;
  int error = errno;
  __atomic_store_n(&witness_shared->is_reading, 0, __ATOMIC_RELEASE);
  if (!witness_shared->has_marks) {
    witness_forget_stacks();
    witness_mark_descriptors();
    if (witness_is_armed(witness_breaks)) witness_break();
  }
  if (!has_threads && witness_is_armed(witness_between)) has_threads = !is_alone();
  if (!has_threads && witness_is_armed(witness_between)) {
    // What the host reads into is its input, not something that it keeps.
    if (keeps_input) witness_note_input(true);
    is_between = true;
    witness_trace();
  } else if (keeps_input) {
    witness_note_input(false);
  }
  errno = error;
}

#endif

// MARK: - Answers

bool witness_holds(uint32_t what) {
  if (!witness_shared || is_busy || !(witness_shared->held & what)) return false;
  // What a process keeps from its start is compared in a step: a time, its number.
  if (what != witness_random) return true;
  if (!witness_is_armed(witness_answers)) return false;
  // What the host itself asks around the reducer is nobody's business.
  return !__atomic_load_n(&witness_shared->has_marks, __ATOMIC_RELAXED)
      || __atomic_load_n(&witness_shared->inside, __ATOMIC_ACQUIRE) > 0;
}

int64_t witness_patience(void) {
  // A loop that waits for the time to pass would never end: after so many questions time goes on.
  uint32_t count = __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
  return count > 20000 ? (int64_t)(count - 20000) * 1000000 : 0;
}

void witness_fill(void *bytes, unsigned long count) {
  unsigned char *next = bytes;
  while (count > 0) {
    // SplitMix64.
    uint64_t place = __atomic_add_fetch(&drawn, 1, __ATOMIC_RELAXED);
    uint64_t mixed = witness_shared->seed + place * 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    mixed ^= mixed >> 31;
    unsigned long part = count < sizeof mixed ? count : sizeof mixed;
    memcpy(next, &mixed, part);
    next += part;
    count -= part;
  }
}

#endif
