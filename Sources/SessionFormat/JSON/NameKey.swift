/// A name as a dictionary key, compared by bytes; `String` would merge `é` and `é`.
package struct NameKey: Hashable, Sendable {
  let name: String

  package init(_ name: String) { self.name = name }

  package static func == (left: NameKey, right: NameKey) -> Bool {
    left.name.hasSameBytes(as: right.name)
  }

  package func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both strings have the same UTF-8 bytes; `==` also accepts canonical equivalents.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let same = utf8.withContiguousStorageIfAvailable { own -> Bool? in
      other.utf8.withContiguousStorageIfAvailable { others in
        guard let left = own.baseAddress, let right = others.baseAddress else { return true }
        return Memory.order(left, right, own.count) == 0
      }
    }
    return (same ?? .none) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether this string comes before the other in the order of UTF-8 bytes.
  package func precedesInBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
