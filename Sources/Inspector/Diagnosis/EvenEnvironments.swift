import Foundation

/// Two environments, one of which has certain variables set.
///
/// Otherwise they are the same, even for a program that counts or measures its variables.
///
/// Without that, a step that depends on the environment's size would seem to depend on the time
/// zone or the locale.
struct EvenEnvironments: Equatable {
  /// The variables that are set or removed on the side with the condition.
  private(set) var with: [String: String?]
  /// The variables that are set on the other side.
  private(set) var without: [String: String?] = [:]

  /// - Parameters:
  ///   - changes: The condition's variables; nil removes one.
  ///   - base: The environment as it is.
  init(_ changes: [String: String?], base: [String: String]) {
    with = changes
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
      switch (base[name], value) {
      case (nil, let value?): without.updateValue(value, forKey: Self.neutral(name))
      case (let old?, nil): with.updateValue(old, forKey: Self.neutral(name))
      case (let old?, let new?):
        let (old, new) = (old.utf8.count, new.utf8.count)
        let pad = "_PAD_" + name
        with.updateValue(String(repeating: "x", count: max(0, old - new)), forKey: pad)
        without.updateValue(String(repeating: "x", count: max(0, new - old)), forKey: pad)
      case (nil, nil): break
      }
    }
  }

  /// A meaningless name of the same length.
  private static func neutral(_ name: String) -> String { "_" + name.dropFirst() }
}

extension RunConditions {
  /// These conditions, and those of the runs to compare with.
  func even(
    base: [String: String] = ProcessInfo.processInfo.environment
  ) -> (with: RunConditions, without: RunConditions) {
    let even = EvenEnvironments(environment, base: base)
    var (with, without) = (self, RunConditions.plain)
    with.environment = even.with
    without.environment = even.without
    return (with, without)
  }
}
