import Inspector

extension Workspace {
  /// The names of the branches that are in no file as they are now, in the order of their making.
  ///
  /// A branch on which every change was taken back is the recording, so nothing of it is lost.
  var unsaved: [String] {
    timelines.filter {
      $0.isBranch && !$0.plan.isRecording && saved[$0.name] != $0.plan.pieces
    }.map(\.name)
  }

  /// Notes that a file has the current branch as it is now.
  mutating func noteSaved() { saved[timeline.name] = timeline.plan.pieces }

  /// What is lost if the prompt ends now, and how it is kept; nil if nothing is lost.
  package var unsavedText: String? {
    let names = unsaved
    guard let first = names.first else { return nil }
    guard names.count == 1 else {
      return "\(CountText.list(names, upTo: 3)) are not saved; switch BRANCH and save FILE keep one"
    }
    return first == timeline.name
      ? "\(first) is not saved; save FILE keeps it"
      : "\(first) is not saved; switch \(first) and save FILE keep it"
  }
}
