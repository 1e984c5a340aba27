/// A document that is patched in place.
///
/// Unchanged values stay on the tape; a changed array or object becomes a list of its children. A
/// draft shares nothing with another state, so nothing is copied or reference-counted. A patch
/// costs about a tenth of ``JSONPatch/applied(to:limits:)``. In return a draft only reports whether
/// all operations succeeded, not which one failed. It leaves `move`, `copy` and anything near the
/// limits to that method.
struct Draft {
  private(set) var root: DraftValue
  private var containers: [DraftContainer] = []
  private let limits: JSONPatch.Limits
  /// Upper bounds of the text length and of the values of every document made so far.
  private var (mostText, mostValues): (Int, Int)
  /// How many array elements were moved by insertions and removals so far.
  private var moves = 0

  /// Beyond this, an array with many insertions and removals is better kept as a tree.
  static let moveLimit = 1 << 28

  /// The document at a node of a tape that was built with measures.
  init(_ node: Int, _ tape: Tape, limits: JSONPatch.Limits = JSONPatch.Limits()) {
    self.limits = limits
    root = DraftValue(node: node)
    let measure = tape.measure(node)
    (mostText, mostValues) = (measure.textSize, measure.values)
  }

  /// Applies a patch on the same tape, as in RFC 6902.
  ///
  /// Complexity: O(operations × depth), plus the children of each container that is changed for the
  /// first time, or that gains or loses an element.
  ///
  /// - Returns: Whether all operations succeeded within the limits of ``JSONPatch/Limits``. If not,
  ///   the document must not be used any more.
  mutating func apply(_ patch: Int, _ tape: Tape) -> Bool {
    let found = tape.nodes[patch]
    guard found.kind == .array else { return false }
    var item = patch &+ 2
    while item < found.next {
      guard let step = DraftStep(item, tape), apply(step, tape) else { return false }
      item = tape.next(after: item)
    }
    return true
  }

  private mutating func apply(_ step: DraftStep, _ tape: Tape) -> Bool {
    let path = tape.nodes[step.path]
    if step.operation == .add || step.operation == .replace {
      // A name takes its length in the path, plus quotes, a colon and a comma.
      let measure = tape.measure(step.value)
      mostText += measure.textSize + path.length + 4
      mostValues += measure.values
      guard mostText <= limits.mostText, mostValues <= limits.values else { return false }
    }
    guard path.hasEscapes else {
      return apply(step, tape.written(step.path), tape)
    }
    return tape.decodedBytes(step.path).withUnsafeBufferPointer { apply(step, $0, tape) }
  }

  private mutating func apply(
    _ step: DraftStep, _ path: UnsafeBufferPointer<UInt8>, _ tape: Tape
  ) -> Bool {
    guard let first = path.first else { return applyAtRoot(step, tape) }
    guard first == UInt8(ascii: "/"), var parent = open(root, tape) else { return false }
    root = DraftValue(container: parent)
    var (start, depth) = (1, 1)
    while true {
      var end = start
      while end < path.count, path[end] != UInt8(ascii: "/") { end &+= 1 }
      let token = path.extracting(start..<end)
      if end == path.count {
        guard depth + tape.measure(step.value).height <= limits.depth else {
          return false
        }
        return change(parent, token, step, tape)
      }
      guard let place = place(token, in: parent, tape),
        let child = open(containers[parent].values[place], tape)
      else { return false }
      containers[parent].replace(place, with: DraftValue(container: child))
      (parent, start, depth) = (child, end &+ 1, depth &+ 1)
    }
  }

  private mutating func applyAtRoot(_ step: DraftStep, _ tape: Tape) -> Bool {
    switch step.operation {
    case .add, .replace:
      root = DraftValue(node: step.value)
      return true
    case .test: return isEqual(root, to: step.value, TapePair(left: tape, right: tape))
    case .remove: return false
    }
  }

  /// The number of a container, which becomes a list of its children on the first call.
  ///
  /// Nil if the value is not a container.
  private mutating func open(_ value: DraftValue, _ tape: Tape) -> Int? {
    guard let node = value.node else { return value.container }
    guard tape.nodes[node].isContainer, let container = DraftContainer(node, tape) else {
      return nil
    }
    containers.append(container)
    return containers.count - 1
  }

  /// The position of the child that a token names; nil if there is none.
  private func place(
    _ token: UnsafeBufferPointer<UInt8>, in container: Int, _ tape: Tape
  ) -> Int? {
    guard containers[container].isObject else {
      guard let index = JSONPointer.index(token), index < containers[container].count else {
        return nil
      }
      return index
    }
    guard token.contains(UInt8(ascii: "~")) else {
      return containers[container].place(of: token, tape)
    }
    guard let name = Self.unescaped(token) else { return nil }
    return name.withUnsafeBufferPointer { containers[container].place(of: $0, tape) }
  }

  private static func unescaped(_ token: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    (try? JSONPointer.unescape(token)).map { Array($0.utf8) }
  }

  private mutating func change(
    _ parent: Int, _ token: UnsafeBufferPointer<UInt8>, _ step: DraftStep, _ tape: Tape
  ) -> Bool {
    let value = DraftValue(node: step.value)
    if step.operation == .add, !containers[parent].isObject {
      let count = containers[parent].count
      let isEnd = token.count == 1 && token[0] == UInt8(ascii: "-")
      guard let index = isEnd ? count : JSONPointer.index(token), index <= count else {
        return false
      }
      containers[parent].insert(value, at: index)
      return move(count - index)
    }
    guard let place = place(token, in: parent, tape) else {
      guard step.operation == .add, let name = Self.unescaped(token) else { return false }
      return containers[parent].add(name, value, tape)
    }
    switch step.operation {
    case .add, .replace:
      containers[parent].replace(place, with: value)
      return true
    case .remove:
      containers[parent].remove(at: place, tape)
      return containers[parent].isObject || move(containers[parent].count - place)
    case .test:
      return isEqual(
        containers[parent].values[place], to: step.value, TapePair(left: tape, right: tape))
    }
  }

  private mutating func move(_ elements: Int) -> Bool {
    moves += elements
    return moves <= Self.moveLimit
  }

  // MARK: Comparing

  /// Whether this document, on the left tape, equals a value on the right tape.
  ///
  /// Complexity: O(size) if members have the same order.
  func isEqual(to node: Int, _ pair: TapePair) -> Bool { isEqual(root, to: node, pair) }

  private func isEqual(_ value: DraftValue, to node: Int, _ pair: TapePair) -> Bool {
    var open = [(value, node)]
    while let (value, node) = open.popLast() {
      if let own = value.node {
        guard pair.areEqual(own, node) else { return false }
      } else if let container = value.container {
        guard compare(containers[container], node, pair, &open) else { return false }
      }
    }
    return true
  }

  /// Whether the unchanged children are equal.
  ///
  /// Changed children are appended to `open`.
  private func compare(
    _ container: DraftContainer, _ node: Int, _ pair: TapePair,
    _ open: inout [(DraftValue, Int)]
  ) -> Bool {
    let found = pair.right.nodes[node]
    guard found.kind == (container.isObject ? .object : .array), found.count == container.count
    else { return false }
    var child = node &+ 2
    for (place, value) in container.values.enumerated() {
      if container.isObject {
        guard let name = container.node(ofName: place, in: node, at: child, pair) else {
          return false
        }
        child = name &+ 1
      }
      if let own = value.node {
        guard pair.areEqual(own, child) else { return false }
      } else {
        open.append((value, child))
      }
      child = pair.right.next(after: child)
    }
    return true
  }
}
