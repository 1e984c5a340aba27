import Foundation
import SessionFormat

/// Records one store's actions and states into a session.
///
/// ```swift
/// let recorder = SessionRecorder(in: .standard, store: "toast")
/// // in the store:
/// state = recorder.step(action, state) { toastReducer(state, action) }
/// ```
///
/// Each action is written, by one `write(2)`, before its reducer runs, and the state after it: what
/// was written outlives a crash of the app, and the action that crashed it is in the file. One
/// recorder belongs to one store. It is not isolated to an actor and may be used from any thread;
/// its lock is not held while a reducer runs. It never throws into a step, never changes a state,
/// and never ends the process: what goes wrong is told to ``RecorderOptions/onTrouble``, counted by
/// a `gap` in the file, and tried again in a new file.
public final class SessionRecorder: Sendable {
  private let lock = NSLock()
  /// Held while files are synchronized, and never waited for with the other lock held.
  private let flushing = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var recording: Recording
  let options: RecorderOptions
  let codecs: CodecWatch
  let types: RecordedTypes
  let states = StateEncoder()
  let listeners = ListenerList()
  /// Guarded by the lock, but for what never changes.
  nonisolated(unsafe) private let segments: Segments?
  /// Whether a reducer or a middleware was seen, so that callbacks have nothing to add; guarded by
  /// the lock.
  nonisolated(unsafe) private var seesActions = false
  private let birth = ForkGuard.generation
  private let synchronizer: Synchronizer?

  /// Records to a new file, whose name is yours to choose anew for each launch.
  ///
  /// What an app is to be left with is ``init(in:store:options:)``, which throws nothing and gives
  /// each launch a file of its own. Here a second launch finds the file of the first and throws, as
  /// a session is never overwritten. The header is written with the first action. After a fault the
  /// session goes on in a file beside this one, with a number before its extension.
  ///
  /// - Parameters:
  ///   - path: The file, which must not exist; it is made with mode 0600.
  ///   - store: The name of the store, which says what replays the session.
  ///   - options: Everything else.
  /// - Throws: ``RecorderError/cannotCreate(path:errno:_:)``; before that
  ///   ``RecorderError/actionNames(_:)`` where ``RecorderOptions/actionNames`` are at fault.
  public convenience init(
    path: String, store: String, options: RecorderOptions = RecorderOptions()
  ) throws(RecorderError) {
    try self.init(
      path: path, store: store, options: options,
      environment: ProcessInfo.processInfo.environment)
  }

  convenience init(
    path: String, store: String, options: RecorderOptions, environment: [String: String]
  ) throws(RecorderError) {
    if let fault = options.actionNames.faults.first { throw .actionNames(fault) }
    var options = options
    RecordingSettings(environment: environment).applyLimits(to: &options)
    let place = SegmentNames.absolute(path, in: FileManager.default.currentDirectoryPath)
    let segments = Segments(
      store: store, .file(place), files: SystemFiles(), limits: options.limits,
      durability: options.durability)
    try segments.prepare()
    self.init(sink: segments, store: store, options: options)
  }

  /// Records to a folder, as a flight recorder: always on, the newest segments kept.
  ///
  /// The folder and the first file are made with the first action. Where that is impossible the
  /// app is told through ``RecorderOptions/onTrouble`` and it is tried again, and of
  /// ``RecorderOptions/actionNames`` that are at fault it is told as well. Older sessions of the
  /// store in the folder are looked at first: see ``RecorderOptions/onUnfinished``.
  ///
  /// - Parameters:
  ///   - place: The folder.
  ///   - store: The name of the store, which says what replays the session.
  ///   - options: Everything else; without limits those of ``SizeLimits/standard`` hold.
  public convenience init(
    in place: RecordingPlace, store: String, options: RecorderOptions = RecorderOptions()
  ) {
    self.init(
      in: place, store: store, options: options,
      environment: ProcessInfo.processInfo.environment, files: SystemFiles(),
      directory: FileManager.default.currentDirectoryPath)
  }

