import Foundation

@testable import Recorder

/// A file system in memory, of which any call can be made to fail.
final class MemoryFiles: FileOperations, @unchecked Sendable {
  /// A call, by the name of its operation.
  struct Call: Equatable, CustomStringConvertible {
    let operation: String
    let path: String
    var description: String { "\(operation) \(path)" }
  }

  /// What becomes of a call that is not to succeed.
  enum Fault: Equatable, Sendable {
    /// Nothing happens but the error.
    case error(FileError)
    /// Of a write half the bytes are taken, of a read half are given; then all is well again.
    case short
    /// Half the bytes are written, then comes the error.
    case torn(FileError)
  }

  final class Node {
    var bytes: [UInt8] = []
    var links = 1
    let inode: UInt64
    let kind: FileStatus.Kind
    var isLocked = false
    init(inode: UInt64, kind: FileStatus.Kind) {
      self.inode = inode
      self.kind = kind
    }
  }

  private let lock = NSRecursiveLock()
  private var nodes: [String: Node] = [".": Node(inode: 1, kind: .directory)]
  private var open: [Int32: (node: Node, path: String)] = [:]
  private var nextDescriptor: Int32 = 3
  private var nextInode: UInt64 = 2
  private var log: [Call] = []
  /// Which calls fail, and how; by their number from 1, of those that count.
  private let fault: @Sendable (Int, Call) -> Fault?
  private var limit = Int.max

  init(_ fault: @escaping @Sendable (Int, Call) -> Fault? = { _, _ in nil }) { self.fault = fault }

  // MARK: For tests

  var calls: [Call] { lock.withLock { log } }
  var descriptorsOpen: Int { lock.withLock { open.count } }
  var largest: Int {
    get { lock.withLock { limit } }
    set { lock.withLock { limit = newValue } }
  }
  var files: [String] {
    lock.withLock { nodes.filter { $0.value.kind == .file }.map(\.key).sorted() }
  }

  /// The same files as another process has them, with no fault.
  func afterRestart() -> MemoryFiles {
    let files = MemoryFiles()
    files.nodes = lock.withLock { nodes }
    return files
  }

  func text(_ path: String) -> String {
    lock.withLock { String(decoding: nodes[path]?.bytes ?? [], as: UTF8.self) }
  }

  func put(_ path: String, _ text: String = "", kind: FileStatus.Kind = .file) {
    lock.withLock { make(path, kind).bytes = Array(text.utf8) }
  }

  /// What other programs do below a recorder.
  func rename(_ path: String, to other: String) {
    lock.withLock { nodes[other] = nodes.removeValue(forKey: path) }
  }
  func truncate(_ path: String, to size: Int) {
    lock.withLock { nodes[path]?.bytes.removeSubrange(size...) }
  }
  func append(_ path: String, _ text: String) {
    lock.withLock { nodes[path]?.bytes += Array(text.utf8) }
  }
  func delete(_ path: String) { lock.withLock { unlink(path) } }

  // MARK: Operations

  func create(_ path: String) throws(FileError) -> Int32 {
    lock.lock()
    defer { lock.unlock() }
    try check("create", path)
    guard nodes[path] == nil else { throw .exists }
    guard nodes[Self.parent(of: path)]?.kind == .directory else { throw .notFound }
    return descriptor(of: make(path, .file), path)
  }

  func open(_ path: String) throws(FileError) -> Int32 {
    lock.lock()
    defer { lock.unlock() }
    try check("open", path)
    guard let node = nodes[path] else { throw .notFound }
    return descriptor(of: node, path)
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    lock.lock()
    defer { lock.unlock() }
    let (node, path) = try file(descriptor)
    switch next("write", path) {
    case nil:
      node.bytes += bytes
      return bytes.count
    case .error(let error): throw error
    case .short:
      node.bytes += bytes.prefix(max(1, bytes.count / 2))
      return max(1, bytes.count / 2)
    case .torn(let error):
      node.bytes += bytes.prefix(bytes.count / 2)
      throw error
    }
  }

