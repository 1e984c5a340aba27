// The pages of the program's variables: closed while accesses are listed, but for the one instruction of each.
//
// A step that uses a variable in a loop would take seconds. So a page that was used often stays open until the step
// ends, and then not all accesses were seen.
#if defined(__linux__) && defined(__x86_64__)

#define _GNU_SOURCE
#include "pages.h"
#include "control.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>

enum {
  page_size = 4096,
  most_stretches = 256,
  most_pages = 8192,
  /// How often a page is used, and all of them are, until they stay open: each time takes up to 25 microseconds. The first
  /// step of a process uses some thousand places, as it makes what it only makes once.
  most_at_page = 1000,
  most_faults = 8000,
  /// How often the host's input is, which it takes apart beside what it keeps.
  most_at_input = 10000,
  /// Pages of one instruction, which may gather its operands.
  most_opened = 16,
};

/// Pages side by side.
struct stretch {
  uintptr_t start;
  uintptr_t end;
  /// The number of its first page.
  int first;
};

uintptr_t witness_base;
bool witness_has_own_libraries;

static struct stretch stretches[most_stretches];
static int stretch_count = -1;
static int page_count;
/// Whether there are more pages than can be watched.
static bool has_more;
static _Atomic bool is_closed;
static uint32_t faults;
static uint32_t input_faults;
/// How often each page was used in this step.
static uint16_t uses[most_pages];
/// The pages that are open for the one instruction that this thread runs.
static __thread struct {
  int count;
  uintptr_t pages[most_opened];
} opened __attribute__((tls_model("initial-exec")));

// MARK: - The pages

static void protect(uintptr_t page, int protection) { mprotect((void *)page, page_size, protection); }

static void protect_all(int protection) {
  for (int place = 0; place < stretch_count; place++) {
    mprotect((void *)stretches[place].start, stretches[place].end - stretches[place].start, protection);
  }
}

/// How often the page of an address was used; NULL if it is not watched.
static uint16_t *uses_at(uintptr_t address) {
  for (int place = 0; place < stretch_count; place++) {
    const struct stretch *one = &stretches[place];
    if (address < one->start || address >= one->end) continue;
    return &uses[one->first + (int)((address - one->start) / page_size)];
  }
  return NULL;
}

static bool stays_open(uintptr_t page) {
  return __atomic_load_n(uses_at(page), __ATOMIC_SEQ_CST) >= most_at_page;
}

/// Adds the pages of a variable.
static bool add(uintptr_t start, uintptr_t end) {
  start = start / page_size * page_size;
  end = (end + page_size - 1) / page_size * page_size;
  struct stretch *last = stretch_count > 0 ? &stretches[stretch_count - 1] : NULL;
  bool is_next = last && start <= last->end;
  if (is_next) start = last->end;
  if (start >= end) return true;
  int count = (int)((end - start) / page_size);
  if (count > most_pages - page_count || (!is_next && stretch_count == most_stretches)) return false;
  if (is_next) last->end = end;
  else stretches[stretch_count++] = (struct stretch){start, end, page_count};
  page_count += count;
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
    if (!is_foreign(info->dlpi_name)) witness_has_own_libraries = true;
    return 0;
  }
  *is_later = true;
  uintptr_t base = witness_base = info->dlpi_addr;
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
    has_more = !add(from, from + one->size);
    if (has_more) break;
  }
  return 0;
}

// MARK: - All at once

static void lose(void) { __atomic_add_fetch(&witness_shared->lost, 1, __ATOMIC_RELAXED); }

bool witness_has_pages(void) { return stretch_count > 0; }

void witness_close_pages(void) {
  if (stretch_count < 0) {
    bool is_later = false;
    stretch_count = 0;
    dl_iterate_phdr(find_pages, &is_later);
  }
  if (has_more) lose();
  // A handler of a signal may have jumped away from the instruction.
  opened.count = 0;
  faults = input_faults = 0;
  memset(uses, 0, (size_t)page_count * sizeof uses[0]);
  is_closed = true;
  protect_all(PROT_NONE);
}

bool witness_open_pages(void) {
  if (!is_closed) return false;
  is_closed = false;
  protect_all(PROT_READ | PROT_WRITE);
  return true;
}

bool witness_let_in(void) {
  if (witness_open_pages()) lose();
  // Another thread may have opened them meanwhile.
  return witness_has_pages();
}

void witness_let_in_at(const void *bytes, size_t count) {
  if (!is_closed || count == 0) return;
  uintptr_t first = (uintptr_t)bytes;
  for (int place = 0; place < stretch_count; place++) {
    if (first >= stretches[place].end || stretches[place].start - first >= count) continue;
    witness_let_in();
    return;
  }
}

// MARK: - For one instruction

enum witness_fault witness_fault_at(uintptr_t address) {
  if (!uses_at(address)) return witness_not_ours;
  protect(address / page_size * page_size, PROT_READ | PROT_WRITE);
  return is_closed ? witness_is_closed : witness_is_open;
}

/// Counts a use of a page; returns whether the page stays open from here on.
static bool count(uintptr_t page, bool is_input) {
  uint16_t *own = uses_at(page);
  if (!is_input && __atomic_add_fetch(&faults, 1, __ATOMIC_RELAXED) > most_faults) {
    witness_open_pages();
    return true;
  }
  bool is_much = is_input && __atomic_add_fetch(&input_faults, 1, __ATOMIC_RELAXED) > most_at_input;
  if (is_much || opened.count == most_opened) __atomic_store_n(own, most_at_page, __ATOMIC_SEQ_CST);
  if (!is_input && !stays_open(page)) __atomic_add_fetch(own, 1, __ATOMIC_SEQ_CST);
  return stays_open(page);
}

bool witness_open_for_one(uintptr_t address, bool is_input) {
  uintptr_t page = address / page_size * page_size;
  bool stays = count(page, is_input);
  // What the library itself used meanwhile may have closed it again.
  protect(page, PROT_READ | PROT_WRITE);
  if (stays) {
    lose();
  } else {
    opened.pages[opened.count++] = page;
  }
  return !stays;
}

bool witness_close_opened(void) {
  if (opened.count == 0) return false;
  while (opened.count > 0) {
    uintptr_t page = opened.pages[--opened.count];
    if (!is_closed || stays_open(page)) continue;
    protect(page, PROT_NONE);
    // Another thread may have ended it in between.
    if (!is_closed || stays_open(page)) protect(page, PROT_READ | PROT_WRITE);
  }
  return true;
}

#endif
