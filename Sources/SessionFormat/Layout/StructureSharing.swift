/// A collection whose versions share structure, such as a persistent vector, list or tree.
///
/// The recorder does not look behind the references of a type that it does not know, as an object
/// may change in place. So a state with one is encoded whole at each step. A collection with this
/// conformance lists itself what changed; only that is encoded, and nothing of two versions that
/// have the same bits. A struct, an enum or a class may conform. It promises three things:
/// - An object that several versions share does not change. One that belongs to a single version may.
/// - ``changes(since:)`` leaves nothing out, and names only places that exist.
/// - `encode(to:)` writes an array of all elements, or an object of all of them, also of those that
///   are nil.
///
/// When a state is next encoded whole, it is compared with what the lists made of the one before. If
/// they differ, the recorder reports `stateDependsOnMore`, and encodes the state whole from there
/// on. States before that may be wrong, or unreadable where a place did not exist. What was right
/// again by then is not noticed.
public protocol StructureSharing: Encodable {
  /// What the collection holds.
  associatedtype Element: Encodable

  /// What changed from another collection to this one.
  ///
  /// The changes are done one after the other: each index counts what those before it did, and a
  /// place that is listed twice has the second time, as `old`, what the first time made of it.
  /// Elements that are the same after all may be listed. They are to be compared by identity or by
  /// what they encode: equal strings may be written in other bytes (`é`), and so may 0.
  ///
  /// It is called on the thread of the step, and should look only at what the two do not share. The
  /// other one is mostly an older version, but may be any: another element of an array, say.
  ///
  /// - Returns: The changes. Nil if only all elements would show them; the state is then encoded
  ///   whole, and after each further nil the recorder asks again after twice as many steps, up to 64.
  func changes(since old: Self) -> [StructureChange<Element>]?
}

/// A change of a collection whose versions share structure.
public enum StructureChange<Element> {
  /// The element of an array at an index, from 0, has another value.
  case element(Int, old: Element, new: Element)
  /// An element of an array is gone from an index; those after it move down.
  case removed(at: Int, Element)
  /// An element comes to an index of an array; those from there on move up.
  case inserted(at: Int, Element)
  /// A member of an object has another value; nil where there was or is none.
  case member(String, old: Element?, new: Element?)
}

extension StructureChange: Sendable where Element: Sendable {}

extension StructureSharing {
  /// The types whose values decide what the collection is, if its objects do not change.
  static var elementTypes: [Any.Type] { [Element.self] }
}
