// The list of what was asked: a line for each call of one kind from one place.
#if defined(__linux__) || defined(__APPLE__)

#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { most_frames = 48, most_shown = 256 };

/// What a line is made in: not on the stack of the caller, which may be small.
struct desk {
  uint32_t is_taken;
  char line[12288];
  uintptr_t stack[witness_stack_size / sizeof(uintptr_t)];
};

static struct desk desks[8];

/// A desk that nobody uses; NULL if there is none. Nobody is waited for, who may be in this thread.
static struct desk *take_desk(void) {
  for (unsigned place = 0; place < sizeof desks / sizeof desks[0]; place++) {
    if (!__atomic_exchange_n(&desks[place].is_taken, 1, __ATOMIC_ACQUIRE)) return &desks[place];
  }
  __atomic_add_fetch(&witness_shared->lost, 1, __ATOMIC_RELAXED);
  return NULL;
}

static void leave(struct desk *desk) { __atomic_store_n(&desk->is_taken, 0, __ATOMIC_RELEASE); }

/// Reserves a slot for calls of a kind from a place; -1 if it has one, and is counted there.
static int slot(uint64_t key) {
  struct witness_control *shared = witness_shared;
  for (uint32_t try = 0; try < witness_slots; try++) {
    uint32_t place = (uint32_t)(key + try) % witness_slots;
    uint64_t known = 0;
    bool is_new = __atomic_compare_exchange_n(
        &shared->keys[place], &known, key, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    if (is_new || known == key) {
      __atomic_add_fetch(&shared->counts[place], 1, __ATOMIC_RELAXED);
      return is_new ? (int)place : -1;
    }
  }
  __atomic_add_fetch(&shared->lost, 1, __ATOMIC_RELAXED);
  return -1;
}

// By words, as a key is made of each call.
static uint64_t mix(uint64_t hash, const void *bytes, size_t count) {
  const char *next = bytes;
  uint64_t word = 0;
  for (; count >= sizeof word; next += sizeof word, count -= sizeof word) {
    memcpy(&word, next, sizeof word);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  word = count;
  for (; count > 0; count--) word = word << 8 | (unsigned char)*next++;
  return (hash ^ word) * 0x9E3779B97F4A7C15;
}

static void append(const char *line, size_t count) {
  struct witness_control *shared = witness_shared;
  uint32_t start = __atomic_fetch_add(&shared->used, (uint32_t)count, __ATOMIC_ACQ_REL);
  if (start > witness_text_size - count) {
    __atomic_add_fetch(&shared->lost, 1, __ATOMIC_RELAXED);
    return;
  }
  memcpy(shared->text + start, line, count);
}

/// Writes a frame behind what a line has; returns the new length.
static size_t describe(uintptr_t address, char *line, size_t length, size_t size) {
  uintptr_t start = 0;
  const char *file = witness_image(address, &start);
  if (!file) return length;
  int added = snprintf(
      line + length, size - length, "%s\x1e%lx\x1e", file, (unsigned long)(address - start));
  return added > 0 && (size_t)added < size - length ? length + (size_t)added : length;
}

/// Copies a name or value, which may have any bytes and any length, so that it fits into a field.
static const char *show(const char *text, char shown[most_shown]) {
  size_t length = strnlen(text, most_shown);
  bool is_cut = length == most_shown;
  if (is_cut) length = most_shown - sizeof "...";
  for (size_t next = 0; next < length; next++) {
    shown[next] = (unsigned char)text[next] < 32 ? '?' : text[next];
  }
  memcpy(shown + length, is_cut ? "..." : "", is_cut ? sizeof "..." : 1);
  return shown;
}

int witness_note(const char *name, const char *detail, void *frame) {
  return witness_note_at(name, detail, 0, frame);
}

/// Lists a call that came through these frames; returns its place in the list.
static int list(
    const char *name, const char *detail, const uintptr_t *addresses, int count, struct desk *desk) {
  bool is_inside = __atomic_load_n(&witness_shared->inside, __ATOMIC_ACQUIRE) > 0;
  uint64_t key = mix(0xCBF29CE484222325, name, strlen(name));
  if (detail) key = mix(key, detail, strlen(detail));
  key = mix(key, addresses, (size_t)count * sizeof addresses[0]);
  int place = slot(key ? key : 1);
  if (place < 0) return place;
  char shown[most_shown];
  size_t length = (size_t)snprintf(
      desk->line, sizeof desk->line, "%d\x1f%d\x1f%s\x1f%s\x1f", place, is_inside, name,
      show(detail ? detail : "", shown));
  for (int next = 0; next < count; next++) {
    length = describe(addresses[next], desk->line, length, sizeof desk->line - 2);
  }
  desk->line[length++] = '\n';
  append(desk->line, length);
  return place;
}

int witness_note_at(const char *name, const char *detail, uintptr_t address, void *frame) {
  if (witness_set_busy(true)) return -1;
  int error = errno;
  int place = -1;
  struct desk *desk = take_desk();
  if (desk) {
    uintptr_t addresses[most_frames];
    int count = address ? 1 : 0;
    addresses[0] = address;
    if (frame) count += witness_walk(frame, addresses + count, most_frames - count, desk->stack);
    place = list(name, detail, addresses, count, desk);
    leave(desk);
  }
  witness_set_busy(false);
  errno = error;
  return place;
}

// MARK: - What came

void witness_came_text(int place, const char *text) {
  if (witness_set_busy(true)) return;
  int error = errno;
  char line[most_shown + 32];
  char shown[most_shown];
  int length = snprintf(
      line, sizeof line, "%d\x1f%s\n", place, show(text ? text : "nothing", shown));
  append(line, (size_t)length);
  witness_set_busy(false);
  errno = error;
}

#endif
