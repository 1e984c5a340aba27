/// What a process asked of the world while it was watched, call by call.
struct WitnessedCalls: Equatable {
  /// Calls of one function with the same arguments from the same place.
  struct Call: Equatable {
    /// The function of the system, such as `clock_gettime`.
    let name: String
    /// What matters of its arguments: which clock, variable or file; may be empty.
    let detail: String
    let count: Int
    /// The function and what matters of its arguments, wherever it was called.
    var question: [String] { [name, detail] }
    /// The clock that is asked, if it is not the time of the day.
    var clock: String? {
      guard SystemRequests.label(self) == "clock", detail != "CLOCK_REALTIME" else { return nil }
      guard detail.isEmpty else { return detail }
      return ["time", "gettimeofday"].contains(name) ? nil : name
    }

    /// Whether it is for the clock that runs since the machine was started, which tells no time of the day.
    var isOfRunningClock: Bool { name == "clock_gettime" && detail.hasPrefix("CLOCK_MONOTONIC") }
    /// From the caller of the function outwards.
    let frames: [Frame]
    /// What came of the first of them, in words; nil if that is not known.
    var came: String?
  }

  /// A place in a program or library.
  struct Frame: Hashable {
    let file: String
    /// In hexadecimal digits, as a symbolizer takes it.
    let address: String
  }

  /// Those inside the reducer, if it is marked; else all.
  private(set) var calls: [Call] = []
  /// Those outside it.
  private var others: [Call] = []
  /// Whether the process says itself where its reducer begins and ends, so that nothing else is here.
  let hasMarks: Bool
  /// Whether functions of Swift's libraries are here that ask the system only once.
  let seesSwift: Bool
  /// Whether there were more than fit.
  let isCut: Bool

  /// Reads the lines of a file that the library wrote.
  ///
  /// - Parameter count: How often the calls of a slot came.
  init(
    _ text: String, hasMarks: Bool, seesSwift: Bool = false, isCut: Bool, count: (Int) -> Int
  ) {
    (self.hasMarks, self.seesSwift, self.isCut) = (hasMarks, seesSwift, isCut)
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
    }
    // What came stands in a line of its own, behind that of the call.
    let came = Dictionary(
      lines.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first }
    )
    for fields in lines {
      guard fields.count == 5, let slot = Int(fields[0]) else { continue }
      let words = fields[4].split(separator: "\u{1E}", omittingEmptySubsequences: false)
      let frames = stride(from: 0, to: words.count - 1, by: 2).map {
        Frame(file: String(words[$0]), address: String(words[$0 + 1]))
      }
      let call = Call(
        name: fields[2], detail: fields[3], count: max(1, count(slot)), frames: frames,
        came: came[fields[0]])
      // What the host does around its reducer is its own.
      if hasMarks, fields[1] != "1" { others.append(call) } else { calls.append(call) }
    }
  }

  /// The calls for which something holds.
  func filter(_ holds: (Call) -> Bool) -> WitnessedCalls {
    var some = self
    some.calls.removeAll { !holds($0) }
    return some
  }

  /// The same with what is outside the reducer.
  var everywhere: WitnessedCalls {
    var all = self
    (all.calls, all.others) = (calls + others, [])
    return all
  }
}
