import Inspector
import SessionFormat

/// Sessions by what is wrong with them, so that many reports of one fault are one row.
struct Triage: Sendable {
  /// What makes the faults of two sessions the same.
  struct Fault: Hashable, Sendable {
    enum Kind: String, Sendable {
      /// The app crashed.
      case crash
      /// A replay differs from the recording.
      case divergence
      /// The session cannot be read, or not be replayed.
      case trouble
    }

    let kind: Kind
    let store: String?
    /// The type of the fatal or first differing action; nil if there is none.
    let type: String?
    /// Of a crash the reason of the trap and its line; of a divergence what differs, and where, with `*`
    /// for each index; else why.
    let detail: String
    /// The recorded app's version and build; nil if it names none.
    let build: String?
  }

  /// A session with a fault.
  struct Member: Sendable {
    let file: String
    let size: Int
    let actions: Int
  }

  /// The sessions that have the same fault.
  struct Group: Sendable {
    let fault: Fault
    /// The smallest first.
    fileprivate(set) var members: [Member]
  }

  /// The groups, those of most sessions first.
  private(set) var groups: [Group] = []
  /// How many sessions have no fault.
  private(set) var sound = 0
  /// How many of these were not replayed, because no host is known for their store.
  private(set) var unreplayed = 0

  init() {}

  /// Adds a session that has no fault.
  mutating func addSound(isReplayed: Bool) {
    sound += 1
    if !isReplayed { unreplayed += 1 }
  }

  /// Adds a session that has one.
  mutating func add(_ member: Member, _ fault: Fault) {
    if let place = groups.firstIndex(where: { $0.fault == fault }) {
      groups[place].members.append(member)
    } else {
      groups.append(Group(fault: fault, members: [member]))
    }
  }

  /// Puts groups and sessions into their order.
  mutating func sort() {
    for place in groups.indices {
      groups[place].members.sort { ($0.actions, $0.size, $0.file) < ($1.actions, $1.size, $1.file) }
    }
    groups.sort { left, right in
      if left.members.count != right.members.count {
        return left.members.count > right.members.count
      }
      return (left.members.first?.file ?? "") < (right.members.first?.file ?? "")
    }
  }
}

extension Triage.Fault {
  /// The crash of an app, with what the replay says of it if it crashed too.
  init?(crashOf session: Session, _ death: HostDeath?) {
    guard case .died(let actions) = session.ending else { return nil }
    let type = actions.count == 1 ? try? session.action(actions.lowerBound).type : nil
    self.init(
      kind: .crash, store: session.header.store, type: type,
      detail: death.map(\.trap) ?? "", build: session.build)
  }

  /// The first divergence of a replay.
  init(_ divergence: Divergence, of session: Session) {
    let detail: String =
      switch divergence.kind {
      case .state(let path, _, _, _): Self.place(path)
      case .input(let name, _, _): "input \(name)"
      case .outcome(_, .died(let death)): "died: \(death.trap)"
      default: divergence.kind.name
      }
    self.init(
      kind: .divergence, store: session.header.store, type: divergence.type, detail: detail,
      build: session.build)
  }

  /// `items[*].id`: every element of an array is the same place.
  private static func place(_ path: JSONPointer) -> String {
    path.tokens.reduce(into: "") { text, token in
      if JSONPointer.index(token) != nil {
        text += "[*]"
      } else {
        text += (text.isEmpty ? "" : ".") + token
      }
    }
  }
}

extension HostDeath {
  /// The reason of a trap and its line, without what differs from run to run.
  fileprivate var trap: String {
    [trapReason, trapLine].compactMap(\.self).joined(separator: " at ")
  }
}

extension Session {
  /// The version and build of the recorded app, as one text.
  fileprivate var build: String? {
    let parts = ["version", "build"].compactMap { header.app?[$0]?.string }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
