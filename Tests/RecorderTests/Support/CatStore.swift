@testable import Recorder

enum CatAction: Codable, Equatable, Sendable {
  case fetch(String)
  case loading(String)
  case loaded(String)
  case ignored
}

/// Where handlers wait until the test lets them go on, each at its own name.
actor Gates {
  private var open: Set<String> = []
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

  func pass(_ name: String) async {
    guard !open.contains(name) else { return }
    await withCheckedContinuation { waiting[name, default: []].append($0) }
  }

  func release(_ name: String) {
    open.insert(name)
    for continuation in waiting.removeValue(forKey: name) ?? [] { continuation.resume() }
  }
}

/// A store that reduces at once and then awaits a handler, as the seeds' cat store does.
actor CatStore {
  typealias Dispatch = @Sendable (CatAction) async -> Void

  private(set) var log: [CatAction] = []
  private let recorder: SessionRecorder
  private let gates: Gates
  private let reduces: @Sendable (CatAction) -> Bool

  init(
    _ recorder: SessionRecorder, gates: Gates = Gates(),
    reduces: @escaping @Sendable (CatAction) -> Bool = { _ in true }
  ) {
    self.recorder = recorder
    self.gates = gates
    self.reduces = reduces
  }

  func dispatch(_ action: CatAction) async {
    if reduces(action) {
      log = recorder.step(action, log) { log + [action] }
    }
    await recorder.handle(action) {
      await handleAction(action) { [weak self] in await self?.dispatch($0) }
    }
  }

  private func handleAction(_ action: CatAction, dispatch: @escaping Dispatch) async {
    guard case .fetch(let name) = action else { return }
    await dispatch(.loading(name))
    await gates.pass(name)
    await dispatch(.loaded(name))
  }
}