  convenience init(
    in place: RecordingPlace, store: String, options: RecorderOptions,
    environment: [String: String], files: any FileOperations, directory: String = ""
  ) {
    var options = options
    options.surroundings = options.surroundings.settled
    let settings = RecordingSettings(environment: environment)
    settings.apply(to: &options)
    for fault in options.actionNames.faults { options.onTrouble(.actionNames(fault)) }
    guard let path = settings.folder(of: place, files: files, trouble: options.onTrouble) else {
      self.init(off: store, options: options)
      return
    }
    let folder = SegmentNames.absolute(path, in: directory)
    if let tell = options.onUnfinished,
      let previous = PreviousSession.newest(of: store, in: folder, files), !previous.isClosed
    {
      tell(previous)
    }
    let names = SegmentNames(
      folder: folder, store: store, started: options.surroundings.started(),
      id: options.surroundings.id())
    let segments = Segments(
      store: store, names, files: files, limits: options.limits ?? .standard,
      durability: options.durability)
    self.init(sink: segments, store: store, options: options)
  }

  init(
    sink: any LineSink, store: String, options: RecorderOptions,
    redactionKey: RedactionKey = .random()
  ) {
    recording = Recording(
      store: store, options: options, sink: sink, redactionKey: redactionKey)
    self.options = options
    codecs = CodecWatch(options)
    types = RecordedTypes(options)
    segments = sink as? Segments
    synchronizer = segments.flatMap { _ in Synchronizer(options.durability) }
  }

  /// A recorder that is off from the start.
  private init(off store: String, options: RecorderOptions) {
    recording = Recording(store: store, options: options, sink: NoSink())
    recording.isOver = true
    self.options = options
    codecs = CodecWatch(options)
    types = RecordedTypes(options)
    segments = nil
    synchronizer = nil
  }

  /// Whether the session is not ended; it may be paused, or wait for a disk that has room again.
  public var isRecording: Bool { isHere && lock.withLock { !recording.isOver } }

  /// Sets a bookmark after the last action.
  public func mark(_ text: String) { StepScope.leavingOut { change { $0.mark(text) } } }

  /// Stops recording until ``resume()``; actions are counted meanwhile, the first 100 marks kept.
  public func pause() { change { $0.pause() } }

  /// Records again; the session says how many actions it lacks.
  public func resume() { change { $0.resume() } }

  /// Closes the session; nothing is recorded any more.
  public func close() {
    guard isHere else { return }
    change { $0.end() }
    if synchronizer != nil { flush() }
  }

  /// Waits until what was recorded would outlive a loss of power, too.
  ///
  /// Nothing needs to be flushed for a crash of the app: each line is the system's once it is
  /// written. Takes as long as the disk does; steps on other threads go on meanwhile.
  ///
  /// - Returns: False if the system could not promise it, which is also told as a trouble.
  @discardableResult
  public func flush() -> Bool {
    guard isHere, let segments else { return true }
    // Whoever flushes meanwhile waits, as what this one has taken is not there for it.
    let faults = flushing.withLock {
      segments.synchronize(lock.withLock { segments.takeUnsynchronized() })
    }
    for (file, fault) in faults {
      change {
        // Of a file that once failed to synchronize nothing is known: the session goes on elsewhere.
        if let file { segments.doubt(file, fault) }
        $0.report(fault)
      }
    }
    return faults.isEmpty
  }

