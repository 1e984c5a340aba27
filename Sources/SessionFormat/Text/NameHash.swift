/// Hashes of names, to find repeated names.
enum NameHash {
  /// Unknown to the authors of the names, so that nobody can construct collisions.
  private static let seed = UInt64.random(in: .min ... .max) | 1

  @inline(__always)
  static func hash(_ name: UnsafeRawPointer, _ length: Int) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: length)
    var at = 0
    while at &+ 8 <= length {
      hash = mixed(hash, name.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at &+= 8
    }
    if at == length { return length == 0 ? mixed(hash, 0) : hash }
    // The last eight bytes, or all bytes of a short name; the hash includes the length.
    return mixed(
      hash,
      length < 8
        ? PlainText.word(name, length)
        : name.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self))
  }

  static func hash(_ name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { bytes in
      bytes.baseAddress.map { hash(UnsafeRawPointer($0), bytes.count) } ?? mixed(seed, 0)
    }
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
