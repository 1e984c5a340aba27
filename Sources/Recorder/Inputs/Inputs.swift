public import Foundation

/// What a reducer needs from outside itself: the date, identifiers, random numbers.
///
/// A reducer that draws these here stays reproducible. Outside a recording the value is live; while
/// a step is recorded it is written to the session before the reducer gets it; a replay returns the
/// recorded value.
///
/// ```swift
/// let id = Int(Inputs.date().timeIntervalSince1970)
/// ```
///
/// Call them in the reducer, on the thread that it was called on or, if it is async, in its task.
/// What it draws on another thread or in a task that it starts (also a detached one) is live and
/// silently not recorded, so a replay draws another value. Each draw costs one line in the session.
/// All are thread-safe.
public enum Inputs {
  /// The date and time now.
  public static func date() -> Date { draw("date") { Date() } }

  /// A new identifier.
  public static func uuid() -> UUID { draw("uuid") { UUID() } }

  /// A random number in the range, which must not be empty.
  public static func random<T: FixedWidthInteger & Codable>(in range: ClosedRange<T>) -> T {
    draw("random") { T.random(in: range) }
  }

  /// A random number in the range, which must not be empty.
  public static func random<T: FixedWidthInteger & Codable>(in range: Range<T>) -> T {
    draw("random") { T.random(in: range) }
  }

  /// A random number in the range, which must be finite and not empty.
  public static func random(in range: ClosedRange<Double>) -> Double {
    draw("random") { Double.random(in: range) }
  }

  /// Random numbers for whatever takes a generator: `Bool.random(using:)`, `shuffled(using:)`,
  /// `randomElement(using:)`.
  ///
  /// ```swift
  /// state.deck.shuffle(using: &Inputs.generator)
  /// ```
  ///
  /// Each number drawn is an input `random`, and so a line: a shuffle takes one for each element. A
  /// replay draws the same numbers. The algorithm of the standard library decides what they make,
  /// so draw numbers in a range with `random(in:)` instead.
  public static var generator: Generator {
    get { Generator() }
    // Only so that it can be passed with `&`: it holds nothing.
    set {}
  }

  /// A source of random numbers that are inputs; see ``generator``.
  ///
  /// It has no state: any copy draws an input of its step, or outside a step asks the system.
  public struct Generator: RandomNumberGenerator, Sendable {
    /// A random 64-bit number; all are equally likely.
    public mutating func next() -> UInt64 {
      Inputs.draw("random") { UInt64.random(in: .min ... .max) }
    }
  }

  /// Anything else that comes from outside, under a name of its own.
  ///
  /// - Parameters:
  ///   - name: What it is, for example `locale`; a replay matches recorded values by it.
  ///   - live: Makes the value if none is recorded.
  /// - Returns: The live value, or in a replay the recorded one.
  public static func value<T: Codable, Failure: Error>(
    _ name: String, _ live: () throws(Failure) -> T
  ) throws(Failure) -> T {
    try draw(name, live)
  }

  fileprivate static func draw<T: Codable, Failure: Error>(
    _ name: String, _ live: () throws(Failure) -> T
  ) throws(Failure) -> T {
    guard let step = StepScope.current, step.isOpen, step.isInItsPlace else { return try live() }
    let recorded = step.inputs.recorded(name, as: T.self)
    let value = if let recorded { recorded } else { try live() }
    StepScope.leavingOut { step.inputs.note(name, value, isFresh: recorded == nil) }
    return value
  }
}

/// The source and the record of one step's inputs.
package protocol InputSource: Sendable {
  /// The next recorded value of that name; nil if there is none, so that a live one is made.
  func recorded<T: Decodable>(_ name: String, as type: T.Type) -> T?
  /// Nanoseconds, on the clock by which the reducer is timed.
  func now() -> UInt64
  /// Takes note of a value before the reducer gets it.
  func note<T: Encodable>(_ name: String, _ value: T, isFresh: Bool)
}
