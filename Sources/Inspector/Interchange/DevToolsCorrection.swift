import SessionFormat

/// What turns the file that is written for an imported session into the file that it was.
///
/// The members of a session's lines say all of a usual file. What else a file may have, such as states that
/// are missing or too many, is not told apart: the difference is kept as a patch.
struct DevToolsCorrection {
  /// The name under which it is kept.
  static let member = "correction"

  /// The checksum of the file without it: another file is not corrected.
  private let checksum: String
  private let patch: JSONPatch

  /// - Returns: nil if the file is right as it is.
  init?(from written: JSONValue, to original: JSONValue) {
    guard written != original else { return nil }
    (checksum, patch) = (Self.checksum(of: written), JSONPatch(from: written, to: original))
  }

  /// The kept one; nil if it is not one.
  init?(_ kept: JSONValue) {
    guard let checksum = kept["of"]?.string, let operations = kept["patch"],
      let patch = try? JSONPatch(operations)
    else { return nil }
    (self.checksum, self.patch) = (checksum, patch)
  }

  /// A header's member without the values of a correction, which corrects no file any more.
  static func emptied(_ kept: Member) -> Member {
    guard kept.name == DevToolsImport.member, kept.value[member] != nil,
      let members = kept.value.object
    else { return kept }
    return Member(name: kept.name, value: members.setting(member, to: ["of": "", "patch": []]))
  }

  var json: JSONValue { ["of": .string(checksum), "patch": patch.document] }

  /// The original file; nil if this is not the file that it is to be applied to.
  func applied(to written: JSONValue) -> JSONValue? {
    guard Self.checksum(of: written) == checksum else { return nil }
    return try? patch.applied(to: written)
  }

  private static func checksum(of file: JSONValue) -> String {
    CRC32C.text(CRC32C.checksum(Array(file.description.utf8)))
  }
}
