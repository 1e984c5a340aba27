import SessionFormat

/// Members that replaced a member whose name looks the same.
package struct LikeNames {
  private struct Place: Hashable {
    let parent: [String]
    let appearance: String

    /// Many changes share a parent, which is quick to compare but slow to hash.
    func hash(into hasher: inout Hasher) {
      hasher.combine(parent.count)
      hasher.combine(appearance)
    }
  }

  private var gone: [Place: [String]] = [:]

  /// Complexity: O(changes × depth).
  package init(_ changes: [ValueChange]) {
    for change in changes where change.new == nil {
      guard let (place, name) = Self.member(change.path) else { continue }
      gone[place, default: []].append(name)
    }
  }

  /// Why the name of an added member looks like that of a removed one; nil if it does not.
  package func likeness(of change: ValueChange) -> Likeness? {
    guard change.old == nil, !gone.isEmpty, let (place, name) = Self.member(change.path) else {
      return nil
    }
    return gone[place]?.lazy.compactMap { Likeness($0, name) }.first
  }

  private static func member(_ path: JSONPointer) -> (Place, name: String)? {
    guard let name = path.tokens.last else { return nil }
    let place = Place(
      parent: Array(path.tokens.dropLast()), appearance: Likeness.appearance(of: name))
    return (place, name)
  }
}
