import SessionFormat

/// A list in chunks, which its versions share.
struct ChunkedList<Element: Codable & Sendable>: Sendable {
  private final class Chunk: Sendable {
    let elements: [Element]

    init(_ elements: [Element]) { self.elements = elements }
  }

  private var chunks: [Chunk] = []
  private static var size: Int { 256 }

  init(_ elements: some Sequence<Element>) {
    var rest = Array(elements)[...]
    while !rest.isEmpty {
      chunks.append(Chunk(Array(rest.prefix(Self.size))))
      rest = rest.dropFirst(Self.size)
    }
  }

  var elements: [Element] { chunks.flatMap(\.elements) }

  /// Makes one chunk anew and keeps the others.
  mutating func update(_ index: Int, _ change: (inout Element) -> Void) {
    var elements = chunks[index / Self.size].elements
    change(&elements[index % Self.size])
    chunks[index / Self.size] = Chunk(elements)
  }

  mutating func append(_ element: Element) {
    if let last = chunks.last, last.elements.count < Self.size {
      chunks[chunks.count - 1] = Chunk(last.elements + [element])
    } else {
      chunks.append(Chunk([element]))
    }
  }
}

extension ChunkedList: Codable {
  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Element].self))
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for element in elements { try list.encode(element) }
  }
}

extension ChunkedList: StructureSharing {
  func changes(since old: ChunkedList) -> [StructureChange<Element>]? {
    guard chunks.count >= old.chunks.count else { return nil }
    var changes: [StructureChange<Element>] = []
    for (place, chunk) in chunks.enumerated() {
      let before = place < old.chunks.count ? old.chunks[place] : nil
      if chunk === before { continue }
      let (known, first) = (before?.elements ?? [], place * Self.size)
      guard known.count <= chunk.elements.count else { return nil }
      for (index, element) in chunk.elements.enumerated() {
        changes.append(
          index < known.count
            ? .element(first + index, old: known[index], new: element)
            : .inserted(at: first + index, element))
      }
    }
    return changes
  }
}
