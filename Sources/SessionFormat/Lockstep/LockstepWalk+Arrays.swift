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
    guard old.count != new.count else {
      var from = 0
      while let place = type.firstOther(first, other, from: from, count: old.count) {
        try step(to: place) { try walk(first + place, other + place) }
        from = place + 1
      }
      return
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
