import Testing

@testable import Recorder

@Suite("What the environment says of recording")
struct RecordingSettingsTests {
  private static func folder(
    _ environment: [String: String], _ place: RecordingPlace, _ files: MemoryFiles = MemoryFiles()
  ) -> String? {
    RecordingSettings(environment: environment).folder(of: place, files: files) { _ in }
  }

  @Test("HINDSIGHT_RECORD decides over the code, where it is set")
  func places() {
    let standard = RecordingPlace.standardFolder()
    let code = RecordingPlace.folder("code")
    let rows: [(String?, RecordingPlace, String?)] = [
      (nil, code, "code"), (nil, .standard, standard), (nil, .environment, nil),
      ("", code, "code"), ("", .environment, nil),
      ("0", code, nil), ("0", .standard, nil), ("0", .environment, nil),
      ("1", code, standard), ("1", .standard, standard), ("1", .environment, standard),
      ("off", code, nil), ("No", code, nil), ("false", code, nil), ("on", code, standard),
      ("YES", code, standard), ("true", code, standard), ("offline", code, "offline"),
      ("env", code, "env"), ("env", .standard, "env"), ("env", .environment, "env"),
    ]
    for (value, place, expected) in rows {
      let environment = value.map { ["HINDSIGHT_RECORD": $0] } ?? [:]
      #expect(Self.folder(environment, place) == expected, "\(value ?? "unset") \(place)")
    }
  }

  #if os(Linux)
    @Test("the standard place was in the home of the user's account, whatever home the shell means")
    func standardPlace() {
      let app = RecordingPlace.standardFolder().split(separator: "/").last ?? ""
      let own = RecordingPlace.standardFolder([:])
      for (environment, folder) in [
        (["HOME": "/h"], "/h/.local/state"), (["HOME": "/h", "XDG_STATE_HOME": "/s"], "/s"),
        (["HOME": "/h", "XDG_STATE_HOME": "s"], "/h/.local/state"),
      ] {
        #expect(RecordingPlace.standardFolder(environment) == "\(folder)/hindsight/\(app)")
      }
      #expect(own.hasPrefix("/") && own.hasSuffix("/.local/state/hindsight/\(app)"))
      #expect(RecordingPlace.standardFolder(["HOME": "h"]) == own)
    }
  #endif

  @Test("a home folder is looked up where the shell left its sign")
  func home() {
    func folder(_ path: String, _ home: String?) -> String? {
      var environment = ["HINDSIGHT_RECORD": path]
      environment["HOME"] = home
      return Self.folder(environment, .environment)
    }
    #expect(folder("~/x", "/home/me") == "/home/me/x")
    #expect(folder("~", "/home/me") == "/home/me")
    #expect(folder("~x", "/home/me") == "~x")
    #expect(folder("~/x", nil) == nil)
    #expect(folder("~/x", "relative") == nil)
  }

  @Test("sizes, snapshots and durability are read; what is not understood is told and left out")
  func values() {
    let told = Gathered<RecorderError>()
    func options(_ environment: [String: String]) -> RecorderOptions {
      var options = RecorderOptions(onError: { told.append($0) })
      RecordingSettings(environment: environment).apply(to: &options)
      return options
    }
    #expect(options(["HINDSIGHT_SNAPSHOTS": "full"]).snapshots == .full)
    let durabilities: [(String, Durability)] = [
      ("system", .system), ("line", .everyLine), ("10", .interval(milliseconds: 10)),
      ("2500", .interval(milliseconds: 2500)),
    ]
    for (text, expected) in durabilities {
      #expect(options(["HINDSIGHT_DURABILITY": text]).durability == expected)
    }
    let sizes: [(String, Int)] = [
      ("1", 1), ("700", 700), ("64K", 64 << 10), ("3M", 3 << 20), ("64k", 64 << 10),
      ("2g", 2 << 30), ("1G", 1 << 30),
    ]
    for (text, expected) in sizes {
      #expect(options(["HINDSIGHT_SEGMENT": text]).limits?.segment == expected)
      #expect(options(["HINDSIGHT_TOTAL": text]).limits?.total == expected)
    }
    #expect(options([:]).limits == nil)
    #expect(told.all == [])
    for (name, values) in [
      ("HINDSIGHT_SNAPSHOTS", ["Full", "x"]), ("HINDSIGHT_DURABILITY", ["9", "-1", "always"]),
      ("HINDSIGHT_SEGMENT", ["0", "-1", "M", "1T", "99999999999999999999", "9999999999999G"]),
    ] {
      for value in values {
        let before = told.all.count
        let result = options([name: value])
        #expect(result.limits == nil && result.durability == .system)
        #expect(result.snapshots == .delta)
        #expect(told.all.count == before + 1, "\(name)=\(value)")
      }
    }
    #expect(
      told.all.first?.description
        == #"HINDSIGHT_SNAPSHOTS="Full" is not valid and was ignored: expected delta or full"#
    )
  }

  @Test("a standard folder in which others may write is refused, and told")
  func unsafeFolder() {
    let files = MemoryFiles()
    files.put(RecordingPlace.standardFolder(), kind: .link)
    let told = Gathered<RecorderError>()
    let settings = RecordingSettings(environment: [:])
    #expect(settings.folder(of: .standard, files: files, trouble: told.append) == nil)
    #expect(told.all == [.unsafeFolder(path: RecordingPlace.standardFolder())])
  }

  @Test("off: every action passes, and no call reaches the file system")
  func off() {
    let files = MemoryFiles()
    let recorder = SessionRecorder(
      in: .environment, store: "test", options: RecorderOptions(), environment: [:], files: files)
    var state = Counter()
    recorder.mark("x")
    recorder.step(CounterAction.add(2), into: &state) { count(&$0, .add(2)) }
    recorder.pause()
    recorder.resume()
    recorder.close()
    #expect(state.count == 2)
    #expect(!recorder.isRecording && recorder.flush() && recorder.paths.isEmpty)
    #expect(files.calls == [])
  }
}
