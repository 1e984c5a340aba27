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
/// Each action is written with one `write(2)` before its reducer runs, and the state afterwards.
/// What was written survives a crash of the app, so the file has the action that crashed it. One
/// recorder belongs to one store. It is not isolated to an actor and may be used from any thread;
/// its lock is not held while a reducer runs. It never throws into a step, never changes a state,
/// and never ends the process. It reports faults to ``RecorderOptions/onError``, counts what they
/// lost in a `gap` of the file, and tries again in a new file.
public final class SessionRecorder: Sendable {
  private let lock = NSLock()
  /// How often the lock was taken; guarded by it.
  nonisolated(unsafe) private(set) var lockCount = 0
  /// Held while files are synchronized; no thread waits for it while it holds the other lock.
  private let flushing = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var recording: Recording
  let options: RecorderOptions
  let codecs: RoundTripWatch
  let types: RecordedTypes
  let states: StateEncoder
  let listeners = ListenerList()
  /// Guarded by the lock, except for what never changes.
  nonisolated(unsafe) private let segments: Segments?
  /// Whether lines are written, so that a step takes the lock only to write its own; set with the
  /// lock held.
  private let isWriting = AtomicFlag()
  /// Whether the reducer itself is wrapped.
  private let isReducerWrapped = AtomicFlag()
  /// Whether a reducer or a middleware was seen, so that callbacks have nothing to add.
  private let seesActions = AtomicFlag()
  private let birth = ForkGuard.generation
  private let synchronizer: Synchronizer?

