public import SessionFormat

extension ReducerHost {
  /// Declares a migration: converts values of old sessions to today's form before they are decoded.
  ///
  /// ```swift
  /// host.migrate(.state, from: "1.4") { try $0.move("/colour", to: "/theme") }
  /// host.migrate(.action("add"), from: "1.4", as: "insert") { try $0.move("/add", to: "/insert") }
  /// ```
  ///
  /// Declare migrations in the order of the app's history. For each type, a session starts with the
  /// first one whose `from` matches its recording; if the type has none, it starts after the first
  /// match of another type. Then it runs all later ones. A migration without a version runs in its
  /// position on every session whose types differ from today's, and inspects the value itself. A
  /// session with today's types only changes if a migration names its version. Errors are reported
  /// with the step and the place.
  ///
  /// - Parameters:
  ///   - type: The values to convert.
  ///   - version: The recording's `version` or `build` of `RecorderOptions.app`, or the checksum of
  ///     the type in the session's `fingerprint`; `inspect verify` shows both.
  ///   - name: Another name for the type of the action from then on.
  ///   - change: Changes the value.
  public mutating func migrate(
    _ type: MigrationSubject, from version: String? = nil, as name: String? = nil,
    _ change: @escaping @Sendable (inout MigratingValue) throws -> Void
  ) {
    migrations.steps.append(
      Migrations.Step(type: type, version: version, newName: name, change: change))
  }

  /// Adds a member that values of old sessions lack.
  ///
  /// It runs after all migrations, and only if the member's container exists. Each default names a
  /// place, because a default for a whole state would also hide that a member was renamed.
  ///
  /// - Parameters:
  ///   - type: The values to complete.
  ///   - path: The place, as in ``MigratingValue``.
  ///   - value: The member's value.
  public mutating func fill(_ type: MigrationSubject, _ path: String, with value: JSONValue) {
    migrations.defaults.append(Migrations.Default(type: type, path: path, value: value))
  }
}
