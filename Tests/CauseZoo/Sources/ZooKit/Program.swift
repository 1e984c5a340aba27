import Foundation

/// The zoo's program of today, and that of before some reducers were changed.
public enum Build: Sendable {
  case today
  case before

  /// The build of this process: its program's name says it, so that no reducer reads a variable.
  static let ofProcess: Build =
    (CommandLine.arguments.first ?? "").hasSuffix("zoo-before") ? .before : .today
}

/// Does what the arguments say, and returns the status to exit with.
///
/// - Parameter build: Only makes the two programs differ in code, as two builds of an app do.
public func run(_ arguments: [String], of build: Build) throws -> Int32 {
  // Else the first step would ask for the arguments.
  _ = Culprit.isListing
  guard build == .ofProcess else { return complain("this program has another name") }
  switch (arguments.first, arguments.count) {
  case ("list", 1), ("list-hard", 1):
    // Some of the hard ones write where they may not.
    let isHard = arguments.first == "list-hard"
    for specimen in Specimen.all where specimen.name.hasPrefix("br-") == isHard {
      print(try Row(of: specimen).line)
    }
    return 0
  case ("record", 3...):
    guard let found = specimen(arguments[1]) else { break }
    // 75: by chance the fault did not show; record it again.
    return try found.record(arguments[2]) ? 0 : 75
  case ("host", 2...):
    guard let found = specimen(arguments[1]) else { break }
    return found.serve()
  default:
    return complain("usage: zoo list | list-hard | record SPECIMEN FILE | host SPECIMEN")
  }
  return complain("there is no specimen \(arguments[1])")
}

private func specimen(_ name: String) -> Specimen? { Specimen.all.first { $0.name == name } }

private func complain(_ words: String) -> Int32 {
  FileHandle.standardError.write(Data("zoo: \(words)\n".utf8))
  return 2
}
