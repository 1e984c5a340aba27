// What a process and the tool that watches it share: a file that both map.
//
// The tool makes the file, names it in INSPECT_WITNESS, and loads this library into the process. It
// arms the witness before a step and disarms it when the answer has come. What the process asks of
// the world in between is listed, and answered as the tool says.

#ifndef HINDSIGHT_WITNESS_H
#define HINDSIGHT_WITNESS_H

#include <stddef.h>
#include <stdint.h>

enum {
  witness_magic = 0x48575432,  // HWT2
  witness_slots = 512,
  witness_text_size = 1 << 20,
  witness_variables = 4096,
};

/// Bits of `armed`.
enum {
  witness_lists = 1,
  witness_answers = 2,
  /// Accesses to variables are listed, while a reducer runs that is marked.
  witness_traces = 4,
  witness_breaks = 8,
  /// The same, from one read of the standard input to the next: for hosts that mark nothing.
  witness_between = 16,
};

/// Bits of `held`: what is answered by the witness, random numbers only while it is armed.
enum { witness_clock = 1, witness_random = 2, witness_process = 4, witness_host = 8, witness_cores = 16,
       witness_environment = 32 };

/// What `sees_swift` has, if they are seen.
enum { witness_in_libraries = 1, witness_in_program = 2 };

/// A variable of the program, by its place in the file.
struct witness_variable {
  uint64_t address;
  uint64_t size;
};

struct witness_control {
  uint32_t magic;
  /// Whether a process that has loaded the library has read its standard input, as the host does; the
  /// programs that only start it do not.
  uint32_t heard;
  /// Set by the tool around a step.
  uint32_t armed;
  /// What is held still.
  uint32_t held;
  /// Nanoseconds since 1970 that a clock which stands still shows.
  int64_t time;
  /// Nanoseconds that the clocks which count from a start show then.
  int64_t uptime;
  /// Where random bytes begin.
  uint64_t seed;
  /// Whether the process says itself where its reducer begins and ends.
  uint32_t has_marks;
  /// How many threads are inside a reducer.
  uint32_t inside;
  /// Calls that found no place in the list, and accesses to variables behind which not all were seen.
  uint32_t lost;
  /// Bytes of `text` in use.
  uint32_t used;
  /// Whether functions of Swift's libraries are seen, too, which ask the system only once; and where they are.
  uint32_t sees_swift;
  /// Whether accesses to variables were seen: 1 for all of the program, 2 for writes alone, and 4 with that if
  /// the program has libraries of its own, whose variables are not seen.
  uint32_t sees_variables;
  /// The calls of one kind from one place: how often each came.
  uint64_t keys[witness_slots];
  uint32_t counts[witness_slots];
  /// Lines of fields that end with U+001F: the number of the slot, whether it is inside a reducer,
  /// the function, what matters of its arguments, and the frames from the caller outwards: each a
  /// file and an address in it, with U+001E behind each. What came of the first call of a slot is a
  /// line of its own: the number of the slot, U+001F, and a text.
  char text[witness_text_size];
  /// The program that has heard the tool; empty until then.
  char program[4096];
  /// How many variables there are.
  uint64_t variable_count;
  /// The variables whose accesses are listed, in the order of their addresses.
  struct witness_variable variables[witness_variables];
  /// The name of the host that is answered.
  char host_name[256];
  /// The number of processors that is answered.
  uint32_t cores;
  /// The variable that is answered, and whether it has a value.
  uint32_t is_set;
  char variable_name[256];
  char variable_value[1024];
  /// The number of the process that has heard the tool.
  uint32_t process;
  /// Which file the standard input of the first process is that loaded the library: what the tool writes to.
  uint64_t input;
  /// Whether the host waits for its input, or reads it.
  uint32_t is_reading;
  /// By how much the number of the process that is answered is higher than the first that no process has.
  uint32_t number;
};

/// Where members of the file begin, in bytes, for the tool, which does not map it.
enum {
  witness_place_heard = offsetof(struct witness_control, heard),
  witness_place_armed = offsetof(struct witness_control, armed),
  witness_place_time = offsetof(struct witness_control, time),
  witness_place_marks = offsetof(struct witness_control, has_marks),
  witness_place_lost = offsetof(struct witness_control, lost),
  witness_place_used = offsetof(struct witness_control, used),
  witness_place_sees_swift = offsetof(struct witness_control, sees_swift),
  witness_place_sees_variables = offsetof(struct witness_control, sees_variables),
  witness_place_keys = offsetof(struct witness_control, keys),
  witness_place_counts = offsetof(struct witness_control, counts),
  witness_place_text = offsetof(struct witness_control, text),
  witness_place_program = offsetof(struct witness_control, program),
  witness_place_variables = offsetof(struct witness_control, variable_count),
  witness_place_host_name = offsetof(struct witness_control, host_name),
  witness_place_cores = offsetof(struct witness_control, cores),
  witness_place_is_set = offsetof(struct witness_control, is_set),
  witness_place_name = offsetof(struct witness_control, variable_name),
  witness_place_value = offsetof(struct witness_control, variable_value),
  witness_place_process = offsetof(struct witness_control, process),
  witness_place_is_reading = offsetof(struct witness_control, is_reading),
  witness_place_number = offsetof(struct witness_control, number),
  witness_size = sizeof(struct witness_control),
};

#endif
