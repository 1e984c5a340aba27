// The pages of the program's variables, which are closed while accesses to them are listed.

#ifndef HINDSIGHT_WITNESS_PAGES_H
#define HINDSIGHT_WITNESS_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/// Where the program was loaded.
extern uintptr_t witness_base;

/// Whether the program has libraries of its own, whose variables are not watched.
extern bool witness_has_own_libraries;

/// Finds the pages, and closes them all.
void witness_close_pages(void);
/// Opens them all; false if they were not closed.
bool witness_open_pages(void);

/// Whether there are any.
bool witness_has_pages(void);

/// What is to be done about a fault.
enum witness_fault {
  /// It is at none of the pages.
  witness_not_ours,
  /// Another thread has opened the pages meanwhile: the access is made again.
  witness_is_open,
  /// The page is open from here on for what the library itself does.
  witness_is_closed,
};

enum witness_fault witness_fault_at(uintptr_t address);
/// Keeps that page open for one instruction, behind which the processor stops; false if it stays open from here on,
/// as it was used so often in this step.
///
/// `is_input` is whether the host has read its input there.
bool witness_open_for_one(uintptr_t address, bool is_input);
/// Closes what this thread has opened for one instruction; false if it has opened none.
bool witness_close_opened(void);

#endif
