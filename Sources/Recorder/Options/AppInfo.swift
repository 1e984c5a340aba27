package import SessionFormat

/// What an app is, for the header of its sessions.
///
/// A build that differs tells `inspect verify` that the code may have changed since the recording.
public struct AppInfo: Equatable, Sendable {
  /// The name that people know it by.
  public var name: String?
  /// The version that people know it by, such as `2.1`.
  public var version: String?
  /// What tells builds of one version apart: a number or a commit.
  public var build: String?

  /// Says what the app is; leave out what is not known.
  public init(name: String? = nil, version: String? = nil, build: String? = nil) {
    (self.name, self.version, self.build) = (name, version, build)
  }

  /// The member `app` of a header; nil if nothing is known.
  package var header: JSONValue? {
    let members = [("name", name), ("version", version), ("build", build)]
      .compactMap { member, text in text.map { (name: member, value: JSONValue.string($0)) } }
    return members.isEmpty ? nil : .object(members)
  }
}
