/// A collection whose versions share structure, such as a persistent vector, list or tree.
///
/// The recorder does not look behind the references of a type that it does not know, as an object
/// may change in place. So a state with one is encoded whole at each step. A collection with this
/// conformance lists itself what changed; only that is encoded, and nothing of two versions that
/// have the same bits. The conformance promises three things:
/// - Objects that several versions share do not change.
/// - ``changes(since:)`` leaves nothing out.
/// - `encode(to:)` writes an array of the elements, or an object of them.
///
/// A promise that is not kept is noticed when the state is next encoded whole: the recorder then
/// reports `stateDependsOnMore`, and encodes it whole from there on. Until then, the session has
/// what the collection listed.
public protocol StructureSharing: Encodable {
  /// What the collection holds.
  associatedtype Element: Encodable

  /// What changed from an older version to this one, in an order in which it can be done.
  ///
  /// It is called on the thread of the step, and should look only at what the two do not share.
  ///
  /// - Returns: The changes; elements that are the same after all may be among them. Nil if only
  ///   all elements would show it; the state is then encoded whole.
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
