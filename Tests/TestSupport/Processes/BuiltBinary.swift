public import Foundation

/// The programs that the package builds, beside the tests.
public enum BuiltBinary {
  /// The built `inspect`.
  ///
  /// Throws if the tests don't lie beside it.
  public static var inspect: URL {
    get throws { try named("inspect") }
  }

  /// The built host that goes wrong on purpose.
  ///
  /// Throws if the tests don't lie beside it.
  public static var rogueHost: URL {
    get throws { try named("RogueHost") }
  }

  /// Where the built modules lie, for a compiler that imports them.
  ///
  /// Throws if the tests don't lie beside them.
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
  /// Throws if the tests don't lie beside it.
  public static var adoptingHosts: URL {
    get throws { try named("AdoptingHosts") }
  }

  /// The built app that is disturbed while it records.
  ///
  /// Throws if the tests don't lie beside it.
  public static var recorderDriver: URL {
    get throws { try named("RecorderDriver") }
  }

  /// The program that records and serves reducers at fault, and sound ones.
  ///
  /// Throws if the tests don't lie beside it.
  public static var zoo: URL {
    get throws { try named("Zoo") }
  }

  /// The host of every manner.
  ///
  /// Throws if the tests don't lie beside it.
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

  /// Where the test bundle lies: a bundle on Apple's systems, the running program elsewhere.
  private static var directories: [URL] {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let programs = CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0) }
    return (bundles + programs).map { $0.resolvingSymlinksInPath().deletingLastPathComponent() }
  }

  /// Nothing of that name was built.
  public struct Missing: Error {
    /// The name of the program or folder.
    public let name: String
    /// Where it was looked for.
    public let directories: [URL]
  }
}
