/// What a session wrote since it was last synchronized: a list that is taken under the recorder's
/// lock and processed while the writer goes on.
struct Unsynchronized: Sendable {
  /// What could not be synchronized; `file` if it is the one still being written.
  typealias Fault = (file: OpenFile?, error: RecorderError)

  /// The paths of the finished segments, oldest first.
  var left: [String] = []
  /// The folder, if files were made in it.
  var folder: String?
  /// The segment that is being written now.
  var open: (file: OpenFile, path: String)?

  /// Waits until all of it would survive a loss of power; what fails is not tried again.
  func synchronize(_ files: any FileOperations) -> [Fault] {
    var faults: [Fault] = []
    func attempt(_ path: String, _ file: OpenFile?, _ body: () throws(FileError) -> Void) {
      do throws(FileError) { try body() } catch {
        // A removed file, whoever removed it, need not be kept.
        guard error != .notFound else { return }
        faults.append((file, .cannotSynchronize(path: path, errno: error.number)))
      }
    }
    for path in left {
      attempt(path, nil) { () throws(FileError) in
        try OpenFile(try files.open(path), files).synchronize()
      }
    }
    if let open {
      attempt(open.path, open.file) { () throws(FileError) in try open.file.synchronize() }
    }
    if let folder {
      attempt(folder, nil) { () throws(FileError) in try files.synchronizeDirectory(folder) }
    }
    return faults
  }

  /// Notes a segment that is no longer written.
  mutating func leave(_ path: String) {
    if left.last != path { left.append(path) }
  }
}
