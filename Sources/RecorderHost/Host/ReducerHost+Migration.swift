public import SessionFormat

extension ReducerHost {
  /// Brings values of old sessions into the form of today, before they are decoded.
  ///
  /// ```swift
  /// host.migrate(.state, from: "1.4") { try $0.move("/colour", to: "/theme") }
  /// host.migrate(.action("add"), from: "1.4", as: "insert") { try $0.move("/add", to: "/insert") }
  /// ```
  ///
  /// Declare them in the order of the app's history. A session begins with the first one for the type
  /// that is `from` what it was recorded with, else behind the place at which another type has such a one, and goes
  /// through all that follow. One without a
  /// version is run, in its place, on every session whose types are not those of today; it looks at
  /// the value itself. A session whose types are those of today is only changed where its version is
  /// named. What is thrown is told with the step and the place.
  ///
  /// - Parameters:
  ///   - type: Which values.
  ///   - version: What they were recorded with: the `version` or `build` of `RecorderOptions.app`,
  ///     or the checksum of the type in the session's `fingerprint`; `inspect verify` tells both.
  ///   - name: Another name for the type of the action from then on.
  ///   - change: Changes the value.
  public mutating func migrate(
    _ type: MigratedType, from version: String? = nil, as name: String? = nil,
    _ change: @escaping @Sendable (inout OldValue) throws -> Void
  ) {
    migrations.steps.append(
      Migrations.Step(type: type, version: version, newName: name, change: change))
  }

  /// Gives a member that values of old sessions lack.
  ///
  /// After all that is migrated, and only if what it is a member of is there. A default is named for each place, as
  /// one for a whole state would also hide that a member was renamed.
  ///
  /// - Parameters:
  ///   - type: Which values.
  ///   - path: The place, as ``OldValue`` takes it.
  ///   - value: The member's value.
  public mutating func fill(_ type: MigratedType, _ path: String, with value: JSONValue) {
    migrations.defaults.append(Migrations.Default(type: type, path: path, value: value))
  }
}
