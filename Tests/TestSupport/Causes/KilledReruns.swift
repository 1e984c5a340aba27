import Foundation

/// A host one of whose runs is killed from outside.
public struct KilledReruns {
  private let folder: SessionFolder
  private let wrapper: String

  /// Makes a script in front of a host: a run, counted from 1, kills itself after some input lines.
  ///
  /// - Throws: An error if the script cannot be written.
  public init(host: String, run: Int, afterLines lines: Int) throws {
    folder = try SessionFolder()
    wrapper = folder.file("wrapper")
    // Only one of several runs creates a folder, whichever is first.
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

  /// The command to use in place of the host.
  public var host: String { wrapper }

  /// The number of runs.
  public var count: Int { folder.names.count { $0.hasPrefix("run.") } }
}
