import SessionFormat

/// How values that are not `Encodable` are rendered: an app's own rules for its own types.
///
/// A value that cannot be encoded is shown by reflection, member by member. If that shows too much
/// or too little of a type, add a rule for it:
///
/// ```swift
/// var options = RecorderOptions()
/// options.renderings.add(UIColor.self) { $0.hexText }
/// ```
///
/// Reflection reads every stored property, on the thread of the step, but an `unowned` reference,
/// whose object may be gone: in its place stands `unowned`. An object that other threads change
/// meanwhile, under a lock that reflection does not know, may end the process. A type that may hold
/// such values needs a rule. An actor or a ``SessionRecorder`` is shown only by its name.
///
/// Rules apply at any depth inside a rendered value, but not inside an encoded value: an
/// `Encodable` value decides itself how it is written.
public struct Renderings: Sendable {
  struct Rule: Sendable {
    let type: ObjectIdentifier
    /// The value that the rule makes; nil if the value is not of the rule's type.
    let apply: @Sendable (Any) -> (any Encodable)?
  }

  /// The most values that are read in one rendering; the rest is counted.
  ///
  /// The count is a text in its place; the session marks it, so every reader knows what is unknown.
  /// This is reported once for a type (``RecorderError/cutRendering(type:leftOut:limits:)``). Raise the
  /// limit here, or with `HINDSIGHT_NODE_LIMIT` in the environment.
  ///
  /// It protects from a reference that reaches half of the app. One value takes about 2 µs in a
  /// release build and about 15 µs in a debug build, so one rendering takes at most about 5 or 40
  /// ms. A state with more values needs a higher limit, or must be `Encodable`, which is much
  /// faster. An `Encodable` part is written whole, but counts as one value for each eight bytes of
  /// its text: what follows it may be left out for it.
  public var nodeLimit = 2_500

  /// The most levels of members and elements that are shown, from 1 to 400; a text is in place of
  /// what is nested deeper, and that is reported as for ``nodeLimit``.
  ///
  /// A level takes up to 4 KB of the stack in a debug build, so a thread with a small stack shows
  /// fewer. Raise the limit here, or with `HINDSIGHT_DEPTH_LIMIT` in the environment.
  public var depthLimit = 64 {
    didSet { depthLimit = min(max(depthLimit, 1), RenderedText.mostLevels) }
  }

  private(set) var rules: [Rule] = []

  /// No rules.
  public init() {}

  /// Adds a rule for a type, its subclasses, or all that conform to a protocol.
  ///
  /// The rule of the exact type comes first; of the other rules, the one that was added first.
  ///
  /// - Parameters:
  ///   - type: The type; for a protocol `(any P).self`.
  ///   - rendering: Makes what the session shows for a value. It must be quick, and return equal
  ///     results for equal values: no address, no hash value, nothing from a clock.
  public mutating func add<Value>(
    _ type: Value.Type, _ rendering: @escaping @Sendable (Value) -> any Encodable
  ) {
    rules.append(
      Rule(type: ObjectIdentifier(type)) { value in (value as? Value).map { rendering($0) } })
  }
}
