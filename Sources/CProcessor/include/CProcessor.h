#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Computes a CRC-32C by the processor's own instructions (SSE 4.2, or the CRC32 extension of
/// ARMv8), which Swift cannot name. Thread-safe.
///
/// Complexity: O(count), eight bytes at a time.
///
/// @param crc What came before these bytes; it becomes what comes with them. Neither is inverted.
/// @return False where the processor has no such instructions; nothing is changed then.
bool checksum_crc32c(uint32_t *crc, const uint8_t *bytes, size_t count);

/// A byte as another thread may just be writing it, and what that thread wrote before. Thread-safe.
static inline uint8_t atomic_byte_load(const uint8_t *byte) {
  return __atomic_load_n(byte, __ATOMIC_ACQUIRE);
}

/// Writes a byte that other threads read meanwhile. Thread-safe.
static inline void atomic_byte_store(uint8_t *byte, uint8_t value) {
  __atomic_store_n(byte, value, __ATOMIC_RELEASE);
}
