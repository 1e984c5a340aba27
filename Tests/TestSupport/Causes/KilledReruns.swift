import Foundation

/// A host of which one run is killed from outside.
public struct KilledReruns {
  private let folder: SessionFolder
  private let wrapper: String

  /// A script that stands before a host: the run of that number, counted from 1, kills itself after
  /// so many lines of its input.
  ///
  /// - Throws: Where the script cannot be written.
  public init(host: String, run: Int, afterLines lines: Int) throws {
    folder = try SessionFolder()
    wrapper = folder.file("wrapper")
    // A folder is made by one of several runs alone, whichever comes first.
    let reads = String(repeating: "  read -r line\n", count: lines)
    let script = """
      number=1
      while ! mkdir "\(folder.path)/run.$number" 2>/dev/null; do number=$((number + 1)); done
      if [ $number -eq \(run) ]; then
      \(reads)  kill -9 $$
      fi
      exec \(host)
      """
    try folder.putProgram("wrapper", script)
  }

  /// The command to be used in place of the host.
  public var host: String { wrapper }

  /// How many runs there were.
  public var count: Int { folder.names.count { $0.hasPrefix("run.") } }
}
