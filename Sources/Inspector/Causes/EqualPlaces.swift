import SessionFormat

/// The places of a value that hold the same as another value.
struct EqualPlaces {
  /// The first places, in the order of the value.
  private(set) var paths: [JSONPointer] = []
  /// The number of all places.
  private(set) var count = 0
  private let sought: JSONValue
  private let kept: Int
  private let isListed: (JSONPointer) -> Bool
  private var way: [String] = []

  /// The places in a document at which a value is.
  ///
  /// Complexity: O(size of the document).
  ///
  /// - Parameters:
  ///   - kept: How many places are kept; the others are counted.
  ///   - isListed: Whether a place with the value counts.
  init(
    of value: JSONValue, in document: JSONValue, keeping kept: Int,
    where isListed: @escaping (JSONPointer) -> Bool = { _ in true }
  ) {
    (sought, self.kept, self.isListed) = (value, kept, isListed)
    look(document)
  }

  /// Recursive; the format limits the depth of values.
  private mutating func look(_ value: JSONValue) {
    if value.kind == sought.kind, value == sought { keep() }
    // A part cannot be as high as the whole.
    guard value.height > sought.height else { return }
    if let array = value.array {
      for (index, element) in array.enumerated() { look(element, at: String(index)) }
    } else if let object = value.object {
      for (name, member) in object { look(member, at: name) }
    }
  }

  private mutating func look(_ value: JSONValue, at token: String) {
    way.append(token)
    look(value)
    way.removeLast()
  }

  private mutating func keep() {
    let path = JSONPointer(tokens: way)
    guard isListed(path) else { return }
    count += 1
    if paths.count < kept { paths.append(path) }
  }
}

extension JSONValue {
  /// Whether it says enough that two equal ones are hardly a coincidence: its different leaves have
  /// four or more characters or digits, truth values, `null` and names of members not counted.
  ///
  /// So no small number, short text or truth value does, nor an array or object of such alone.
  var isTelling: Bool {
    var seen: [JSONValue] = []
    var open = [self]
    var weight = 0
    while let value = open.popLast(), weight < Self.tellingWeight {
      switch value.kind {
      case .null, .bool: continue
      case .array: open += value.array ?? []
      case .object: open += value.object?.map(\.value) ?? []
      case .number, .string:
        // Few are seen before they are enough.
        guard !seen.contains(value) else { continue }
        seen.append(value)
        weight +=
          value.number.map { $0.text.utf8.count { $0 &- 48 < 10 } }
          ?? value.withStringBytes { $0.count }
      }
    }
    return weight >= Self.tellingWeight
  }

  private static let tellingWeight = 4
}
