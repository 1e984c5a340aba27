package import SessionFormat

/// The action types that a program knows, by name.
///
/// The closure of an ``ActionRegistry`` gets it.
public struct ActionTypes<Action> {
  private(set) var decoders: [String: any ActionDecoder<Action>] = [:]
  private(set) var names = ActionNames()

  /// Adds a type, under its unqualified name unless another is given.
  ///
  /// Sessions use the name for the action, so it must outlive the code. When a type is renamed,
  /// make its old name an alias: sessions with the old name still replay:
  ///
  /// ```swift
  /// types.add(ArchiveLoaded.self, as: "archive.success", aliases: ["SuccessArchiveAction"]) { $0 }
  /// ```
  ///
  /// A name or alias of another type, or a type that was added already, adds nothing and is one of
  /// ``ActionRegistry/faults``.
  ///
  /// - Parameters:
  ///   - type: The action's type.
  ///   - name: The name that the recorder writes for it.
  ///   - aliases: Other names under which a host finds it.
  ///   - erase: Returns the value as the protocol's type: `{ $0 }`.
  public mutating func add<Concrete: Decodable>(
    _ type: Concrete.Type, as name: String? = nil, aliases: [String] = [],
    _ erase: @escaping @Sendable (Concrete) -> Action
  ) {
    let name = name ?? TypeName.of(type)
    if let fault = fault([name] + aliases, for: type) { return names.note(fault) }
    names.set(name, aliases: aliases, for: type)
    for name in [name] + aliases { decoders[name] = NamedDecoder(erase: erase) }
  }

  /// Why a type cannot have these names; nil if it can.
  private func fault(_ wanted: [String], for type: Any.Type) -> ActionRegistryError? {
    if let other = names.name(of: type) {
      return .typeAddedTwice(type: TypeName.full(type), name: wanted[0], as: other)
    }
    if wanted.contains("") { return .emptyName(type: TypeName.full(type)) }
    for name in wanted {
      if let other = names.types[name] {
        return .nameTaken(name: name, type: TypeName.full(type), by: TypeName.full(other))
      }
    }
    return nil
  }
}

/// Decodes actions from lines that have a registered name, for a reducer host.
package protocol ActionDecoder<Action>: Sendable {
  associatedtype Action
  // A result, because a typed error with a generic type cannot be stored.
  func decode(_ line: ActionLine) -> Result<Action, HostError>
  func decode(_ reader: ActionReader) -> Action?
}

/// Not checked, because a type's coding may be bound to an actor: a host decodes where it runs, and
/// an app whose actions are bound to the main actor runs it there.
private struct NamedDecoder<Concrete: Decodable, Action>: ActionDecoder, @unchecked Sendable {
  let erase: @Sendable (Concrete) -> Action

  func decode(_ line: ActionLine) -> Result<Action, HostError> {
    do { return .success(erase(try ValueDecoder().decode(Concrete.self, from: line.action))) } catch
    {
      return .failure(
        HostError(
          n: line.n, .undecodableAction, "\(line.type): \(ValueDecoder.describe(error))"))
    }
  }

  func decode(_ reader: ActionReader) -> Action? {
    (try? reader.decode(Concrete.self)).map(erase)
  }
}
