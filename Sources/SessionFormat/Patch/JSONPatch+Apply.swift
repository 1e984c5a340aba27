extension JSONPatch {
  /// Limits for the result of a patch; a patch that copies a document into itself doubles it with
  /// every operation.
  ///
  /// A document that exceeds them before the patch may keep its size.
  public struct Limits: Equatable, Sendable {
    /// The most levels of arrays and objects.
    public var depth: Int
    /// The most bytes of compact text (``JSONValue/textSize``).
    public var textSize: Int
    /// The most values, that is arrays, objects and all that is in them.
    ///
    /// A small one takes more memory than its text.
    public var values: Int
    /// The most bytes of compact text for each byte that was read; nil means no such limit.
    ///
    /// It only applies beyond the first 4 MiB, because small documents are harmless.
    public var ratio: Int?
    /// How many bytes of documents and patches were read.
    public var bytesRead: Int

    /// Limits of a result.
    public init(
      depth: Int = JSONParser.depthLimit, textSize: Int = 1 << 28, values: Int = .max,
      ratio: Int? = nil, bytesRead: Int = 0
    ) {
      self.depth = depth
      self.textSize = textSize
      self.values = values
      self.ratio = ratio
      self.bytesRead = bytesRead
    }

    /// The ratio does not apply to smaller results.
    static let ratioFrom = 4 << 20

    /// The most bytes of compact text that the ratio allows.
    private var textSizeByRatio: Int {
      guard let ratio else { return .max }
      let (size, isBeyond) = bytesRead.multipliedReportingOverflow(by: ratio)
      return isBeyond ? .max : max(Self.ratioFrom, size)
    }

    /// The most bytes of compact text that all limits allow.
    var mostText: Int { min(textSize, textSizeByRatio) }

    /// Why a document is refused that a patch made of a smaller one; nil if it is accepted.
    func refusal(of new: Measure, from old: Measure) -> JSONPatchError.Reason? {
      if new.textSize > old.textSize {
        if new.textSize > textSize { return .tooLarge(limit: textSize) }
        if let ratio, new.textSize > textSizeByRatio { return .multiplied(ratio: ratio) }
      }
      let isCrowded = new.values > old.values && new.values > values
      return isCrowded ? .tooManyValues(limit: values) : nil
    }
  }

  /// The document after all operations, or an error and no change (RFC 6902, section 5).
  ///
  /// Complexity: O(operations × depth × log of the children of the containers on the path); the
  /// first change of a parsed container is O(its children).
  public func applied(
    to document: JSONValue, limits: Limits = Limits()
  ) throws(JSONPatchError) -> JSONValue {
    var result = document
    // Operations before `single` are applied one by one.
    var (place, single, spliced) = (0, 0, 0)
    while place < operations.count {
      if place >= single, let run = MemberRun(operations, from: place, limits) {
        if let (path, object) = run.applied(to: result) {
          let step = PatchStep(
            place: run.end - 1, operation: .replace(path, object), limits: limits)
          result = try step.applied(to: result)
          place = run.end
          continue
        }
        single = run.end
      }
      let step = PatchStep(place: place, operation: operations[place], limits: limits)
      if case .splice(let path, _) = step.operation {
        // Each copies its string, so together they may be as long as a document.
        spliced += path.value(in: result)?.textSize ?? 0
        if spliced > limits.mostText { throw step.fault(path, .tooLarge(limit: limits.mostText)) }
      }
      result = try step.applied(to: result)
      place += 1
    }
    return result
  }
}

/// One operation in progress, so that every error names it.
private struct PatchStep {
  let place: Int
  let operation: JSONPatch.Operation
  let limits: JSONPatch.Limits

  func applied(to document: JSONValue) throws(JSONPatchError) -> JSONValue {
    let result =
      switch operation {
      case .add(let path, let value): try add(value, at: path, in: document)
      case .remove(let path): try remove(path, from: document)
      case .replace(let path, let value): try replace(path, with: value, in: document)
      case .move(let from, let path): try move(from, to: path, in: document)
      case .copy(let from, let path):
        try add(try value(at: from, in: document), at: path, in: document)
      case .test(let path, let value): try test(path, value, in: document)
      case .splice(let path, let change): try splice(path, change, in: document)
      }
    if result.height > limits.depth { throw fault(operation.path, .tooDeep(limit: limits.depth)) }
    if let reason = limits.refusal(of: result.measure, from: document.measure) {
      throw fault(operation.path, reason)
    }
    return result
  }

