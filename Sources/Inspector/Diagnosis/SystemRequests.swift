/// What a step requests from the system, as listed by `strace`.
struct SystemRequests: Equatable {
  /// The number of calls by name; calls that open a file are listed by the file.
  private(set) var counts: [String: Int] = [:]

  /// Parses the output of `strace -f -o FILE`.
  init(trace: String) {
    for line in trace.split(separator: "\n") {
      // `1234  name(arguments) = result`; a resumed call was listed when it began.
      let call = line.drop { $0.isNumber || $0 == " " }
      guard let end = call.firstIndex(of: "("), !call.hasPrefix("<") else { continue }
      let name = String(call[..<end])
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { continue }
      counts[Self.label(name, call[end...]), default: 0] += 1
    }
  }

  init(_ counts: [String: Int]) { self.counts = counts }

  /// These requests, without those that are made anyway.
  func subtracting(_ other: SystemRequests) -> SystemRequests {
    SystemRequests(
      counts.merging(other.counts) { $0 - $1 }.filter { counts[$0.key] != nil && $0.value > 0 })
  }

  /// The name of the call, with the file that it opens or the kind of what it creates.
  private static func label(_ name: String, _ arguments: Substring) -> String {
    switch name {
    case "open", "openat", "openat2":
      let parts = arguments.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
      return parts.count > 1 ? "open \(parts[1])" : "open"
    case "clone", "clone3":
      return arguments.contains("CLONE_THREAD") ? "thread" : "process"
    case "fork", "vfork": return "process"
    default: return name
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
    others.isEmpty ? nil : others.prefix(3).joined(separator: ", ") + ", seen by strace"
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
    "rt_sigreturn", "sigaltstack", "set_robust_list", "rseq", "exit", "exit_group", "fcntl",
    "set_tid_address", "arch_prctl", "restart_syscall",
  ]
}
