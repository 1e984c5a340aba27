/// An action of a small reducer with a planted fault.
public enum FaultAction: Codable, Sendable, Equatable {
  /// Changes nothing.
  case noise(Int)
  /// One of several marks.
  case mark(Int)
  /// Turns a switch.
  case toggle
  /// Opens a part.
  case open
  /// Closes that part.
  case close
  /// Adds to a total.
  case add(Int)
  /// Writes a letter at the end of a text.
  case letter(String)
  /// Checks the actions so far, for faults that show only then.
  case check
}

/// The state of such a reducer; it contains all that the reducer knows.
public struct FaultState: Codable, Sendable, Equatable {
  /// The number of marks reached in order.
  public var progress = 0
  /// The marks seen, as bits.
  public var seen = 0
  /// How often the switch was turned.
  public var toggles = 0
  /// The total.
  public var total = 0
  /// The end of the text.
  public var text = ""
  /// Whether it is open.
  public var isOpen = false
  /// Whether the fault shows after the last action.
  public var shows = false

  /// The state before any action.
  public init() {}

  /// Reduces an action with a fault.
  public mutating func reduce(_ action: FaultAction, _ fault: ReducerFault) {
    switch action {
    case .noise: break
    case .mark(let mark): see(mark, fault)
    case .toggle: toggles += 1
    case .open:
      isOpen = true
      if fault.way == .counted { progress = 0 }
    case .close: (isOpen, progress) = (false, fault.way == .between ? 0 : progress)
    case .add(let amount): total += amount
    case .letter(let letter): text = String((text + letter).suffix(fault.word.count))
    case .check: break
    }
    shows = isShown(fault, at: action)
  }

  private mutating func see(_ mark: Int, _ fault: ReducerFault) {
    switch fault.way {
    case .ordered: progress += mark == progress ? 1 : 0
    case .between: progress += isOpen ? 1 : 0
    case .repeated, .counted, .modular: progress += mark == 0 ? 1 : 0
    case .odd, .even, .hits, .sum, .text: break
    }
    if (0..<fault.needed).contains(mark) { seen |= 1 << mark }
  }

  private func isShown(_ fault: ReducerFault, at action: FaultAction) -> Bool {
    let isChecked = action == .check
    return switch fault.way {
    case .ordered, .repeated, .between: progress >= fault.needed
    case .counted: isChecked && progress == fault.needed
    case .modular: isChecked && progress % (2 * fault.needed + 1) == fault.needed
    case .odd: isChecked && toggles % 2 == 1
    case .even: isChecked && toggles % 2 == 0 && toggles > 0
    case .hits: seen == (1 << fault.needed) - 1 && toggles % 2 == 1
    case .sum: isChecked && total >= fault.threshold
    case .text: text == fault.word
    }
  }
}
