/// The name of an enum's case.
package enum CaseName {
  private enum Probe: CustomStringConvertible {
    case name
    var description: String { "other" }
  }

  /// Whether the runtime names cases; tested once per process.
  ///
  /// It does not in a program that was built without reflection metadata.
  static let isSound = found(Probe.name) == "name"

  /// The name of the case, whatever its `description` is; falls back to `String(describing:)`.
  package static func of(_ value: Any) -> String {
    let name = PrivateLayout.isUsed && isSound ? found(value) : nil
    return name ?? String(describing: value)
  }

  private static func found(_ value: Any) -> String? {
    func open<T>(_ value: T) -> String? { caseName(value).map { String(cString: $0) } }
    return _openExistential(value, do: open)
  }
}

/// The function behind `String(describing:)` for a type without its own description; nil if the
/// program was built without reflection metadata.
@_silgen_name("swift_EnumCaseName")
private func caseName<T>(_ value: T) -> UnsafePointer<CChar>?
