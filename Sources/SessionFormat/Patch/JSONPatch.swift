/// A list of changes to a JSON document (RFC 6902), with one more for long strings.
public struct JSONPatch: Equatable, Sendable {
  /// One change.
  public enum Operation: Equatable, Sendable {
    /// Adds a member or element, or replaces the member with that name (section 4.1).
    case add(JSONPointer, JSONValue)
    /// Removes the value at the path (section 4.2).
    case remove(JSONPointer)
    /// Replaces the value at the path (section 4.3).
    case replace(JSONPointer, JSONValue)
    /// Removes the value at `from` and adds it at `path` (section 4.4).
    case move(from: JSONPointer, path: JSONPointer)
    /// Adds a copy of the value at `from` at `path` (section 4.5).
    case copy(from: JSONPointer, path: JSONPointer)
    /// Fails unless the value at the path equals this one (section 4.6).
    case test(JSONPointer, JSONValue)
    /// Changes a part of the string at the path (session format, "`state` and `keyframe`").
    case splice(JSONPointer, TextSplice)
  }

  /// The changes, in order.
  public var operations: [Operation]

  /// A patch of these operations.
  public init(_ operations: [Operation] = []) {
    self.operations = operations
  }

  /// Whether the patch changes nothing.
  public var isEmpty: Bool { operations.isEmpty }

  /// Whether a part of a long string changes, which only a session that announces it may say.
  package var hasSplice: Bool {
    operations.contains { if case .splice = $0 { true } else { false } }
  }

  /// Parses a patch document; ignores members that section 4 does not define.
  ///
  /// - Throws: A ``JSONPatchError`` that names the operation.
  public init(_ document: JSONValue) throws(JSONPatchError) {
    guard let list = document.array else {
      throw JSONPatchError(operation: nil, path: nil, reason: .notAnArray)
    }
    operations = []
    operations.reserveCapacity(list.count)
    for (place, item) in list.enumerated() {
      operations.append(try OperationReader(place: place, item: item).operation())
    }
  }

  /// The patch as a document.
  public var document: JSONValue { .array(operations.map(\.document)) }
}

extension JSONPatch.Operation {
  /// The path that the operation changes or tests.
  public var path: JSONPointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path
    case .splice(let path, _): path
    case .move(_, let path), .copy(_, let path): path
    }
  }

  /// What the operation is written with, in this order; a splice has its own members at the end.
  var members: (op: StaticString, path: JSONPointer, from: JSONPointer?, value: JSONValue?) {
    switch self {
    case .add(let path, let value): ("add", path, nil, value)
    case .remove(let path): ("remove", path, nil, nil)
    case .replace(let path, let value): ("replace", path, nil, value)
    case .move(let from, let path): ("move", path, from, nil)
    case .copy(let from, let path): ("copy", path, from, nil)
    case .test(let path, let value): ("test", path, nil, value)
    case .splice(let path, _): ("splice", path, nil, nil)
    }
  }

  /// The operation as a JSON object: `op`, `path`, then `from`, `value`, or what a splice has.
  public var document: JSONValue {
    let (op, path, from, value) = members
    var list: [(name: String, value: JSONValue)] = [
      ("op", .string(op.description)), ("path", .string(path.description)),
    ]
    if let from { list.append(("from", .string(from.description))) }
    if let value { list.append(("value", value)) }
    if case .splice(_, let splice) = self {
      list.append(("at", .number(splice.at)))
      list.append(("del", .number(splice.removed)))
      list.append(("ins", .string(splice.inserted)))
    }
    return .object(list)
  }
}

/// Parses one operation and names it in every error.
private struct OperationReader {
  let place: Int
  let item: JSONValue

  func operation() throws(JSONPatchError) -> JSONPatch.Operation {
    guard item.kind == .object else { throw fault(.notAnObject) }
    guard let name = item["op"]?.string else { throw fault(.missing("op")) }
    let path = try pointer("path")
    switch name {
    case "add": return .add(path, try value())
    case "remove": return .remove(path)
    case "replace": return .replace(path, try value())
    case "move": return .move(from: try pointer("from"), path: path)
    case "copy": return .copy(from: try pointer("from"), path: path)
    case "test": return .test(path, try value())
    case "splice": return .splice(path, try splice())
    default: throw fault(.unknownOperation(name))
    }
  }