  /// Writes the newest part of the session as one file that can be read alone, while recording goes
  /// on: what a person attaches to a bug report.
  ///
  /// The file begins with the state before its first action. An action that is being reduced is in
  /// it, without its state. What was removed to keep the size limit cannot be had back: then the
  /// excerpt begins with the oldest state that is there.
  ///
  /// Complexity: O(size of the session's files), on the caller's thread; steps go on meanwhile.
  ///
  /// - Parameters:
  ///   - span: How many actions or seconds.
  ///   - path: The file, which must not exist; it is made with mode 0600.
  /// - Throws: ``RecorderError/cannotExport(path:reason:)``, where nothing is recorded,
  ///   ``RecorderError/cannotCreate(path:errno:_:)`` or ``RecorderError/cannotWrite(path:errno:)``.
  public func export(last span: ExcerptSpan, to path: String) throws(RecorderError) {
    guard isHere, let segments else {
      throw .cannotExport(path: path, reason: "nothing is recorded")
    }
    let excerpt = lock.withLock { () -> Excerpt in
      var header = recording.header
      header.id = options.surroundings.segmentID()
      return Excerpt(
        sources: segments.sources(), header: header, id: recording.id,
        lastAction: recording.lastAction, now: recording.t(), files: segments.files)
    }
    try excerpt.write(span, to: path)
  }

  /// The folder in which the session's files are made, also before the first action makes them; nil
  /// if the recorder was off from the start, where no file can be made there, and in a child made by
  /// `fork`.
  ///
  /// A new launch is a new session in the same folder, and `inspect` opens the newest one of a
  /// folder: so this is what to print when the app starts. The folder is made when it is asked for.
  public var folder: String? {
    guard isHere, let segments, segments.canMakeFiles else { return nil }
    return segments.folder
  }

  /// The files of this session so far, the oldest first; none in a child made by `fork`.
  public var paths: [String] { isHere ? lock.withLock { segments?.paths ?? [] } : [] }

  // MARK: For hooks

  /// Tells that the reducer itself is wrapped, which a middleware beside it cannot see.
  func expectReducer() { change { $0.hasReducerHook = true } }

  /// Whether the reducer itself is wrapped.
  var hasReducerHook: Bool { isHere && lock.withLock { recording.hasReducerHook } }

  /// Whether a step that a hook sees is one to record, or to count: not after the end, and not where
  /// a callback tells of what another hook sees too.
  func admits(_ hook: SessionHeader.Hook) -> Bool {
    isHere
      && lock.withLock {
        if hook != .callback { seesActions = true }
        return !recording.isOver && !(hook == .callback && hasActionHook)
      }
  }

  /// Whether another hook sees the actions that a callback tells of.
  var isBesideActionHook: Bool { isHere && lock.withLock { hasActionHook } }

  /// Only with the lock held.
  private var hasActionHook: Bool { seesActions || recording.hasReducerHook }

  /// Whether a step is worth a snapshot now.
  var wantsSnapshots: Bool { isHere && lock.withLock { recording.wantsSnapshots() } }

  /// Whether this is the process that made the recorder.
  ///
  /// A child made by `fork` shares the file, and perhaps locks that nobody will ever open: the
  /// recorder's, and those under which the Swift runtime makes types. So whatever a hook does in it
  /// comes behind a question for this, in a function of its own.
  var isHere: Bool { birth == ForkGuard.generation }

  /// Changes the recording, then tells the app what went wrong, with the lock open again.
  @discardableResult
  func change<Result>(_ body: (inout Recording) -> Result) -> Result? {
    guard isHere else { return nil }
    return changeHere(body)
  }

  private func changeHere<Result>(_ body: (inout Recording) -> Result) -> Result {
    let (result, troubles) = lock.withLock { (body(&recording), recording.takeTroubles()) }
    for trouble in troubles { options.onTrouble(trouble) }
    synchronizer?.schedule { [weak self] in self?.flush() }
    return result
  }

  /// Nanoseconds on the recorder's clock.
  func now() -> UInt64 { options.surroundings.nanoseconds() }
}

/// Where a recorder that is off would write.
private final class NoSink: LineSink {
  var hasFile: Bool { false }
  func beginSegment() throws(RecorderError) {}
  func append(_ line: [UInt8]) throws(RecorderError) {}
  func remains() -> SegmentFile.Remains { SegmentFile.Remains() }
  func dueChange(at now: () -> UInt64) -> SegmentChange? { nil }
  func discardSegment() -> Bool { true }
  func leaveSegment(end: [UInt8]) {}
  func segmentStands() {}
  func closeSegment() {}
}
