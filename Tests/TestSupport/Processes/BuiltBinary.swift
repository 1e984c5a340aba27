public import Foundation

/// The programs that the package builds, next to the tests.
public enum BuiltBinary {
  /// The built `inspect`.
  ///
  /// Throws if it is not next to the tests.
  public static var inspect: URL {
    get throws { try named("inspect") }
  }

  /// The built host that goes wrong on purpose.
  ///
  /// Throws if it is not next to the tests.
  public static var rogueHost: URL {
    get throws { try named("RogueHost") }
  }

  /// The folder of the built modules, for a compiler that imports them.
  ///
  /// Throws if they are not next to the tests.
  public static var modules: URL {
    get throws {
      for directory in directories {
        let modules = directory.appendingPathComponent("Modules", isDirectory: true)
        if FileManager.default.fileExists(atPath: modules.path) { return modules }
      }
      throw Missing(name: "Modules", directories: directories)
    }
  }

  /// The program that serves the hosts of docs/adopting/.
  ///
  /// Throws if it is not next to the tests.
  public static var adoptingHosts: URL {
    get throws { try named("AdoptingHosts") }
  }

  /// The built app that is disturbed while it records.
  ///
  /// Throws if it is not next to the tests.
  public static var recorderDriver: URL {
    get throws { try named("RecorderDriver") }
  }

  /// The program that records and serves faulty and sound reducers.
  ///
  /// Throws if it is not next to the tests.
  public static var zoo: URL {
    get throws { try named("Zoo") }
  }

  /// The program that records states and actions that are hard to record.
  ///
  /// Throws if it is not next to the tests.
  public static var hostileStates: URL {
    get throws { try named("HostileStates") }
  }

  /// The program that records random steps.
  ///
  /// Throws if it is not next to the tests.
  public static var randomSteps: URL {
    get throws { try named("RandomSteps") }
  }

  /// The host of every manner.
  ///
  /// Throws if it is not next to the tests.
  public static var lawHost: URL {
    get throws { try named("LawHost") }
  }

  private static func named(_ name: String) throws -> URL {
    for directory in directories {
      let file = directory.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: file.path) { return file }
    }
    throw Missing(name: name, directories: directories)
  }

  /// The folder of the test bundle: of a bundle on Apple's systems, of the running program elsewhere.
  private static var directories: [URL] {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let programs = CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0) }
    return (bundles + programs).map { $0.resolvingSymlinksInPath().deletingLastPathComponent() }
  }

  /// Nothing of that name was built.
  public struct Missing: Error {
    /// The name of the program or folder.
    public let name: String
    /// The folders that were searched.
    public let directories: [URL]
  }
}
