extension Composable.Effect {
  /// The effect with its values changed.
  func map<NewOutput: Sendable>(
    _ transform: @escaping @Sendable (Output) -> NewOutput
  ) -> Composable.Effect<NewOutput, Failure> {
    .init { cancellations, observer in
      start(in: cancellations) { event in
        switch event {
        case .value(let value): observer(.value(transform(value)))
        case .failed(let error): observer(.failed(error))
        case .finished: observer(.finished)
        }
      }
    }
  }

  /// The effect with its failure as a last value, so that it never fails.
  func catchToEffect() -> Composable.Effect<Result<Output, Failure>, Never> {
    .init { cancellations, observer in
      start(in: cancellations) { event in
        switch event {
        case .value(let value): observer(.value(.success(value)))
        case .failed(let error):
          observer(.value(.failure(error)))
          observer(.finished)
        case .finished: observer(.finished)
        }
      }
    }
  }

  /// The effect with its events delivered by a scheduler, whatever thread they happen on.
  func receive(on scheduler: any Composable.Scheduler) -> Self {
    Self { cancellations, observer in
      start(in: cancellations) { event in
        // The gate of this effect stops an event that comes too late.
        _ = scheduler.schedule { observer(event) }
      }
    }
  }

  /// The effect, started later.
  func deferred(for delay: Duration, scheduler: any Composable.Scheduler) -> Self {
    Self { cancellations, observer in
      let begun = Composable.Relay()
      let wait = scheduler.schedule(after: delay) {
        begun.adopt(start(in: cancellations, observer))
      }
      return Composable.Cancellation {
        wait.cancel()
        begun.cancel()
      }
    }
  }

  /// The effect, which `cancel(id:)` with that id ends.
  func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    Self { cancellations, observer in
      if cancelInFlight { cancellations.cancel(id: id) }
      let begun = Composable.Relay()
      // A cancellation by id ends the effect, for observers that wait for its end.
      let key = cancellations.keep(
        Composable.Cancellation {
          begun.cancel()
          observer(.finished)
        }, id: id)
      begun.adopt(
        start(in: cancellations) { event in
          if case .value = event {} else { cancellations.forget(key, id: id) }
          observer(event)
        })
      return Composable.Cancellation {
        cancellations.forget(key, id: id)
        begun.cancel()
      }
    }
  }

  /// An effect that ends the effects of an id.
  static func cancel(id: some Hashable & Sendable) -> Self {
    Self { cancellations, observer in
      cancellations.cancel(id: id)
      observer(.finished)
      return Composable.Cancellation()
    }
  }

  /// The effect, started after `delay` without another of that id: each ends the one before it.
  func debounce(
    id: some Hashable & Sendable, for delay: Duration, scheduler: any Composable.Scheduler
  ) -> Self {
    deferred(for: delay, scheduler: scheduler).cancellable(id: id, cancelInFlight: true)
  }
}
