import Query
import SessionFormat

/// The open leaves of a state, those without a known author, as a document of the state's shape.
///
/// The document follows the differences of the states backwards, so that a leaf of an element that
/// was inserted, moved or pushed along is found at its earlier place. Each open leaf is its number,
/// wrapped in an array so that the height of a part shows whether it has open leaves. Everything
/// else is null, or no longer follows the state.
struct OpenLeaves {
  private(set) var document: JSONValue = .null

  /// Whether there are no open leaves.
  var isEmpty: Bool { !Self.isSought(document) }

  // MARK: The parts of the document

  static func leaf(_ number: Int) -> JSONValue { [.number(number)] }

  /// The number of an open leaf; nil if this is not one.
  static func number(of part: JSONValue) -> Int? {
    part.height == 1 ? part.array?.first?.int : nil
  }

  /// Whether a part has open leaves.
  static func isSought(_ part: JSONValue) -> Bool {
    let height = part.height
    return height > 1 || (height == 1 && part.array?.first?.kind == .number)
  }

  /// The numbers of all open leaves in a part.
  static func numbers(in part: JSONValue) -> [Int] {
    var (numbers, open): ([Int], [JSONValue]) = ([], [part])
    while let next = open.popLast() {
      if let number = number(of: next) {
        numbers.append(number)
      } else if next.height > 1 {
        open += next.object.map { $0.map(\.value) } ?? next.array.map(Array.init) ?? []
      }
    }
    return numbers
  }

  /// The open leaves of a part of a state, and nothing else of it.
  init(_ leaves: JSONValue = .null, at place: JSONPointer = .root, in state: JSONValue = .null) {
    var (models, model) = ([JSONValue](), state)
    for token in place.tokens {
      models.append(model)
      model = model.child(token) ?? .null
    }
    document = leaves
    for (token, model) in zip(place.tokens, models).reversed() {
      guard let array = model.array, let index = JSONPointer.index(token) else {
        document = .object([(name: token, value: document)])
        continue
      }
      document = .array(array.indices.map { $0 == index ? document : .null })
    }
  }

  // MARK: What a patch touches

  /// What an operation can do to the open leaves.
  enum Touch: Equatable {
    /// Nothing.
    case none
    /// Nothing, if no other element of the array changes: the path, up to this offset, is that of
    /// an element of an array with open leaves.
    case within(element: Int)
    /// One is at, above or below its path, or it may change which elements are the same.
    case some
  }

  /// What an operation can do to the open leaves.
  ///
  /// The path is a pointer's text without JSON escapes. Complexity: O(depth × log size).
  func touch(by path: UnsafeBufferPointer<UInt8>, isReplacing: Bool) -> Touch {
    guard Self.isSought(document) else { return .none }
    var (part, at, element) = (document, 0, 0)
    while at < path.count {
      if Self.number(of: part) != nil { return .some }
      var end = at + 1
      while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
      let token = JSONPointer.token(path[(at + 1)..<end])
      if part.kind == .array {
        if end == path.count, !isReplacing { return .some }
        element = end
      } else if element == at, at > 0, DifferenceTree.identifying.contains(token) {
        return .some
      }
      guard let child = Self.child(token, of: part) else {
        return element > 0 ? .within(element: element) : .none
      }
      (part, at) = (child, end)
    }
    return .some
  }

  /// The arrays with open leaves on a path, if it leads into elements and not to their identities;
  /// nil if it may change which elements are the same.
  func arrays(on path: JSONPointer) -> [JSONPointer]? {
    var (arrays, part) = ([JSONPointer](), document)
    for (depth, token) in path.tokens.enumerated() {
      if part.kind == .array {
        guard depth + 1 < path.tokens.count,
          !DifferenceTree.identifying.contains(path.tokens[depth + 1])
        else { return nil }
        arrays.append(JSONPointer(tokens: Array(path.tokens[..<depth])))
      }
      guard let child = Self.child(token, of: part) else { break }
      part = child
    }
    return arrays
  }

  /// The child of a part for a token, if it has open leaves.
  private static func child(_ token: String, of part: JSONValue) -> JSONValue? {
    part.child(token).flatMap { isSought($0) ? $0 : nil }
  }

