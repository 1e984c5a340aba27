import Inspector
import Query
import SessionFormat

/// Numbers of the state over time.
enum PlotCommand {
  /// How many places a query may plot.
  private static let mostPlaces = 8

  static let plot = Command(
    "plot", in: .look, "draw a number, or the length of an array, over all steps",
    details: [
      "QUERY is a path (items[0].price) or a JSONPath ($.items[*].price). The state here says which "
        + "places a JSONPath selects, up to \(mostPlaces). If it has none of them, a state nearby "
        + "does, or one of some over the whole session. Of an array plot draws how many elements "
        + "it has.",
      "A column is a step, or of several steps the number that is furthest from the one before; it "
        + "is empty where there is no number or no state is known. The lowest and the highest level "
        + "are the least and the greatest number, which are named.",
    ],
    prompt: Command.Form(
      [Parameter("QUERY", .query)],
      examples: ["plot items", "plot items[0].id", "plot $.items[*].id"]),
    batch: Command.Form(
      [Parameter("QUERY", .query)],
      examples: ["inspect plot session.ndjson items[0].id"]),
    refusesLater: true
  ) { workspace, invocation throws(InspectorError) in
    if invocation.isBatch, let fault = workspace.session.fault { throw .session(fault) }
    let (paths, others) = try paths(invocation, workspace)
    let plots = try paths.map { (path) throws(InspectorError) in
      try NumberHistory(
        workspace.timeline, path, interrupted: workspace.context.interrupted)
    }
    let hasNumbers = plots.contains { !$0.points.isEmpty }
    return CommandResult(PlotReport(plots: plots, others: others), hasNumbers ? .yes : .no)
  }

  /// The places to plot, and how many others the query selects.
  private static func paths(
    _ invocation: Invocation, _ workspace: Workspace
  ) throws(InspectorError) -> (paths: [JSONPointer], others: Int) {
    let query = invocation.argument("QUERY") ?? ""
    let selection = try ValuePath.selection(query)
    // One place is one place in any spelling, whatever is there now.
    if let place = try? ValuePath.parse(query) {
      if let array = counted(query, place, workspace) {
        let path = PlaceText.shorthand(array.tokens)
        throw invocation.refused("write plot \(path), which draws how many elements it has")
      }
      try workspace.refuseNowhere(invocation)
      return ([place], 0)
    }
    try workspace.refuseNowhere(invocation)
    guard case .query(let path) = selection else { return ([], 0) }
    let timeline = workspace.timeline
    let n = timeline.state(atOrBefore: workspace.n) ?? workspace.n
    let (state, cuts) = (try timeline.state(n), try timeline.cuts(n))
    var nodes: [JSONPath.Node]
    do throws(QueryError) { nodes = try path.selection(in: state, cuts).nodes } catch {
      throw .query(query, error)
    }
    func firstNodes(_ states: some Sequence<JSONValue>) -> [JSONPath.Node] {
      states.lazy.map { path.firstNodes(mostNearby, in: $0) }.first { !$0.isEmpty } ?? []
    }
    if nodes.isEmpty { nodes = firstNodes(NearbyStates(timeline, n)) }
    // All steps are read for the numbers anyway, so some states more cost little.
    if nodes.isEmpty { nodes = firstNodes((try? workspace.neverThere.someStates()) ?? []) }
    return (nodes.prefix(mostPlaces).map(\.pointer), max(0, nodes.count - mostPlaces))
  }

  /// So many nodes of a state nearby are counted.
  private static let mostNearby = 1000

  /// The array of `count(items)`, `length(items)`, `items.count` or `items.length`; nil if it is a
  /// place of its own, or the state here has no such array.
  private static func counted(
    _ query: String, _ place: JSONPointer, _ workspace: Workspace
  ) -> JSONPointer? {
    let timeline = workspace.timeline
    guard let n = timeline.state(atOrBefore: workspace.n), let state = try? timeline.state(n),
      place.value(in: state) == nil
    else { return nil }
    var inner: JSONPointer? = ["count", "length"].contains(place.tokens.last) ? place.parent : nil
    for name in ["count(", "length("] where query.hasPrefix(name) && query.hasSuffix(")") {
      inner = try? ValuePath.parse(String(query.dropFirst(name.count).dropLast()))
    }
    return inner.flatMap { $0.value(in: state)?.array == nil ? nil : $0 }
  }
}
