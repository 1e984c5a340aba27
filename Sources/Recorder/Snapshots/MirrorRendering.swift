import SessionFormat

/// Renders any value as JSON by reflection, the same way in every process.
///
/// What is `Encodable` inside is encoded, so exact; all else is shown member by member, in the
/// shape that synthesised coding would give it, but with `null` for what is nil. Addresses never
/// enter, nor hash order: sets and dictionaries are put in the order of their text. An object met
/// inside itself is the string `cycle`, and one that was shown before is its type's name and
/// `(again)`. Depth and size are bounded, and where that leaves values out is told.
///
/// Reflection reads every stored property: an `unowned` reference whose object is gone ends the
/// process, as it would anywhere else. An app that keeps such gives a rule for its holder.
struct MirrorRendering {
  /// How the values of one type are rendered.
  private enum Kind {
    case rule(Int)
    case optional
    case hashable
    case name
    case leaf
    case swiftValue
    case encodable
    case reflected
  }

  /// What is left of the stack for whatever a value does to encode itself.
  ///
  /// A level takes up to 4 KB of the stack in a debug build, and a thread may have no more than 512 KB.
  private static let stackReserve: UInt = 160 << 10

  private let renderings: Renderings
  private var kinds: [ObjectIdentifier: Kind] = [:]
  /// The types around the current value whose own encoding failed: their parts of the same type
  /// are not asked again, or a long list would be encoded once for each of its ends.
  private var failing: [ObjectIdentifier] = []
  /// The objects around the current value.
  private var openObjects: Set<ObjectIdentifier> = []
  /// The objects whose contents have been shown.
  var shownObjects = ShownObjects()
  var nodesLeft: Int
  /// The places at which values were left out, so far as they lie below the current value; the
  /// innermost token first.
  var cuts: [[String]] = []
  /// How many members and elements were left out.
  var leftOut = 0
  /// The limits for which they were.
  var limits: Set<Renderings.Limit> = []
  private var stack = StackGuard()

  private init(_ renderings: Renderings) {
    self.renderings = renderings
    nodesLeft = renderings.nodeLimit
  }

  /// What is shown of a value, and where something is left out.
  struct Shown {
    let value: JSONValue
    /// The places of ``value`` at which a text stands for what is left out: the last element of an
    /// array, the member `…` of an object, or what is nested too deep.
    let cuts: [JSONPointer]
    /// How many members and elements are left out at least; each may hold more.
    let leftOut: Int
    /// The limits for which they are, one of each kind.
    let limits: [Renderings.Limit]
  }

  /// The rendering of a value whose own encoding, where it has one, failed.
  ///
  /// Complexity: O(size), n log n in the sizes of sets and dictionaries.
  static func render(unencodable value: Any, _ renderings: Renderings) -> JSONValue {
    shown(unencodable: value, renderings).value
  }

  /// The same, with what is left out.
  static func shown(unencodable value: Any, _ renderings: Renderings) -> Shown {
    var rendering = MirrorRendering(renderings)
    rendering.failing = [ObjectIdentifier(type(of: value))]
    let shown = rendering.render(value, depth: 0)
    return Shown(
      value: shown, cuts: rendering.cuts.map { JSONPointer(tokens: $0.reversed()) },
      leftOut: rendering.leftOut, limits: Renderings.Limit.each(of: rendering.limits))
  }

  mutating func render(_ value: Any, depth: Int) -> JSONValue {
    nodesLeft -= 1
    switch kind(of: value) {
    case .rule(let place):
      guard let made = renderings.rules[place].apply(value) else { break }
      return encode(made, depth: depth) ?? reflect(made, depth: depth)
    case .optional:
      guard let content = Mirror(reflecting: value).children.first?.value else { return .null }
      return render(content, depth: depth)
    case .hashable:
      if let hashable = value as? AnyHashable { return render(hashable.base, depth: depth) }
    case .name: return .string(TypeName.of(type(of: value)))
    case .leaf:
      if let leaf = value as? any RenderedLeaf { return leaf.rendered }
    case .swiftValue:
      guard let holder = value as? any RenderedAsSwiftValue else { break }
      return within(holder as AnyObject) { $0.render(holder.swiftValue, depth: depth) }
    case .encodable:
      if let encodable = value as? any Encodable { return exact(encodable, depth: depth) }
    case .reflected: break
    }
    return reflect(value, depth: depth)
  }

  private mutating func kind(of value: Any) -> Kind {
    let type = type(of: value)
    if let known = kinds[ObjectIdentifier(type)] { return known }
    let kind = kind(of: type, value)
    kinds[ObjectIdentifier(type)] = kind
    return kind
  }

