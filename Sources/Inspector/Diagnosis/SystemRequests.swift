/// What a step requests from the system, as the witness saw it.
struct SystemRequests: Equatable {
  /// The number of calls by name; calls that open a file are listed by the file.
  private(set) var counts: [String: Int] = [:]
  /// The calls, with the places that they came from.
  private(set) var calls: [WitnessedCalls.Call] = []

  init(_ witnessed: WitnessedCalls) {
    calls = witnessed.calls
    for call in calls { counts[Self.label(call), default: 0] += call.count }
  }

  init(_ counts: [String: Int]) { self.counts = counts }

  /// These requests, without those that are made anyway.
  func subtracting(_ other: SystemRequests) -> SystemRequests {
    var rest = SystemRequests(
      counts.merging(other.counts) { $0 - $1 }.filter { counts[$0.key] != nil && $0.value > 0 })
    rest.calls = calls.filter { rest.counts[Self.label($0)] != nil }
    return rest
  }

  /// What a call asks for; whoever looks for a file asks for that file.
  static func label(_ call: WitnessedCalls.Call) -> String {
    switch call.name {
    case "clock_gettime", "gettimeofday", "time", "clock", "times", "getrusage": "clock"
    case "getrandom", "getentropy", "arc4random", "arc4random_buf", "arc4random_uniform", "read":
      "getrandom"
    case "pthread_create": "thread"
    case "localtime", "mktime", "tzset": "zone"
    case "setlocale", "localeconv", "nl_langinfo", "newlocale": "language"
    case "getenv" where call.detail == "TZ": "zone"
    case "getenv" where call.detail == "LANG" || call.detail.hasPrefix("LC_"): "language"
    case "open", "stat", "access", "readlink", "opendir", "getenv", "sysconf":
      isOfSystem(call) ? "library" : "\(call.name) \(call.detail)"
    default: call.name
    }
  }

  /// Whether a library of the system looks for its own data there.
  private static func isOfSystem(_ call: WitnessedCalls.Call) -> Bool {
    if call.name == "getenv" { return call.detail.hasPrefix("ICU_") }
    return ["/usr/share/", "/usr/lib/", "/lib/", "/etc/localtime", "/etc/ld.so"].contains {
      call.detail.hasPrefix($0)
    }
  }

  // MARK: What they are for

  /// The requests for random numbers.
  var random: [String] { names(Self.randomSources.contains) }

  /// The requests for the number of the process.
  var processNumbers: [String] { names { ["getpid", "getppid"].contains($0) } }

  /// The requests for a thread's number; a new thread asks for its own, so none if threads start.
  var threadNumbers: [String] { startsThreads ? [] : names { $0 == "gettid" } }

  var startsThreads: Bool { counts["thread"] != nil }

  /// The requests for anything else that may vary: files, other programs, the network.
  var others: [String] {
    names {
      $0 != "thread" && !Self.randomSources.contains($0)
        && !["getpid", "getppid", "gettid"].contains($0) && !Self.inward.contains($0)
    }
  }

  /// The first of these; nil if there are none.
  var othersInWords: String? {
    others.isEmpty ? nil : others.prefix(3).joined(separator: ", ") + ", witnessed"
  }

  private func names(_ matches: (String) -> Bool) -> [String] {
    counts.keys.filter(matches).sorted()
  }

  private static let randomSources: Set = [
    "getrandom", "open /dev/urandom", "open /dev/random", "open /proc/sys/kernel/random/uuid",
  ]

  /// Calls that bring in nothing from outside but what the process was sent.
  private static let inward: Set = [
    "read", "write", "writev", "readv", "close", "lseek", "mmap", "munmap", "mremap", "mprotect",
    "madvise", "brk", "futex", "poll", "ppoll", "sched_yield", "rt_sigaction", "rt_sigprocmask",
    "clock", "zone", "language", "library", "rt_sigreturn", "sigaltstack", "set_robust_list", "rseq", "exit", "exit_group", "fcntl",
    "set_tid_address", "arch_prctl", "restart_syscall",
  ]
}
