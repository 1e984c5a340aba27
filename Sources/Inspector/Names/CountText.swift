/// A number with what it counts.
package enum CountText {
  /// `1 element`, `3 elements`.
  package static func words(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
