import Foundation

extension RunConditions {
  /// Variables of the environment set in two ways at once.
  func and(_ other: RunConditions) -> RunConditions {
    var both = self
    both.environment.merge(other.environment) { $1 }
    both.name = "\(name) and \(other.name)"
    return both
  }

  /// These conditions, and those of the runs to compare with: two environments, one of which has
  /// certain variables set.
  ///
  /// Otherwise they are the same, even for a program that counts or measures its variables.
  ///
  /// Without that, a step that depends on the environment's size would seem to depend on the time
  /// zone or the locale.
  ///
  /// - Parameter base: The environment as it is.
  func even(
    base: [String: String] = ProcessInfo.processInfo.environment
  ) -> (with: RunConditions, without: RunConditions) {
    var (with, without) = (self, RunConditions.plain)
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      switch (base[name], value) {
      case (nil, let value?): without.environment.updateValue(value, forKey: Self.neutral(name))
      case (let old?, nil): with.environment.updateValue(old, forKey: Self.neutral(name))
      case (let old?, let new?):
        let (old, new) = (old.utf8.count, new.utf8.count)
        with.environment["_PAD_" + name] = String(repeating: "x", count: max(0, old - new))
        without.environment["_PAD_" + name] = String(repeating: "x", count: max(0, new - old))
      case (nil, nil): break
      }
    }
    return (with, without)
  }

  /// A meaningless name of the same length.
  private static func neutral(_ name: String) -> String { "_" + name.dropFirst() }
}
