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
    var new: New?
    var isParent = false
  }

  /// What a place is given.
  private enum New {
    case value(JSONValue)
    /// A leaf, by its place among those of lines.
    case leaf(Int)
  }

  private let limits: JSONPatch.Limits
  private let mostText: Int
  /// Parents come before what they hold; the first is the document.
  private var places: [Place]
  /// The children that are known, by their parents and ordinals.
  private var children = ChildTable()
  /// What the document may take by now, at most.
  private var size: Int
  private let hasRoom: Bool
  /// The leaves that were taken from lines.
  private var leaves = LeafText()

  /// A batch of changes to this document, none yet.
  package init(_ document: JSONValue, limits: JSONPatch.Limits = JSONPatch.Limits()) {
    (self.limits, size, mostText) = (limits, document.textSize, limits.mostText)
    hasRoom = size <= mostText && document.height <= limits.depth
    places = [Place(parent: 0, ordinal: 0, old: document)]
  }

  /// How many places change, or hold some that do; 0 if no patch was taken.
  package var count: Int { places.count - 1 }

  /// About how many bytes the batch takes.
  package var memory: Int { places.count * 128 + leaves.size }

  /// Takes a patch, whole or not at all; whether it did.
  ///
  /// Complexity: O(operations × depth) on average.
  package mutating func add(_ patch: JSONPatch) -> Bool {
    guard hasRoom, places.count < 1 << 24 else { return false }
    var changes = Changes(size: size)
    for operation in patch.operations {
      guard case .replace(let path, let value) = operation,
        path.tokens.count + value.height <= limits.depth, let place = place(path),
        put(.value(value), at: place, textSize: value.textSize, &changes)
      else { return undo(changes) }
    }
    return true
  }

  /// Takes the patch of a state line, whole or not at all; whether it did.
  ///
  /// It does not where the line is unusual, or where anything but leaves is put in.
  /// Complexity: O(size of the line) on average.
  package mutating func add(_ line: UnsafeBufferPointer<UInt8>, _ lines: PatchLines) -> Bool {
    guard hasRoom, places.count < 1 << 24 else { return false }
    var changes = Changes(size: size)
    var parent: WrittenParent?
    let isWhole = lines.replacements(of: line) { path, leaf, tape in
      replace(path, leaf, tape, &parent, &changes)
    }
    if isWhole { return true }
    _ = undo(changes)
    return lines.withPatch(of: line) { patch, tape in add(patch, tape) } ?? false
  }

  private mutating func add(_ patch: Int, _ tape: Tape) -> Bool {
    var changes = Changes(size: size)
    var parent: WrittenParent?
    var item = patch + 2
    while item < tape.nodes[patch].next {
      guard let step = DraftStep(item, tape), step.operation == .replace,
        !tape.nodes[step.value].isContainer, !tape.nodes[step.path].hasEscapes,
        replace(tape.written(step.path), step.value, tape, &parent, &changes)
      else { return undo(changes) }
      item = tape.next(after: item)
    }
    return true
  }

  /// Puts a leaf of a tape in the place of a path as it is written.
  private mutating func replace(
    _ path: UnsafeBufferPointer<UInt8>, _ leaf: Int, _ tape: Tape, _ parent: inout WrittenParent?,
    _ changes: inout Changes
  ) -> Bool {
    guard let place = place(written: path, after: &parent) else { return false }
    let added = leaves.add(leaf, tape)
    return put(.leaf(added), at: place, textSize: tape.measure(leaf).textSize, &changes)
  }

  /// What a patch has changed in the batch so far.
  private struct Changes {
    let size: Int
    var before: [(place: Int, new: New?)] = []
  }

  /// Gives a place its value; false if the document might grow too long, or if places below
  /// that one change.
  private mutating func put(
    _ new: New, at place: Int, textSize: Int, _ changes: inout Changes
  ) -> Bool {
    size += min(textSize, mostText)
    guard size <= mostText, !places[place].isParent else { return false }
    changes.before.append((place, places[place].new))
    places[place].new = new
    return true
  }

  /// Takes a patch back; false.
  private mutating func undo(_ changes: Changes) -> Bool {
    for (place, new) in changes.before.reversed() { places[place].new = new }
    size = changes.size
    return false
  }

  /// The place of a path below the document; nil if there is none, or one that is replaced is
  /// above.
  private mutating func place(_ path: JSONPointer) -> Int? {
    var place = 0
    for token in path.tokens {
      guard places[place].new == nil, let ordinal = places[place].old.place(token),
        let child = child(of: place, at: ordinal)
      else { return nil }
      place = child
    }
    return place > 0 ? place : nil
  }

  /// The place of a path as it is written, without escapes of JSON; nil also if the path is too
  /// deep.
  ///
  /// - Parameter last: The path before it and the place around what that leads to, from which the
  ///   way is shorter where both are next to each other.
  private mutating func place(
    written path: UnsafeBufferPointer<UInt8>, after last: inout WrittenParent?
  ) -> Int? {
    guard path.first == UInt8(ascii: "/") else { return nil }
    var (place, start, depth) = (0, 1, 0)
    if let last, last.leads(to: path) {
      (place, start, depth) = (last.place, last.text.count, last.depth)
    }
    while true {
      var (end, isEscaped) = (start, false)
      while end < path.count, path[end] != UInt8(ascii: "/") {
        if path[end] == UInt8(ascii: "~") { isEscaped = true }
        end &+= 1
      }
      depth &+= 1
      guard !isEscaped, depth <= limits.depth, places[place].new == nil,
        let ordinal = places[place].old.place(path.extracting(start..<end)),
        let child = child(of: place, at: ordinal)
      else { return nil }
      guard end < path.count else {
        last = WrittenParent(text: path.extracting(0..<start), place: place, depth: depth - 1)
        return child
      }
      (place, start) = (child, end &+ 1)
    }
  }

  /// The written path of a container, with the slash behind it.
  private struct WrittenParent {
    let text: UnsafeBufferPointer<UInt8>
    let place: Int
    let depth: Int

    /// Whether a path begins with this one.
    func leads(to path: UnsafeBufferPointer<UInt8>) -> Bool {
      guard let own = text.baseAddress, let other = path.baseAddress, path.count >= text.count
      else { return false }
      return Memory.order(own, other, text.count) == 0
    }
  }

  /// The place of a child, which need not be known yet.
  private mutating func child(of place: Int, at ordinal: Int) -> Int? {
    if let known = children.child(of: place, at: ordinal) { return known }
    guard let old = places[place].old.child(at: ordinal) else { return nil }
    places[place].isParent = true
    places.append(Place(parent: place, ordinal: ordinal, old: old))
    children.add(places.count - 1, to: place, at: ordinal)
    return places.count - 1
  }

  /// The document after all that was taken.
  ///
  /// Complexity: O(places × log of the members or elements around them); the first change of a
  /// container that was parsed is O(its members or elements).
  package func applied() -> JSONValue {
    let leaves = leaves.parsed()
    var changes: [[(place: Int, element: JSONValue)]] = Array(repeating: [], count: places.count)
    // Backwards, so that all below a place is known before it.
    for place in places.indices.dropFirst().reversed() {
      guard let value = value(of: place, changes[place], leaves) else { continue }
      changes[places[place].parent].append((places[place].ordinal, value))
      changes[place] = []
    }
    return value(of: 0, changes[0], leaves) ?? places[0].old
  }

  /// What stands at a place afterwards; nil if nothing changes.
  private func value(
    of place: Int, _ changes: [(place: Int, element: JSONValue)], _ leaves: ParsedText
  ) -> JSONValue? {
    if changes.isEmpty {
      switch places[place].new {
      case .value(let value): return value
      case .leaf(let leaf): return JSONValue(leaves, leaf)
      case nil: return nil
      }
    }
    return places[place].old.exchangingChildren(changes.sorted { $0.place < $1.place })
  }
}
