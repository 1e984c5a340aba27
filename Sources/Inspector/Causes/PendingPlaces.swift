import SessionFormat

/// Places of a state that somebody still looks for, as a tree of tokens; names are compared by
/// bytes.
struct PendingPlaces {
  private final class Node {
    var children: [[UInt8]: Node] = [:]
    /// The numbers of those who look for this place itself.
    var seekers: [Int] = []
    /// Whether an element of an array may be among the children.
    var hasIndexes = false
  }

  private let root = Node()
  /// How many are looked for.
  private(set) var count = 0

  mutating func insert(_ path: JSONPointer, _ seeker: Int) {
    var node = root
    for token in path.tokens {
      let key = Array(token.utf8)
      if JSONPointer.index(token) != nil { node.hasIndexes = true }
      if let child = node.children[key] {
        node = child
      } else {
        let child = Node()
        node.children[key] = child
        node = child
      }
    }
    node.seekers.append(seeker)
    count += 1
  }

  /// Whether an operation at a path may change one of the places: it is there, above or below, or
  /// it moves the elements of an array.
  ///
  /// The path is the text of a pointer without escapes of JSON.
  func areTouched(by path: UnsafeBufferPointer<UInt8>) -> Bool {
    var node = root
    var at = 0
    while at < path.count {
      if !node.seekers.isEmpty { return true }
      var end = at + 1
      while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
      let token = path[(at + 1)..<end]
      guard let child = node.children[Self.unescaped(token)] else {
        let isIndex = token.allSatisfy { $0 &- 48 < 10 } || token.elementsEqual([0x2D])
        return end == path.count && node.hasIndexes && isIndex
      }
      if end == path.count { return true }
      node = child
      at = end
    }
    return true
  }

  /// Takes out all at a path, above it and below it.
  mutating func take(touchedBy path: JSONPointer) -> [Int] {
    var taken: [Int] = []
    var trail: [(Node, [UInt8])] = []
    var node = root
    for token in path.tokens {
      taken += node.seekers
      node.seekers = []
      let key = Array(token.utf8)
      guard let child = node.children[key] else {
        count -= taken.count
        return taken
      }
      trail.append((node, key))
      node = child
    }
    var open = [node]
    while let next = open.popLast() {
      taken += next.seekers
      open += next.children.values
    }
    if let (parent, key) = trail.last { parent.children[key] = nil } else { clear() }
    // Empty branches would only be touched for nothing.
    for (parent, key) in trail.dropLast().reversed() {
      guard let child = parent.children[key], child.children.isEmpty, child.seekers.isEmpty
      else { break }
      parent.children[key] = nil
    }
    count -= taken.count
    return taken
  }

  private func clear() {
    root.children = [:]
    root.seekers = []
  }

  private static func unescaped(_ token: some Collection<UInt8>) -> [UInt8] {
    guard token.contains(UInt8(ascii: "~")) else { return Array(token) }
    var bytes: [UInt8] = []
    var isEscape = false
    for byte in token {
      if isEscape {
        bytes.append(byte == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
        isEscape = false
      } else if byte == UInt8(ascii: "~") {
        isEscape = true
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
