package import SessionFormat

/// Another case of an enum in place of one, as Swift codes enums: an object with one member, which is
/// named for the case and holds its payload.
package struct CaseChange: Equatable, Sendable {
  /// One of the two cases.
  package struct Case: Equatable, Sendable {
    package let name: String
    let payload: JSONValue

    /// A payload that needs no label is coded under `_0`.
    static let unlabelled = "_0"
  }

  package let old: Case
  package let new: Case

  private init(old: Case, new: Case) { (self.old, self.new) = (old, new) }

  /// A member that came in place of another, if that is a change of case; nil if it may be anything.
  ///
  /// An object with one member may also be a dictionary that has one key. The types of the session
  /// decide, if they are known. Else both names must be Swift's, both payloads objects, and one of them
  /// empty or without a label, or no label in both: values of one dictionary are alike.
  ///
  /// - Parameter isEnum: Whether an enum stands there; nil if nobody knows.
  init?(_ old: Case, _ new: Case, isEnum: Bool?) {
    let areObjects = old.payload.kind == .object && new.payload.kind == .object
    // Names that cannot be told apart at sight are explained where one goes and the other comes.
    guard areObjects, !old.name.hasSameBytes(as: new.name), Likeness(old.name, new.name) == nil,
      isEnum ?? (old.mayBeCase && new.mayBeCase && Case.arePayloads(old, new))
    else { return nil }
    (self.old, self.new) = (old, new)
  }

  /// Two values, if each is an object with one member and that is a change of case.
  package init?(_ old: JSONValue, _ new: JSONValue, isEnum: Bool?) {
    guard let one = Case(old), let other = Case(new) else { return nil }
    self.init(one, other, isEnum: isEnum)
  }

  /// The change of case that a difference is.
  ///
  /// Of two objects no difference is told as a whole but that of an enum that has another case.
  package static func told(_ old: JSONValue?, _ new: JSONValue?) -> CaseChange? {
    guard let old, let new else { return nil }
    return CaseChange(old, new, isEnum: true)
  }

  /// The parts of an object that differ, if they are a change of case.
  package init?(_ parts: [DifferenceTree.Part], isEnum: @autoclosure () -> Bool?) {
    // On the way back what came stands before what went.
    let isSwapped = if case .added? = parts.first?.change { true } else { false }
    guard parts.count == 2, let went = isSwapped ? parts.last : parts.first,
      let came = isSwapped ? parts.first : parts.last, case .member(let gone) = went.place,
      case .member(let come) = came.place, case .removed(let old) = went.change,
      case .added(let new) = came.change
    else { return nil }
    self.init(
      Case(name: gone, payload: old), Case(name: come, payload: new), isEnum: isEnum())
  }

  /// The way back.
  package var inverse: CaseChange { CaseChange(old: new, new: old) }
}

extension CaseChange.Case {
  /// The case that an object with one member is.
  package init?(_ value: JSONValue) {
    guard let object = value.object, object.count == 1, let member = object.first else {
      return nil
    }
    self.init(name: member.name, payload: member.value)
  }

  /// Whether the name may be that of a case: an identifier, and no key such as `7` or a UUID.
  var mayBeCase: Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return name.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
  }

  /// Whether the payloads are two that values of one dictionary do not look like.
  fileprivate static func arePayloads(_ old: Self, _ new: Self) -> Bool {
    guard let a = old.payload.object, let b = new.payload.object else { return false }
    if a[unlabelled] != nil || b[unlabelled] != nil { return true }
    return !a.contains { b[$0.name] != nil }
  }

  /// The payload, without a label if it needs none; nil if there is none.
  package var value: JSONValue? {
    guard let object = payload.object, object.count > 0 else { return nil }
    return object.count == 1 ? object[Self.unlabelled] ?? payload : payload
  }
}

extension EnumPlaces {
  /// Differences of two values, where a member that went and one that came for it are one, the object
  /// of both, if that is a change of case and both are among the differences.
  ///
  /// Complexity: O(differences × depth).
  func folding(
    _ differences: [Difference], from old: JSONValue, to new: JSONValue
  ) -> [Difference] {
    var folded: [Difference] = []
    let added = Set(differences.lazy.filter { $0.old == nil }.map(\.path))
    if added.isEmpty { return differences }
    var come: Set<JSONPointer> = []
    for difference in differences {
      guard difference.new == nil, let (place, name) = difference.path.split,
        let one = place.value(in: old), let other = place.value(in: new),
        let change = CaseChange(one, other, isEnum: hasEnum(at: place.tokens)),
        change.old.name.hasSameBytes(as: name), added.contains(place.appending(change.new.name))
      else {
        if !come.contains(difference.path) { folded.append(difference) }
        continue
      }
      folded.append(Difference(path: place, old: one, new: other))
      come.insert(place.appending(change.new.name))
    }
    return folded
  }
}

extension JSONPointer {
  /// The place of the container, and the last token; nil for the root.
  fileprivate var split: (container: JSONPointer, last: String)? {
    tokens.last.map { (JSONPointer(tokens: Array(tokens.dropLast())), $0) }
  }
}
