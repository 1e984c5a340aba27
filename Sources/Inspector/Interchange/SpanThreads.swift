/// On which thread of a trace each run of the reducer is drawn.
///
/// The spans of one thread must nest. Those of a session overlap where a store reduces on several threads,
/// or where a clock was set; such a span goes to another thread.
struct SpanThreads {
  private struct Thread {
    var lastStart = Int.min
    /// When the spans around the next one end, the innermost last.
    var ends: [Int] = []

    /// Adds a span if it nests with those before it.
    mutating func takes(_ start: Int, _ end: Int) -> Bool {
      guard start >= lastStart else { return false }
      let open = ends.prefix { $0 > start }
      if let around = open.last, end > around { return false }
      ends = open + [end]
      lastStart = start
      return true
    }
  }

  private var threads: [Thread] = []
  /// The threads of the steps that are not on the first.
  private var others: [Int: Int] = [:]

  var count: Int { threads.count }

  /// The thread of a step that was added, from 1.
  subscript(n: Int) -> Int { others[n] ?? 1 }

  /// Adds the span of a step, in the order of steps.
  ///
  /// - Returns: The number of its thread, from 1.
  mutating func add(_ n: Int, _ start: Int, _ length: Int) -> Int {
    let end = start.addingReportingOverflow(length).partialValue
    for place in threads.indices where threads[place].takes(start, end) { return use(place, n) }
    var thread = Thread()
    _ = thread.takes(start, end)
    threads.append(thread)
    return use(threads.count - 1, n)
  }

  private mutating func use(_ place: Int, _ n: Int) -> Int {
    if place > 0 { others[n] = place + 1 }
    return place + 1
  }
}
