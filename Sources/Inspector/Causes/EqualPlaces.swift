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
  /// Whether it says enough that two equal ones are hardly a coincidence: no truth value, no `null`,
  /// no short text, no small number, and nothing empty.
  var isTelling: Bool {
    switch kind {
    case .null, .bool: false
    case .number: (number?.text.utf8.count { $0 &- 48 < 10 } ?? 0) >= 4
    case .string: withStringBytes { $0.count >= 4 }
    case .array, .object: textSize >= 8
    }
  }
}
