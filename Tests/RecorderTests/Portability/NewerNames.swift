/// What the oldest systems that the recorder is written for, iOS 16 and macOS 13, do not have.
///
/// From the `@available` of the standard library and of Foundation; where a name is also that of
/// something older, only the form that is newer stands here, as tokens. Not found are conformances
/// (`UUID` is `Comparable` since iOS 17) and members that share their name with an older one.
enum NewerNames {
  /// Tokens that are refused, and why.
  static let refused: [(tokens: [String], why: String)] = table.flatMap { why, forms in
    forms.map { form in (SourceTokens.of(form).map(\.text), why) }
  }

  private static let table: [(why: String, forms: [String])] = [
    ("numbers of iOS 16.4", ["StaticBigInt"]),
    ("numbers of iOS 18", ["Int128", "UInt128"]),
    ("Synchronization, iOS 18", ["Mutex", "Atomic", "AtomicLazyReference", "WordPair"]),
    (
      "spans and inline arrays, iOS 26 or a library beside the app",
      [
        "Span", "RawSpan", "MutableSpan", "MutableRawSpan", "OutputSpan", "OutputRawSpan",
        "UTF8Span", "utf8Span", "InlineArray",
      ]
    ),
    (
      "sets of ranges, iOS 18",
      [
        "RangeSet", "DiscontiguousSlice", "subranges", "moveSubranges", "removeSubranges",
        "removingSubranges",
      ]
    ),
    ("checked decoding, iOS 18", ["String(validating:", ".init(validating:"]),
    (
      "Observation, iOS 17 and 26",
      [
        "Observable", "@Observable", "ObservationRegistrar", "ObservationTracking",
        "withObservationTracking", "Observations",
      ]
    ),
    (
      "task groups without results, iOS 17",
      [
        "DiscardingTaskGroup", "ThrowingDiscardingTaskGroup", "withDiscardingTaskGroup",
        "withThrowingDiscardingTaskGroup",
      ]
    ),
    (
      "executors, iOS 17 and 18",
      [
        "ExecutorJob", "UnownedTaskExecutor", "TaskExecutor", "withTaskExecutorPreference",
        "asUnownedTaskExecutor", "checkIsolated", "isIsolatingCurrentContext",
      ]
    ),
    ("isolated deinitializers, iOS 18.4", ["isolated deinit"]),
    (
      "tasks that start at once, iOS 26",
      [
        "Task.immediate", "Task.immediateDetached", "addImmediateTask",
        "withTaskPriorityEscalationHandler",
      ]
    ),
    ("the failure type of a sequence, iOS 18", ["AsyncSequence<"]),
    (
      "predicates, iOS 17 and 18",
      [
        "Predicate", "#Predicate", "Expression", "#Expression", "PredicateExpressions",
        "PredicateExpression", "StandardPredicateExpression",
      ]
    ),
    ("dates by rules, iOS 18", ["RecurrenceRule", "preferredLocales"]),
    ("formats by steps, iOS 18", ["DiscreteFormatStyle"]),
    ("another alphabet of base 64, iOS 26", ["base64URLAlphabet", "omitPaddingCharacter"]),
    (
      "typed notifications, iOS 26",
      ["MainActorMessage", "AsyncMessage", "ObservationToken"]
    ),
    ("child processes, which iOS has none of", ["Process", "posix_spawn", "fork(", "popen"]),
  ]
}
