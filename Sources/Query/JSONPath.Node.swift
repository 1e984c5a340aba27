public import SessionFormat

extension JSONPath {
  /// One step on the path from the root of a document to a value.
  public enum Element: Hashable, Sendable {
    /// The member with that name.
    case name(String)
    /// The element at that index, from 0.
    case index(Int)

    /// The token of a pointer.
    package var token: String {
      switch self {
      case .name(let name): name
      case .index(let index): String(index)
      }
    }

    /// Whether both are the same step; names are compared by bytes.
    public static func == (left: Element, right: Element) -> Bool {
      switch (left, right) {
      case (.name(let a), .name(let b)): a.hasSameBytes(as: b)
      case (.index(let a), .index(let b)): a == b
      default: false
      }
    }

    /// Hashes consistently with equality.
    public func hash(into hasher: inout Hasher) {
      switch self {
      case .name(let name):
        for byte in name.utf8 { hasher.combine(byte) }
      case .index(let index): hasher.combine(index)
      }
    }
  }

  /// A value that a query selected, with its path.
  public struct Node: Sendable {
    /// The value.
    public let value: JSONValue
    let link: PathLink?

    /// A node at the same place with another value.
    package func with(_ value: JSONValue) -> Node { Node(value: value, link: link) }

    /// The path from the root to the value; empty for the root itself.
    ///
    /// Complexity: O(depth).
    public var path: [Element] {
      var path: [Element] = []
      var next = link
      while let link = next {
        path.append(link.element)
        next = link.parent
      }
      return path.reversed()
    }

    /// The path as a query in canonical form (RFC 9535, section 2.7).
    ///
    /// Only control characters are escaped, as the standard requires. The text must still be made
    /// safe for a terminal. Complexity: O(length).
    public var normalizedPath: String {
      var text = "$"
      for element in path {
        switch element {
        case .name(let name): text += "['\(Self.escaped(name))']"
        case .index(let index): text += "[\(index)]"
        }
      }
      return text
    }

    /// The path as a JSON Pointer.
    ///
    /// Complexity: O(depth).
    public var pointer: JSONPointer { JSONPointer(tokens: path.map(\.token)) }

    private static func escaped(_ name: String) -> String {
      var text = String.UnicodeScalarView()
      for scalar in name.unicodeScalars {
        switch scalar {
        case "'": text.append(contentsOf: #"\'"#.unicodeScalars)
        case "\\": text.append(contentsOf: #"\\"#.unicodeScalars)
        case "\u{8}": text.append(contentsOf: #"\b"#.unicodeScalars)
        case "\u{C}": text.append(contentsOf: #"\f"#.unicodeScalars)
        case "\n": text.append(contentsOf: #"\n"#.unicodeScalars)
        case "\r": text.append(contentsOf: #"\r"#.unicodeScalars)
        case "\t": text.append(contentsOf: #"\t"#.unicodeScalars)
        case "\u{0}"..<" ":
          let digits = String(scalar.value, radix: 16)
          let padding = String(repeating: "0", count: 4 - digits.count)
          text.append(contentsOf: "\\u\(padding)\(digits)".unicodeScalars)
        default: text.append(scalar)
        }
      }
      return String(text)
    }
  }
}

/// The path to a node, shared with its siblings and the nodes below it.
final class PathLink: Sendable {
  let parent: PathLink?
  let element: JSONPath.Element

  init(parent: PathLink?, element: JSONPath.Element) {
    self.parent = parent
    self.element = element
  }
}
