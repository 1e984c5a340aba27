/// The actions of a store whose actions are many types behind a protocol: their names, and how each
/// is decoded from a session's line.
///
/// Declare it once, in code that both the app and its reducer host use:
///
/// ```swift
/// let archiveActions = ActionRegistry<any ArchiveAction> { types in
///   types.add(SuccessArchiveAction.self, as: "archive.success") { $0 }
///   types.add(FailureArchiveAction.self, as: "archive.failure") { $0 }
/// }
///
/// // in the app
/// var options = RecorderOptions()
/// options.actionNames = archiveActions.names
/// // in the host
/// let host = ReducerHost(store: "archive", codec: archiveActions.codec) { … }
/// ```
///
/// A registry with ``faults`` is refused: the recorder throws when it is made, and the host ends
/// before it reads a session. A reduced action whose type is missing is reported once as
/// ``RecorderError/unregisteredAction(type:recordedAs:)``, and never recorded under a name or alias
/// of another type. A store of one enum needs no registry: `ActionCodec.codable`.
public struct ActionRegistry<Action>: Sendable {
  /// Decodes an action from a line, by name and alias.
  package let decoders: [String: any ActionDecoder<Action>]

  /// The name that the recorder writes for each type, for ``RecorderOptions/actionNames``.
  public let names: ActionNames

  /// A registry of the types that the closure adds.
  public init(_ register: (inout ActionTypes<Action>) -> Void) {
    var types = ActionTypes<Action>()
    register(&types)
    decoders = types.decoders
    names = types.names
  }

  /// Names and types that were given twice; empty for a sound registry.
  public var faults: [ActionRegistryError] { names.faults }
}

/// The names that a recorder writes for actions of certain types.
public struct ActionNames: Sendable {
  private var names: [ObjectIdentifier: String] = [:]
  /// The types by name and alias.
  package private(set) var types: [String: Any.Type] = [:]
  private(set) var faults: [ActionRegistryError] = []

  /// No names: each action is named by its enum cases or its type.
  public init() {}

  /// The name of a type, nil if it has none.
  func name(of type: Any.Type) -> String? { names[ObjectIdentifier(type)] }

  /// Whether there are names, but none for an action of that type.
  func misses(_ action: Any) -> Bool {
    !names.isEmpty && name(of: type(of: ActionName.unwrapped(action))) == nil
  }

  /// The name of an action whose type has no name here: never one under which a host would find
  /// another type.
  ///
  /// - Parameters:
  ///   - cases: The cases of an enum, joined; nil for any other type.
  func apart(_ type: Any.Type, cases: String?) -> String {
    let usual = cases ?? TypeName.of(type)
    guard types[usual] != nil else { return usual }
    var name = TypeName.full(type) + (cases.map { "." + $0 } ?? "")
    // Another type may have even that name.
    while types[name] != nil { name += " (unregistered)" }
    return name
  }

  mutating func set(_ name: String, aliases: [String], for type: Any.Type) {
    names[ObjectIdentifier(type)] = name
    for name in [name] + aliases { types[name] = type }
  }

  mutating func note(_ fault: ActionRegistryError) { faults.append(fault) }
}
