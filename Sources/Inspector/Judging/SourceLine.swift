import Foundation

/// A line of an app's source.
public struct SourceLine: Hashable, Sendable {
  /// The path that the compiler was given.
  public let file: String
  /// From 1.
  public let line: Int
  /// From 1; 0 if it is not known.
  public let column: Int
  /// The call that stands there; nil if the file cannot be read or is another one.
  public let code: String?

  /// `ToastReducer.swift:27`, by the last name of the path.
  public var words: String { "\((file as NSString).lastPathComponent):\(line)" }
}
