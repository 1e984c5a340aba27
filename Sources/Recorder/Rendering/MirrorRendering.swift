import SessionFormat

/// Renders any value as JSON by reflection, the same way in every process.
///
/// A part that is `Encodable` is encoded, so it is exact. Everything else is shown member by
/// member, in the shape of synthesised coding, but with `null` for nil. Addresses and hash order
/// never appear: sets and dictionaries are in the order of their text. An object inside itself is
/// the string `cycle`; one that was shown before is its type's name and `(again)`. Depth and size
/// are limited, and what that leaves out is reported.
///
/// Reflection reads every stored property but `unowned` references: to read one whose object is gone
/// would end the process. A mirror of the app's own is asked for no more than may be shown.
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

  /// The stack to leave for whatever a value does to encode itself.
  ///
  /// A level takes up to 4 KB of the stack in a debug build, and a thread may have only 512 KB.
  private static let stackReserve: UInt = 160 << 10

  private let renderings: Renderings
  private var kinds: [ObjectIdentifier: Kind] = [:]
  /// The types around the current value whose own encoding failed: their parts of the same type are
  /// not tried again, or a long list would be encoded once for each of its ends.
  private var failing: [ObjectIdentifier] = []
  /// The objects around the current value.
  private var openObjects: Set<ObjectIdentifier> = []
  /// The objects whose contents have been shown.
  var shownObjects = ShownObjects()
  var nodesLeft: Int
  /// The places where values were left out, relative to the current value; the innermost token
  /// first.
  var cuts: [[String]] = []
  /// How many members and elements were left out.
  var leftOut = 0
  /// The limits that left them out.
  var limits: Set<Renderings.Limit> = []
  private var stack = StackGuard()

  private init(_ renderings: Renderings) {
    self.renderings = renderings
    nodesLeft = renderings.nodeLimit
  }

  /// The rendering of a value, and what is left out of it.
  struct Shown {
    let value: JSONValue
    /// The places of ``value`` with a text in place of what is left out: the last element of an
    /// array, the member `…` of an object, or what is nested too deep.
    let cuts: [JSONPointer]
    /// How many members and elements are left out at least; each may hold more.
    let leftOut: Int
    /// The limits that leave them out, one of each kind.
    let limits: [Renderings.Limit]
  }

  /// The rendering of a value whose own encoding, if it has one, failed.
  ///
  /// Complexity: O(size), n log n in the sizes of sets and dictionaries.
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
    // Reading from outside an actor what it guards is a race.
    if ReflectedFields.isHidden(type) || type is any Actor.Type { return .name }
    return type is any Encodable.Type ? .encodable : .reflected
  }

  /// The most children of a mirror that are asked for, at least: one more than may be shown.
  var mostChildren: Int { max(nodesLeft, 0) + Self.leastChildren }

  private static let leastChildren = 1_024

  var valueLimit: Renderings.Limit { .values(renderings.nodeLimit) }

  /// Whether the members of a value are too deep to be shown.
  mutating func isTooDeep(_ depth: Int) -> Bool {
    depth >= renderings.depthLimit
      || !stack.hasRoom(at: depth, leaving: Self.stackReserve)
  }

  /// The text for a value that is nested too deep.
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

  /// The value as it encodes itself; nil if that fails, or would be nested too deep.
  private mutating func encode(_ value: any Encodable, depth: Int) -> JSONValue? {
    do {
      let whole = try ValueEncoder().encode(value)
      let encoded = whole.value
      guard depth + encoded.height <= ValueEncoder.depthLimit else { return nil }
      // Eight bytes of text are about what one step of reflection would have shown.
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
      // An object that is too deep here may appear again at a place where it can be shown.
      let isNew = rendering.isTooDeep(depth) || rendering.shownObjects.insert(object)
      return isNew
        ? rendering.members(of: value, depth: depth)
        : .string("\(TypeName.of(type(of: value))) (again)")
    }
  }

  /// Runs the body inside an object, unless it is running there already.
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
      // A function, a metatype, or something that only the compiler knows.
      return .string(TypeName.of(value as? Any.Type ?? type(of: value)))
    }
    guard !isTooDeep(depth) else { return tooDeep(depth) }
    switch mirror.displayStyle {
    case .enum: return enumCase(value, mirror, depth: depth)
    case .collection: return array(mirror, depth: depth)
    case .set: return set(mirror, depth: depth)
    case .dictionary: return dictionary(mirror, depth: depth)
    case .tuple, .none: return labelsOrPlaces(mirror, depth: depth)
    default: return object(ReflectedFields(mirror, most: mostChildren), depth: depth)
    }
  }

  /// An array if no child has a name, else an object.
  private mutating func labelsOrPlaces(_ mirror: Mirror, depth: Int) -> JSONValue {
    let isUnlabelled = mirror.children.prefix(mostChildren).allSatisfy {
      ReflectedFields.isPlace($0.label)
    }
    if isUnlabelled && mirror.superclassMirror == nil {
      return array(mirror, depth: depth)
    }
    return object(ReflectedFields(mirror, most: mostChildren), depth: depth)
  }
}
