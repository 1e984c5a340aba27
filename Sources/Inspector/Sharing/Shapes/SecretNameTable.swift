import SessionFormat

/// The names of the default list, found by bytes.
struct SecretNameTable: Sendable {
  static let shared = SecretNameTable(RedactionList.defaults.memberNames)

  private let names: Set<NameKey>
  /// Rules out most names by their length and first byte.
  private var filter = [Bool](repeating: false, count: 64 * 256)
  private let longest: Int

  init(_ names: [String]) {
    self.names = Set(names.map(NameKey.init))
    longest = min(63, names.map(\.utf8.count).max() ?? 0)
    for name in names { filter[Self.slot(name.utf8.count, name.utf8.first ?? 0)] = true }
  }

  private static func slot(_ count: Int, _ first: UInt8) -> Int { min(63, count) << 8 | Int(first) }

  func contains(_ name: String) -> Bool { names.contains(NameKey(name)) }

  @inline(__always)
  func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = name.first, filter[Self.slot(name.count, first)] else { return false }
    return names.contains(NameKey(String(decoding: name, as: UTF8.self)))
  }
}
