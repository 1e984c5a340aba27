/// The stored properties of a struct, or the payloads of an enum, as the type's metadata lists them.
///
/// The nominal type descriptor, its field descriptor and the offsets of a struct's properties are
/// part of the stable ABI; nothing in the language lists them without a value. A program that was
/// built without reflection metadata has no field descriptors.
package enum StoredFields {
  /// A stored property, or a case.
  struct Field {
    let name: String
    /// The type of the property or payload; nil for a case without one.
    let type: Any.Type?
    /// Where the property begins in a value, in bytes; 0 for a case.
    let offset: Int
  }

  private struct Probe {
    let first: UInt8
    let second: [String]
    let third: Generic<Int32>
  }

  private struct Generic<Value> {
    let flag: Bool
    let value: Value
  }

  private enum CaseProbe {
    case plain
    case payload(String)
    indirect case boxed([CaseProbe])
  }

  /// Whether the metadata is laid out so; tested once per process.
  static let isSound =
    TypeKind.isSound
    && matches(
      properties(in: Probe.self),
      [("first", UInt8.self, 0), ("second", [String].self, 8), ("third", Generic<Int32>.self, 16)])
    && matches(
      properties(in: Generic<Int32>.self), [("flag", Bool.self, 0), ("value", Int32.self, 4)])
    && matches(
      payloads(in: CaseProbe.self),
      [("payload", String.self, 0), ("boxed", [CaseProbe].self, 0), ("plain", nil, 0)])

  private static func matches(
    _ fields: [Field]?, _ expected: [(name: String, type: Any.Type?, offset: Int)]
  ) -> Bool {
    guard let fields, fields.count == expected.count else { return false }
    return zip(fields, expected).allSatisfy {
      $0.name == $1.name && $0.type == $1.type && $0.offset == $1.offset
    }
  }

  private class ReferenceProbe {}

  private struct UnownedProbe {
    let first: Int
    unowned let second: ReferenceProbe
    weak var third: ReferenceProbe?
    let fourth: ReferenceProbe?
    unowned(unsafe) let fifth: ReferenceProbe?
  }

  private final class UnownedClassProbe: ReferenceProbe {
    let first = 1
    unowned let second: ReferenceProbe
    init(_ second: ReferenceProbe) { self.second = second }
  }

  /// Whether the metadata says what kind a reference is; tested once per process.
  static let tellsUnowned =
    TypeKind.isSound && unowned(in: UnownedProbe.self) == [1, 4]
    && unowned(in: UnownedClassProbe.self) == [1] && unowned(in: Probe.self).isEmpty

  /// The places of the unowned references among the stored properties of a struct, or of a class
  /// without its superclasses; empty if that is unknown.
  ///
  /// Reading one whose object is gone ends the process.
  package static func unowned(of type: Any.Type) -> Set<Int> {
    PrivateLayout.isUsed && tellsUnowned ? unowned(in: type) : []
  }

  private static func unowned(in type: Any.Type) -> Set<Int> {
    guard type is AnyClass || TypeKind.word(of: type) == TypeKind.structKind,
      let found = Descriptor(of: type)
    else { return [] }
    return Set((0..<found.count).filter(found.isUnowned))
  }

  /// The name of a property by its place.
  package static func name(at place: Int, of type: Any.Type) -> String? {
    Descriptor(of: type)?.name(at: place)
  }

  private static var isUsed: Bool { PrivateLayout.isUsed && isSound }

  /// The names of the stored properties of a struct, without what the compiler adds for a lazy or wrapped one.
  ///
  /// Nil if the type is no struct, or if they are unknown.
  package static func names(of type: Any.Type) -> [String]? {
    properties(of: type)?.map { field in
      let name = field.name.split(separator: "$").last ?? ""
      return String(name.hasPrefix("_") ? name.dropFirst() : name)
    }
  }

  /// The stored properties of a struct in declaration order.
  ///
  /// Nil if the type is no struct, or if they are unknown.
  static func properties(of type: Any.Type) -> [Field]? { isUsed ? properties(in: type) : nil }

  /// The cases of an enum, those with a payload first.
  ///
  /// Nil if the type is no enum, or if they are unknown.
  static func payloads(of type: Any.Type) -> [Field]? { isUsed ? payloads(in: type) : nil }

  private static func properties(in type: Any.Type) -> [Field]? {
    guard TypeKind.word(of: type) == TypeKind.structKind,
      let found = Descriptor(of: type), found.declared(at: 20) == found.count
    else { return nil }
    let vector =
      unsafeBitCast(type, to: UnsafeRawPointer.self)
      + found.declared(at: 24) * MemoryLayout<UnsafeRawPointer>.size
    var fields: [Field] = []
    for index in 0..<found.count {
      guard let field = found.type(at: index) else { return nil }
      let offset = vector.load(fromByteOffset: index * 4, as: UInt32.self)
      fields.append(Field(name: found.name(at: index), type: field, offset: Int(offset)))
    }
    return fields
  }

  private static func payloads(in type: Any.Type) -> [Field]? {
    let kind = TypeKind.word(of: type)
    guard kind == TypeKind.enumKind || kind == TypeKind.optionalKind,
      let found = Descriptor(of: type),
      found.declared(at: 20) & 0xFF_FFFF + found.declared(at: 24) == found.count
    else { return nil }
    var fields: [Field] = []
    for index in 0..<found.count {
      let name = found.name(at: index)
      guard found.hasType(at: index) else {
        fields.append(Field(name: name, type: nil, offset: 0))
        continue
      }
      guard let payload = found.type(at: index) else { return nil }
      fields.append(Field(name: name, type: payload, offset: 0))
    }
    return fields
  }
}