  private func pointer(_ name: String) throws(JSONPatchError) -> JSONPointer {
    guard let text = item[name]?.string else { throw fault(.missing(name)) }
    do { return try JSONPointer(text) } catch { throw fault(.badPointer(error)) }
  }

  private func value() throws(JSONPatchError) -> JSONValue {
    guard let value = item["value"] else { throw fault(.missing("value")) }
    return value
  }

  private func splice() throws(JSONPatchError) -> TextSplice {
    guard let inserted = item["ins"]?.string else { throw fault(.missing("ins")) }
    return TextSplice(at: try count("at"), removed: try count("del"), inserted: inserted)
  }

  private func count(_ name: String) throws(JSONPatchError) -> Int {
    guard let count = item[name]?.int, count >= 0 else { throw fault(.missing(name)) }
    return count
  }

  private func fault(_ reason: JSONPatchError.Reason) -> JSONPatchError {
    JSONPatchError(operation: place, path: nil, reason: reason)
  }
}

/// Why a patch cannot be parsed or applied.
public struct JSONPatchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// The document is not an array.
    case notAnArray
    /// The operation is not an object.
    case notAnObject
    /// A member is missing, or is not a string or count although it must be.
    case missing(String)
    /// An `op` that neither RFC 6902 nor the session format defines.
    case unknownOperation(String)
    /// A path that is not a JSON Pointer.
    case badPointer(JSONPointerError)
    /// The document has nothing at the path, or nothing to add to.
    case noSuchPlace
    /// An index beyond the end of the array, or not an index.
    case badIndex(String)
    /// A value would move into itself.
    case moveIntoItself
    /// A `test` found a different value.
    case testFailed
    /// A splice of a value that is no string.
    case notAString
    /// A splice beyond the end of the string, or within a character.
    case badSplice(at: Int, removed: Int)
    /// The result would be nested too deep.
    case tooDeep(limit: Int)
    /// The result would be too large.
    case tooLarge(limit: Int)
    /// The result consists of more values than the limit.
    case tooManyValues(limit: Int)
    /// The result would exceed the allowed multiple of the bytes that were read.
    case multiplied(ratio: Int)
  }

  /// The operation at fault, counted from 0; nil if the document is not a patch.
  public let operation: Int?
  /// The path at fault, if there is one.
  public let path: JSONPointer?
  /// What is wrong.
  public let reason: Reason

  /// The fault in words.
  public var description: String {
    let place = operation.map { "operation \($0)" } ?? "the patch"
    let at = path.map { " at \(JSONValue.string($0.description))" } ?? ""
    return "\(place)\(at): \(reason.words)"
  }
}

extension JSONPatchError.Reason {
  fileprivate var words: String {
    switch self {
    case .notAnArray: "not an array of operations"
    case .notAnObject: "not an object"
    case .missing(let name): "has no valid \(name)"
    case .unknownOperation(let name): "unknown operation \(JSONValue.string(name))"
    case .badPointer(let error): error.description
    case .noSuchPlace: "the document has no such place"
    case .badIndex(let token): "\(JSONValue.string(token)) is no place in that array"
    case .moveIntoItself: "a value cannot move into itself"
    case .testFailed: "the value there is another"
    case .notAString: "the value there is no string"
    case .badSplice(let at, let removed):
      "the string has no \(removed) bytes of whole characters at byte \(at)"
    case .tooDeep(let limit): "the result is nested deeper than \(limit) levels"
    case .tooLarge(let limit): "the result is larger than \(limit) bytes"
    case .tooManyValues(let limit): "the result has more than \(limit) values"
    case .multiplied(let ratio):
      "the result is larger than \(ratio) times the bytes that were read"
    }
  }
}
