/// The text of small segments.
enum HostileSegments {
  /// A segment of the actions 1 and 2, 3 and 4, 5 and 6.
  static func text(_ segment: Int) -> String {
    let first = 2 * segment - 2
    let id = segment == 1 ? "i" : "i\(segment)"
    let origin = segment == 1 ? "" : #""continues":{"id":"i","n":\#(first)},"#
    let header =
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"\#(id)","started":"s","#
      + "\(origin)\"store\":\"counter\"}\n"
    let steps = (first + 1...first + 2).map { n in
      #"{"kind":"action","n":\#(n),"t":\#(n),"type":"reset","action":{"reset":{}}}"# + "\n"
        + #"{"kind":"state","n":\#(n),"patch":[{"op":"replace","path":"/steps","value":\#(n)}]}"#
        + "\n"
    }
    return header + #"{"kind":"state","n":\#(first),"state":{"value":1,"steps":\#(first)}}"# + "\n"
      + steps.joined() + "{\"kind\":\"end\",\"n\":\(first + 2),\"t\":\(first + 2)}\n"
  }
}
