import SampleApps
import Testing

@Suite("The sample apps")
struct SampleListTests {
  @Test("every app and every scenario has its name, and only the counter is meant to crash")
  func names() {
    #expect(
      SampleApps.all.map { app in
        "\(app.name): \(app.scenarios.map { $0.crashes ? "\($0.name)!" : $0.name })"
      } == [
        #"toast: ["queue", "burst", "dismissal", "saga"]"#,
        #"toast-clock: ["queue", "burst", "dismissal", "saga"]"#,
        #"products: ["paging", "favourite", "failure", "hole"]"#,
        #"screens: ["browse", "twice", "late"]"#,
        #"archive: ["cheese", "race", "failure"]"#, #"counter: ["crash!", "steps"]"#,
        #"gourmet: ["visit", "home", "race", "failures", "again", "damaged"]"#,
        #"gourmet-zone: ["visit", "home", "race", "failures", "again", "damaged"]"#,
        #"search: ["typing", "failure", "late"]"#,
        #"cat: ["fetch", "interleaved", "failure", "restored"]"#,
      ])
  }

  @Test("an app is found by its whole name")
  func named() {
    for app in SampleApps.all { #expect(SampleApps.named(app.name)?.summary == app.summary) }
    for name in ["", "Toast", "toast-", "toas"] { #expect(SampleApps.named(name) == nil) }
  }
}
