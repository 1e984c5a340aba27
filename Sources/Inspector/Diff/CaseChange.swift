package import SessionFormat

/// A change from one enum case to another, as Swift encodes enums: an object with one member, which
/// has the name of the case and its payload.
package struct CaseChange: Equatable, Sendable {
  /// One of the two cases.
  package struct Case: Equatable, Sendable {
    package let name: String
    let payload: JSONValue

    /// The key under which a payload without a label is encoded.
    static let unlabelled = "_0"
  }

  package let old: Case
  package let new: Case

  private init(old: Case, new: Case) { (self.old, self.new) = (old, new) }

  /// A change of case, if one member replaced another; nil if it may be something else.
  ///
  /// An object with one member may also be a dictionary with one key. The session's types decide,
  /// or its other states. Else both names must be Swift identifiers and both payloads objects; of a
  /// dictionary whose one key became another, that says no less.
  ///
  /// - Parameter isEnum: Whether the value is an enum; nil if unknown.
  init?(_ old: Case, _ new: Case, isEnum: Bool?) {
    let areObjects = old.payload.kind == .object && new.payload.kind == .object
    // Names that look the same are explained as one removed and one added member.
    guard areObjects, !old.name.hasSameBytes(as: new.name), Likeness(old.name, new.name) == nil,
      isEnum ?? (old.mayBeCase && new.mayBeCase)
    else { return nil }
    (self.old, self.new) = (old, new)
  }

  /// A change of case, if both values are objects with one member that differ so.
  ///
  /// - Parameter isEnum: Whether the value is an enum; nil if unknown. Two objects form one listed
  ///   difference only if they are an enum with another case.
  package init?(_ old: JSONValue?, _ new: JSONValue?, isEnum: Bool?) {
    guard let one = old.flatMap(Case.init), let other = new.flatMap(Case.init) else { return nil }
    self.init(one, other, isEnum: isEnum)
  }

  /// A change of case, if the differing parts of an object are one.
  package init?(_ parts: [DifferenceTree.Part], isEnum: @autoclosure () -> Bool?) {
    // In an inverse tree, the added part precedes the removed one.
    let isSwapped = if case .added? = parts.first?.change { true } else { false }
    guard parts.count == 2, let went = isSwapped ? parts.last : parts.first,
      let came = isSwapped ? parts.first : parts.last, case .member(let gone) = went.place,
      case .member(let come) = came.place, case .removed(let old) = went.change,
      case .added(let new) = came.change
    else { return nil }
    self.init(
      Case(name: gone, payload: old), Case(name: come, payload: new), isEnum: isEnum())
  }

  package var inverse: CaseChange { CaseChange(old: new, new: old) }
}

extension CaseChange.Case {
  /// The case that an object with one member represents.
  package init?(_ value: JSONValue) {
    guard let object = value.object, object.count == 1, let member = object.first else {
      return nil
    }
    self.init(name: member.name, payload: member.value)
  }

  /// Whether the name may be that of a case: an identifier, not a key such as `7` or a UUID.
  var mayBeCase: Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return name.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
  }

  /// The payload, without its label if it needs none; nil if it is empty.
  package var value: JSONValue? {
    guard let object = payload.object, object.count > 0 else { return nil }
    return object.count == 1 ? object[Self.unlabelled] ?? payload : payload
  }
}

extension EnumPlaces {
  /// The differences of two values, with changes of case folded: a removed and an added member
  /// become one difference of their object, if both are among the differences.
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
      guard difference.new == nil, let name = difference.path.tokens.last,
        case let place = difference.path.parent,
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
