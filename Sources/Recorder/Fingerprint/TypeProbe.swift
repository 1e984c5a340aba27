import SessionFormat

/// Finds out what types ask of a decoder, by letting them decode made-up values.
///
/// It runs the types' `init(from:)`, a few times for each member. Nothing is kept of the values. Not
/// thread-safe.
final class TypeProbe {
  private struct Known {
    let name: String
    var value: Any?
    var isDone = false
    /// Whether a value is being made of the type while it is looked at.
    var isMaking = false
  }

  /// How deep types may lie within each other: any thread's stack has room for so many.
  private static let depthLimit = 30
  /// How many values may be made up in all.
  private static let limit = 100_000

  private var known: [ObjectIdentifier: Known] = [:]
  private var names: Set<String> = []
  /// The types that were met, by name.
  private(set) var declarations: [String: TypeShape] = [:]
  private var depth = 0
  private var visits = 0

  /// The shape of a type.
  func shape<T: Decodable>(of type: T.Type) -> TypeShape { visit(type, text: "").shape }

  /// The shape of a type, and a value of it where one can be made up.
  func visit<T: Decodable>(_ type: T.Type, text: String) -> (shape: TypeShape, value: T?) {
    visits += 1
    guard visits <= Self.limit else { return (.unknown, nil) }
    if let leaf = ProbedLeaf.name(of: type) {
      return (.leaf(leaf), ProbedLeaf.value(type, text: text))
    }
    guard depth < Self.depthLimit else { return (.unknown, nil) }
    depth += 1
    defer { depth -= 1 }
    if let container = type as? any ProbedContainer.Type {
      return (container.shape(self), container.nothing as? T)
    }
    let id = ObjectIdentifier(type)
    if let met = known[id] {
      let value = met.isDone ? met.value : met.value ?? smallest(type)
      return (.reference(met.name), value as? T)
    }
    let name = freeName(for: type)
    known[id] = Known(name: name)
    let (shape, value) = TypeExamination(self, type).result
    declarations[name] = shape
    if let value { known[id]?.value = value }
    known[id]?.isDone = true
    return (.reference(name), known[id]?.value as? T)
  }

  /// A value of a type that is part of itself: of an enum one of the cases that end.
  private func smallest<T: Decodable>(_ type: T.Type) -> T? {
    let id = ObjectIdentifier(type)
    guard known[id]?.isMaking == false else { return nil }
    known[id]?.isMaking = true
    defer { known[id]?.isMaking = false }
    let value = TypeExamination.firstValue(self, type)
    known[id]?.value = value
    return value
  }

  /// The name of a type, with a number where another type has it.
  private func freeName(for type: Any.Type) -> String {
    let name = TypeName.withoutAddresses(TypeName.of(type))
    if names.insert(name).inserted { return name }
    var number = 2
    while !names.insert("\(name) \(number)").inserted { number += 1 }
    return "\(name) \(number)"
  }
}

/// One run of a type's `init(from:)`.
struct ProbeAttempt {
  let probe: TypeProbe
  /// What texts are, and numbers where it is one.
  var text = ""
  /// The number of the case that is there, where a type asks for that.
  var chosenCase = 0
  /// Whether members that may be missing are there.
  var givesOptionals = false
  /// The member that is missing.
  var missing: [String]?
  /// Whether the value is no object, or nothing but one, where the type asks for the other first.
  var refused: Form?

  /// What JSON a value may be.
  enum Form { case object, single }

  func visit<T: Decodable>(_ type: T.Type) -> (shape: TypeShape, value: T?) {
    probe.visit(type, text: text)
  }

  func leavesOut(_ path: [String]) -> Bool { missing == path }

  /// Lets a type decode itself; what it asked for, and the value that came of it.
  func run<T: Decodable>(_ type: T.Type) -> (node: ProbedNode, value: T?) {
    let node = ProbedNode()
    return (node, try? T(from: ProbeDecoder(attempt: self, node: node)))
  }
}
