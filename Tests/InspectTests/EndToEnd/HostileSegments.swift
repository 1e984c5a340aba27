/// The text of small segments.
enum HostileSegments {
  static func text(_ segment: Int, session: String = "i") -> String {
    let first = 2 * segment - 2
    let id = segment == 1 ? session : "\(session)\(segment)"
    let origin = segment == 1 ? "" : #""continues":{"id":"\#(session)","n":\#(first)},"#
    return
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"\#(id)","started":"s","#
      + "\(origin)\"store\":\"counter\"}\n"
      + #"{"kind":"state","n":\#(first),"state":{"value":1,"steps":\#(first)}}"# + "\n"
      + steps(first + 1...first + 2) + end(first + 2)
  }

  /// All of them in one file.
  static let joined =
    text(1).split(separator: "\n").dropLast().map { "\($0)\n" }.joined() + steps(3...6) + end(6)

  private static func end(_ n: Int) -> String { "{\"kind\":\"end\",\"n\":\(n),\"t\":\(n)}\n" }

  private static func steps(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { n in
      #"{"kind":"action","n":\#(n),"t":\#(n),"type":"reset","action":{"reset":{}}}"# + "\n"
        + #"{"kind":"state","n":\#(n),"patch":[{"op":"replace","path":"/steps","value":\#(n)}]}"#
        + "\n"
    }.joined()
  }
}
