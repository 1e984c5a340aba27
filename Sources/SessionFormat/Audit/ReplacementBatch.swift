/// The replacements of many patches, made at once: the last one for each place.
///
/// Over many patches, the containers above the changed places are copied once, not once per patch.
/// The result is the same document as with the patches one by one. The batch refuses a patch for
/// which that is uncertain: other operations, places inside each other, or limits that are near.
/// The caller applies such a patch after the batch.
package struct ReplacementBatch {
  /// A place of the document that changes or contains one that does.
  private struct Place {
    let parent: Int
    /// Its position among its parent's children.
    let ordinal: Int
    /// Its value before the batch.
    let old: JSONValue
    var new: New?
    var isParent = false
  }

  /// The new value of a place.
  private enum New {
    case value(JSONValue)
    /// A leaf, by its position among those taken from lines.
    case leaf(Int)
  }

  private let limits: JSONPatch.Limits
  private let mostText: Int
  /// Parents come before their children; the first place is the document.
  private var places: [Place]
  /// The known children, by parent and ordinal.
  private var children = ChildTable()
  /// Upper bounds of the document's text size, and of its values.
  private var size: (text: Int, values: Int)
  private let hasRoom: Bool
  /// The leaves that were taken from lines.
  private var leaves = LeafText()

  /// An empty batch of changes to this document.
  package init(_ document: JSONValue, limits: JSONPatch.Limits = JSONPatch.Limits()) {
    (self.limits, mostText) = (limits, limits.mostText)
    size = (document.textSize, document.measure.values)
    hasRoom =
      size.text <= mostText && size.values <= limits.values && document.height <= limits.depth
    places = [Place(parent: 0, ordinal: 0, old: document)]
  }

  /// How many places change or contain one that does; 0 if no patch was taken.
  package var count: Int { places.count - 1 }

  /// About how many bytes the batch takes.
  package var memory: Int { places.count * 128 + leaves.size }

  /// Takes a whole patch, or nothing of it; returns whether it did.
  ///
  /// Complexity: O(operations × depth) on average.
  package mutating func add(_ patch: JSONPatch) -> Bool {
    guard hasRoom, places.count < 1 << 24 else { return false }
    var changes = Changes(size: size)
    for operation in patch.operations {
      guard case .replace(let path, let value) = operation,
        path.tokens.count + value.height <= limits.depth, let place = place(path),
        put(.value(value), at: place, value.measure, &changes)
      else { return undo(changes) }
    }
    return true
  }

  /// Takes the whole patch of a state line, or nothing of it; returns whether it did.
  ///
  /// It refuses unusual lines and patches that put in anything but leaves.
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

  /// Puts a leaf of a tape at a path as it is written.
  private mutating func replace(
    _ path: UnsafeBufferPointer<UInt8>, _ leaf: Int, _ tape: Tape, _ parent: inout WrittenParent?,
    _ changes: inout Changes
  ) -> Bool {
    guard let place = place(written: path, after: &parent) else { return false }
    let added = leaves.add(leaf, tape)
    return put(.leaf(added), at: place, tape.measure(leaf), &changes)
  }

  /// What a patch has changed in the batch so far.
  private struct Changes {
    let size: (text: Int, values: Int)
    var before: [(place: Int, new: New?)] = []
  }

  /// Sets the value of a place.
  ///
  /// False if the document might grow too long, or if places below that one change.
  private mutating func put(
    _ new: New, at place: Int, _ added: Measure, _ changes: inout Changes
  ) -> Bool {
    size.text += min(added.textSize, mostText)
    // A leaf in place of another value adds none.
    size.values += added.values - 1
    guard size.text <= mostText, size.values <= limits.values, !places[place].isParent else {
      return false
    }
    changes.before.append((place, places[place].new))
    places[place].new = new
    return true
  }

  /// Undoes a patch; returns false.
  private mutating func undo(_ changes: Changes) -> Bool {
    for (place, new) in changes.before.reversed() { places[place].new = new }
    size = changes.size
    return false
  }

  /// The place of a path below the document.
  ///
  /// Nil if there is none, or if a place above it is replaced.
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

  /// The place of a path as it is written, without JSON escapes.
  ///
  /// Nil also if the path is too deep.
  ///
  /// - Parameter last: The container of the previous path. The search begins there if the new path
  ///   lies below it.
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

  /// The written path of a container, including the slash after it.
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

  /// The place of a child, which is added if it is not known yet.
  private mutating func child(of place: Int, at ordinal: Int) -> Int? {
    if let known = children.child(of: place, at: ordinal) { return known }
    guard let old = places[place].old.child(at: ordinal) else { return nil }
    places[place].isParent = true
    places.append(Place(parent: place, ordinal: ordinal, old: old))
    children.add(places.count - 1, to: place, at: ordinal)
    return places.count - 1
  }

  /// The document after all taken patches.
  ///
  /// Complexity: O(places × log of the children around them). The first change of a parsed
  /// container is O(its children).
  package func applied() -> JSONValue {
    let leaves = leaves.parsed()
    var changes: [[(place: Int, element: JSONValue)]] = Array(repeating: [], count: places.count)
    // Backwards, so that everything below a place is known before the place itself.
    for place in places.indices.dropFirst().reversed() {
      guard let value = value(of: place, changes[place], leaves) else { continue }
      changes[places[place].parent].append((places[place].ordinal, value))
      changes[place] = []
    }
    return value(of: 0, changes[0], leaves) ?? places[0].old
  }

  /// The value of a place afterwards; nil if nothing changes.
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
