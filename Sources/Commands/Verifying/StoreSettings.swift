package import Inspector
import SessionFormat

/// The settings for the sessions of one store, from a config file or from options.
package struct StoreSettings: Equatable, Sendable {
  /// The program that reduces.
  package var host: HostCommand?
  /// Places of the state that a comparison leaves out.
  package var ignore: [IgnoredPlaces] = []
  /// How many seconds a host may take for an answer.
  package var patience: Int?
  /// How many bytes of memory a host may take.
  package var memory: Int?

  package init() {}
}

/// Settings by the name of the store, as config files have them.
///
/// Names are compared by bytes.
package struct StoreTable: Equatable, Sendable {
  private var stores: [[UInt8]: StoreSettings] = [:]

  package init() {}

  /// The settings of a store; nil if the table does not name it.
  package subscript(store: String) -> StoreSettings? {
    get { stores[Array(store.utf8)] }
    set { stores[Array(store.utf8)] = newValue }
  }

  /// This table, plus the stores that only the other one names.
  ///
  /// A store that both name has only the settings of this table, so that a project's settings do
  /// not depend on who runs it.
  package func over(_ other: StoreTable) -> StoreTable {
    var table = self
    table.stores.merge(other.stores) { own, _ in own }
    return table
  }
}

extension StoreTable {
  /// Reads a config file.
  ///
  /// - Throws: If the file cannot be read, and at its first fault, with line and column.
  package init(file: String) throws(InspectorError) {
    try self.init(ConfigFile.bytes(of: file), file: file)
  }
}

/// What the file of the user sets: stores, and commands of the prompt.
package struct UserFile: Sendable {
  /// A command and its line, from 1.
  package struct Line: Sendable {
    package let number: Int
    package let text: String
  }

  /// Its path.
  package let file: String
  package internal(set) var stores = StoreTable()
  package internal(set) var commands: [Line] = []
  /// The number of the line behind which another command may stand; nil if there is no heading.
  var commandsEnd: Int?
  /// The lines that were left out, and why; also if the file cannot be read.
  package internal(set) var faults: [InspectorError] = []

  init(file: String) { self.file = file }

  /// Reads the file, which need not exist; nothing in it ends the program.
  ///
  /// - Parameter environment: `XDG_CONFIG_HOME`, or else `HOME`, gives the folder.
  package init(_ environment: [String: String]) {
    let file = Self.path(environment) ?? ""
    self.init(file: file)
    guard !file.isEmpty, Platform.isThere(file) else { return }
    do throws(InspectorError) { self.init(try ConfigFile.bytes(of: file), file: file) } catch {
      faults = [error]
    }
  }

  /// `$XDG_CONFIG_HOME/inspect/inspectrc`.
  static func path(_ environment: [String: String]) -> String? {
    // A relative path would be resolved in the current directory, which anybody may have made.
    let folders = [
      environment["XDG_CONFIG_HOME"],
      environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil },
    ]
    return folders.compactMap(\.self).first { $0.hasPrefix("/") }.map { $0 + "/inspect/inspectrc" }
  }
}

/// The bytes of a config file.
enum ConfigFile {
  /// The most bytes that it may have.
  private static let sizeLimit = 1 << 20

  static func bytes(of file: String) throws(InspectorError) -> [UInt8] {
    let tooLarge = InspectorError.badSetting(
      file: file, line: 1, column: 1, reason: "the file is larger than 1 MiB")
    let limits = ReadingLimits(lineBytes: Self.sizeLimit, streamBytes: Self.sizeLimit)
    let bytes: [UInt8]
    do { bytes = Array(try Platform.contents(of: file, limits).prefix(Self.sizeLimit + 1)) } catch {
      switch error.refusal {
      case .device: throw .device(file)
      case .bytes, .line: throw tooLarge
      case nil: throw .cannotRead(file: file, errno: error.errno)
      }
    }
    guard bytes.count <= Self.sizeLimit else { throw tooLarge }
    return bytes
  }
}
