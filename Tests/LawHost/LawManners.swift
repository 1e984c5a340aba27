import SessionFormat

/// How the host answers, and what goes wrong with it.
struct LawManners {
  /// A mishap that happens once, before an answer.
  struct Mishap {
    /// `kill` or `silent`.
    let kind: String
    /// The number of an action, `reset:N`, or `proof`: as it is asked whether its states are right.
    let place: String
    /// The arrival at the place at which it happens, counted over all processes, from 1.
    let arrival: Int
    /// The prefix of the names of files, one for each arrival.
    let mark: String
  }

  var tellsActions: (Int) -> Bool = { _ in true }
  var tellsInput: (Int) -> Bool = { _ in true }
  var answersPatches = false
  var writesChecksums = false
  /// Whether it only renders the color.
  var rendersColor = false
  var takesBrief = false
  var keepsStates = false
  /// Whether it can reuse states.
  var reusesStates = false
  /// Whether it then reuses one that it should not, so that action 5 seems to do what one recording
  /// says.
  var reusesWrongly = false
  /// Whether it doubts the states that it reused.
  var doubtsReuse = false
  /// Whether it adds a member to each state that older states lack.
  var migrates = false
  /// Whether it adds one more in action 5.
  var drifts = false
  /// Whether it ends with status 70 if the sum passes 100.
  var crashes = false
  private(set) var mishap: Mishap?

  /// Parses arguments; nil if one of them is invalid.
  init?(_ arguments: [String]) {
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "no-actions": tellsActions = { _ in false }
      case "some-actions": tellsActions = { $0 % 2 == 0 }
      case "no-inputs": tellsInput = { _ in false }
      case "some-inputs": tellsInput = { $0 == 0 }
      case "patches": answersPatches = true
      case "crc": writesChecksums = true
      case "opaque": rendersColor = true
      case "brief": takesBrief = true
      case "keeps": keepsStates = true
      case "reuses": reusesStates = true
      case "reuses-wrongly": (reusesStates, reusesWrongly, doubtsReuse) = (true, true, true)
      case "doubts-reuse": (reusesStates, doubtsReuse) = (true, true)
      case "migrates": migrates = true
      case "drift": drifts = true
      case "crash": crashes = true
      case "once":
        guard let kind = words.popFirst(), let place = words.popFirst(),
          let arrival = words.popFirst().flatMap({ Int($0) }), let mark = words.popFirst()
        else { return nil }
        mishap = Mishap(kind: kind, place: place, arrival: arrival, mark: mark)
      default: return nil
      }
    }
  }
}
