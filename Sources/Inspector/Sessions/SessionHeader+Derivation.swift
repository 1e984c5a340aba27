import SessionFormat

extension SessionHeader {
  /// What the header of a session that is made of this one says of it, behind what this one says.
  func derivation(_ changes: [String]) -> Derivation {
    Derivation(id: id, changes: (derived?.changes ?? []) + changes)
  }
}
