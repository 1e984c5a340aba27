#include "CProcessor.h"

#include <string.h>

#if defined(__x86_64__)

#include <cpuid.h>
#include <nmmintrin.h>

#define ACCELERATED __attribute__((target("sse4.2")))
#define NEXT_WORD(crc, word) ((uint32_t)_mm_crc32_u64((crc), (word)))
#define NEXT_BYTE(crc, byte) _mm_crc32_u8((crc), (byte))

static bool is_supported(void) {
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2);
}

#elif defined(__AARCH64EL__)

#if defined(__APPLE__)
#include <sys/sysctl.h>
// The oldest iPads that run iOS 16 lack the extension.
static bool is_supported(void) {
  int value = 0;
  size_t size = sizeof value;
  return sysctlbyname("hw.optional.armv8_crc32", &value, &size, NULL, 0) == 0 && value != 0;
}
#elif defined(__linux__)
#include <sys/auxv.h>
static bool is_supported(void) { return (getauxval(AT_HWCAP) & (1 << 7)) != 0; }
#else
static bool is_supported(void) { return false; }
#endif

#define ACCELERATED __attribute__((target("crc")))
#define NEXT_WORD(crc, word) __builtin_arm_crc32cd((crc), (word))
#define NEXT_BYTE(crc, byte) __builtin_arm_crc32cb((crc), (byte))

#endif

#ifdef ACCELERATED

ACCELERATED bool checksum_crc32c(uint32_t *crc, const uint8_t *bytes, size_t count) {
  // Asking the processor may take longer than the sum. Whoever asks first tells the others; where
  // several ask at once they are told the same.
  static int known = 0;
  int support = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (support == 0) {
    support = is_supported() ? 1 : -1;
    __atomic_store_n(&known, support, __ATOMIC_RELAXED);
  }
  if (support < 0) return false;
  uint32_t sum = *crc;
  for (; count >= 8; bytes += 8, count -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    sum = NEXT_WORD(sum, word);
  }
  for (; count > 0; bytes++, count--) sum = NEXT_BYTE(sum, *bytes);
  *crc = sum;
  return true;
}

#else

bool checksum_crc32c(uint32_t *crc, const uint8_t *bytes, size_t count) {
  (void)crc, (void)bytes, (void)count;
  return false;
}

#endif
