/// What a step requests from the system, as the witness saw it.
struct SystemRequests: Equatable {
  /// The number of calls by name; calls that open a file are listed by the file.
  private(set) var counts: [String: Int] = [:]
  /// The calls, with the places that they came from.
  private(set) var calls: [WitnessedCalls.Call] = []
  /// Whether it asks for nothing else, as far as that can be known: what is kept in the process from
  /// before, and memory that others write, take no call.
  private(set) var isAll = false
  /// Whether there were more calls than could be listed.
  private(set) var isCut = false

  /// Whether the host says where its reducer begins and ends.
  private(set) var hasMarks = true
  /// Whether Swift's libraries are seen, in which much is asked only once.
  private(set) var seesSwift = true

  /// Whether an interpreter asks the running clock at any time, so that a step's own questions do not show.
  var hidesRunningClock = false

  /// What cannot be seen of this program, in words.
  var unseen: [String] {
    let ofSwift =
      "what the program asks of Swift's libraries: they are linked into it (-static-stdlib), and it is stripped"
    let ofClock =
      "questions for the clock that runs since the machine was started, as the interpreter asks it at any time"
    return (hasMarks && !seesSwift ? [ofSwift] : []) + (hidesRunningClock ? [ofClock] : [])
  }

  /// Some of the requests.
  init(calls: [WitnessedCalls.Call]) {
    self.calls = calls
    for call in calls { counts[Self.label(call), default: 0] += call.count }
  }

  init(_ witnessed: WitnessedCalls) {
    self.init(calls: witnessed.calls)
    (hasMarks, seesSwift, isCut) = (witnessed.hasMarks, witnessed.seesSwift, witnessed.isCut)
    isAll = hasMarks && seesSwift && !witnessed.isCut
  }

  /// The requests for whose calls something holds.
  func filter(_ holds: (WitnessedCalls.Call) -> Bool) -> SystemRequests {
    var some = self
    (some.counts, some.calls) = ([:], [])
    for call in calls where holds(call) {
      some.calls.append(call)
      some.counts[Self.label(call), default: 0] += call.count
    }
    return some
  }

  /// What a call asks for; whoever looks for a file asks for that file.
  static func label(_ call: WitnessedCalls.Call) -> String {
    switch call.name {
    case "clock_gettime", "gettimeofday", "time", "clock", "times", "adjtimex": "clock"
    case "read" where call.detail != "/dev/urandom": "read \(call.detail)"
    case "getrandom", "getentropy", "arc4random", "arc4random_buf", "arc4random_uniform", "read":
      "getrandom"
    case "pthread_create", "DispatchQueue.async", "DispatchQueue.concurrentPerform": "thread"
    case "rand", "random", "drand48", "lrand48", "mrand48": "generator"
    case "localtime", "mktime", "tzset", "TimeZone.current", "TimeZone.autoupdatingCurrent": "zone"
    case "setlocale", "localeconv", "nl_langinfo", "newlocale", "Locale.current",
      "Locale.preferredLanguages", "Calendar.current", "Locale.autoupdatingCurrent",
      "Calendar.autoupdatingCurrent", "strftime", "strcoll", "strxfrm", "mbstowcs",
      "wcstombs", "mblen", "mbtowc", "strtod", "towupper", "towlower", "snprintf", "wcscoll",
      "wcsxfrm", "wcsftime", "iswctype", "fnmatch":
      "language"
    case "getenv" where call.detail == "TZ": "zone"
    case "open" where call.detail == "/proc/uptime": "clock"
    case "getenv" where call.detail == "LANG" || call.detail.hasPrefix("LC_"): "language"
    case "open", "stat", "access", "readlink", "opendir", "getenv", "sysconf", "start":
      isOfSystem(call) ? "library" : "\(call.name) \(call.detail)"
    case "variable": "variable \(call.detail)"
    default: call.name
    }
  }

  /// What a label stands for, in words.
  static func words(_ label: String) -> String {
    switch label {
    case "clock": "the time"
    case "getrandom": "random numbers"
    case "thread": "a thread"
    case "zone": "the time zone"
    case "language": "the language"
    case "generator": "a number of the C library's generator"
    default: label
    }
  }

