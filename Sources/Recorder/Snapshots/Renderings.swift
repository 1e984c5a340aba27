import SessionFormat

/// How values that are not `Encodable` are rendered: an app's own rules for its own types.
///
/// A value that cannot be encoded is shown by reflection, member by member. Where that says too
/// much or too little of a type, give a rule for it:
///
/// ```swift
/// var options = RecorderOptions()
/// options.renderings.add(UIColor.self) { $0.hexText }
/// ```
///
/// Reflection reads every stored property, on the thread of the step. An `unowned` reference whose
/// object is gone ends the process when it is read, and so may an object that other threads change
/// meanwhile, under a lock that reflection does not know. A type that may hold such needs a rule.
/// Of an actor and of a ``SessionRecorder`` only the name is shown.
///
/// Rules hold at any depth inside a rendered value. They do not reach into a value that is encoded:
/// what is `Encodable` says itself how it is written.
public struct Renderings: Sendable {
  struct Rule: Sendable {
    let type: ObjectIdentifier
    /// The value in the rule's words; nil if it is not of the rule's type.
    let apply: @Sendable (Any) -> (any Encodable)?
  }

  /// The most values that are looked at in one rendering; what is left is counted in its place.
  ///
  /// In that place stands a text, and the session says so: of what is left out, every reader says that
  /// it is unknown. The app is told once for a type (``RecorderError/cutRendering(type:leftOut:limits:)``).
  /// The limit is raised here, or by `HINDSIGHT_NODE_LIMIT` in the environment.
  ///
  /// Against a reference to half the app, met by chance. Looking at one value takes about two
  /// microseconds in a release build and some fifteen in a debug build, so one rendering takes at most
  /// about 5 or 40 milliseconds. A state of more values than this needs a higher limit, or is made
  /// `Encodable`, which is faster by far. What encodes itself inside is written whole, but counts as
  /// one value for each eight bytes of its text: what follows it may be left out for it.
  public var nodeLimit = 2_500

  /// The most levels of members and elements that are shown, from 1 to 400; a text stands for what is
  /// nested deeper, and is told as ``nodeLimit`` tells what is left out.
  ///
  /// A level takes up to 4 KB of the stack in a debug build, so a thread with a small stack shows
  /// fewer than are asked for. The limit is raised here, or by `HINDSIGHT_DEPTH_LIMIT` in the
  /// environment.
  public var depthLimit = 64 {
    didSet { depthLimit = min(max(depthLimit, 1), RenderedText.mostLevels) }
  }

  private(set) var rules: [Rule] = []

  /// No rules.
  public init() {}

  /// Adds a rule for a type, its subclasses, or all that conform to a protocol.
  ///
  /// The rule of the very type goes before others; of those, the one that was added first.
  ///
  /// - Parameters:
  ///   - type: The type; for a protocol `(any P).self`.
  ///   - rendering: Makes of a value what stands in the session for it. It must be quick, and give
  ///     equal results for equal values: no address, no hash value, nothing from a clock.
  public mutating func add<Value>(
    _ type: Value.Type, _ rendering: @escaping @Sendable (Value) -> any Encodable
  ) {
    rules.append(
      Rule(type: ObjectIdentifier(type)) { value in (value as? Value).map { rendering($0) } })
  }
}
