import SessionFormat

/// Whether arrays at or around differing places have the same elements in another order.
enum ReorderedPlaces {
  static func found(in left: JSONValue, _ right: JSONValue, at paths: [JSONPointer]) -> Bool {
    paths.contains { path in
      var tokens = path.tokens
      while true {
        let place = JSONPointer(tokens: tokens)
        if ValueShapes.areReordered(place.value(in: left), place.value(in: right)) { return true }
        guard tokens.popLast() != nil else { return false }
      }
    }
  }
}
