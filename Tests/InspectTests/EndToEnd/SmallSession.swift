/// The first lines of a session.
enum SmallSession {
  static let header =
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"s","store":"counter"}"#
    + "\n"
  static let start = header + #"{"kind":"state","n":0,"state":{"value":0,"steps":0}}"# + "\n"
}