  func read(_ descriptor: Int32, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    lock.lock()
    defer { lock.unlock() }
    let (node, path) = try file(descriptor)
    var count = count
    switch next("read", path) {
    case nil: break
    case .short: count = max(1, count / 2)
    case .error(let error), .torn(let error): throw error
    }
    return Array(node.bytes.dropFirst(offset).prefix(count))
  }

  func synchronize(_ descriptor: Int32) throws(FileError) {
    lock.lock()
    defer { lock.unlock() }
    try check("synchronize", try file(descriptor).path)
  }

  func synchronizeDirectory(_ path: String) throws(FileError) {
    lock.lock()
    defer { lock.unlock() }
    try check("synchronizeDirectory", path)
  }

  func close(_ descriptor: Int32) {
    lock.withLock {
      let closed = open.removeValue(forKey: descriptor)
      if let node = closed?.node, !open.values.contains(where: { $0.node === node }) {
        node.isLocked = false
      }
    }
  }

  func size(of descriptor: Int32) throws(FileError) -> Int {
    lock.lock()
    defer { lock.unlock() }
    let (node, path) = try file(descriptor)
    try check("size", path)
    return node.bytes.count
  }

  func status(of descriptor: Int32) throws(FileError) -> FileStatus {
    lock.lock()
    defer { lock.unlock() }
    let (node, path) = try file(descriptor)
    try check("status", path)
    return status(node)
  }

  func status(at path: String) throws(FileError) -> FileStatus {
    lock.lock()
    defer { lock.unlock() }
    try check("statusAt", path)
    guard let node = nodes[path] else { throw .notFound }
    return status(node)
  }

  func makeDirectory(_ path: String) throws(FileError) {
    lock.lock()
    defer { lock.unlock() }
    try check("makeDirectory", path)
    guard nodes[path] == nil else { throw .exists }
    _ = make(path, .directory)
  }

  func isWritable(directory: String) -> Bool {
    lock.withLock { nodes[directory]?.kind == .directory }
  }

  func names(in directory: String) throws(FileError) -> [String] {
    lock.lock()
    defer { lock.unlock() }
    try check("names", directory)
    guard nodes[directory]?.kind == .directory else { throw .notFound }
    return nodes.keys.filter { Self.parent(of: $0) == directory && $0 != "." }
      .map { String($0.dropFirst(directory.utf8.count + 1)) }
  }

  func remove(_ path: String) throws(FileError) {
    lock.lock()
    defer { lock.unlock() }
    try check("remove", path)
    guard nodes[path] != nil else { throw .notFound }
    unlink(path)
  }

  func lock(_ descriptor: Int32) throws(FileError) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    let (node, path) = try file(descriptor)
    try check("lock", path)
    defer { node.isLocked = true }
    return !node.isLocked
  }

  func largestFile() -> Int { largest }

  // MARK: Inside

  private func next(_ operation: String, _ path: String) -> Fault? {
    let call = Call(operation: operation, path: path)
    log.append(call)
    return fault(log.count, call)
  }

  private func check(_ operation: String, _ path: String) throws(FileError) {
    switch next(operation, path) {
    case .error(let error), .torn(let error): throw error
    case .short, nil: return
    }
  }

  private func file(_ descriptor: Int32) throws(FileError) -> (node: Node, path: String) {
    guard let file = open[descriptor] else { throw FileError(EBADF) }
    return file
  }

  private func make(_ path: String, _ kind: FileStatus.Kind) -> Node {
    let node = Node(inode: nextInode, kind: kind)
    nextInode += 1
    nodes[path] = node
    return node
  }

  private func descriptor(of node: Node, _ path: String) -> Int32 {
    defer { nextDescriptor += 1 }
    open[nextDescriptor] = (node, path)
    return nextDescriptor
  }

  private func unlink(_ path: String) { nodes.removeValue(forKey: path)?.links -= 1 }

  private func status(_ node: Node) -> FileStatus {
    FileStatus(
      kind: node.kind, device: 1, inode: node.inode, size: node.bytes.count, links: node.links,
      isWritableByOthers: false, owner: UInt32(geteuid()))
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
