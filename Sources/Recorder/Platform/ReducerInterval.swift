#if canImport(os)
  import os

  /// The time in the reducer as an interval that Instruments shows, where the system has such intervals.
  ///
  /// While nobody traces, it costs one look at a flag. Its message has the number of the step, by which it
  /// is found in the session.
  struct ReducerInterval {
    private static let signposter = OSSignposter(
      subsystem: "com.hindsight.Recorder", category: "reducer")

    private let state: OSSignpostIntervalState?

    init(n: Int) {
      state =
        Self.signposter.isEnabled
        ? Self.signposter.beginInterval("reduce", id: Self.signposter.makeSignpostID(), "step \(n)")
        : nil
    }

    func end() {
      if let state { Self.signposter.endInterval("reduce", state) }
    }
  }
#else
  /// The time in the reducer; this system has no intervals for tools.
  struct ReducerInterval {
    init(n: Int) {}
    func end() {}
  }
#endif
