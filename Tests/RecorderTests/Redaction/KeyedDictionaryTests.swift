import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("Secrets in dictionaries whose keys are no strings")
struct KeyedDictionaryTests {
  private enum Field: String, Codable { case mail, password }
  private enum Slot: Codable { case mail, token }

  private struct Form: Codable {
    var fields: [Field: String] = [:]
    var slots: [Slot: [String]] = [:]
    var note = "visible"
  }

  private enum FormAction: Codable {
    case fill([Field: String])
    case put(form: Form)
  }

  /// Not `Encodable`, so rendered by reflection.
  private struct Sheet {
    struct Key: Hashable { let rawValue: String }
    enum Place: Hashable { case here, secret }
    let fields: [Field: String]
    let keys: [Key: String]
    let places: [Place: String]
    let pair: (String, String)
    let list: KeyValuePairs<String, String>
    let action: () -> Void = {}

    init(_ secret: () -> String) {
      fields = [.mail: "visible", .password: secret()]
      keys = [Key(rawValue: "mail"): "visible", Key(rawValue: "password"): secret()]
      places = [.here: "visible", .secret: secret()]
      pair = ("password", secret())
      list = ["password": secret(), "mail": "visible", "token": secret()]
    }
  }

  private final class Secrets {
    private(set) var all: [String] = []
    func next() -> String {
      all.append("canary\(1000 + all.count)of\(all.count)x")
      return all[all.count - 1]
    }
  }

  private func record(
    _ secrets: Secrets, _ redactions: Redactions, _ snapshots: RecorderOptions.Snapshots
  ) -> String {
    let sink = CollectingSink()
    let recorder = SessionRecorder(
      sink: sink, store: "form",
      options: RecorderOptions(snapshots: snapshots, redactions: redactions))
    var state = Form(
      fields: [.mail: "visible", .password: secrets.next()], slots: [.token: [secrets.next()]])
    for round in 0..<8 {
      recorder.step(
        FormAction.fill([.password: secrets.next(), .mail: "visible"]), into: &state
      ) { state in
        _ = Inputs.value("drawn") { [Field.password: secrets.next()] }
        state.fields[.password] = secrets.next()
        // Keys come and go, so that patches add, replace and remove at an index.
        state.fields[.mail] = round.isMultiple(of: 2) ? nil : "visible"
        state.slots[.mail] = round.isMultiple(of: 3) ? ["visible"] : nil
      }
      let form = Form(fields: [.password: secrets.next()], slots: [.token: [secrets.next()]])
      recorder.step(FormAction.put(form: form), into: &state) { state in
        state.slots[.token, default: []].append(secrets.next())
      }
      state.fields[.password] = secrets.next()
      recorder.step(Sheet(secrets.next), into: &state) { _ in }
    }
    var sheet = Sheet(secrets.next)
    recorder.step(FormAction.fill([:]), into: &sheet) { $0 = Sheet(secrets.next) }
    recorder.close()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  @Test(
    "an array of keys and values leaves nothing of the value behind a secret name",
    arguments: [RecorderOptions.Snapshots.delta, .full])
  func canaries(snapshots: RecorderOptions.Snapshots) {
    let hidden = Secrets()
    let text = record(hidden, .defaults, snapshots)
    #expect(hidden.all.filter { text.contains($0) } == [])
    #expect(hidden.all.count > 100)
    let open = Secrets()
    let openText = record(open, .none, snapshots)
    #expect(open.all.filter { openText.contains($0) } == open.all)
    // What lies beside is not hidden.
    func visible(_ text: String) -> Int { text.split(separator: "visible").count }
    #expect(visible(text) == visible(openText))
  }
}