  // MARK: Going back

  /// Goes back over a change of state, and takes out the leaves that it set.
  ///
  /// - Parameters:
  ///   - tree: The difference from the state before to the one that the document follows.
  ///   - set: Called with the number of each leaf that was set, and whether it may have been
  ///     there before, behind a mark for what is left out.
  mutating func goBack(over tree: DifferenceTree, _ set: (Int, _ isBehindCut: Bool) -> Void) {
    document = Self.before(document, tree, set)
  }

  /// Recursive; the reader bounds the nesting of values.
  private static func before(
    _ part: JSONValue, _ tree: DifferenceTree, _ set: (Int, Bool) -> Void
  ) -> JSONValue {
    func take(_ part: JSONValue, _ isBehindCut: Bool) -> JSONValue {
      for number in numbers(in: part) { set(number, isBehindCut) }
      return .null
    }
    guard isSought(part) else { return .null }
    switch tree.content {
    case .same: return part
    case .members(let parts):
      guard let members = part.object else { return take(part, false) }
      var (kept, isEmptier) = (part, false)
      for change in parts {
        guard case .member(let name) = change.place, let old = members[name] else { continue }
        let new: JSONValue
        switch change.change {
        case .same, .removed: continue
        case .added: new = take(old, CutMark.ends(tree.old))
        case .changed(let tree), .moved(let tree): new = before(old, tree, set)
        }
        guard isSought(old), !new.sharesStorage(with: old) else { continue }
        isEmptier = isEmptier || !isSought(new)
        kept = kept.object?.setting(name, to: new) ?? kept
      }
      let isEmpty = isEmptier && kept.object?.contains { isSought($0.value) } != true
      return isEmpty ? .null : kept
    case .elements(let parts, _):
      guard let elements = part.array, number(of: part) == nil else { return take(part, false) }
      let shown = CutMark.ends(tree.old) ? (tree.old.array?.count ?? 1) - 1 : .max
      let kept = before(part, elements, parts) { (element, change, place) in
        if case .changed(let tree) = change { return before(element, tree, set) }
        if case .moved(let tree) = change { return before(element, tree, set) }
        return take(element, place >= shown)
      }
      return kept.array?.contains(where: isSought) == true ? kept : .null
    case .replaced: return take(part, CutMark.isMark(tree.old))
    }
  }

  /// The elements at their places before.
  ///
  /// From the end on, so that the indexes of those that are still to come stay as they are.
  ///
  /// - Parameter rest: What an element that differs keeps, with its place after the change.
  private static func before(
    _ part: JSONValue, _ elements: JSONArray, _ parts: [DifferenceTree.Part],
    _ rest: (JSONValue, DifferenceTree.Change, Int) -> JSONValue
  ) -> JSONValue {
    var operations: [JSONPatch.Operation] = []
    var moved: [(old: Int, element: JSONValue)] = []
    var next = elements.count
    func place(_ index: Int) -> JSONPointer { JSONPointer.root.appending(index) }
    for change in parts.reversed() {
      guard case .element(let old, let new) = change.place else { continue }
      guard let new else {
        operations.append(.add(place(next), .null))
        continue
      }
      next = new
      guard change.change != .same, new < elements.count else { continue }
      let element = rest(elements[new], change.change, new)
      if case .changed = change.change {
        if !element.sharesStorage(with: elements[new]) {
          operations.append(.replace(place(new), element))
        }
        continue
      }
      operations.append(.remove(place(new)))
      if case .moved = change.change, let old { moved.append((old, element)) }
    }
    for (old, element) in moved.sorted(by: { $0.old < $1.old }) {
      operations.append(.add(place(old), element))
    }
    let limits = JSONPatch.Limits(depth: .max, textSize: .max)
    return (try? JSONPatch(operations).applied(to: part, limits: limits)) ?? .null
  }
}

extension JSONPointer {
  /// The token for a part of a pointer's text.
  fileprivate static func token(_ text: some Collection<UInt8>) -> String {
    let token = String(decoding: text, as: UTF8.self)
    guard text.contains(UInt8(ascii: "~")) else { return token }
    return (try? JSONPointer("/" + token))?.tokens.first ?? token
  }
}
