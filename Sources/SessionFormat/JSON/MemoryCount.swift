/// Counts the memory of values, each of which may be a changed copy of another.
///
/// Parts that two values share are counted once, and so is a text that several values refer to. The
/// count follows the values' structure and what an allocator hands out for it.
package struct MemoryCount {
  private var texts: Set<ObjectIdentifier> = []
  private var bytes = 0

  /// A count that has seen no text yet.
  package init() {}

  /// The bytes that a value takes in addition to another one that stays and was counted before.
  ///
  /// Complexity: O(parts that they do not share).
  package mutating func add(_ value: JSONValue, beside other: JSONValue?) -> Int {
    bytes = 0
    // Not recursive: values may be as deep as a text allows.
    var pending = [(value, other)]
    while let (value, other) = pending.popLast() { count(value, other, &pending) }
    return bytes
  }

  private mutating func count(
    _ value: JSONValue, _ other: JSONValue?, _ pending: inout [(JSONValue, JSONValue?)]
  ) {
    switch value.node {
    case .null, .bool: break
    case .number(let number): add(number.text, beside: other?.node)
    case .string(let text): add(text, beside: other?.node)
    case .text(let place): add(place.text)
    case .array(let elements):
      var old: RopeNode<JSONValue>?
      if case .array(let others) = other?.node { old = others.root }
      add(elements.root, beside: old) { pending.append(($0, $1)) }
    case .object(let object):
      var old: ObjectNode?
      if case .object(let other) = other?.node { old = other }
      guard old !== object else { return }
      add(allocation: 64)
      add(object.entries.root, beside: old?.entries.root) { entry, other in
        pending.append((entry.value, other?.value))
        pending.append((entry.name, other?.name))
      }
    }
  }

  private mutating func add<Element>(
    _ node: RopeNode<Element>, beside other: RopeNode<Element>?,
    _ found: (Element, Element?) -> Void
  ) {
    if node === other { return }
    // The node itself, and the storage of its elements.
    add(allocation: 56)
    switch (node.content, other?.content) {
    case (.leaf(let elements), let content):
      add(allocation: 32 + elements.capacity * MemoryLayout<Element>.stride)
      var others: [Element] = []
      if case .leaf(let elements) = content { others = elements }
      for (place, element) in elements.enumerated() {
        found(element, place < others.count ? others[place] : nil)
      }
    case (.branch(let children), let content):
      add(allocation: 32 + children.capacity * 8)
      var others: [RopeNode<Element>] = []
      if case .branch(let nodes) = content { others = nodes }
      for (place, child) in children.enumerated() where !others.contains(where: { $0 === child }) {
        add(child, beside: place < others.count ? others[place] : nil, found)
      }
    }
  }

  private mutating func add(_ string: String, beside other: JSONValue.Node?) {
    guard string.utf8.count > 15 else { return }
    switch other {
    case .string(let text) where Self.shareStorage(string, text): return
    case .number(let number) where Self.shareStorage(string, number.text): return
    default: add(allocation: 32 + string.utf8.count + 1)
    }
  }

  private static func shareStorage(_ a: String, _ b: String) -> Bool {
    a.utf8.withContiguousStorageIfAvailable { a in
      b.utf8.withContiguousStorageIfAvailable { a.baseAddress == $0.baseAddress } ?? false
    } ?? false
  }

  private mutating func add(_ text: ParsedText) {
    guard texts.insert(ObjectIdentifier(text)).inserted else { return }
    // Includes the set's entry for it.
    bytes += text.memorySize + 128 + 32
  }

  /// Adds what an allocator hands out: one word more, rounded up to two words.
  private mutating func add(allocation size: Int) { bytes += (size + 8 + 15) / 16 * 16 }
}
