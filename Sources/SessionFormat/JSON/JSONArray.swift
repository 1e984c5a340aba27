/// The elements of a JSON array, in order.
///
/// It is a collection of values that is free to copy. Access by index is O(log count) at worst;
/// iterating over all elements is O(count).
public struct JSONArray: RandomAccessCollection, Sendable {
  private enum Storage: Sendable {
    case rope(Rope<JSONValue>)
    case text(TextPlace)
  }

  private let storage: Storage
  /// The number of elements.
  public let endIndex: Int

  init(_ elements: Rope<JSONValue>) { (storage, endIndex) = (.rope(elements), elements.count) }

  init(_ place: TextPlace) { (storage, endIndex) = (.text(place), place.count) }

  /// The first index, always 0.
  public var startIndex: Int { 0 }

  /// The element at an index.
  public subscript(position: Int) -> JSONValue {
    precondition(position >= 0 && position < endIndex, "there is no element at that place")
    return switch storage {
    case .rope(let elements): elements[position]
    case .text(let place): place.value(at: position)
    }
  }

  /// The elements stored together with the one at an index below the count, and their indices.
  ///
  /// Complexity: O(log count). The elements of a parsed array are all together: O(count).
  fileprivate func neighbours(of place: Int) -> (places: Range<Int>, elements: [JSONValue]) {
    switch storage {
    case .rope(let elements): elements.leaf(holding: place)
    case .text: (0..<count, Array(self))
    }
  }

  /// This array with another element at an index below the count.
  ///
  /// Complexity: O(log count); the first change of a parsed array is O(count).
  func replacing(at place: Int, with value: JSONValue) -> JSONValue {
    JSONValue(.array(elements.replacing(at: place, with: value)))
  }

  /// This array with an element inserted before an index from 0 to the count.
  ///
  /// Complexity: O(log count); the first change of a parsed array is O(count).
  func inserting(_ value: JSONValue, at place: Int) -> JSONValue {
    JSONValue(.array(elements.inserting(value, at: place)))
  }

  /// This array without the element at an index below the count.
  ///
  /// Complexity: O(log count); the first change of a parsed array is O(count).
  func removing(at place: Int) -> JSONValue {
    JSONValue(.array(elements.removing(at: place)))
  }

  private var elements: Rope<JSONValue> {
    switch storage {
    case .rope(let elements): elements
    case .text: Rope(Array(self))
    }
  }

  /// Iterates over the elements of an array.
  public struct Iterator: IteratorProtocol {
    fileprivate enum Source {
      case rope(Rope<JSONValue>.Iterator)
      case text(ParsedText, node: Int, left: Int)
    }
    fileprivate var source: Source

    /// The next element.
    public mutating func next() -> JSONValue? {
      guard case .text(let text, let node, let left) = source else { return nextOfRope() }
      guard left > 0 else { return nil }
      source = .text(text, node: text.tape.next(after: node), left: left - 1)
      return JSONValue(text, node)
    }

    @inline(never)
    private mutating func nextOfRope() -> JSONValue? {
      guard case .rope(var elements) = source else { return nil }
      source = .text(.nothing, node: 0, left: 0)
      defer { source = .rope(elements) }
      return elements.next()
    }
  }

  /// An iterator over the elements.
  public func makeIterator() -> Iterator {
    switch storage {
    case .rope(let elements): Iterator(source: .rope(elements.makeIterator()))
    case .text(let place):
      Iterator(source: .text(place.text, node: place.node + 2, left: place.count))
    }
  }
}

extension JSONArray: ExpressibleByArrayLiteral {
  /// An array of values.
  public init(arrayLiteral elements: JSONValue...) { self.init(Rope(elements)) }
}

extension JSONArray: Equatable {
  /// Whether both have equal elements in the same order.
  public static func == (left: JSONArray, right: JSONArray) -> Bool {
    left.value == right.value
  }

  /// The array itself.
  private var value: JSONValue {
    switch storage {
    case .rope(let elements): JSONValue(.array(elements))
    case .text(let place): JSONValue(.text(place))
    }
  }
}

/// Reads elements of an array that are close together without a look-up from the root for each.
package struct ElementReader {
  private let array: JSONArray
  private var places = 0..<0
  private var elements: [JSONValue] = []

  /// A reader that has read nothing yet.
  package init(_ array: JSONArray) { self.array = array }

  package var count: Int { array.count }

  /// The element at an index below the count.
  ///
  /// Complexity: O(1) close to the element that was read last, otherwise that of a look-up. A
  /// parsed array is read once as a whole.
  package subscript(place: Int) -> JSONValue {
    mutating get {
      if !places.contains(place) { (places, elements) = array.neighbours(of: place) }
      return elements[place - places.lowerBound]
    }
  }

  /// The elements at indices below the count.
  package subscript(places: Range<Int>) -> [JSONValue] {
    mutating get { places.map { self[$0] } }
  }
}
