/// Finds the places at which the types of a recording and a host differ, and grades each one.
///
/// Both fingerprints may come from strangers, so the work and the list are bounded.
package struct TypeComparison {
  /// The most differences that are listed.
  package static let mostDifferences = 1000
  /// The most places that are compared.
  private static let mostPlaces = 50_000
  /// The deepest place that is compared.
  private static let depthLimit = 64
  /// The most places that are kept at which a type contains itself.
  private static let mostLoops = 256

  private struct Pair: Hashable {
    let old: String
    let new: String
  }

  private let old: TypeFingerprint
  private let new: TypeFingerprint
  private var root = TypeDifference.Root.state
  private var places = 0
  private var path: [String] = []
  /// The declared types above the place, with their own depths.
  ///
  /// A repeated pair is compared only once.
  private var open: [(pair: Pair, depth: Int)] = []
  private var loops: [TypeLoop] = []
  /// How many types above the place have their own coding, whose behaviour is unknown.
  private var customs = 0
  private var found: [TypeDifference] = []

  /// The differences between a recording's types and a host's types.
  ///
  /// - Parameters:
  ///   - old: The recording's types.
  ///   - new: The host's types.
  /// - Returns: States first, then actions in the order of their names; at most
  ///   ``mostDifferences``.
  package static func differences(
    from old: TypeFingerprint, to new: TypeFingerprint
  ) -> [TypeDifference] {
    var comparison = TypeComparison(old: old, new: new)
    comparison.run()
    return comparison.found
  }

  private init(old: TypeFingerprint, new: TypeFingerprint) {
    self.old = old
    self.new = new
  }

  private mutating func run() {
    compareRoots(old.state.shape, new.state.shape)
    guard old.actions.contains(where: { $0.name != nil }),
      new.actions.contains(where: { $0.name != nil })
    else {
      root = .action(nil)
      if let old = old.actions.first, let new = new.actions.first {
        // A registry against one type: what their values have in common is unknown.
        if (old.name == nil) == (new.name == nil) {
          compareRoots(old.shape, new.shape)
        } else if old.shape != .unknown, new.shape != .unknown {
          note(.opaque, .risky, "were of one type and are of several, or the other way round")
        }
      }
      return
    }
    let known = new.actions.reduce(into: [String: TypeShape]()) { $0[$1.name ?? ""] = $1.shape }
    for action in old.actions {
      root = .action(action.name)
      guard let shape = known[action.name ?? ""] else {
        note(.caseRemoved, .risky, "is gone")
        continue
      }
      compareRoots(action.shape, shape)
    }
    let before = Set(old.actions.compactMap(\.name))
    for action in new.actions where !before.contains(action.name ?? "") {
      root = .action(action.name)
      note(.caseAdded, .fine, "is new")
    }
  }

  /// Compares whole values.
  ///
  /// Reports nothing if one side is unknown, as when a store's actions are of any type that
  /// conforms to a protocol.
  private mutating func compareRoots(_ old: TypeShape, _ new: TypeShape) {
    guard old != .unknown, new != .unknown else { return }
    let first = found.count
    loops = []
    compare(old, new)
    guard !loops.isEmpty else { return }
    for place in first..<found.count {
      found[place].places = RepeatedPlaces(
        found[place].path, opening: found[place].opening, loops)
    }
  }

  mutating func note(
    _ change: TypeDifference.Change, _ grade: TypeGrade, _ words: String, value: String? = nil,
    isName: Bool = false
  ) {
    guard found.count < Self.mostDifferences else { return }
    found.append(
      TypeDifference(
        root: root, path: path, change: change, grade: customs > 0 ? .risky : grade, words: words,
        value: value, isName: isName, opening: open.count))
  }

  mutating func at(_ name: String, _ body: (inout TypeComparison) -> Void) {
    path.append(name)
    body(&self)
    path.removeLast()
  }

  mutating func compare(_ old: TypeShape, _ new: TypeShape) {
    places += 1
    guard places <= Self.mostPlaces, path.count < Self.depthLimit else { return }
    guard let left = Self.resolved(old, in: self.old), let right = Self.resolved(new, in: self.new)
    else { return note(.opaque, .risky, "cannot be looked into") }
    let isDeclared = left.name != nil || right.name != nil
    if isDeclared {
      let pair = Pair(old: left.name ?? "", new: right.name ?? "")
      if let outer = open.firstIndex(where: { $0.pair == pair }) {
        guard loops.count < Self.mostLoops else { return }
        return loops.append(TypeLoop(path: path, outer: open[outer].depth, opening: outer))
      }
      open.append((pair, path.count))
    }
    if left.isCustom || right.isCustom { customs += 1 }
    let known = found.count
    compareResolved(left.shape, right.shape)
    if left.isCustom != right.isCustom, found.count == known {
      note(.opaque, .risky, "is read by a coding of its own, which may take and write other values")
    }
    if left.isCustom || right.isCustom { customs -= 1 }
    if isDeclared { open.removeLast() }
  }

  /// A shape that is not a reference, the name of its type, and whether it has its own coding.
  ///
  /// Nil if the reference leads nowhere.
  private static func resolved(
    _ shape: TypeShape, in types: TypeFingerprint
  ) -> (shape: TypeShape, name: String?, isCustom: Bool)? {
    var (shape, name, isCustom, hops) = (shape, String?.none, false, 0)
    while hops < 64 {
      switch shape {
      case .reference(let next):
        guard let declared = types.types[next] else { return nil }
        (shape, name) = (declared, next)
      case .custom(let inner): (shape, isCustom) = (inner, true)
      default: return (shape, name, isCustom)
      }
      hops += 1
    }
    return nil
  }

  private mutating func compareResolved(_ old: TypeShape, _ new: TypeShape) {
    switch (old, new) {
    case (.unknown, .unknown): break
    case (.unknown, _), (_, .unknown): note(.opaque, .risky, "cannot be looked into")
    case (.optional(let old), .optional(let new)): compare(old, new)
    case (.optional(let old), let new):
      note(.required, .risky, "could be null, and no longer can")
      compare(old, new)
    case (let old, .optional(let new)):
      note(.optional, .fine, "may be null now")
      compare(old, new)
    case (.array(let old), .array(let new)): at("*") { $0.compare(old, new) }
    case (.dictionary(let old, let oldNames), .dictionary(let new, let newNames)):
      compareDictionaryNames(oldNames, newNames)
      at("*") { $0.compare(old, new) }
    case (.pairs(let oldKey, let oldValue), .pairs(let newKey, let newValue)):
      at("*") {
        $0.compare(oldKey, newKey)
        $0.compare(oldValue, newValue)
      }
    case (.tuple(let old), .tuple(let new)): compareTuples(old, new)
    case (.object(let old), .object(let new)): compareObjects(old, new)
    case (.cases(let old), .cases(let new)): compareCases(old, new)
    case (.leaf(let old), .leaf(let new)): noteLeaf(old, new, old, new)
    case (.raw(let base, _), .leaf(let new)): noteLeaf(base, new, "one of some \(base)s", new)
    case (.leaf(let old), .raw(let base, _)):
      let grade = LeafChange.grade(from: old, to: base) ?? .fine
      note(.type, max(grade, .risky), "was any \(old), and is one of some")
    case (.raw(let oldBase, let old), .raw(let newBase, let new)):
      noteLeaf(oldBase, newBase, oldBase, newBase)
      compareNames(old, new)
    default:
      let (left, right) = (Self.word(old), Self.word(new))
      // Both are written as the same kind of JSON, so the result depends on the value.
      let grade: TypeGrade = Self.json(old) == Self.json(new) ? .risky : .impossible
      note(.type, grade, "was \(left), is \(right)")
    }
  }

  private mutating func noteLeaf(_ old: String, _ new: String, _ was: String, _ now: String) {
    guard let grade = LeafChange.grade(from: old, to: new) ?? (was == now ? nil : .fine) else {
      return
    }
    note(.type, grade, "was \(was), is \(now)")
  }

  private mutating func compareTuples(_ old: [TypeShape], _ new: [TypeShape]) {
    for (place, pair) in zip(old, new).enumerated() {
      at(String(place)) { $0.compare(pair.0, pair.1) }
    }
    if new.count > old.count {
      note(.type, .impossible, "had \(old.count) elements, needs \(new.count)")
    } else if new.count < old.count {
      note(.removed, .fine, "had \(old.count) elements, of which \(new.count) are read")
    }
  }
}
