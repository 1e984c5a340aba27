package import SessionFormat

/// A place of the document that a condition reads: its path down to the first step that may select
/// several places.
package struct DocumentPlace: Hashable, Sendable {
  /// One step on the way to the place.
  package enum Step: Hashable, Sendable {
    case name(String)
    case index(Int)
    /// The element, or the member with that name.
    case token(Int)

    /// The token of a pointer.
    package var token: String {
      switch self {
      case .name(let name): name
      case .index(let index), .token(let index): String(index)
      }
    }

    /// Whether both are the same step; names are compared by bytes.
    package static func == (left: Step, right: Step) -> Bool {
      switch (left, right) {
      case (.name(let a), .name(let b)): a.hasSameBytes(as: b)
      case (.index(let a), .index(let b)), (.token(let a), .token(let b)): a == b
      default: false
      }
    }

    /// Hashes consistently with equality.
    package func hash(into hasher: inout Hasher) {
      for byte in token.utf8 { hasher.combine(byte) }
    }
  }

  /// At least one step; the first is a name.
  package let steps: [Step]

  /// The tokens of a pointer to the place.
  package var tokens: [String] { steps.map(\.token) }

  /// The value at the place, or nil if there is none.
  package func value(in document: JSONValue) -> JSONValue? {
    var value: JSONValue? = document
    for step in steps {
      switch step {
      case .name(let name): value = value?[name]
      case .index(let index): value = value?[index]
      case .token(let index): value = value?[index] ?? value?[String(index)]
      }
    }
    return value
  }
}

/// The parts of its document that a condition reads, and the condition in a form that takes the
/// values at these places instead of a document.
package struct DocumentReads: Sendable {
  /// The names of the members that are read; nil if they are unknown.
  package let members: Set<String>?
  /// The result depends only on these places and everything below them; nil if they are unknown.
  package let places: [DocumentPlace]?
  /// The condition with paths that begin at the places, by index.
  let placed: LogicalSyntax

  init(_ condition: LogicalSyntax) {
    var members: Set<String>? = []
    var places: [DocumentPlace] = []
    var areKnown = true
    var numbers = 0
    placed = condition.mappingPaths { path, isDocument in
      guard isDocument else { return path }
      if let names = Self.names(path.segments.first) {
        members?.formUnion(names)
      } else {
        members = nil
      }
      let steps = Self.sureSteps(path.segments)
      guard !steps.isEmpty else {
        areKnown = false
        return path
      }
      let place = DocumentPlace(steps: steps)
      if !places.contains(place) { places.append(place) }
      var placed = PathSyntax(
        start: .place(places.firstIndex(of: place) ?? 0),
        segments: Array(path.segments.dropFirst(steps.count)))
      placed.counted = CountedPath(placed, number: numbers)
      numbers += 1
      return placed
    }
    self.members = members
    self.places = areKnown ? places : nil
  }

  /// The members that the first step from the document may reach; nil if that may be any member.
  private static func names(_ segment: PathSegment?) -> [String]? {
    guard let segment, !segment.isDescendant else { return nil }
    var names: [String] = []
    for selector in segment.selectors {
      switch selector {
      case .name(let name): names.append(name)
      // The document is an object, so indexes and slices select nothing.
      case .index, .token, .slice: break
      case .wildcard, .filter: return nil
      }
    }
    return names
  }

  /// The path from the document down to the first step that may select several places.
  static func sureSteps(_ segments: [PathSegment]) -> [DocumentPlace.Step] {
    var steps: [DocumentPlace.Step] = []
    for segment in segments {
      guard segment.selectsOne, !segment.isDescendant else { break }
      switch segment.selectors.first {
      case .name(let name)?: steps.append(.name(name))
      // A negative index counts from the end, so it depends on the elements before it.
      case .index(let index)? where index >= 0 && !steps.isEmpty: steps.append(.index(index))
      case .token(let index)?: steps.append(.token(index))
      default: return steps
      }
    }
    return steps
  }
}