  /// Records to a new file; choose a new name for each launch.
  ///
  /// An app that ships uses ``init(in:store:options:)`` instead, which never throws and makes a
  /// file for each launch. Here a second launch finds the file of the first and throws, because a
  /// session is never overwritten. The header is written with the first action. After a fault the
  /// session goes on in a file of the same folder, with a number before its extension.
  ///
  /// - Parameters:
  ///   - path: The file, which must not exist; it is made with mode 0600.
  ///   - store: The name of the store, which says what replays the session.
  ///   - options: Everything else.
  /// - Throws: ``RecorderError/actionNames(_:)`` if ``RecorderOptions/actionNames`` are at fault;
  ///   after that ``RecorderError/cannotCreate(path:errno:_:)``.
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
  /// The folder and the first file are made with the first action. If that fails, it is reported to
  /// ``RecorderOptions/onError`` and tried again. Faults of ``RecorderOptions/actionNames`` are
  /// reported there, too. Older sessions of the store in the folder are examined first: see
  /// ``RecorderOptions/onUncleanExit``.
  ///
  /// - Parameters:
  ///   - place: The folder.
  ///   - store: The name of the store, which says what replays the session.
  ///   - options: Everything else; the default limits are ``SizeLimits/standard``.
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
    options.environment = options.environment.settled
    let settings = RecordingSettings(environment: environment)
    settings.apply(to: &options)
    for fault in options.actionNames.faults { options.onError(.actionNames(fault)) }
    if let scope = RecordingScope.here {
      let file = SegmentNames.file(scope.path(ofStore: store))
      self.init(
        sink: Segments(
          store: store, file, files: files, limits: nil, durability: .system),
        store: store, options: options)
      return
    }
    guard let path = settings.folder(of: place, files: files, trouble: options.onError) else {
      // Off from the start: nothing is written after the end.
      self.init(into: MemorySession(), store: store, options: options)
      recording.isOver = true
      return
    }
    let folder = SegmentNames.absolute(path, in: directory)
    if let tell = options.onUncleanExit,
      let previous = PreviousSession.newest(of: store, in: folder, files), !previous.isClosed
    {
      tell(previous)
    }
    let names = SegmentNames(
      folder: folder, store: store, started: options.environment.started(),
      id: options.environment.id())
    let segments = Segments(
      store: store, names, files: files, limits: options.limits ?? .standard,
      durability: options.durability)
    self.init(sink: segments, store: store, options: options)
  }

  /// Records into memory, for a test of the app.
  ///
  /// - Parameters:
  ///   - session: The session, which must be new.
  ///   - store: The name of the store, which says what replays the session.
  ///   - options: Everything else; limits and durability are those of files, and not used.
  public convenience init(
    into session: MemorySession, store: String, options: RecorderOptions = RecorderOptions()
  ) {
    self.init(sink: session, store: store, options: options)
  }

  init(
    sink: any LineSink, store: String, options: RecorderOptions,
    redactionKey: RedactionKey = .random()
  ) {
    recording = Recording(
      store: store, options: options, sink: sink, redactionKey: redactionKey)
    self.options = options
    codecs = RoundTripWatch(options)
    types = RecordedTypes(options)
    states = StateEncoder(findsPatches: options.writesFoundChanges)
    segments = sink as? Segments
    synchronizer = segments.flatMap { _ in Synchronizer(options.durability) }
  }

  /// Whether the session has not ended; it may be paused, or waiting for room on the disk.
  public var isRecording: Bool {
    isHere && (isWriting.value || locked { !recording.isOver })
  }

  /// Sets a bookmark after the last action.
  public func mark(_ text: String) { StepScope.leavingOut { change { $0.mark(text) } } }

  /// Stops recording until ``resume()``; counts actions meanwhile and keeps the first 100 marks.
  public func pause() { change { $0.pause() } }

  /// Records again; the session says how many actions it lacks.
  public func resume() { change { $0.resume() } }

  /// Closes the session; nothing is recorded after that.
  public func close() {
    guard isHere else { return }
    change { $0.end() }
    if synchronizer != nil { flush() }
  }

  /// Waits until what was recorded would survive even a loss of power.
  ///
  /// A crash of the app needs no flush: each line belongs to the system once it is written. This
  /// takes as long as the disk does; steps on other threads go on meanwhile.
  ///
  /// - Returns: False if the system could not guarantee it, which is also reported as a trouble.
  @discardableResult
  public func flush() -> Bool {
    guard isHere, let segments else { return true }
    // A second flush waits, because it cannot see the files that this one has taken.
    let faults = flushing.withLock {
      locked { segments.takeUnsynchronized() }.synchronize(segments.files)
    }
    for (file, fault) in faults {
      change {
        // The content of a file that failed to synchronize is unknown: go on in another file.
        if let file { segments.doubt(file, fault) }
        $0.faults.add(fault)
      }
    }
    return faults.isEmpty
  }

  /// Writes the newest part of the session as one file that can be read alone, for a bug report;
  /// recording goes on meanwhile.
  ///
  /// The file begins with the state before its first action. It has an action that is still being
  /// reduced, without its state. Files removed to keep the size limit are lost: then the excerpt
  /// begins with the oldest state that is left.
  ///
  /// Complexity: O(size of the session's files), for a number of bytes O(bytes), on the caller's
  /// thread; steps go on meanwhile.
  ///
  /// - Parameters:
  ///   - span: How many actions, seconds or bytes.
  ///   - path: The file, which must not exist; it is made with mode 0600.
  /// - Throws: ``RecorderError/cannotExport(path:reason:)`` if nothing is recorded,
  ///   ``RecorderError/cannotCreate(path:errno:_:)`` or ``RecorderError/cannotWrite(path:errno:)``.
  public func export(last span: ExcerptSpan, to path: String) throws(RecorderError) {
    guard isHere, let segments else {
      throw .cannotExport(path: path, reason: "nothing is recorded")
    }
    let excerpt = locked { () -> Excerpt in
      var header = recording.header
      header.id = options.environment.segmentID()
      return Excerpt(
        sources: segments.sources(), header: header, id: recording.id,
        lastAction: recording.lastAction, now: recording.t(), files: segments.files,
        opaque: recording.writtenOpaque)
    }
    try excerpt.write(span, to: path)
  }

  /// The folder of the session's files, even before the first action makes them; nil if the
  /// recorder was off from the start, if no file can be made there, and in a child made by `fork`.
  ///
  /// Each launch is a new session in the same folder, and `inspect` opens the newest session of a
  /// folder: so print this path when the app starts. Reading this property makes the folder.
  public var folder: String? {
    guard isHere, let segments, segments.canMakeFiles else { return nil }
    return segments.folder
  }

  /// The files of this session so far, oldest first; none in a child made by `fork`.
  public var paths: [String] { isHere ? locked { segments?.paths ?? [] } : [] }

  // MARK: For hooks

  /// Notes that the reducer itself is wrapped, which a middleware hook cannot see.
  func expectReducer() { if isHere { isReducerWrapped.value = true } }

  /// Whether the reducer itself is wrapped.
  var hasReducerHook: Bool { isHere && isReducerWrapped.value }

  /// Whether to record or count a step that a hook sees: not after the end, and not if a callback
  /// reports what another hook sees, too.
  func admits(_ hook: SessionHeader.Hook) -> Bool {
    guard isHere else { return false }
    if hook == .callback {
      if isBesideActionHook { return false }
    } else if !seesActions.value {
      seesActions.value = true
    }
    return isRecording
  }

  /// Whether another hook sees the actions that a callback reports.
  var isBesideActionHook: Bool { isHere && (seesActions.value || isReducerWrapped.value) }

  /// Whether a step is worth a snapshot now.
  var wantsSnapshots: Bool {
    isHere && (isWriting.value || locked { recording.wantsSnapshots() })
  }

  /// Whether this is the process that made the recorder.
  ///
  /// A child made by `fork` shares the file, and perhaps locks that nobody will ever release: the
  /// recorder's, and those that the Swift runtime holds while it makes types. So a hook checks this
  /// first, and does its work there in a function of its own.
  var isHere: Bool { birth == ForkGuard.generation }

  /// Changes the recording, releases the lock, then reports to the app what went wrong.
  @discardableResult
  func change<Result>(_ body: (inout Recording) -> Result) -> Result? {
    guard isHere else { return nil }
    return changeHere(body)
  }

  private func changeHere<Result>(_ body: (inout Recording) -> Result) -> Result {
    let (result, troubles, form) = locked {
      defer { isWriting.value = recording.isWriting }
      let result = body(&recording)
      return (
        result, recording.faults.take(),
        recording.states.map { (rule: $0.rule, splices: $0.takesSplices) }
      )
    }
    if let form { states.note(form.rule, splices: form.splices) }
    for trouble in troubles { options.onError(trouble) }
    synchronizer?.schedule { [weak self] in self?.flush() }
    return result
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock.withLock {
      lockCount &+= 1
      return body()
    }
  }

  /// Nanoseconds on the recorder's clock.
  func now() -> UInt64 { options.environment.nanoseconds() }
}

/// An action that holds its store may hold a recorder: its last state as it is, the key of all
/// stand-ins, and parts that other threads change.
extension SessionRecorder: RenderedByName {}
