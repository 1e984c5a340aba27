import Testing

@testable import SampleApps

@Suite("The reducer of the app store's screens")
struct ApplicationReducerTests {
  private typealias State = ApplicationState
  private static let screens: [Screen] = [.today, .search, .appDetail("a"), .appDetail("b")]
  private static let apps = [AppSummary(id: "b", name: "B")]

  private func reduce(_ state: State, _ actions: any ReSwift.Action...) -> State {
    actions.reduce(state) { State.reduce(action: $1, state: $0) }
  }

  /// Every screen is open, and shows something.
  private var full: State {
    State(
      todayViewState: TodayViewState(cards: Self.apps, isLoading: false),
      searchViewState: SearchViewState(text: "b", results: Self.apps),
      appDetailViewState: [
        "a": AppDetailViewState(name: "A", story: "s", related: Self.apps, isStoryExpanded: true),
        "b": AppDetailViewState(name: "B"),
      ])
  }

  @Test("a screen that comes has a fresh view state, and one that goes takes it along")
  func comesAndGoes() {
    for screen in Self.screens {
      let open = reduce(State(), State.Appear(screen: screen))
      #expect(open != State())
      #expect(reduce(open, State.Disappear(screen: screen)) == State())
      #expect(reduce(State(), State.Disappear(screen: screen)) == State())
      #expect(reduce(full, State.Disappear(screen: screen), State.Appear(screen: screen)) != full)
    }
    #expect(
      reduce(State(), State.Appear(screen: .today))
        == State(todayViewState: TodayViewState(cards: [], isLoading: true)))
  }

  @Test("screens come and go by themselves: every order of two leaves the other as it was")
  func independent() {
    for first in Self.screens {
      for second in Self.screens where second != first {
        let alone = reduce(State(), State.Appear(screen: second))
        let both = reduce(alone, State.Appear(screen: first))
        #expect(reduce(both, State.Disappear(screen: first)) == alone)
      }
    }
  }

  @Test("the details of one app are one view state, which goes with the last of its screens")
  func keyedByApp() {
    let detail = Screen.appDetail("a")
    var twice = full
    twice.appDetailViewState["a"]?.screens = 2
    #expect(reduce(full, State.Appear(screen: detail)) == twice)
    #expect(reduce(twice, State.Disappear(screen: detail)) == full)
    #expect(
      reduce(full, State.Disappear(screen: detail)).appDetailViewState.keys.sorted() == ["b"])
  }

  @Test("an answer is shown by its screen, and where that is gone by nobody")
  func answers() {
    let loaded = State.DetailLoaded(id: "a", name: "A", story: "s", related: Self.apps)
    #expect(
      reduce(State(), State.Appear(screen: .appDetail("a")), loaded).appDetailViewState == [
        "a": AppDetailViewState(name: "A", story: "s", related: Self.apps)
      ])
    #expect(
      reduce(State(), State.Appear(screen: .today), State.TodayLoaded(cards: Self.apps))
        == State(todayViewState: TodayViewState(cards: Self.apps, isLoading: false)))
    let answers: [any ReSwift.Action] = [
      loaded, State.TodayLoaded(cards: Self.apps), State.SearchTyped(text: "b"),
      State.SearchFound(text: "", results: Self.apps), State.StoryExpanded(id: "a"),
    ]
    for answer in answers { #expect(reduce(State(), answer) == State()) }
  }

  @Test("only what was found for the text that stands there is shown")
  func search() {
    let typed = reduce(
      State(), State.Appear(screen: .search), State.SearchTyped(text: "ab"))
    #expect(reduce(typed, State.SearchFound(text: "a", results: Self.apps)) == typed)
    #expect(
      reduce(typed, State.SearchFound(text: "ab", results: Self.apps)).searchViewState
        == SearchViewState(text: "ab", results: Self.apps))
  }
}