  private func add(
    _ value: JSONValue, at path: JSONPointer, in document: JSONValue
  ) throws(JSONPatchError) -> JSONValue {
    guard let (parents, parent, token) = try parents(of: path, in: document) else { return value }
    if let object = parent.object { return around(object.setting(token, to: value), parents) }
    guard let elements = parent.array else { throw fault(path, .noSuchPlace) }
    let index = token == "-" ? elements.count : JSONPointer.index(token)
    guard let index, index <= elements.count else { throw fault(path, .badIndex(token)) }
    return around(elements.inserting(value, at: index), parents)
  }

  private func remove(
    _ path: JSONPointer, from document: JSONValue
  ) throws(JSONPatchError) -> JSONValue {
    // Removing the whole document leaves null; the implementers of the test suite agree on that.
    guard let (parents, parent, token) = try parents(of: path, in: document) else { return .null }
    guard let place = parent.place(token) else { throw missing(token, path, in: parent) }
    return around(
      parent.object?.removing(token) ?? parent.array?.removing(at: place) ?? parent, parents)
  }

  private func replace(
    _ path: JSONPointer, with value: JSONValue, in document: JSONValue
  ) throws(JSONPatchError) -> JSONValue {
    guard let (parents, parent, token) = try parents(of: path, in: document) else { return value }
    guard let place = parent.place(token) else { throw missing(token, path, in: parent) }
    return around(parent.replacingChild(at: place, with: value), parents)
  }

  private func move(
    _ from: JSONPointer, to path: JSONPointer, in document: JSONValue
  ) throws(JSONPatchError) -> JSONValue {
    let value = try value(at: from, in: document)
    if from == path { return document }
    if path.isAtOrBelow(from) { throw fault(path, .moveIntoItself) }
    return try add(value, at: path, in: try remove(from, from: document))
  }

  private func test(
    _ path: JSONPointer, _ value: JSONValue, in document: JSONValue
  ) throws(JSONPatchError) -> JSONValue {
    guard try self.value(at: path, in: document) == value else { throw fault(path, .testFailed) }
    return document
  }

  private func splice(
    _ path: JSONPointer, _ change: TextSplice, in document: JSONValue
  ) throws(JSONPatchError) -> JSONValue {
    guard let string = try value(at: path, in: document).string else {
      throw fault(path, .notAString)
    }
    guard let changed = change.applied(to: string) else {
      throw fault(path, .badSplice(at: change.at, removed: change.removed))
    }
    return try replace(path, with: .string(changed), in: document)
  }

  private func value(
    at path: JSONPointer, in document: JSONValue
  ) throws(JSONPatchError) -> JSONValue {
    guard let value = path.value(in: document) else { throw fault(path, .noSuchPlace) }
    return value
  }

  /// A container, and the position of its child on the way to a place.
  private typealias Parent = (value: JSONValue, place: Int)

  /// The container of a path's last token, the ones above it, and the token.
  ///
  /// Nil for the whole document.
  private func parents(
    of path: JSONPointer, in document: JSONValue
  ) throws(JSONPatchError) -> (above: [Parent], parent: JSONValue, token: String)? {
    guard let last = path.tokens.last else { return nil }
    // Not recursive: a path may be deeper than the thread's stack allows.
    var parents: [Parent] = []
    parents.reserveCapacity(path.tokens.count - 1)
    var parent = document
    for token in path.tokens.dropLast() {
      guard let place = parent.place(token), let child = parent.child(at: place) else {
        throw fault(path, .noSuchPlace)
      }
      parents.append((parent, place))
      parent = child
    }
    return (parents, parent, last)
  }

  /// The document with a changed container: copies the containers above it.
  private func around(_ changed: JSONValue, _ parents: [Parent]) -> JSONValue {
    parents.reversed().reduce(changed) { $1.value.replacingChild(at: $1.place, with: $0) }
  }

  private func missing(
    _ token: String, _ path: JSONPointer, in parent: JSONValue
  ) -> JSONPatchError {
    fault(path, parent.kind == .array ? .badIndex(token) : .noSuchPlace)
  }

  func fault(_ path: JSONPointer, _ reason: JSONPatchError.Reason) -> JSONPatchError {
    JSONPatchError(operation: place, path: path, reason: reason)
  }
}
