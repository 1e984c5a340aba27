/// A number with what it counts.
package enum CountText {
  /// `1 element`, `3 elements`.
  package static func words(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `a, b and 3 more`: the first names, and the number of the others.
  package static func list<Name: CustomStringConvertible>(
    _ names: some Collection<Name>, upTo most: Int
  ) -> String {
    let more = names.count - most
    return names.prefix(most).map(\.description).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }
}
