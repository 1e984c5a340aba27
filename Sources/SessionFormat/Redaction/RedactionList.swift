/// A list of patterns that a header names instead of writing all of them.
///
/// The name stands among the patterns of `redactions`. It is no pattern, so a reader that does not
/// know the list takes everything for hidden.
package struct RedactionList: Sendable {
  /// The name and the version, as a header has them.
  package let name: String
  /// The names of members that it hides, at any depth.
  package let memberNames: [String]
  /// The patterns that it stands for.
  package let patterns: [PathPattern]

  /// What `Redactions.defaults` hides.
  package static let defaults = RedactionList(
    name: "defaults@1", memberNames: SecretNames.version1)

  private init(name: String, memberNames: [String]) {
    (self.name, self.memberNames) = (name, memberNames)
    patterns = memberNames.map(PathPattern.init(anywhere:))
  }

  /// The list of that name; nil if this version knows none.
  package static func named(_ name: String) -> RedactionList? {
    name.hasSameBytes(as: defaults.name) ? defaults : nil
  }

  /// How a header writes these patterns: lists of which all patterns are among them by their names,
  /// then the other patterns.
  ///
  /// Complexity: O(patterns).
  package static func texts(of patterns: [PathPattern]) -> [String] {
    let listed = Set(defaults.patterns)
    guard patterns.count >= listed.count, listed.isSubset(of: patterns) else {
      return patterns.map(\.description)
    }
    return [defaults.name] + patterns.filter { !listed.contains($0) }.map(\.description)
  }
}
