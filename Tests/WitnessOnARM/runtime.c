// Stands in for Swift's library: two of the functions that get breakpoints, which begin in different ways.

long finalize(long number) __asm__("$ss6HasherV8finalizeSiyF");
long hash_value(long number) __asm__("$sSi9hashValueSivg");

/// It has so much on the stack that room is made for it first.
__attribute__((noinline)) long finalize(long number) {
  volatile long numbers[40];
  for (int place = 0; place < 40; place++) numbers[place] = number;
  long sum = 0;
  for (int place = 0; place < 40; place++) sum += numbers[place];
  return sum;
}

__attribute__((noinline)) static long twice(long number) {
  volatile long kept = number;
  return kept * 2;
}

/// It only saves the frame pointer and the return address.
__attribute__((noinline)) long hash_value(long number) { return twice(number) + 1; }
