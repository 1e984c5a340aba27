import Inspector
import SessionFormat

/// Computes who set each leaf of a state, in a slow and plain way: it follows the differences of the
/// states forward with a whole document in which each leaf knows who set it.
struct BlameOracle {
  /// A part of a state; leaves and empty containers have the origin that set them.
  private indirect enum Part {
    case leaf(Cause.Origin)
    case array([Part])
    case object([(name: String, part: Part)])

    init(_ value: JSONValue, _ origin: Cause.Origin) {
      if let array = value.array, !array.isEmpty {
        self = .array(array.map { Part($0, origin) })
      } else if let object = value.object, !object.isEmpty {
        self = .object(object.map { ($0.name, Part($0.value, origin)) })
      } else {
        self = .leaf(origin)
      }
    }

    func member(_ name: String) -> Part? {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.name.hasSameBytes(as: name) }?.part
    }
  }

  private var state: JSONValue
  private var parts: Part

  init(_ state: JSONValue) {
    self.state = state
    parts = Part(state, .beginning(of: 0))
  }

  /// Goes on to the next state.
  mutating func change(to next: JSONValue, by origin: Cause.Origin) {
    parts = Self.changed(parts, DifferenceTree(from: state, to: next), origin)
    state = next
  }

  private static func changed(
    _ part: Part, _ tree: DifferenceTree, _ origin: Cause.Origin
  ) -> Part {
    switch (tree.content, part) {
    case (.same, _): return part
    case (.members(let changes), .object):
      var trees: [(name: String, tree: DifferenceTree)] = []
      for change in changes {
        guard case .member(let name) = change.place, case .changed(let tree) = change.change
        else { continue }
        trees.append((name, tree))
      }
      let members = tree.new.object.map(Array.init) ?? []
      guard !members.isEmpty else { return .leaf(origin) }
      return .object(
        members.map { name, value in
          guard let old = part.member(name) else { return (name, Part(value, origin)) }
          let tree = trees.first { $0.name.hasSameBytes(as: name) }?.tree
          return (name, tree.map { changed(old, $0, origin) } ?? old)
        })
    case (.elements(let changes, _), .array(let olds)):
      var elements = tree.new.array.map { $0.map { Part($0, origin) } } ?? []
      guard !elements.isEmpty else { return .leaf(origin) }
      for change in changes {
        guard case .element(let old?, let new?) = change.place else { continue }
        for offset in 0..<change.count {
          switch change.change {
          case .changed(let tree), .moved(let tree):
            elements[new + offset] = changed(olds[old + offset], tree, origin)
          default: elements[new + offset] = olds[old + offset]
          }
        }
      }
      return .array(elements)
    default: return Part(tree.new, origin)
    }
  }

  /// Who set each leaf, by its path.
  var origins: [JSONPointer: Cause.Origin] {
    var origins: [JSONPointer: Cause.Origin] = [:]
    var open: [(JSONPointer, Part)] = [(.root, parts)]
    while let (path, part) = open.popLast() {
      switch part {
      case .leaf(let origin): origins[path] = origin
      case .array(let parts):
        for (place, part) in parts.enumerated() { open.append((path.appending(place), part)) }
      case .object(let members):
        for member in members { open.append((path.appending(member.name), member.part)) }
      }
    }
    return origins
  }
}
