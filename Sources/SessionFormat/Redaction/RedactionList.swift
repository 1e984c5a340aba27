/// A named list of patterns; a header gives the name instead of all patterns.
///
/// The name is among the patterns of `redactions`. It is not a valid pattern, so a reader that does
/// not know the list treats everything as hidden.
package struct RedactionList: Sendable {
  /// The name with its version, as in a header.
  package let name: String
  /// The names of members that it hides, at any depth.
  package let memberNames: [String]
  /// The patterns of the list.
  package let patterns: [PathPattern]

  /// The list for `Redactions.defaults`.
  package static let defaults = RedactionList(
    name: "defaults@1", memberNames: SecretNames.version1)

  private init(name: String, memberNames: [String]) {
    (self.name, self.memberNames) = (name, memberNames)
    patterns = memberNames.map(PathPattern.init(anywhere:))
  }

  /// The list with that name; nil if this version does not know it.
  package static func named(_ name: String) -> RedactionList? {
    name.hasSameBytes(as: defaults.name) ? defaults : nil
  }

  /// The texts of these patterns in a header: the names of lists whose patterns are all included,
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
