internal import SessionFormat

/// The stored properties of a value under their names in the source, those of superclasses first.
struct ReflectedFields {
  /// The name in place of members that are left out.
  static let more = "…"

  private static let lazyPrefix = "$__lazy_storage_$_"
  /// Added by the compiler and by macros: bookkeeping that is not the app's state.
  private static let hidden: Set<String> = ["$defaultActor", "_$observationRegistrar"]

  private(set) var list: [(name: String, value: Any)] = []

  /// The fields that a mirror lists, those of its superclasses included.
  ///
  /// - Parameter most: The most of each type that are asked for: a mirror of the app's own may have no
  ///   end.
  init(_ mirror: Mirror, most: Int) {
    var chain = [mirror]
    while let above = chain[0].superclassMirror, !Self.isHidden(above.subjectType) {
      chain.insert(above, at: 0)
    }
    let children = chain.flatMap { Self.children($0, most) }
    let labels = Set(children.map(\.label))
    var uses: [String: Int] = [:]
    for child in children where !Self.hidden.contains(child.label) {
      let name = Self.name(of: child.label, among: labels)
      // Two classes of a chain may each have a private property with the same name.
      let use = (uses[name] ?? 0) + 1
      uses[name] = use
      let isStorage = child.label.first == "_" && name != child.label
      list.append(
        (
          use == 1 ? name : "\(name) (\(use))",
          isStorage ? Self.wrappedValue(in: child.value) : child.value
        ))
    }
  }

  private static func children(_ mirror: Mirror, _ most: Int) -> [(label: String, value: Any)] {
    let isOwn = mirror.subjectType is any CustomReflectable.Type
    let unread = isOwn ? [] : StoredFields.unowned(of: mirror.subjectType)
    var children: [(label: String, value: Any)] = []
    var index = mirror.children.startIndex
    while children.count < most, index != mirror.children.endIndex {
      let place = children.count
      if unread.contains(place) {
        let name = StoredFields.name(at: place, of: mirror.subjectType)
        children.append((name ?? ".\(place)", Unread.unowned))
      } else {
        let child = mirror.children[index]
        children.append((child.label ?? ".\(place)", child.value))
      }
      mirror.children.formIndex(after: &index)
    }
    return children
  }

  /// What is shown in place of a value that is not read.
  private enum Unread { case unowned }

  /// The only payload of a case, which has no label.
  init(single value: Any) { list = [("_0", value)] }

  /// Whether a label is not a name: absent, or a place in a tuple (`.0`).
  static func isPlace(_ label: String?) -> Bool { label.map { $0.first == "." } ?? true }

  /// Whether a type is a class of Foundation: its fields are locks, handles and thread numbers.
  static func isHidden(_ type: Any.Type) -> Bool {
    type is AnyClass && TypeName.full(type).hasPrefix("Foundation.")
  }

  private static func name(of label: String, among labels: Set<String>) -> String {
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    guard let first = label.first, label.count > 1 else { return label }
    let rest = String(label.dropFirst())
    if first == "." { return "_" + rest }
    return first == "_" && !labels.contains(rest) ? rest : label
  }

  /// The value in a property wrapper that has no other property, else the wrapper.
  private static func wrappedValue(in value: Any) -> Any {
    guard !(value is any Encodable), StoredFields.unowned(of: type(of: value)).isEmpty else {
      return value
    }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct, mirror.children.count == 1,
      let only = mirror.children.first, only.label == "wrappedValue"
    else { return value }
    return only.value
  }
}
