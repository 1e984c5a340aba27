extension RunConditions.Factor {
  var cause: Diagnosis.Cause {
    switch self {
    case .hashing: .hashing
    case .addresses: .addresses
    case .processors: .scheduling
    case .random: .random
    case .process: .unrecordedInput
    case .clock: .clock
    }
  }

  var noun: String {
    switch self {
    case .hashing: "hashing"
    case .addresses: "memory addresses"
    case .processors: "the number of processors"
    case .random: "random numbers"
    case .process: "the number of the process"
    case .clock: "the clock"
    }
  }

  var words: String {
    switch self {
    case .hashing: "hashes that stay the same (SWIFT_DETERMINISTIC_HASHING=1, PYTHONHASHSEED=0)"
    case .addresses: "memory addresses that stay (setarch -R)"
    case .processors: "one processor (taskset)"
    case .random: "random numbers that stay the same"
    case .process: "a process number that stays the same"
    case .clock: "a clock that stands still"
    }
  }

  /// Other answers for it.
  var otherWords: String {
    switch self {
    case .clock: "another time"
    case .random: "other random numbers"
    case .process, .hashing, .addresses, .processors: ""
    }
  }

  /// What the witness lets through if it does not answer.
  var freeWords: String {
    switch self {
    case .clock: "a running clock"
    case .random: "random numbers of the system"
    case .process: "its own process number"
    case .hashing, .addresses, .processors: ""
    }
  }
}

extension RunConditions {
  /// Memory that is allocated and freed in another way, so that objects lie elsewhere in a page.
  static let otherHeap = RunConditions(
    environment: ["GLIBC_TUNABLES": "glibc.malloc.tcache_count=0", "MALLOC_PERTURB_": "90"],
    name: "another layout of memory (GLIBC_TUNABLES)")
}
