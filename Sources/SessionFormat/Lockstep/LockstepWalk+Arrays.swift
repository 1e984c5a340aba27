// Arrays, whose elements are compared in place.

extension LockstepWalk {
  /// Compares the elements of two arrays.
  func elements<Element: Encodable>(
    _ old: UnsafeBufferPointer<Element>, _ new: UnsafeBufferPointer<Element>
  ) throws {
    guard let first = old.baseAddress, let other = new.baseAddress, !old.isEmpty, !new.isEmpty
    else {
      for place in old.indices.reversed() { try step(to: place) { try remove(old[place]) } }
      for place in new.indices { try step(to: place) { try add(new[place]) } }
      return
    }
    let type = knowledge(of: Element.self)
    if old.count == new.count {
      guard var place = type.firstOther(first, other, from: 0, count: old.count) else { return }
      // What moved has the same bits, as a rule; what else is equal is not looked for.
      let isShifted =
        !isDry
        && ArrayMiddle.isShifted(at: place, of: old.count) {
          type.areSame(first + $0, other + $1)
        }
      guard isShifted else {
        while true {
          try step(to: place) { try walk(first + place, other + place) }
          guard let next = type.firstOther(first, other, from: place + 1, count: old.count) else {
            return
          }
          place = next
        }
      }
    }
    try differ()
    func areSame(_ one: Int, _ two: Int) throws -> Bool {
      if type.areSame(first + one, other + two) { return true }
      return try areEqual { try walk(first + one, other + two) }
    }
    var middle = ArrayMiddle(old.count, new.count)
    try middle.trim(
      skipping: { type.firstOther(first, other, from: $0, count: $1) ?? $1 }, areSame)
    try middle.align(areSame)
    try middle.forEach { place, before, after in
      try step(to: place) {
        switch (before, after) {
        case (let before?, let after?): try walk(first + before, other + after)
        case (let before?, nil): try remove(old[before])
        case (nil, let after?): try add(new[after])
        case (nil, nil): break
        }
      }
    }
  }
}
