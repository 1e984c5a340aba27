import Recorder
public import SessionFormat

/// A state or an action of an old session, to be converted to today's form.
///
/// Places are JSON Pointers (`/settings/theme`) in which `*` stands for each element of an array
/// and each member of an object: `/items/*/name`. A member named `*` cannot be addressed.
public struct MigratingValue: Sendable {
  /// The whole value.
  public var json: JSONValue

  /// A value of an old session.
  public init(_ json: JSONValue) { self.json = json }

  /// The value at a place without `*`; nil if there is none.
  ///
  /// - Throws: ``MigrationError`` if the path is not a pointer.
  public func value(at path: String) throws(MigrationError) -> JSONValue? {
    try Self.pointer(path).value(in: json)
  }

  /// Sets the value at a place: a member, which may be new, or an existing element.
  ///
  /// - Throws: ``MigrationError`` if the container is missing.
  public mutating func set(_ path: String, to value: JSONValue) throws(MigrationError) {
    try edit(path) { _ in value }
  }

  /// Removes the value at a place, if there is one.
  ///
  /// - Throws: ``MigrationError`` if the container is missing.
  public mutating func remove(_ path: String) throws(MigrationError) {
    try edit(path) { _ in nil }
  }

  /// Changes the value at a place, which must exist.
  ///
  /// - Throws: ``MigrationError`` if there is no value, and what the closure throws.
  public mutating func change(
    _ path: String, _ body: (JSONValue) throws -> JSONValue
  ) throws(MigrationError) {
    try edit(path) { old throws(MigrationError) in
      guard let old else { throw MigrationError(path, "is not there") }
      do { return try body(old) } catch {
        throw (error as? MigrationError) ?? MigrationError(path, String(describing: error))
      }
    }
  }

  /// Moves a value to another place: `move("/items/*/name", to: "/items/*/title")`.
  ///
  /// A value at the new place is replaced.
  ///
  /// - Throws: ``MigrationError`` if the value or its new container is missing, or if a `*` of one
  ///   path has no counterpart in the other.
  public mutating func move(_ path: String, to other: String) throws(MigrationError) {
    let (from, to) = (try Self.pointer(path).tokens, try Self.pointer(other).tokens)
    let stars = max(from.lastIndex(of: "*") ?? -1, to.lastIndex(of: "*") ?? -1) + 1
    guard from.prefix(stars).elementsEqual(to.prefix(stars)) else {
      throw MigrationError(
        path, "cannot be moved to \(other): up to the last * both must be the same")
    }
    json =
      try PlaceEdit.edit(json, from.prefix(stars)[...], path) { each throws(MigrationError) in
        guard let each else { throw MigrationError(path, "is not there") }
        var moved: JSONValue?
        let without = try PlaceEdit.edit(each, from.dropFirst(stars), path) { old in
          moved = old
          return nil
        }
        guard let moved else { throw MigrationError(path, "is not there") }
        return try PlaceEdit.edit(without ?? .null, to.dropFirst(stars), other) { _ in moved }
      } ?? .null
  }

  private mutating func edit(
    _ path: String, _ body: (JSONValue?) throws(MigrationError) -> JSONValue?
  ) throws(MigrationError) {
    json = try PlaceEdit.edit(json, try Self.pointer(path).tokens[...], path, body) ?? .null
  }

  static func pointer(_ path: String) throws(MigrationError) -> JSONPointer {
    do { return try JSONPointer(path) } catch {
      throw MigrationError(path, "is not a JSON Pointer: it begins with / unless it is empty")
    }
  }
}

/// Why an old value could not be converted to today's form.
public struct MigrationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The place.
  public let path: String
  /// What is wrong there.
  public let reason: String

  /// An error at a place.
  public init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The place and what is wrong there.
  public var description: String { path.isEmpty ? "the value \(reason)" : "\(path) \(reason)" }
}
