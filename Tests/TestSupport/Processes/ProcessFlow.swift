/// The bytes between the tests and a program, in all directions at once.
struct ProcessFlow {
  private var input: ArraySlice<UInt8>
  private let sink: Descriptor
  private let sources: [Descriptor]

  /// The bytes received from each source.
  private(set) var received: [[UInt8]]

  init(input: [UInt8], to sink: Descriptor, from sources: [Descriptor]) {
    self.input = input[...]
    self.sink = sink
    self.sources = sources
    received = sources.map { _ in [] }
    for end in sources + [sink] { end.makeNonBlocking() }
  }

  /// Moves bytes until the program has ended and all its output is here; nil if that takes too long.
  mutating func finish(_ child: ChildProcess, within seconds: Double) -> ExitStatus? {
    let deadline = Deadline(seconds: seconds)
    var status: ExitStatus?
    send()
    while status == nil || sources.contains(where: \.isOpen) {
      if deadline.hasPassed { return nil }
      status = status ?? child.poll()
      let open = sources.filter(\.isOpen)
      // If its outputs are closed, only its end remains to wait for, which no file reports.
      let pause = open.isEmpty ? 0.01 : deadline.secondsLeft
      if status != nil && open.isEmpty { break }
      Descriptor.wait(reading: open, writing: sink.isOpen ? [sink] : [], seconds: pause)
      send()
      for place in sources.indices { receive(place) }
    }
    return status
  }

  private mutating func send() {
    guard sink.isOpen else { return }
    while !input.isEmpty {
      switch sink.write(input) {
      case .bytes(let count): input = input.dropFirst(count)
      case .wouldBlock: return
      case .ended: input = []
      }
    }
    sink.close()
  }

  private mutating func receive(_ place: Int) {
    guard sources[place].isOpen else { return }
    while true {
      switch sources[place].read(into: &received[place]) {
      case .bytes: continue
      case .wouldBlock: return
      case .ended: return sources[place].close()
      }
    }
  }
}
