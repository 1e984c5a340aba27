// Compares members of objects and cases of enums, by name.

extension TypeComparison {
  mutating func compareObjects(_ old: [TypeShape.Field], _ new: [TypeShape.Field]) {
    let before = Self.byName(old)
    let after = Self.byName(new)
    let gone = old.filter { after[$0.name] == nil }
    for field in new {
      at(field.name) { comparison in
        guard let was = before[field.name] else {
          return comparison.noteNew(field, gone)
        }
        comparison.compareMembers(was, field)
      }
    }
    for field in gone {
      at(field.name) { $0.note(.removed, .fine, "is gone, and what was recorded is passed over") }
    }
  }

  /// Notes a member that only the host has.
  ///
  /// It may be new or renamed; the types do not say which.
  private mutating func noteNew(_ field: TypeShape.Field, _ gone: [TypeShape.Field]) {
    let like = gone.filter { $0.shape == field.shape }
    let renamed = like.count == 1 ? "; or was it renamed from \(like[0].name)?" : ""
    if field.isOptional {
      note(.added, renamed.isEmpty ? .fine : .risky, "is new, and may be missing" + renamed)
    } else {
      note(.added, .impossible, "is new and required" + renamed)
    }
  }

  private mutating func compareMembers(_ old: TypeShape.Field, _ new: TypeShape.Field) {
    var (was, now) = (old.shape, new.shape)
    switch (old.isOptional, new.isOptional) {
    case (true, false): note(.required, .risky, "could be missing, and no longer can")
    case (false, true):
      note(.optional, .fine, "may be missing now")
      if case .optional(let inner) = was { was = inner }
      if case .optional(let inner) = now { now = inner }
    default: break
    }
    compare(was, now)
  }

  mutating func compareCases(_ old: [TypeShape.Field], _ new: [TypeShape.Field]) {
    let before = Self.byName(old)
    let after = Self.byName(new)
    for field in old {
      at(field.name) { comparison in
        if let now = after[field.name] {
          comparison.compare(field.shape, now.shape)
        } else {
          comparison.note(.caseRemoved, .risky, "is a case that is gone")
        }
      }
    }
    for field in new where before[field.name] == nil {
      at(field.name) { $0.note(.caseAdded, .fine, "is a new case") }
    }
  }

  /// Compares the values of an enum that is written as one of them.
  mutating func compareNames(_ old: [String], _ new: [String]) {
    noteNames(old, new, gone: "has no value", fresh: "has a new value")
  }

  private mutating func noteNames(
    _ old: [String], _ new: [String], gone: String, fresh: String, isName: Bool = false
  ) {
    let (before, after) = (Set(old), Set(new))
    for name in old where !after.contains(name) {
      let words = "\(gone) \(JSONValue.string(name)) any more"
      note(.caseRemoved, .risky, words, value: name, isName: isName)
    }
    for name in new where !before.contains(name) {
      let words = "\(fresh) \(JSONValue.string(name))"
      note(.caseAdded, .fine, words, value: name, isName: isName)
    }
  }

  /// Compares the allowed names of a dictionary.
  mutating func compareDictionaryNames(_ old: TypeShape, _ new: TypeShape) {
    if old == new { return }
    guard case .raw(_, let before) = old, case .raw(_, let after) = new else {
      // Each of them is a text in JSON, so a type that reads any text reads them all.
      let grade: TypeGrade = new == .leaf("String") ? .fine : .risky
      return note(.type, grade, "had \(Self.names(old)), has \(Self.names(new))")
    }
    noteNames(before, after, gone: "takes no name", fresh: "takes a new name", isName: true)
  }

  private static func names(_ shape: TypeShape) -> String {
    switch shape {
    case .leaf("String"): "any names"
    case .leaf: "numbers for names"
    case .raw: "some names"
    default: "names of a coding of their own"
    }
  }

  private static func byName(_ fields: [TypeShape.Field]) -> [String: TypeShape.Field] {
    fields.reduce(into: [:]) { $0[$1.name] = $1 }
  }

  /// The word for a value of a shape.
  static func word(_ shape: TypeShape) -> String {
    switch shape {
    case .leaf(let name): name
    case .raw(let base, _): "one of some \(base)s"
    case .array: "an array"
    case .tuple: "an array of certain elements"
    case .dictionary: "a dictionary"
    case .pairs: "a dictionary in pairs"
    case .object: "an object"
    case .cases: "an enum"
    case .optional, .reference, .custom, .unknown: "another type"
    }
  }

  /// The JSON kind that a shape is written as.
  static func json(_ shape: TypeShape) -> JSONValue.Kind? {
    switch shape {
    case .array, .tuple, .pairs: .array
    case .dictionary, .object, .cases: .object
    case .leaf, .raw, .optional, .reference, .custom, .unknown: nil
    }
  }
}
