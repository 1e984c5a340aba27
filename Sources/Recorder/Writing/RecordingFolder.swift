/// A folder of session files.
struct RecordingFolder {
  let path: String
  let operations: any FileOperations

  init(_ path: String, _ files: any FileOperations) {
    self.path = path
    operations = files
  }

  /// Makes the folder and its parents if they do not exist, mode 0700.
  func make() throws(RecorderError) {
    do { try make(path) } catch {
      throw .cannotCreate(path: path, errno: error.number, nil)
    }
  }

  private func make(_ path: String) throws(FileError) {
    do {
      // A link to a folder is the owner's choice: it is in the path, not in its last place.
      _ = try operations.names(in: path)
      return
    } catch { guard error == .notFound else { throw error } }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try make(String(path[..<slash]))
    }
    do { try operations.makeDirectory(path) } catch {
      guard error == .exists else { throw error }  // another process was faster
    }
  }

  /// Whether files can be made in the folder, which is made if it does not exist.
  func canHoldFiles() -> Bool {
    do { try make(path) } catch { return false }
    return operations.isWritable(directory: path)
  }

  /// Whether only the user can put files or links into it; a folder still to be made is safe.
  var isSafe: Bool {
    do {
      let status = try operations.status(at: path)
      return status.kind == .directory && !status.isWritableByOthers
        && status.owner == Platform.user
    } catch { return true }
  }

  /// The files of a store, older sessions first, each session's in order; none if the folder
  /// cannot be read.
  func segments(of store: String) -> [SegmentName] {
    do {
      return try operations.names(in: path).compactMap(SegmentName.init)
        .filter { $0.isOf(store: store) }.sorted()
    } catch { return [] }
  }

  /// The path of a segment.
  func path(of name: SegmentName) -> String {
    SegmentNames.folder(path, stem: name.stem).path(of: name.segment)
  }

  /// Removes the oldest files of a store until the others have at most that size together.
  ///
  /// Files that a living process still writes stay, and so does everything that is not a segment of
  /// the store. A session loses only its oldest segments, never one in the middle. The current
  /// session's own segments are removed last: a clock that was set back does not make it older.
  func shrink(to size: Int, store: String, own: SegmentNames) {
    var sized: [(path: String, size: Int, stem: String)] = []
    let isOwn = { (name: SegmentName) in own == .folder(path, stem: name.stem) }
    let names = segments(of: store)
    for name in names.filter({ !isOwn($0) }) + names.filter(isOwn) {
      let path = path(of: name)
      do {
        let status = try operations.status(at: path)
        if status.kind == .file { sized.append((path, status.size, name.stem)) }
      } catch {}  // it is gone
    }
    var total = sized.reduce(0) { $0 + $1.size }
    var kept: Set<String> = []
    for file in sized where total > size && !kept.contains(file.stem) {
      // A finished file may also be held a little longer, by whoever synchronizes it.
      guard !isBeingWritten(file.path) else {
        kept.insert(file.stem)
        continue
      }
      do {
        try operations.remove(file.path)
        total -= file.size
      } catch {
        kept.insert(file.stem)  // the limit is not held for now; the next segment tries again
      }
    }
  }

  /// Whether a living process has the file open for writing; true if that is unknown.
  func isBeingWritten(_ path: String) -> Bool {
    do {
      let file = OpenFile(try operations.open(path), operations)
      return try !operations.lock(file.descriptor)
    } catch { return true }
  }
}
