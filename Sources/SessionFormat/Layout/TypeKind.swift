/// The kind of a value's type.
///
/// The kind is the first word of a type's metadata and part of the stable ABI. Reflection also
/// knows it, but at ten times the cost, and it asks the value for a custom mirror.
package enum TypeKind {
  static let (structKind, enumKind, optionalKind, tupleKind) = (0x200, 0x201, 0x202, 0x301)

  private enum Probe { case some }

  /// Whether these numbers have the expected meaning here; tested once per process.
  static let isSound =
    word(of: Int.self) == structKind && word(of: Probe.self) == enumKind
    && word(of: Int?.self) == optionalKind && word(of: (Int, Int).self) == tupleKind

  private static var isUsed: Bool { PrivateLayout.isUsed && isSound }

  /// Whether a value's type is an enum other than an optional.
  package static func isEnum(_ value: Any) -> Bool {
    isEnum(type: type(of: value)) ?? (Mirror(reflecting: value).displayStyle == .enum)
  }

  /// Whether a type is an enum other than an optional; nil if that takes a value of the type.
  package static func isEnum(type: Any.Type) -> Bool? {
    isUsed ? word(of: type) == enumKind : nil
  }

  /// Whether a value's type is an optional; true if that is unknown.
  package static func mayBeOptional(_ value: Any) -> Bool {
    isUsed ? word(of: type(of: value)) == optionalKind : true
  }

  /// Whether a value is a tuple.
  package static func isTuple(_ value: Any) -> Bool {
    isUsed
      ? word(of: type(of: value)) == tupleKind : Mirror(reflecting: value).displayStyle == .tuple
  }

  static func word(of type: Any.Type) -> Int {
    unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self)
  }

  /// The nominal type descriptor of a struct, enum or Swift class.
  static func descriptor(of type: Any.Type) -> UnsafeRawPointer? {
    #if _ptrauth(_arm64e)
      return nil  // what is read here is signed there
    #else
      let offset = type is AnyClass ? classDescriptor : MemoryLayout<UnsafeRawPointer>.size
      return unsafeBitCast(type, to: UnsafeRawPointer.self)
        .load(fromByteOffset: offset, as: UnsafeRawPointer?.self)
    #endif
  }

  /// Where a class has its descriptor: behind its superclass, sizes and, on Apple's systems, what
  /// Objective-C needs.
  private static var classDescriptor: Int {
    #if _runtime(_ObjC)
      5 * MemoryLayout<UnsafeRawPointer>.size + 24
    #else
      2 * MemoryLayout<UnsafeRawPointer>.size + 24
    #endif
  }
}
