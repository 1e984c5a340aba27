import Foundation

#if canImport(Glibc)
  private typealias Resource = __rlimit_resource_t
  private let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  private let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
  private typealias Resource = Int32
  private let fileSize = RLIMIT_FSIZE
  private let openFiles = RLIMIT_NOFILE
#endif

/// The limits that the system sets to this process, and a copy of it.
enum SystemLimits {
  /// Sets the size that a file may reach, in bytes; nil takes the limit back.
  static func setLargestFile(_ size: Int?) { set(fileSize, to: size) }

  /// Opens as many files as the process may, few, so that it can open no more; returns them.
  static func occupyFiles() -> [Int32] {
    set(openFiles, to: 64)
    var files: [Int32] = []
    while case let file = dup(1), file >= 0 { files.append(file) }
    return files
  }

  /// Takes the limit back, and closes the files.
  static func releaseFiles(_ files: [Int32]) {
    for file in files { close(file) }
    set(openFiles, to: nil)
  }

  private static func set(_ resource: Resource, to value: Int?) {
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = value.map { rlim_t($0) } ?? limit.rlim_max
    setrlimit(resource, &limit)
  }

  /// Forks; the child runs the body and ends at once, the parent waits for it.
  ///
  /// - Returns: Whether the child came to its end.
  static func fork(_ child: () -> Void) -> Bool {
    // Swift hides the function, as most of what a child may do is undefined.
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "fork") else { return false }
    let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
    let id = fork()
    if id == 0 {
      child()
      _exit(0)
    }
    var status: Int32 = -1
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }
}
