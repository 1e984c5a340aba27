import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The environments of an experiment differ in what its condition sets, and not in their size")
struct EvenEnvironmentsTests {
  @Test("a locale of several names was set as one, which no system takes")
  func mixedLocale() {
    let mixed = RunConditions.locale("LC_CTYPE=C;LC_NUMERIC=de_DE.UTF-8;LC_TIME=C")
    #expect(
      mixed.environment == [
        "LC_ALL": nil, "LANGUAGE": nil, "LANG": "C", "LC_CTYPE": "C",
        "LC_NUMERIC": "de_DE.UTF-8", "LC_TIME": "C",
      ])
    #expect(mixed.name == "LC_NUMERIC=de_DE.UTF-8 LANG=C")
    let plain = RunConditions.locale("de_DE.UTF-8")
    #expect(
      plain.environment == ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "LANGUAGE": nil])
  }

  @Test("a step that counts the variables was certain to depend on the locale")
  func sizes() {
    let values: [String?] = [nil, "", "C", "C.UTF-8"]
    for (old, new) in values.flatMap({ old in values.map { (old, $0) } }) {
      for (other, changed) in values.flatMap({ other in values.map { (other, $0) } }) {
        var base = ["HOME": "/home/ann"]
        base["LANG"] = old
        base["LC_ALL"] = other
        var changes: [String: String?] = [:]
        changes.updateValue(new, forKey: "LANG")
        changes.updateValue(changed, forKey: "LC_ALL")
        let even = RunConditions(environment: changes, name: "").even(base: base)
        let with = merged(base, even.with.environment)
        let without = merged(base, even.without.environment)
        #expect(with["LANG"] == new && with["LC_ALL"] == changed)
        #expect(without["LANG"] == old && without["LC_ALL"] == other)
        #expect(with.count == without.count)
        #expect(size(with) == size(without), "\(with) \(without)")
      }
    }
  }

  private func merged(_ base: [String: String], _ changes: [String: String?]) -> [String: String] {
    var merged = base
    for (name, value) in changes { merged[name] = value }
    return merged
  }

  /// How many bytes they take, as `NAME=VALUE` each.
  private func size(_ environment: [String: String]) -> Int {
    environment.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 2 }
  }

  @Test("where the system finds its languages was removed with the variables of the program")
  func bare() {
    let bare = RunConditions.bareEnvironment(of: [
      "LOCPATH": "/l", "TZDIR": "/z", "LC_TIME": "de_DE", "PATH": "/bin", "SHOP": "1",
    ])
    #expect(bare.environment == ["SHOP": nil])
  }
}
