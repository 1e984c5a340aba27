/// The name that the recorder gives to a session in a folder: `<store>-<started>-<id>`, where
/// `started` is `20260102T030405Z`.
struct LaunchName {
  let store: Substring
  let started: Substring

  /// Nil if a recorder gives no such name.
  init?(_ name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 3, let id = parts.last, !id.isEmpty else { return nil }
    started = parts[parts.count - 2]
    store = name.dropLast(started.count + id.count + 2)
    guard !store.isEmpty, Self.isTime(started) else { return nil }
  }

  /// The names of the sessions that started in the latest second; none if the sessions are of
  /// several stores, or if a name has another form.
  static func newest(of names: [String]) -> [String] {
    let launches = names.compactMap(LaunchName.init)
    guard launches.count == names.count, let latest = launches.map(\.started).max(),
      Set(launches.map(\.store)).count == 1
    else { return [] }
    return names.filter { LaunchName($0)?.started == latest }
  }

  /// Whether a text is 8 digits, `T`, 6 digits and `Z`; such times sort as text does.
  private static func isTime(_ text: Substring) -> Bool {
    let shape = text.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    return shape.elementsEqual("00000000T000000Z".utf8)
  }
}
