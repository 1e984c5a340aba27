import SessionFormat

/// Knows which lines can change the places of a text, and which parts of the state they change.
///
/// A patch can do so in three ways: what it adds has the text, it touches a place that has it, or it
/// brings it there in another way (it moves or copies a value, or inserts into a string). The
/// places so far are kept as shapes, with `*` for each index. None is ever dropped, which can only
/// cause more states to be compared.
struct TextChanges {
  private let query: TextQuery
  private let text: TextLineScan
  private let moves = TextLineScan(TextQuery("from"))
  /// Nil if the session announces no splices.
  private let splices: TextLineScan?
  /// The shapes of the places so far, and of all above them.
  private var shapes: Set<[UInt8]> = []
  /// Whether there were too many shapes, so that each place may have the text.
  private var mayBeAnywhere = false

  private static let mostShapes = 1 << 16

  init(_ query: TextQuery, hasSplices: Bool) {
    self.query = query
    text = TextLineScan(query)
    splices = hasSplices ? TextLineScan(TextQuery("splice")) : nil
  }

  /// Whether anything in a line may match; false is reliable.
  func mayMatch(_ line: UnsafeBufferPointer<UInt8>) -> Bool { text.mayMatch(line) }

  /// Whether a line may insert into a string, which may then match; false is reliable.
  func maySplice(_ line: UnsafeBufferPointer<UInt8>) -> Bool { splices?.mayMatch(line) == true }

  /// Whether no state so far had the text.
  var isEmpty: Bool { shapes.isEmpty }

  /// Whether the line of a state that does not match may change the places of the text; false is
  /// reliable.
  ///
  /// Complexity: O(line).
  func mayTouch(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !shapes.isEmpty else { return false }
    if mayBeAnywhere || moves.mayMatch(line) { return true }
    var touches = false
    let facts = PatchScan.facts(line) { _, path in
      if !touches { touches = shapes.contains(Self.shape(path)) }
    }
    return touches || facts?.isWhole ?? true
  }

  /// The parts of the state in which a patch may change the places of the text.
  mutating func parts(changedBy patch: JSONPatch) -> [JSONPointer] {
    var parts: [JSONPointer] = []
    var hasSpliced = false
    for operation in patch.operations {
      switch operation {
      case .splice: hasSpliced = true
      // What the splice made may have come to another place since.
      case .move, .copy, .add, .remove: if hasSpliced { return [.root] }
      case .replace, .test: break
      }
      guard let part = part(changedBy: operation) else { continue }
      if part.isRoot { return [.root] }
      guard !parts.contains(where: part.isAtOrBelow) else { continue }
      parts.removeAll { $0.isAtOrBelow(part) }
      parts.append(part)
    }
    return parts
  }

  /// The part in which an operation may change them; nil if it changes none.
  private mutating func part(changedBy operation: JSONPatch.Operation) -> JSONPointer? {
    let path = operation.path
    switch operation {
    case .test: return nil
    // Where the parts of a moved value come to be is seen best in the states.
    case .move, .copy: return shapes.isEmpty && !isNamed(path) ? nil : .root
    case .splice: return path
    case .replace(_, let value): return has(value, at: path) || touches(path) ? path : nil
    case .add(_, let value):
      return has(value, at: path, named: true) || touches(path) ? Self.shifted(by: path) : nil
    case .remove: return touches(path) ? Self.shifted(by: path) : nil
    }
  }

  /// Whether a value has the text, or the name that it gets, so that a later operation of the patch
  /// may touch it.
  private mutating func has(
    _ value: JSONValue, at path: JSONPointer, named isNew: Bool = false
  ) -> Bool {
    let places = TextPlaces(value, at: path, nameCounts: isNew, query)
    note(places)
    return !places.keys.isEmpty
  }

  private func isNamed(_ path: JSONPointer) -> Bool { path.tokens.last.map(query.matches) ?? false }

  private func touches(_ path: JSONPointer) -> Bool {
    if mayBeAnywhere { return true }
    guard !shapes.isEmpty else { return false }
    var text = path.description
    return shapes.contains(text.withUTF8(Self.shape))
  }

  /// The part that an insertion or removal changes: the whole array, if it may be one.
  private static func shifted(by path: JSONPointer) -> JSONPointer {
    guard let last = path.tokens.last, last == "-" || last.utf8.allSatisfy({ $0 &- 48 < 10 }) else {
      return path
    }
    return path.parent
  }

  /// Keeps the shapes of these places.
  mutating func note(_ places: TextPlaces) {
    for key in places.keys {
      guard shapes.count < Self.mostShapes else {
        mayBeAnywhere = true
        return
      }
      var text = key.path.description
      var shape = text.withUTF8(Self.shape)
      while shapes.insert(shape).inserted, let slash = shape.lastIndex(of: UInt8(ascii: "/")) {
        shape.removeSubrange(slash...)
      }
    }
  }

  /// A pointer as it is written, with `*` for each token that may be an index.
  static func shape(_ path: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var shape: [UInt8] = []
    shape.reserveCapacity(path.count)
    var at = 0
    while at < path.count {
      var end = at + 1
      while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
      let token = path[(at + 1)..<end]
      shape.append(UInt8(ascii: "/"))
      let isNumber = !token.isEmpty && token.allSatisfy { $0 &- 48 < 10 }
      if isNumber || token.elementsEqual([UInt8(ascii: "-")]) {
        shape.append(UInt8(ascii: "*"))
      } else {
        shape.append(contentsOf: token)
      }
      at = end
    }
    return shape
  }
}
