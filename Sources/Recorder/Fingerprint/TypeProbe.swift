import SessionFormat

/// Finds out what types ask of a decoder, by letting them decode made-up values.
///
/// It runs the types' `init(from:)` a few times for each member. It keeps none of the values. Not
/// thread-safe. It is not generic: a copy of it for each leaf of JSON would be a tenth of the
/// recorder in an app.
final class TypeProbe {
  private struct Known {
    let name: String
    let type: Any.Type
    var value: Any?
    var isDone = false
    /// Whether a value of the type is being made while the type is examined.
    var isMaking = false
  }

  /// How deep types may be nested: any thread's stack has room for this many levels.
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
  func shape(of type: any Decodable.Type) -> TypeShape { visit(type, text: "").shape }

  /// The shape of a type, and a value of it if one can be made up.
  func visit(_ type: any Decodable.Type, text: String) -> (shape: TypeShape, value: Any?) {
    visits += 1
    guard visits <= Self.limit else { return (.unknown, nil) }
    if let leaf = ProbedLeaf.name(of: type) {
      return (.leaf(leaf), ProbedLeaf.value(type, text: text))
    }
    guard depth < Self.depthLimit else { return (.unknown, nil) }
    depth += 1
    defer { depth -= 1 }
    if let container = type as? any ProbedContainer.Type {
      return (container.shape(self), container.nothing)
    }
    let id = ObjectIdentifier(type)
    if let met = known[id] {
      return (.reference(met.name), met.isDone ? met.value : met.value ?? smallest(type))
    }
    let name = freeName(for: type)
    known[id] = Known(name: name, type: type)
    let (shape, value) = TypeExamination(self, type).result
    declarations[name] = shape
    if let value { known[id]?.value = value }
    known[id]?.isDone = true
    return (.reference(name), known[id]?.value)
  }

  /// The stored properties that no decoding asks for, of the structs that were met: `Board.pinned`.
  ///
  /// Of a struct that stores more than it asks for under other names, the struct alone: `Board`. Empty
  /// where the layout of types is not known.
  var unencoded: [String] {
    known.values.flatMap { known -> [String] in
      guard let shape = declarations[known.name], let asked = shape.members,
        let stored = StoredFields.names(of: known.type), stored.count > asked.count
      else { return [] }
      let left = stored.filter { !asked.contains($0) && !asked.contains("_\($0)") }
      let isNamed = left.count == stored.count - asked.count
      return isNamed ? left.map { "\(known.name).\($0)" } : [known.name]
    }.sorted { $0.precedesInBytes($1) }
  }

  /// A value of a type that contains itself; for an enum, of a case that is not recursive.
  private func smallest(_ type: any Decodable.Type) -> Any? {
    let id = ObjectIdentifier(type)
    guard known[id]?.isMaking == false else { return nil }
    known[id]?.isMaking = true
    defer { known[id]?.isMaking = false }
    let value = TypeExamination.firstValue(self, type)
    known[id]?.value = value
    return value
  }

  /// The name of a type, with a number if another type has the same name.
  private func freeName(for type: Any.Type) -> String {
    let name = TypeName.withoutAddresses(TypeName.of(type))
    if names.insert(name).inserted { return name }
    var number = 2
    while !names.insert("\(name) \(number)").inserted { number += 1 }
    return "\(name) \(number)"
  }
}

extension TypeShape {
  /// The names of the members of an object; nil if it is none.
  fileprivate var members: Set<String>? {
    switch self {
    case .object(let fields): Set(fields.map(\.name))
    case .custom(let shape): shape.members
    default: nil
    }
  }
}

/// One run of a type's `init(from:)`.
struct ProbeAttempt {
  let probe: TypeProbe
  /// The value of texts, and of numbers if it is one.
  var text = ""
  /// The number of the case that is present, if a type asks for cases.
  var chosenCase = 0
  /// Whether optional members are present.
  var givesOptionals = false
  /// The member that is missing.
  var missing: [String]?
  /// Whether to refuse an object, or a single value, if the type asks for that first.
  var refused: Form?

  /// The form of a JSON value.
  enum Form { case object, single }

  func visit<T: Decodable>(_ type: T.Type) -> (shape: TypeShape, value: T?) {
    let (shape, value) = probe.visit(type, text: text)
    return (shape, value.flatMap { $0 as? T })
  }

  func leavesOut(_ path: [String]) -> Bool { missing == path }

  /// Lets a type decode itself; returns what it asked for, and the value that it made.
  func run(_ type: any Decodable.Type) -> (node: ProbedNode, value: Any?) {
    let node = ProbedNode()
    return (node, try? type.init(from: ProbeDecoder(attempt: self, node: node)))
  }
}
