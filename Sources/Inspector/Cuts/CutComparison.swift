import Query
import SessionFormat

/// Compares values whose parts may be left out; each such place has a mark (``CutMark``).
enum CutComparison {
  /// Whether two values are equal; nil if that depends on omitted parts.
  ///
  /// Recursive; the reader bounds the nesting of values. Complexity: O(size).
  static func areSame(_ one: JSONValue, _ other: JSONValue) -> Bool? {
    if CutMark.isMark(one) || CutMark.isMark(other) { return nil }
    guard one.kind == other.kind else { return false }
    if let elements = one.array, let others = other.array {
      return areSame(Array(elements), Array(others))
    }
    if let members = one.object, let others = other.object { return areSame(members, others) }
    return one == other
  }

  private static func areSame(_ elements: [JSONValue], _ others: [JSONValue]) -> Bool? {
    let (one, other) = (Elements(elements), Elements(others))
    var isSure = !one.isCut && !other.isCut
    for (element, counterpart) in zip(one.known, other.known) {
      switch areSame(element, counterpart) {
      case false?: return false
      case nil: isSure = false
      case true?: break
      }
    }
    // A cut omits at least one element.
    let isLonger = other.isCut ? false : one.least > other.known.count
    let isShorter = one.isCut ? false : other.least > one.known.count
    return isLonger || isShorter ? false : isSure ? true : nil
  }

  private static func areSame(_ members: JSONObject, _ others: JSONObject) -> Bool? {
    let (isCut, isOtherCut) = (members[CutMark.text] != nil, others[CutMark.text] != nil)
    var isSure = !isCut && !isOtherCut
    var missing = 0
    for (name, value) in members where !name.hasSameBytes(as: CutMark.text) {
      guard let counterpart = others[name] else {
        if !isOtherCut { return false }
        missing += 1
        continue
      }
      switch areSame(value, counterpart) {
      case false?: return false
      case nil: isSure = false
      case true?: break
      }
    }
    let known = members.count - (isCut ? 1 : 0)
    let more = others.count - (isOtherCut ? 1 : 0) - (known - missing)
    if !isCut, more > 0 { return false }
    // The cut omits at least one more member, which the other value lacks.
    if isCut != isOtherCut, (isCut ? more : missing) == 0 { return false }
    return isSure ? true : nil
  }

  /// The combined knowledge of two views of one value that do not contradict each other.
  ///
  /// Recursive; the reader bounds the nesting of values. Complexity: O(size).
  static func merged(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
    if CutMark.isMark(one) { return other }
    if CutMark.isMark(other) { return one }
    if let elements = one.array, let others = other.array {
      let (one, other) = (Elements(Array(elements)), Elements(Array(others)))
      var known = one.known.count < other.known.count ? other.known : one.known
      for (place, pair) in zip(one.known, other.known).enumerated() {
        known[place] = merged(pair.0, pair.1)
      }
      return .array(one.isCut && other.isCut ? known + [CutMark.value] : known)
    }
    guard let members = one.object, let others = other.object else { return one }
    let isCut = members[CutMark.text] != nil && others[CutMark.text] != nil
    var known: [(name: String, value: JSONValue)] = []
    for (name, value) in members where !name.hasSameBytes(as: CutMark.text) {
      known.append((name, others[name].map { merged(value, $0) } ?? value))
    }
    for (name, value) in others
    where !name.hasSameBytes(as: CutMark.text) && members[name] == nil {
      known.append((name, value))
    }
    if isCut { known.append((CutMark.text, CutMark.value)) }
    return .object(known)
  }

  /// The elements of an array before its cut.
  private struct Elements {
    let known: [JSONValue]
    let isCut: Bool
    /// The least number of elements.
    var least: Int { known.count + (isCut ? 1 : 0) }

    init(_ elements: [JSONValue]) {
      isCut = elements.last.map(CutMark.isMark) ?? false
      known = isCut ? Array(elements.dropLast()) : elements
    }
  }
}
