/// What a walk over two values knows of a type.
final class LockstepType {
  /// Walks over two collections at addresses; false if only their texts can be compared.
  typealias Walk = (UnsafeRawPointer, UnsafeRawPointer, LockstepWalk) throws -> Bool

  /// Nil if equal bits do not prove that two values are the same.
  private let bits: ValueBits?
  /// Whether the encoder writes it as one leaf.
  let isLeaf: Bool
  /// How its elements are walked; nil if the type is no collection of that kind.
  let collection: Walk?
  /// Whether the encoder puts its elements into an order that only their texts show.
  let isReordered: Bool
  private let stride: Int
  /// Whether all bytes of an array of such values are significant.
  private let isDense: Bool
  /// A mask for each eight bytes of a value; empty unless values consist of such words.
  private let masks: [UInt64]

  init<T>(_ type: T.Type, _ coding: DirectCoding) {
    bits = ValueBits(of: type)
    isLeaf = coding.leaf != nil
    collection = Self.collection(type)
    isReordered = coding.collection.map { $0.fileOrder != .asEncoded } ?? false
    stride = MemoryLayout<T>.stride
    isDense = bits?.ranges == [0..<stride]
    masks =
      MemoryLayout<T>.alignment == 8
      ? bits.map { Self.masks(of: $0.ranges, count: MemoryLayout<T>.stride / 8) } ?? [] : []
  }

  private static func collection(_ type: Any.Type) -> Walk? {
    if let type = type as? any LockstepCollection.Type { return { try type.walk($0, $1, $2) } }
    return (type as? any StructureSharing.Type)?.lockstep
  }

  private static func masks(of ranges: [Range<Int>], count: Int) -> [UInt64] {
    var masks = [UInt64](repeating: 0, count: count)
    masks.withUnsafeMutableBytes { bytes in
      for range in ranges { for byte in range { bytes[byte] = 0xFF } }
    }
    return masks
  }

  /// Whether equal bits prove that two values are the same.
  var isProvable: Bool { bits != nil }

  /// Whether two values are known to be the same by their bits.
  @inline(__always)
  func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    bits?.areEqual(old, new) ?? false
  }

  /// The first of some values from `start` on that is not known to be the same; nil if all are.
  ///
  /// Complexity: O(bytes), at about the speed of memory unless values have padding.
  func firstOther(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, from start: Int, count: Int
  ) -> Int? {
    guard start < count, let bits else { return start < count ? start : nil }
    if isDense {
      let from = start &* stride
      let place =
        start + Memory.equalCount(old + from, new + from, count &* stride &- from) / stride
      return place < count ? place : nil
    }
    var place = start
    if masks.isEmpty {
      while place < count, bits.areEqual(old + place &* stride, new + place &* stride) {
        place &+= 1
      }
    } else {
      place = masks.withUnsafeBufferPointer { Self.firstOther(old, new, place, count, $0) }
    }
    return place < count ? place : nil
  }

  private static func firstOther(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ start: Int, _ count: Int,
    _ masks: UnsafeBufferPointer<UInt64>
  ) -> Int {
    guard let mask = masks.baseAddress else { return count }
    let words = masks.count
    let left = old.assumingMemoryBound(to: UInt64.self)
    let right = new.assumingMemoryBound(to: UInt64.self)
    var place = start
    var at = start &* words
    while place < count {
      var word = 0
      while word < words {
        if (left[at &+ word] ^ right[at &+ word]) & mask[word] != 0 { return place }
        word &+= 1
      }
      at &+= words
      place &+= 1
    }
    return count
  }
}

/// A collection whose elements are compared one by one, without encoding it.
protocol LockstepCollection {
  /// Walks over the elements of two collections at addresses; false if only their texts can be
  /// compared.
  static func walk(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ walk: LockstepWalk
  ) throws -> Bool
}

extension Array: LockstepCollection where Element: Encodable {
  static func walk(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ walk: LockstepWalk
  ) throws -> Bool {
    try old.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { old in
      try new.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { new in
        try walk.elements(old, new)
      }
    }
    return true
  }
}