  private func kind(of type: Any.Type, _ value: Any) -> Kind {
    let id = ObjectIdentifier(type)
    if let place = renderings.rules.firstIndex(where: { $0.type == id }) { return .rule(place) }
    if type is any OptionalType.Type { return .optional }
    if type == AnyHashable.self { return .hashable }
    if let place = renderings.rules.firstIndex(where: { $0.apply(value) != nil }) {
      return .rule(place)
    }
    if type is any RenderedByName.Type { return .name }
    if type is any RenderedLeaf.Type { return .leaf }
    if type is any RenderedAsSwiftValue.Type { return .swiftValue }
    // To read what an actor guards from anywhere else is a race.
    if ReflectedFields.isHidden(type) || type is any Actor.Type { return .name }
    return type is any Encodable.Type ? .encodable : .reflected
  }

  var valueLimit: Renderings.Limit { .values(renderings.nodeLimit) }

  /// Whether the members of a value are too deep to be shown.
  mutating func isTooDeep(_ depth: Int) -> Bool {
    depth >= renderings.depthLimit
      || !stack.hasRoom(at: depth, leaving: Self.stackReserve)
  }

  /// What stands for a value that lies too deep.
  mutating func tooDeep(_ depth: Int) -> JSONValue {
    let levels = min(depth, renderings.depthLimit)
    cut([], leavingOut: 1, for: levels < renderings.depthLimit ? .stack(levels) : .levels(levels))
    return .string(RenderedText.tooDeep(levels))
  }

  // MARK: Encoding

  private mutating func exact(_ value: any Encodable, depth: Int) -> JSONValue {
    let id = ObjectIdentifier(type(of: value))
    guard !failing.contains(id) else { return reflect(value, depth: depth) }
    if let encoded = encode(value, depth: depth) { return encoded }
    failing.append(id)
    defer { failing.removeLast() }
    return reflect(value, depth: depth)
  }

  /// The value as it encodes itself; nil if it does not, or would be nested too deep.
  private mutating func encode(_ value: any Encodable, depth: Int) -> JSONValue? {
    do {
      let whole = try ValueEncoder().encode(value)
      let encoded = whole.value
      guard depth + encoded.height <= ValueEncoder.depthLimit else { return nil }
      // A value of eight bytes of text is about what one step of reflection would have shown.
      nodesLeft -= encoded.textSize / 8
      for place in whole.opaque {
        cut(
          place.tokens.reversed(), leavingOut: 1,
          for: .levels(
            place.value(in: encoded)?.string.flatMap(RenderedText.levels)
              ?? ValueEncoder.depthLimit))
      }
      return encoded
    } catch {
      return nil
    }
  }

  // MARK: Reflection

  private mutating func reflect(_ value: Any, depth: Int) -> JSONValue {
    guard type(of: value) is AnyClass else {
      return members(of: value, depth: depth)
    }
    let object = value as AnyObject
    return within(object) { rendering in
      // One that lies too deep to be shown may yet be met at a place where it can be.
      let isNew = rendering.isTooDeep(depth) || rendering.shownObjects.insert(object)
      return isNew
        ? rendering.members(of: value, depth: depth)
        : .string("\(TypeName.of(type(of: value))) (again)")
    }
  }

  /// Does something inside an object, unless that is being done already.
  private mutating func within(
    _ object: AnyObject, _ body: (inout MirrorRendering) -> JSONValue
  ) -> JSONValue {
    let id = ObjectIdentifier(object)
    guard openObjects.insert(id).inserted else { return "cycle" }
    defer { openObjects.remove(id) }
    return body(&self)
  }

  private mutating func members(of value: Any, depth: Int) -> JSONValue {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == nil, mirror.children.isEmpty {
      // A function, a metatype, or what only the compiler knows.
      return .string(TypeName.of(value as? Any.Type ?? type(of: value)))
    }
    guard !isTooDeep(depth) else { return tooDeep(depth) }
    switch mirror.displayStyle {
    case .enum: return enumCase(value, mirror, depth: depth)
    case .collection: return array(mirror.children, depth: depth)
    case .set: return set(mirror.children, depth: depth)
    case .dictionary: return dictionary(mirror.children, depth: depth)
    case .tuple: return labelsOrPlaces(mirror, depth: depth)
    case .none: return labelsOrPlaces(mirror, depth: depth)
    default: return object(ReflectedFields(mirror), depth: depth)
    }
  }

  /// An array where no child has a name, else an object.
  private mutating func labelsOrPlaces(_ mirror: Mirror, depth: Int) -> JSONValue {
    let isUnlabelled = mirror.children.allSatisfy { ReflectedFields.isPlace($0.label) }
    if isUnlabelled && mirror.superclassMirror == nil {
      return array(mirror.children, depth: depth)
    }
    return object(ReflectedFields(mirror), depth: depth)
  }
}
