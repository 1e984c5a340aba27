import Foundation

/// Two environments of which one has certain variables set, and which are the same otherwise also for
/// a program that counts its variables, or measures them.
///
/// Without that, a step that depends on the environment's size would be taken for one that depends on
/// the time zone or the locale.
struct EvenEnvironments: Equatable {
  /// What is set and taken away on the side with the condition.
  private(set) var with: [String: String?]
  /// What is set on the other side.
  private(set) var without: [String: String?] = [:]

  /// - Parameters:
  ///   - changes: The condition's variables; nil takes one away.
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

  /// A name as long, which means nothing.
  private static func neutral(_ name: String) -> String { "_" + name.dropFirst() }
}

extension RunConditions {
  /// These conditions, and those of a run to compare it with.
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
