import Foundation

/// Controls the reliance on undocumented details of Swift's runtime and library: the layout of
/// metadata, enums and keyed containers, and the names of functions.
///
/// Each use checks this first and tests what it relies on. It falls back to the public API, which
/// is slower or knows less. All uses: ``TypeKind``, ``EnumValues``, ``CaseName``, ``CasePayloads``,
/// `StoredFields`, `TupleElements`, ``ValueBits``, `DictionaryTable` and the containers that an encoding or decoding
/// reuses.
package enum PrivateLayout {
  /// The environment variable that turns all uses off if it is `off`.
  package static let variable = "HINDSIGHT_PRIVATE_LAYOUT"

  /// Whether these details are used if their tests pass; tests of the public way bind it to false.
  @TaskLocal package static var isUsed = ProcessInfo.processInfo.environment[variable] != "off"

  /// Whether a value is one reference to an object and nothing else.
  ///
  /// Complexity: O(1), some microseconds.
  package static func isOneReference<Value>(_ value: Value) -> Bool {
    let children = Mirror(reflecting: value).children
    guard MemoryLayout<Value>.size == MemoryLayout<AnyObject>.size, children.count == 1,
      let object = children.first?.value, type(of: object) is AnyClass
    else { return false }
    let bits = withUnsafeBytes(of: value) { $0.load(as: UInt.self) }
    return bits == UInt(bitPattern: ObjectIdentifier(object as AnyObject))
  }
}