/// The descriptor of a struct, enum or class with the list of its fields.
private struct Descriptor {
  private let type: UnsafeRawPointer
  private let descriptor: UnsafeRawPointer
  private let fields: UnsafeRawPointer
  private let recordSize: Int
  /// How many fields the list has.
  let count: Int

  /// Nil if the type was built without reflection metadata.
  init?(of type: Any.Type) {
    guard let descriptor = TypeKind.descriptor(of: type),
      let fields = Self.target(descriptor + 16)
    else { return nil }
    (self.descriptor, self.fields) = (descriptor, fields)
    self.type = unsafeBitCast(type, to: UnsafeRawPointer.self)
    recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    guard recordSize == 12 else { return nil }
  }

  /// A number of the nominal type descriptor.
  func declared(at offset: Int) -> Int {
    Int(descriptor.load(fromByteOffset: offset, as: UInt32.self))
  }

  private func record(_ index: Int) -> UnsafeRawPointer { fields + 16 + index * recordSize }

  func name(at index: Int) -> String {
    guard let name = Self.target(record(index) + 8) else { return "" }
    return String(cString: name.assumingMemoryBound(to: CChar.self))
  }

  /// Whether the field has a type: a case without payload has none.
  func hasType(at index: Int) -> Bool { Self.target(record(index) + 4) != nil }

  /// Whether the field is a reference that is `unowned` or `unowned(unsafe)`, by the end of its name.
  func isUnowned(_ index: Int) -> Bool {
    guard let name = Self.target(record(index) + 4)?.assumingMemoryBound(to: UInt8.self) else {
      return false
    }
    let length = Int(Self.length(of: name))
    guard length > 2, name[length - 2] == UInt8(ascii: "X") else { return false }
    return name[length - 1] == UInt8(ascii: "o") || name[length - 1] == UInt8(ascii: "u")
  }

  /// The type of a field; nil if the runtime does not find it.
  func type(at index: Int) -> Any.Type? {
    guard let name = Self.target(record(index) + 4)?.assumingMemoryBound(to: UInt8.self) else {
      return nil
    }
    return _getTypeByMangledNameInContext(
      name, Self.length(of: name), genericContext: descriptor,
      genericArguments: type + 2 * MemoryLayout<UnsafeRawPointer>.size)
  }

  /// The length of a mangled name, in which a control byte is followed by a reference of four or
  /// eight bytes.
  private static func length(of name: UnsafePointer<UInt8>) -> UInt {
    var length = 0
    while name[length] != 0 {
      switch name[length] {
      case 0x01...0x17: length += 5
      case 0x18...0x1F: length += 1 + MemoryLayout<UnsafeRawPointer>.size
      default: length += 1
      }
    }
    return UInt(length)
  }

  /// Where a relative reference leads; nil if it is empty.
  private static func target(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = place.load(as: Int32.self)
    return offset == 0 ? nil : place + Int(offset)
  }
}
