// What the program's own variables have before a step and after it: which of them it changed.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>

enum {
  most_bytes = 64 << 20,
  /// The most bytes of an object that are compared.
  most_of_object = 4096,
  /// The counts of references, which a mere look changes, end here.
  head_of_object = 16,
};

static uintptr_t base;
/// A copy of all variables, one behind the other, then of what each of them leads to.
static char *before;
static size_t capacity;
static size_t variable_bytes;
static bool is_kept;
/// How much is kept of the object that a variable leads to; 0 if it leads to none.
static uint16_t object_sizes[witness_variables];
/// Which of them the host has read its input into, now or before.
static bool are_input[witness_variables];

/// Where the program's writable data begins and ends.
static uintptr_t data_start;
static uintptr_t data_end;

static int find_base(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  base = info->dlpi_addr;
  for (int place = 0; place < info->dlpi_phnum; place++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[place];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_W)) continue;
    data_start = base + part->p_vaddr;
    data_end = data_start + part->p_memsz;
  }
  return 1;
}

/// The bytes of a variable; none if it is not in the program's data, as one of each thread.
static size_t size_of(const struct witness_variable *one) {
  uintptr_t start = base + one->address;
  bool is_there = start >= data_start && start < data_end && one->size <= data_end - start;
  return is_there ? one->size : 0;
}

/// Reads memory that may not be there; nothing in a process that the tool does not speak to.
static bool read_safely(uintptr_t address, void *bytes, size_t count) {
  struct iovec to = {.iov_base = bytes, .iov_len = count};
  struct iovec from = {.iov_base = (void *)address, .iov_len = count};
  return process_vm_readv((pid_t)witness_shared->process, &to, 1, &from, 1, 0) == (ssize_t)count;
}

/// The size of the instance of a class of Swift at an address; 0 if there is none.
///
/// An object begins with the address of its class, which a library or the program has in its data; that
/// begins with 0, and has the size behind the class above it and two words of 32 bits.
static uint32_t object_size(uintptr_t address) {
  struct {
    uintptr_t kind;
    uintptr_t above;
    uint32_t flags;
    uint32_t start;
    uint32_t size;
  } class;
  uintptr_t place = 0;
  uintptr_t start = 0;
  if (address < 4096 || address % sizeof address != 0) return 0;
  if (!read_safely(address, &place, sizeof place) || place % sizeof place != 0) return 0;
  if (!witness_image(place, &start) || !read_safely(place, &class, sizeof class)) return 0;
  bool is_class = class.kind == 0 && class.size > head_of_object && class.size <= most_of_object;
  return is_class ? class.size : 0;
}

/// The object that a variable leads to, if it is but its address.
static uintptr_t object(const struct witness_variable *one) {
  if (size_of(one) != sizeof(uintptr_t)) return 0;
  return *(uintptr_t *)(base + one->address);
}

static bool make_room(void) {
  uint64_t count = witness_shared->variable_count;
  uint64_t total = 0;
  uint64_t objects = 0;
  if (count > witness_variables) return false;
  for (uint64_t place = 0; place < count; place++) {
    total += witness_shared->variables[place].size;
    if (total > most_bytes) return false;
    if (witness_shared->variables[place].size == sizeof(uintptr_t)) objects++;
  }
  if (before) return true;
  if (total == 0) return false;
  dl_iterate_phdr(find_base, NULL);
  capacity = total + objects * most_of_object;
  void *memory = mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  before = memory;
  variable_bytes = total;
  return true;
}

bool witness_keep_variables(void) {
  is_kept = make_room();
  if (!is_kept) return false;
  char *next = before;
  char *next_object = before + variable_bytes;
  for (uint64_t place = 0; place < witness_shared->variable_count; place++) {
    const struct witness_variable *one = &witness_shared->variables[place];
    memcpy(next, (void *)(base + one->address), size_of(one));
    next += one->size;
    uintptr_t address = object(one);
    uint32_t size = address ? object_size(address) : 0;
    bool is_read = size && read_safely(address + head_of_object, next_object, size - head_of_object);
    object_sizes[place] = (uint16_t)(is_read ? size - head_of_object : 0);
    next_object += object_sizes[place];
  }
  return true;
}

/// Lists what has changed under a name; nothing if that is NULL.
static void compare(const char *name, bool is_input) {
  if (!is_kept) return;
  is_kept = false;
  const char *next = before;
  const char *next_object = before + variable_bytes;
  char now[most_of_object];
  for (uint64_t place = 0; place < witness_shared->variable_count; place++) {
    const struct witness_variable *one = &witness_shared->variables[place];
    bool is_changed = memcmp(next, (void *)(base + one->address), size_of(one)) != 0;
    uint16_t size = object_sizes[place];
    if (!is_changed && size && read_safely(object(one) + head_of_object, now, size)) {
      is_changed = memcmp(next_object, now, size) != 0;
    }
    next += one->size;
    next_object += size;
    if (!is_changed) continue;
    if (is_input) are_input[place] = true;
    if (!name) continue;
    char detail[16];
    snprintf(detail, sizeof detail, "%d", (int)place);
    witness_note(name, detail, NULL);
  }
}

void witness_note_changes(const char *name) { compare(name, false); }

void witness_note_input(bool lists) { compare(lists ? "filled" : NULL, true); }

bool witness_is_input(int place) { return are_input[place]; }

#endif
