import SessionFormat

extension Difference {
  /// Differences as people read them: what left an array is listed by rising place.
  ///
  /// A patch removes from the end, so that the places before stay valid; a person counts up.
  static func inReadingOrder(from old: JSONValue, to new: JSONValue) -> [Difference] {
    var list = Difference.list(from: old, to: new)
    var start = 0
    while start < list.count {
      var end = start + 1
      while end < list.count, list[end].follows(list[end - 1]) { end += 1 }
      list[start..<end].reverse()
      start = end
    }
    return list
  }

  /// Whether both are removals of neighbours in one array, this one of the earlier place.
  private func follows(_ later: Difference) -> Bool {
    guard new == nil, later.new == nil, path.tokens.count == later.path.tokens.count,
      path.tokens.dropLast() == later.path.tokens.dropLast(),
      let place = path.tokens.last.flatMap(JSONPointer.index),
      let laterPlace = later.path.tokens.last.flatMap(JSONPointer.index)
    else { return false }
    return place + 1 == laterPlace
  }
}
