/// The replacements of many patches, made at once: of those of one place only the last.
///
/// A long way of patches then copies what lies above the changed places once, not once a patch. What
/// was taken into the batch leads to the same document as the patches one by one. What might not
/// (other operations, places of which one holds the other, limits that are near) is not taken: it is
/// applied after the batch.
package struct ReplacementBatch {
  /// A place of the document that changes, or that holds some that do.
  private struct Place {
    let parent: Int
    /// Where it stands among its parent's children.
    let ordinal: Int
    /// What is there before the batch.
    let old: JSONValue
    var new: JSONValue?
    var isParent = false
  }

  private struct Child: Hashable {
    let parent: Int32
    let ordinal: Int32
  }

  private let limits: JSONPatch.Limits
  /// Parents come before what they hold; the first is the document.
  private var places: [Place]
  private var children: [Child: Int32] = [:]
  /// What the document may take by now, at most.
  private var size: Int
  private let hasRoom: Bool

  /// A batch of changes to this document, none yet.
  package init(_ document: JSONValue, limits: JSONPatch.Limits = JSONPatch.Limits()) {
    (self.limits, size) = (limits, document.textSize)
    hasRoom = size <= limits.textSize && document.height <= limits.depth
    places = [Place(parent: 0, ordinal: 0, old: document)]
  }

  /// How many places change, or hold some that do; 0 where no patch was taken.
  package var count: Int { places.count - 1 }

  /// Takes a patch, whole or not at all; whether it did.
  ///
  /// Complexity: O(operations × depth) on average.
  package mutating func add(_ patch: JSONPatch) -> Bool {
    guard hasRoom, places.count < 1 << 24 else { return false }
    var before: [(place: Int, value: JSONValue?)] = []
    before.reserveCapacity(patch.operations.count)
    let sizeBefore = size
    for operation in patch.operations {
      guard let (place, value) = change(operation) else {
        for (place, value) in before.reversed() { places[place].new = value }
        size = sizeBefore
        return false
      }
      before.append((place, places[place].new))
      places[place].new = value.leafDetached
    }
    return true
  }

  /// What an operation sets, where it is one of those that are taken.
  private mutating func change(_ operation: JSONPatch.Operation) -> (place: Int, JSONValue)? {
    guard case .replace(let path, let value) = operation,
      path.tokens.count + value.height <= limits.depth
    else { return nil }
    size += min(value.textSize, limits.textSize)
    guard size <= limits.textSize, let place = place(path), !places[place].isParent else {
      return nil
    }
    return (place, value)
  }

  /// The place of a path below the document; nil where there is none, or one that is replaced is
  /// above.
  private mutating func place(_ path: JSONPointer) -> Int? {
    var place = 0
    for token in path.tokens {
      guard places[place].new == nil, let ordinal = places[place].old.place(token) else {
        return nil
      }
      let child = Child(
        parent: Int32(truncatingIfNeeded: place), ordinal: Int32(truncatingIfNeeded: ordinal))
      if let known = children[child] {
        place = Int(known)
        continue
      }
      guard let old = places[place].old.child(at: ordinal) else { return nil }
      places[place].isParent = true
      places.append(Place(parent: place, ordinal: ordinal, old: old))
      place = places.count - 1
      children[child] = Int32(truncatingIfNeeded: place)
    }
    return place > 0 ? place : nil
  }

  /// The document after all that was taken.
  ///
  /// Complexity: O(places × log of the members or elements around them); the first change of a
  /// container that was parsed is O(its members or elements).
  package func applied() -> JSONValue {
    var changes: [[(place: Int, element: JSONValue)]] = Array(repeating: [], count: places.count)
    // Backwards, so that all below a place is known before it.
    for place in places.indices.dropFirst().reversed() {
      guard let value = value(of: place, changes[place]) else { continue }
      changes[places[place].parent].append((places[place].ordinal, value))
      changes[place] = []
    }
    return value(of: 0, changes[0]) ?? places[0].old
  }

  /// What stands at a place afterwards; nil where nothing changes.
  private func value(
    of place: Int, _ changes: [(place: Int, element: JSONValue)]
  ) -> JSONValue? {
    if changes.isEmpty { return places[place].new }
    return places[place].old.exchangingChildren(changes.sorted { $0.place < $1.place })
  }
}
