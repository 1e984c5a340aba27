public import Foundation

/// Tools of the system that are not available on every machine.
public enum SystemTools {
  /// Whether `strace` is installed and may trace a program.
  public static let canTrace: Bool = {
    guard let run = try? ProcessRun.run(strace, ["-qq", "-o", "/dev/null", "true"]) else {
      return false
    }
    return run.status == .exited(0)
  }()

  /// Whether a file system of a size can be mounted.
  public static let canMount: Bool = {
    guard let disk = try? SmallDisk(kilobytes: 64) else { return false }
    return disk.isMounted
  }()

  /// The tracer of system calls on Linux.
  public static let strace = URL(filePath: "/usr/bin/strace")
}

/// A file system of a few kilobytes, unmounted when this object is released.
public final class SmallDisk: Sendable {
  /// The folder where it is mounted.
  public let folder: SessionFolder
  /// Whether it could be mounted; otherwise the folder is one of a large disk.
  public let isMounted: Bool

  /// Mounts one in a new folder.
  public init(kilobytes: Int) throws {
    folder = try SessionFolder()
    let arguments = ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "none", folder.path]
    let mount = URL(filePath: "/usr/bin/mount")
    isMounted = (try? ProcessRun.run(mount, arguments))?.status == .exited(0)
  }

  deinit {
    guard isMounted else { return }
    _ = try? ProcessRun.run(URL(filePath: "/usr/bin/umount"), [folder.path])
  }
}
