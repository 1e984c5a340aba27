import SessionFormat

/// The reason why a session is not recorded as it should be.
public enum RecorderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is already at the path of a new file.
  public enum Obstacle: String, Sendable {
    /// A file, perhaps another session.
    case file = "a file"
    /// A directory.
    case directory = "a directory"
    /// A symbolic link, wherever it leads.
    case link = "a symbolic link"
    /// A FIFO.
    case fifo = "a FIFO"
    /// A device.
    case device = "a device"
    /// A socket.
    case socket = "a socket"
    /// Something that the system has no name for.
    case other = "something"

    /// Nil if nothing is there, or if it cannot be examined.
    init?(at path: String, _ files: any FileOperations) {
      do { self.init(try files.status(at: path).kind) } catch { return nil }
    }

    private init(_ kind: FileStatus.Kind) {
      self =
        switch kind {
        case .file: .file
        case .directory: .directory
        case .link: .link
        case .fifo: .fifo
        case .device: .device
        case .socket: .socket
        case .other: .other
        }
    }
  }

  /// A file or folder cannot be made: something is there already, or the system refuses.
  case cannotCreate(path: String, errno: Int32, Obstacle?)
  /// A line was not written, or only in part; the session goes on in another file.
  case cannotWrite(path: String, errno: Int32)
  /// The system could not guarantee that what was written survives a loss of power; the session
  /// goes on in another file.
  case cannotSynchronize(path: String, errno: Int32)
  /// A file was removed or cut while it was being written; the session goes on in another.
  case fileLost(path: String, reason: String)
  /// A file was renamed or replaced, or another program writes to it. It keeps what was recorded;
  /// the session goes on in another.
  case fileLeft(path: String, reason: String)
  /// Marks, or actions that were only dispatched, have no line: more came than are kept while no
  /// lines can be written.
  case linesDropped(limit: Int)
  /// The session was closed while lines could not be written; `lost` actions have none.
  case unrecorded(lost: Int, reason: String)
  /// Others may write in the folder, so nothing is recorded there.
  case unsafeFolder(path: String)
  /// The session goes on after lines were lost, and its file says so by a `gap`.
  case gap(n: Int, lost: Int, reason: String)
  /// A step began while another was in its reducer; reported once a session.
  case overlappingSteps(n: Int)
  /// An action or state could not be encoded; it is recorded as reflection shows it, opaque.
  case cannotEncode(type: String, reason: String)
  /// An action or state that is rendered by reflection has more values than
  /// ``Renderings/nodeLimit``, or more levels than ``Renderings/depthLimit``. It is recorded in
  /// part: what is left out is unknown to every reader. Reported once for a type, with what was
  /// left out that time.
  ///
  /// `leftOut` counts members and elements, each of which may hold more.
  case cutRendering(type: String, leftOut: Int, limits: [Renderings.Limit])
  /// No excerpt can be made of what was recorded.
  case cannotExport(path: String, reason: String)
  /// A setting of the environment is invalid and was ignored.
  case badSetting(name: String, value: String, expected: String)
  /// A place of a type (a JSON pointer with `*` for any place in an array) changes when it is
  /// encoded and decoded; reported once a session.
  case lossyCodec(type: String, path: String, reason: String)
  /// What a type of states encodes depends on more than its value, such as a global, a locale or a
  /// cache: the same value gave another text. States since the last check may lack a change; from now
  /// on each is encoded whole. Reported once a session.
  case stateDependsOnMore(type: String)
  /// Names of actions are at fault. Nothing is recorded to a file; in a folder the refused types
  /// have no name.
  case actionNames(ActionRegistryError)
  /// A type of actions is not in the ``ActionRegistry`` whose names are used; reported once for the
  /// type, with the name of the first such action.
  case unregisteredAction(type: String, recordedAs: String)

  /// The fault in words.
  public var description: String {
    switch self {
    case .cannotCreate(let path, let errno, let obstacle):
      Self.cannotCreate(JSONValue.string(path).description, errno, obstacle)
    case .cannotWrite(let path, let errno):
      "the recording to \(JSONValue.string(path)) stopped: \(FileError(errno).text)"
    case .cannotSynchronize(let path, let errno):
      "the content of \(JSONValue.string(path)) may not survive a loss of power: "
        + FileError(errno).text
    case .fileLost(let path, let reason):
      "lines of the recording to \(JSONValue.string(path)) are gone: \(reason)"
    case .fileLeft(let path, let reason):
      "the recording to \(JSONValue.string(path)) goes on in another file: \(reason)"
    case .linesDropped(let limit):
      "marks or dispatched actions are left out: while nothing is written, only the first "
        + "\(limit) are kept"
    case .unrecorded(let lost, let reason):
      "the session was closed while nothing could be written; \(lost) "
        + "\(lost == 1 ? "action was" : "actions were") not recorded: \(reason)"
    case .unsafeFolder(let path):
      "nothing is recorded in \(JSONValue.string(path)): users other than its owner may write "
        + "there; take that right away (chmod go-w), or choose another folder"
    case .gap(let n, let lost, let reason):
      "the recording goes on with state \(n); \(lost) \(lost == 1 ? "action" : "actions") before "
        + "it \(lost == 1 ? "was" : "were") not recorded: \(reason)"
    case .overlappingSteps(let n):
      "action \(n) began while another was being reduced; its state is recorded whole, and a "
        + "replay cannot compare it"
    case .cannotEncode(let type, let reason):
      "\(JSONValue.string(type)) does not encode and is recorded as opaque: \(reason)"
    case .cutRendering(let type, let leftOut, let limits):
      "\(JSONValue.string(type)) is recorded in part: \(leftOut) of its members and elements, with "
        + "all in them, are left out, \(Renderings.Limit.words(limits))"
    case .cannotExport(let path, let reason):
      "no excerpt was written to \(JSONValue.string(path)): \(reason)"
    case .badSetting(let name, let value, let expected):
      "\(name)=\(JSONValue.string(value)) is not valid and was ignored: expected \(expected)"
    case .lossyCodec(let type, let path, let reason):
      "\(JSONValue.string(type)) does not survive encode → decode"
        + (path.isEmpty ? "" : " at \(JSONValue.string(path))") + ": \(reason)"
    case .stateDependsOnMore(let type):
      "what \(JSONValue.string(type)) encodes depends on more than its value, or a collection in it "
        + "listed other changes than there were (changes(since:)), so recorded states may lack a "
        + "change; from now on each is encoded whole"
    case .actionNames(let fault): fault.description
    case .unregisteredAction(let type, let name):
      "the action \(type) is not in the registry: it is recorded as \(JSONValue.string(name)), "
        + "which no replay can decode; add it with add(_:as:)"
    }
  }

  /// Why lines are missing, in the words of a `gap`.
  var reason: String {
    switch self {
    case .cannotCreate(_, let errno, _), .cannotWrite(_, let errno): FileError(errno).text
    case .fileLost(_, let reason), .fileLeft(_, let reason): reason
    default: description
    }
  }

  /// Whether a file could not be made because the process has too many open.
  var isOutOfDescriptors: Bool {
    guard case .cannotCreate(_, let errno, _) = self else { return false }
    return FileError(errno) == .noDescriptor
  }

  private static func cannotCreate(_ path: String, _ errno: Int32, _ obstacle: Obstacle?) -> String
  {
    guard FileError(errno) == .exists, let obstacle else {
      return "cannot record to \(path): \(FileError(errno).text)"
    }
    let remedy =
      switch obstacle {
      case .directory: "give the name of a file in it, or record to the folder (in:)"
      case .file:
        "a session is never overwritten: choose another name, or record to a folder (in:), where "
          + "each launch has a file of its own"
      default: "a session is only written to a new file: choose another name"
      }
    return "cannot record to \(path): \(obstacle.rawValue) is there; \(remedy)"
  }
}
