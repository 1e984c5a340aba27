// Finds functions of Swift's libraries where they are linked into the program, by its own table of symbols.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// The program as a file, while its symbols are looked up.
static struct {
  const unsigned char *bytes;
  size_t size;
  const ElfW(Sym) *symbols;
  size_t count;
  const char *names;
  size_t names_size;
  /// Where it was loaded.
  uintptr_t base;
  /// The numbers of the symbols by the hashes of their names; 0 where there is none.
  uint32_t *slots;
  size_t slot_count;
} table;

/// Takes the length of a name and parts of it: a program with Swift's libraries has 12 MB of names.
static uint32_t hash_of(const char *name) {
  size_t length = strlen(name);
  uint64_t parts[4] = {0};
  if (length < 8) {
    memcpy(parts, name, length);
  } else {
    size_t places[4] = {length - 8, length < 16 ? 0 : length - 16, length < 24 ? 0 : length - 24, length / 2 - 4};
    for (int next = 0; next < 4; next++) memcpy(&parts[next], name + places[next], 8);
  }
  uint64_t hash = length;
  for (int next = 0; next < 4; next++) hash = (hash ^ parts[next]) * 0x9E3779B97F4A7C15u;
  return (uint32_t)(hash >> 32);
}

/// A section whose bytes are in the file; NULL if there is none of this kind.
static const ElfW(Shdr) *section(const ElfW(Ehdr) *head, uint32_t type) {
  const ElfW(Shdr) *all = (const ElfW(Shdr) *)(table.bytes + head->e_shoff);
  for (unsigned next = 0; next < head->e_shnum; next++) {
    if (all[next].sh_type == type && all[next].sh_offset <= table.size
        && all[next].sh_size <= table.size - all[next].sh_offset)
      return &all[next];
  }
  return NULL;
}

/// Finds the table of symbols; false if the program is stripped.
static bool find_table(void) {
  const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)table.bytes;
  if (table.size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0) return false;
  if (head->e_shoff > table.size || head->e_shnum > (table.size - head->e_shoff) / sizeof(ElfW(Shdr)))
    return false;
  const ElfW(Shdr) *symbols = section(head, SHT_SYMTAB);
  if (!symbols || symbols->sh_link >= head->e_shnum) return false;
  const ElfW(Shdr) *names = (const ElfW(Shdr) *)(table.bytes + head->e_shoff) + symbols->sh_link;
  if (names->sh_offset > table.size || names->sh_size > table.size - names->sh_offset) return false;
  table.symbols = (const ElfW(Sym) *)(table.bytes + symbols->sh_offset);
  table.count = symbols->sh_size / sizeof *table.symbols;
  table.names = (const char *)table.bytes + names->sh_offset;
  table.names_size = names->sh_size;
  return table.names_size > 0 && table.names[table.names_size - 1] == 0;
}

/// The name of a symbol of Swift that has a place; NULL of any other.
static const char *name_of(uint32_t number) {
  const ElfW(Sym) *symbol = &table.symbols[number];
  if (!symbol->st_value || symbol->st_shndx == SHN_UNDEF || symbol->st_name >= table.names_size) return NULL;
  const char *name = table.names + symbol->st_name;
  return name[0] == '$' && name[1] == 's' ? name : NULL;
}

static bool build(void) {
  table.slot_count = 1024;
  while (table.slot_count < 2 * table.count) table.slot_count *= 2;
  void *memory = mmap(
      NULL, table.slot_count * sizeof *table.slots, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  table.slots = memory;
  for (uint32_t number = 1; number < table.count; number++) {
    const char *name = name_of(number);
    if (!name) continue;
    size_t slot = hash_of(name) & (table.slot_count - 1);
    while (table.slots[slot]) slot = (slot + 1) & (table.slot_count - 1);
    table.slots[slot] = number;
  }
  return true;
}

// The program is the first of all.
static int note_base(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  *(uintptr_t *)context = info->dlpi_addr;
  return 1;
}

/// The program as a file; false if it cannot be read.
static bool map(void) {
  int descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct stat found;
  void *memory = MAP_FAILED;
  if (fstat(descriptor, &found) == 0 && found.st_size > 0)
    memory = mmap(NULL, (size_t)found.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  if (memory == MAP_FAILED) return false;
  table.bytes = memory;
  table.size = (size_t)found.st_size;
  return true;
}

bool witness_open_symbols(void) {
  bool was_busy = witness_set_busy(true);
  bool is_open = map() && find_table() && build();
  dl_iterate_phdr(note_base, &table.base);
  if (!is_open) witness_close_symbols();
  witness_set_busy(was_busy);
  return is_open;
}

void witness_close_symbols(void) {
  if (table.slots) munmap(table.slots, table.slot_count * sizeof *table.slots);
  if (table.bytes) munmap((void *)table.bytes, table.size);
  memset(&table, 0, sizeof table);
}

void *witness_symbol(const char *name) {
  void *found = witness_next(name);
  return found ? found : witness_linked(name);
}

void *witness_linked(const char *name) {
  if (!table.slots) return NULL;
  for (size_t slot = hash_of(name) & (table.slot_count - 1); table.slots[slot];
       slot = (slot + 1) & (table.slot_count - 1)) {
    uint32_t number = table.slots[slot];
    if (strcmp(table.names + table.symbols[number].st_name, name) == 0)
      return (void *)(table.base + table.symbols[number].st_value);
  }
  return NULL;
}

#endif
