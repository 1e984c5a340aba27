import Foundation
import SessionFormat
import TestSupport

/// Recordings of the store "law", of which every answer of the law is asked.
///
/// Eight actions with inputs, a case that changes, and a change from outside.
enum LawSession: String, CaseIterable {
  /// As a sound host has it.
  case sound
  /// From action 5 on the sum is another than a host makes.
  case drifting
  /// The line of state 5 is torn.
  case damaged
  /// A ninth action ends the app.
  case crashed

  /// What the file holds.
  func text() throws -> String {
    var lines = [
      #"{"kind":"session","format":"hindsight-session","version":1,"#
        + #""id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","#
        + #""store":"law","stateType":"Law","actionType":"Deed"}"#
    ]
    var law = Law()
    lines.append(#"{"kind":"state","n":0,"state":\#(law.state)}"#)
    for (place, (type, payload)) in Law.actions.enumerated() {
      let n = place + 1
      if n == 4 {
        law.set("note", "out")
        lines.append(#"{"kind":"outside","n":3,"t":3500,"state":\#(law.state)}"#)
      }
      lines.append(Self.action(n, type, payload))
      let drawn = try law.reduce(.object([(type, payload)])) { name in
        name == "date" ? .number(100 + n) : .string("00000000-0000-4000-8000-00000000000\(n)")
      }
      lines += drawn.map { input in
        #"{"kind":"input","n":\#(n),"is":"\#(input.name)","value":\#(input.value)}"#
      }
      if self == .drifting, n == 5 { law.set("sum", 11) }
      lines.append(#"{"kind":"state","n":\#(n),"state":\#(law.state)}"#)
      if self == .damaged, n == 5 { lines[lines.count - 1] = #"{"kind":"state","n":5,"st"# }
    }
    lines.append(
      self == .crashed
        ? Self.action(9, "add", ["_0": 200]) : #"{"kind":"end","n":8,"t":9000}"#)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func action(_ n: Int, _ type: String, _ payload: JSONValue) -> String {
    let action = JSONValue.object([(type, payload)])
    return #"{"kind":"action","n":\#(n),"t":\#(n * 1000),"type":"\#(type)","action":\#(action)}"#
  }
}
