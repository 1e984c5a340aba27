import Foundation
import TestSupport

/// A session that holds every hostile text, in files and a folder whose names are hostile too.
///
/// Its lines are written by hand: the writer of the project would escape what acts.
struct HostileSession {
  /// The folder of all files.
  let folder: SessionFolder
  /// A folder in it with a hostile name, in which they are.
  let inner: String
  /// The session.
  let file: String
  /// The session without its fatal action, closed.
  let closed: String
  /// The closed session with lines after its first that are damaged, each by another text.
  let damaged: String
  /// How many actions have a state.
  static let steps = HostileAlphabet.texts.count

  /// A text that may stand in an argument and in a name of a file.
  static let word = HostileAlphabet.text

  init() throws {
    folder = try SessionFolder()
    inner = folder.file(Self.word)
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    file = inner + "/" + Self.word + ".ndjson"
    closed = inner + "/" + Self.word + "closed.ndjson"
    damaged = inner + "/" + Self.word + "damaged.ndjson"
    var lines = Self.lines
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file))
    lines[lines.count - 1] =
      "{\"kind\":\"end\",\"n\":\(Self.steps + 2),\"t\":\(Self.steps + 3)000000}"
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: closed))
    var bytes = Array(lines[0...1].map { $0 + "\n" }.joined().utf8)
    for text in HostileAlphabet.texts {
      // JSON does not allow them raw, and these kinds and members are not what the format says.
      bytes += Array("{\"kind\":\"\(text)\"}\n".utf8) + Array("\(text)\n".utf8)
      bytes += Array(
        "{\"kind\":\"action\",\"n\":1,\(Self.json(text)):1,\(Self.json(text)):2}\n".utf8)
    }
    bytes += [UInt8](0...255) + Array("\n".utf8)
    bytes += Array(lines.dropFirst(2).map { $0 + "\n" }.joined().utf8)
    try Data(bytes).write(to: URL(filePath: damaged))
    try Data("when\nprint \(Self.word)\n".utf8).write(to: URL(filePath: out("script")))
  }

  /// What lines of a shell need: files of settings, and a folder whose files have all bytes as names.
  func putSurroundings() throws {
    let word = Self.word
    let settings = """
      \(word)
      [\(word)]
      [store \(word)]
      host = \(host("mutter"))
      ignore = \(word)
      patience = \(word)
      \(word) = \(word)
      [commands]
      print \(word)
      """
    let home = out("home/inspect")
    for folder in [home, folder.file("bytes")] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for file in [out("config"), home + "/inspectrc"] {
      try Data(settings.utf8).write(to: URL(filePath: file))
    }
    let bytes = (UInt8(1)...255).filter { $0 != UInt8(ascii: "/") }
    for name in [bytes.prefix(120), bytes.suffix(140)] {
      let path = Array(folder.file("bytes/zQ").utf8) + name + Array(".ndjson".utf8) + [0]
      let descriptor = path.withUnsafeBytes { bytes in
        bytes.bindMemory(to: CChar.self).baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o600) }
      }
      if let descriptor, descriptor >= 0 { close(descriptor) }
    }
  }

  /// The variables of lines of a shell.
  var shellEnvironment: [String: String] {
    get throws {
      let own = [
        "TOOL": try BuiltBinary.inspect.path, "W": Self.word, "S": file, "D": damaged,
        "O": out(""), "B": folder.file("bytes"), "H": host("drift"), "XDG_CONFIG_HOME": "/none",
        "PAGER": "",
      ]
      return ProcessRun.plainEnvironment.merging(own) { $1 }
    }
  }

  /// A path for a file, in the hostile folder, with a hostile name.
  func out(_ name: String) -> String { inner + "/" + Self.word + name }

  /// How its hosts go wrong.
  static let manners = [
    "plain", "mutter", "start", "drift", "die", "kill", "junk", "kind", "refuse", "reason", "throw",
    "draw", "migrate", "store",
  ]

  /// A host whose every word is hostile.
  func host(_ manner: String) -> String {
    let script = Inspect.root.appendingPathComponent(
      "Tests/InspectTests/Scripts/hostile_host.pl"
    ).path
    return "perl '\(script)' \(manner) '\(Self.word)'"
  }

  /// A text as JSON, with everything raw that JSON allows raw.
  static func json(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\" + String(scalar)
      case _ where scalar.value < 0x20:
        "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  private static var lines: [String] {
    let core = json(HostileAlphabet.text)
    let any = "{\(core):\(core),\"list\":[\(core),{\(core):1}]}"
    var lines = [
      #"{"kind":"session","format":"hindsight-session","version":1,"id":\#(core),"started":\#(core),"store":\#(core),"#
        + #""stateType":\#(core),"actionType":\#(core),"fingerprint":\#(core),"app":{"name":\#(core),"version":\#(core),"build":\#(core)},"#
        + #""platform":{"os":\#(core),"swift":\#(core),"timeZone":\#(core),"locale":\#(core),\#(core):\#(core)},"#
        + #""derived":{"id":\#(core),"changes":[\#(core)]},\#(core):\#(any)}"#,
      #"{"kind":"state","n":0,"state":{"n":0,"last":null,"texts":{},"items":[{"id":\#(core),"name":\#(core)}],\#(core):\#(any)}}"#,
    ]
    for (place, text) in HostileAlphabet.texts.enumerated() {
      let (n, text) = (place + 1, json(text))
      let pointer = json(
        "/texts/"
          + HostileAlphabet.texts[place]
          .replacingOccurrences(of: "~", with: "~0", options: .literal)
          .replacingOccurrences(of: "/", with: "~1", options: .literal))
      lines += [
        #"{"kind":"dispatched","n":\#(n - 1),"t":\#(n),"type":\#(text),"action":\#(any),"at":\#(text),"dispatch":\#(n)}"#,
        #"{"kind":"action","n":\#(n),"t":\#(n)000000,"type":\#(text),"action":{"set":\#(text),"n":\#(n)},"from":\#(n - 1),"within":\#(n),"at":\#(text),\#(text):\#(any)}"#,
        #"{"kind":"state","n":\#(n),"patch":[{"op":"replace","path":"/n","value":\#(n)},"#
          + #"{"op":"replace","path":"/last","value":\#(text)},{"op":"add","path":\#(pointer),"value":\#(text)}],\#(text):\#(text)}"#,
        #"{"kind":"mark","n":\#(n),"t":\#(n)000001,"text":\#(text)}"#,
        #"{"kind":\#(json("zQ" + HostileAlphabet.texts[place])),"n":\#(n),\#(text):\#(any)}"#,
      ]
    }
    let n = HostileAlphabet.texts.count
    lines += [
      #"{"kind":"gap","n":\#(n + 1),"t":\#(n + 1)000000,"lost":1,"reason":\#(core)}"#,
      #"{"kind":"state","n":\#(n + 1),"state":{"n":0,"last":\#(core),"texts":{},\#(core):\#(any)}}"#,
      #"{"kind":"action","n":\#(n + 2),"t":\#(n + 2)000000,"type":"plainAction","action":{"set":\#(core),"n":1}}"#,
      #"{"kind":"input","n":\#(n + 2),"is":\#(core),"value":\#(any)}"#,
      #"{"kind":"state","n":\#(n + 2),"state":{"n":1,"last":\#(core),"texts":{\#(core):\#(core)},\#(core):\#(any)},"threw":\#(core),"opaque":[\#(json("/" + HostileAlphabet.text))]}"#,
      #"{"kind":"outside","n":\#(n + 2),"t":\#(n + 2)000001,"patch":[{"op":"replace","path":"/last","value":\#(any)}]}"#,
      #"{"kind":"action","n":\#(n + 3),"t":\#(n + 3)000000,"type":\#(core),"action":{"fatal":\#(core)}}"#,
    ]
    return lines
  }
}
