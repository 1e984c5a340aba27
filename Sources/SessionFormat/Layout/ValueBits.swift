internal import Foundation

/// Which bytes of a type's values decide what a value is.
///
/// Two values that are alive at the same time and have the same significant bytes are the same
/// value: their numbers are the same, and their references lead to the same memory, which nobody
/// changes in place while two values share it. That is so of the types that are composed of
/// numbers, texts and the collections of the standard library, and of collections that promise it
/// (``StructureSharing``). It is not so of a class, of a closure or of a pointer, behind which
/// something may change: ``init(of:)`` finds those by walking the stored properties and payloads,
/// and is nil then.
///
/// Padding is not significant: a copy of a value need not copy it.
package struct ValueBits: Sendable {
  /// The significant bytes, in order, without neighbours that could be one range.
  let ranges: [Range<Int>]

  /// Nil if equal bytes do not prove that values of this type are the same.
  ///
  /// Complexity: O(types that it is composed of), some microseconds each.
  package init?(of type: Any.Type) {
    guard PrivateLayout.isUsed else { return nil }
    var walk = LayoutWalk()
    guard let ranges = walk.ranges(of: type) else { return nil }
    self.ranges = ranges
  }

  /// Whether two values of the type have the same significant bytes.
  @inline(__always)
  package func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    for range in ranges
    where Memory.order(left + range.lowerBound, right + range.lowerBound, range.count) != 0 {
      return false
    }
    return true
  }
}

/// A walk over the types that a type is composed of.
private struct LayoutWalk {
  /// What is known of each type; of one that contains itself, while it is walked, that nothing
  /// speaks against it.
  private var known: [ObjectIdentifier: [Range<Int>]?] = [:]

  /// The significant bytes of a type; nil if bytes prove nothing.
  mutating func ranges(of type: Any.Type) -> [Range<Int>]? {
    let id = ObjectIdentifier(type)
    if let ranges = known[id] { return ranges }
    known[id] = .some(Self.whole(type))
    let found = found(in: type)
    known[id] = .some(found)
    return found
  }

  private mutating func found(in type: Any.Type) -> [Range<Int>]? {
    if LeafTypes.all.contains(ObjectIdentifier(type)) { return Self.whole(type) }
    let elements =
      (type as? any SharedStorage.Type)?.elementTypes
      ?? (type as? any StructureSharing.Type)?.elementTypes
    if let elements {
      return elements.allSatisfy { ranges(of: $0) != nil } ? Self.whole(type) : nil
    }
    if let properties = StoredFields.properties(of: type) {
      return fill(properties, type) ? joined(properties.map { ($0.offset, $0.type) }) : nil
    }
    if let cases = StoredFields.payloads(of: type) {
      let payloads = cases.compactMap(\.type)
      return payloads.allSatisfy { ranges(of: $0) != nil } ? Self.whole(type) : nil
    }
    return TupleElements.of(type).flatMap { elements in
      joined(elements.map { ($0.offset, $0.type) })
    }
  }

  /// Whether the properties are all that a struct holds: each is where it comes after the one before
  /// it, and the last ends the struct.
  ///
  /// A union or a bit field of C is in no list.
  private func fill(_ properties: [StoredFields.Field], _ type: Any.Type) -> Bool {
    var end = 0
    for property in properties {
      guard let type = property.type else { return false }
      let layout = Self.layout(type)
      if layout.size == 0 { continue }  // is said to be at the beginning, wherever it is declared
      let start = (end + layout.alignment - 1) / layout.alignment * layout.alignment
      guard property.offset == start else { return false }
      end = start + layout.size
    }
    return end == Self.layout(type).size
  }

  /// The ranges of a type's parts, at their places.
  private mutating func joined(_ parts: [(offset: Int, type: Any.Type?)]) -> [Range<Int>]? {
    var all: [Range<Int>] = []
    for part in parts {
      guard let type = part.type, let ranges = ranges(of: type) else { return nil }
      for range in ranges {
        let range = range.lowerBound + part.offset..<range.upperBound + part.offset
        if let last = all.last, last.upperBound == range.lowerBound {
          all[all.count - 1] = last.lowerBound..<range.upperBound
        } else {
          all.append(range)
        }
      }
    }
    return all
  }

  private static func whole(_ type: Any.Type) -> [Range<Int>] {
    let size = layout(type).size
    return size == 0 ? [] : [0..<size]
  }

  /// In bytes.
  private struct Layout {
    let size: Int
    let alignment: Int
  }

  private static func layout(_ type: Any.Type) -> Layout {
    func open<T>(_: T.Type) -> Layout {
      Layout(size: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
    }
    return _openExistential(type, do: open)
  }
}

/// A collection whose elements are in memory that is copied before it is changed, if it is shared.
private protocol SharedStorage {
  static var elementTypes: [Any.Type] { get }
}

extension Array: SharedStorage { static var elementTypes: [Any.Type] { [Element.self] } }
extension ContiguousArray: SharedStorage { static var elementTypes: [Any.Type] { [Element.self] } }
extension ArraySlice: SharedStorage { static var elementTypes: [Any.Type] { [Element.self] } }
extension Set: SharedStorage { static var elementTypes: [Any.Type] { [Element.self] } }
extension Dictionary: SharedStorage {
  static var elementTypes: [Any.Type] { [Key.self, Value.self] }
}

/// Types that are not walked: numbers, and those that hold a reference to memory which is copied
/// before it is changed.
///
/// A locale, a time zone or a calendar may be the current one, whatever that is; so none of them is
/// here.
private enum LeafTypes {
  static let all: Set<ObjectIdentifier> = Set(types.map { ObjectIdentifier($0) })

  private static let types: [Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    Float.self, Double.self, Bool.self, String.self, Substring.self, Character.self,
    Unicode.Scalar.self, Date.self, UUID.self, URL.self, Data.self, Decimal.self,
    IndexPath.self, IndexSet.self, CharacterSet.self, URLComponents.self, AttributedString.self,
  ]
}
