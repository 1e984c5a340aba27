import Foundation
import TestSupport

/// A session of three actions with checksums, and the same with one line that was changed.
enum DamagedSession {
  static let lines = [
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"s","store":"counter","crc":"f7f0806c"}"#,
    #"{"kind":"state","n":0,"state":{"value":0,"steps":0},"crc":"816442e1"}"#,
    #"{"kind":"action","n":1,"t":5,"type":"reset","action":{"reset":{}},"crc":"87649a9c"}"#,
    #"{"kind":"state","n":1,"state":{"value":0,"steps":1},"crc":"ea61ba1b"}"#,
    #"{"kind":"action","n":2,"t":6,"type":"reset","action":{"reset":{}},"crc":"e30716bd"}"#,
    #"{"kind":"state","n":2,"patch":[{"op":"replace","path":"/steps","value":2}],"crc":"2b4fd996"}"#,
    #"{"kind":"action","n":3,"t":7,"type":"reset","action":{"reset":{}},"crc":"c0d992a2"}"#,
    #"{"kind":"state","n":3,"state":{"value":0,"steps":3},"crc":"3c6a4bef"}"#,
    #"{"kind":"end","n":3,"t":8,"crc":"8217ec77"}"#,
  ]

  static let sound = lines.joined(separator: "\n") + "\n"
  /// Its fourth line says that there were 7 steps.
  static let damaged = sound.replacingOccurrences(of: #""steps":1"#, with: #""steps":7"#)

  /// What is said of the damage, of a file of that name.
  static func fault(_ name: String) -> String {
    "\(name):4:52: the checksum (crc) does not match: the line was changed or damaged; to edit a "
      + "session by hand, delete crc on all lines, or run inspect repair --recrc (byte 323)"
  }
}
