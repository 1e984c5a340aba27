/// The elements of a tuple, whose metadata lists them with their offsets (stable ABI).
enum TupleElements {
  /// Nil if the type is no tuple, or if the layout is not relied on.
  static func of(_ type: Any.Type) -> [(offset: Int, type: Any.Type)]? {
    guard PrivateLayout.isUsed, TypeKind.isSound, TypeKind.word(of: type) == TypeKind.tupleKind
    else { return nil }
    let word = MemoryLayout<UnsafeRawPointer>.size
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let count = metadata.load(fromByteOffset: word, as: Int.self)
    return (0..<count).map { index in
      let element = metadata + (3 + 2 * index) * word
      return (
        Int(element.load(fromByteOffset: word, as: UInt32.self)),
        element.load(as: Any.Type.self)
      )
    }
  }

  /// The type of the only element of a tuple, as of a single payload with a label.
  static func only(of type: Any.Type) -> Any.Type? {
    of(type).flatMap { $0.count == 1 ? $0[0].type : nil }
  }
}