  /// Whether a library of the system looks there for its own data, settings or threads.
  private static func isOfSystem(_ call: WitnessedCalls.Call) -> Bool {
    let library = call.frames.first?.file.split(separator: "/").last ?? ""
    if call.name == "getenv" {
      let settings =
        library.hasPrefix("lib") ? ["ICU_", "CF", "_CF", "__CF", "LIBDISPATCH_"] : ["ICU_"]
      return settings.contains { call.detail.hasPrefix($0) }
    }
    // The load of the machine, by which it starts threads.
    if library.hasPrefix("libdispatch.") { return true }
    let isLibrary = call.detail.hasPrefix("/usr/lib/") || call.detail.hasPrefix("/lib/")
    return isLibrary && call.detail.contains(".so")
      || ownPlaces.contains { call.detail.hasPrefix($0) }
  }

  /// Where libraries of the system have zones, languages, and what the loader knows.
  private static let ownPlaces = [
    "/usr/share/zoneinfo", "/usr/share/icu", "/usr/share/locale", "/usr/share/i18n",
    "/usr/lib/locale", "/etc/localtime", "/etc/ld.so",
  ]

  // MARK: What they are for

  /// The requests for random numbers.
  var random: [String] { names(Self.randomSources.contains) }

  /// Whether some come from files, which are not answered.
  var drawsFromFiles: Bool { random.contains { $0.hasPrefix("open ") } }

  /// The requests for names that are drawn, by random numbers that are not answered.
  var drawnNames: [String] {
    names { ["mkstemp", "mkostemp", "mkstemps", "mkostemps", "mkdtemp"].contains($0) }
  }

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

  // MARK: What they are a sign of

  /// Whether a request may be a sign of a cause.
  static func fits(_ cause: Diagnosis.Cause) -> Bool {
    signs[cause] != nil || cause == .unrecordedInput
  }

  var asksTime: Bool { counts.keys.contains(where: Self.times.contains) }
  var asksLanguage: Bool { counts["language"] != nil }

  /// The calls that are signs of a cause.
  func calls(for cause: Diagnosis.Cause) -> [WitnessedCalls.Call] {
    if cause == .clock { return calls.filter { Self.times.contains(Self.label($0)) } }
    if cause == .random { return calls.filter { Self.randomSources.contains(Self.label($0)) } }
    if cause == .unrecordedInput {
      let known = Self.randomSources.union(Self.signs.values)
      return calls.filter { call in
        let label = Self.label(call)
        return !known.contains(label) && !Self.inward.contains(label)
      }
    }
    var signs = calls.filter { Self.label($0) == Self.signs[cause] }
    // The threads of a queue are started by it, from code that keeps no frame pointers.
    if signs.contains(where: { $0.name.hasPrefix("DispatchQueue.") }) {
      signs.removeAll { $0.name == "pthread_create" }
    }
    guard signs.isEmpty, cause == .timeZone || cause == .locale else { return signs }
    // Who reads all variables may read the one that chooses.
    return calls.filter { $0.name == "ProcessInfo.environment" }
  }

  private static let signs: [Diagnosis.Cause: String] = [
    .clock: "clock", .random: "getrandom", .scheduling: "thread", .timeZone: "zone",
    .locale: "language", .hiddenState: "generator",
  ]

  /// The causes that a question alone is a sign of, and what the step then does.
  static let questions: [(cause: Diagnosis.Cause, words: String)] = [
    (.clock, "asks for the time"), (.random, "asks for random numbers"),
    (.scheduling, "starts threads"),
  ]

  private func names(_ matches: (String) -> Bool) -> [String] {
    counts.keys.filter(matches).sorted()
  }

  private static let randomSources: Set = [
    "getrandom", "open /dev/urandom", "open /dev/random", "open /proc/sys/kernel/random/uuid",
  ]

  /// The time, and how much of it was used or is left; of these only the first can be held still.
  private static let times: Set = [
    "clock", "getrusage", "getitimer", "timer_gettime", "timerfd_gettime",
  ]

  /// Calls that bring in nothing from outside but what the process was sent.
  private static let inward: Set = [
    "read", "write", "writev", "readv", "close", "lseek", "mmap", "munmap", "mremap", "mprotect",
    "madvise", "mincore", "brk",
    "futex", "poll", "ppoll", "sched_yield", "rt_sigaction", "rt_sigprocmask",
    "clock", "zone", "language", "generator", "library", "rt_sigreturn", "sigaltstack",
    "set_robust_list",
    "rseq", "exit", "exit_group", "fcntl",
    "set_tid_address", "arch_prctl", "restart_syscall",
  ]
}
