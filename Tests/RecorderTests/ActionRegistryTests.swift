import SessionFormat
import Testing

@testable import Recorder
@testable import RecorderHost

private protocol ShopAction: Sendable {}

private struct Bought: ShopAction, Codable { let id: Int }

private struct Emptied: ShopAction, Codable {}

private enum Search: ShopAction, Codable {
  case changed(String)
}

/// Another type of an unqualified name that is taken.
private enum Old {
  struct Bought: ShopAction, Codable {}
}

/// An action that nobody registered, whose case is called like a registered type.
private enum Loose: ShopAction, Codable {
  case search(Search)
  case search2
}

@Suite("The registry of actions")
struct ActionRegistryTests {
  private typealias Registry = ActionRegistry<any ShopAction>

  private let shop = Registry { types in
    types.add(Bought.self, as: "shop.bought", aliases: ["Bought", "Purchase"]) { $0 }
    types.add(Emptied.self) { $0 }
    types.add(Search.self, as: "search") { $0 }
  }

  @Test("the recorder writes the registered names, and names as before what is not registered")
  func recorded() throws {
    enum Unregistered: ShopAction, Codable { case search(Search) }
    let sink = CollectingSink()
    var options = RecorderOptions()
    options.actionNames = shop.names
    let recorder = SessionRecorder(sink: sink, store: "shop", options: options)
    let actions: [any ShopAction] = [
      Bought(id: 1), Emptied(), Search.changed("a"), Unregistered.search(.changed("b")),
    ]
    for action in actions { _ = recorder.step(action, 0) { 0 } }
    let types = try sink.sessionLines.compactMap { line -> String? in
      if case .action(let action) = line { action.type } else { nil }
    }
    #expect(types == ["shop.bought", "Emptied", "search", "search.changed"])
  }

  /// The names under which actions are recorded with that registry, and what is told.
  private func recorded(
    _ registry: Registry, _ actions: [any ShopAction]
  ) throws -> (types: [String], told: [RecorderError]) {
    let sink = CollectingSink()
    let told = Gathered<RecorderError>()
    var options = RecorderOptions(onError: { told.append($0) })
    options.actionNames = registry.names
    let recorder = SessionRecorder(sink: sink, store: "shop", options: options)
    for action in actions { _ = recorder.step(action, 0) { 0 } }
    let types = try sink.sessionLines.compactMap { line -> String? in
      if case .action(let action) = line { action.type } else { nil }
    }
    return (types, told.all)
  }

  @Test("an action that is not in the registry is told of once for its type")
  func tellsMissing() throws {
    let registry = Registry { $0.add(Bought.self, as: "shop.bought") { $0 } }
    let run = try recorded(
      registry, [Emptied(), Bought(id: 1), Emptied(), Loose.search2, Loose.search(.changed("a"))])
    #expect(run.types == ["Emptied", "shop.bought", "Emptied", "search2", "search.changed"])
    #expect(
      run.told == [
        .unregisteredAction(type: "RecorderTests.Emptied", recordedAs: "Emptied"),
        .unregisteredAction(type: "RecorderTests.Loose", recordedAs: "search2"),
      ])
    #expect(
      run.told.first?.description
        == #"the action RecorderTests.Emptied is not in the registry: it is recorded as "Emptied", "#
        + "which no replay can decode; add it with add(_:as:)")
  }

  @Test("an action that is not in the registry never has a registered name or alias")
  func namesApart() throws {
    let registry = Registry {
      $0.add(Bought.self) { $0 }
      $0.add(Emptied.self, as: "search2", aliases: ["RecorderTests.Loose.search2"]) { $0 }
      $0.add(Search.self, as: "x", aliases: ["search.changed"]) { $0 }
    }
    let run = try recorded(
      registry, [Old.Bought(), Loose.search2, Loose.search(.changed("a")), Bought(id: 1)])
    #expect(
      run.types == [
        "RecorderTests.Old.Bought", "RecorderTests.Loose.search2 (unregistered)",
        "RecorderTests.Loose.search.changed", "Bought",
      ])
    #expect(
      run.told == [
        .unregisteredAction(
          type: "RecorderTests.Old.Bought", recordedAs: "RecorderTests.Old.Bought"),
        .unregisteredAction(
          type: "RecorderTests.Loose", recordedAs: "RecorderTests.Loose.search2 (unregistered)"),
      ])
    for type in run.types.dropLast() {
      #expect(throws: HostError.self) {
        try registry.codec.decode(ActionLine(n: 1, t: 0, type: type, action: ["id": 1]))
      }
    }
  }

  @Test("the nil of a registered type is not taken for the type")
  func namesNil() throws {
    let names = Registry { $0.add(Bought.self) { $0 } }.names
    let type = "Swift.Optional<RecorderTests.Bought>"
    #expect(ActionName.of(Bought?.none as Any, encoded: .null, names: names) == type)
    #expect(names.misses(Bought?.none as Any))
    #expect(!names.misses(Bought?.some(Bought(id: 1)) as Any))
  }

  @Test("without a registry nothing is missing, and a thunk that is only dispatched needs no entry")
  func tellsNothing() throws {
    #expect(try recorded(Registry { _ in }, [Emptied()]).told.isEmpty)
    let told = Gathered<RecorderError>()
    var options = RecorderOptions(onError: { told.append($0) })
    options.actionNames = shop.names
    let recorder = SessionRecorder(sink: CollectingSink(), store: "shop", options: options)
    _ = recorder.step(Emptied(), 0) { 0 }
    recorder.dispatched(Loose.search2)
    #expect(told.all.isEmpty)
  }

  @Test(
    "a host decodes by the name and by every alias",
    arguments: [
      "shop.bought", "Bought", "Purchase",
    ])
  func aliases(_ name: String) throws {
    let line = ActionLine(n: 1, t: 0, type: name, action: ["id": 7])
    #expect(try (shop.codec.decode(line) as? Bought)?.id == 7)
  }

  @Test("an unknown name: the near ones, else those that there are, else none")
  func unknown() {
    func message(_ registry: Registry, _ type: String) -> HostError? {
      do throws(HostError) {
        _ = try registry.codec.decode(ActionLine(n: 3, t: 0, type: type, action: [:]))
        return nil
      } catch {
        return error
      }
    }
    let prefix = "the host has no action of type "
    #expect(
      message(shop, "shop.bougth")
        == HostError(n: 3, .unknownAction, prefix + "shop.bougth; did you mean shop.bought?"))
    #expect(
      message(shop, "Undo")
        == HostError(
          n: 3, .unknownAction,
          prefix + "Undo; it has Bought, Emptied, Purchase, search, shop.bought"))
    #expect(
      message(Registry { _ in }, "Undo")
        == HostError(n: 3, .unknownAction, prefix + "Undo; it has none"))
    let aliases = (10..<40).map { "name\($0)" }
    let many = Registry { $0.add(Bought.self, as: "x", aliases: aliases) { $0 } }
    #expect(
      message(many, "Undo")
        == HostError(
          n: 3, .unknownAction,
          prefix + "Undo; it has \(aliases.prefix(20).joined(separator: ", ")) and 11 more"))
  }

  @Test("two types under one name or alias, in either order, are a fault that names both")
  func nameTaken() {
    let names = [
      Registry {
        $0.add(Bought.self) { $0 }
        $0.add(Old.Bought.self) { $0 }
      },
      Registry {
        $0.add(Bought.self, as: "x", aliases: ["Bought"]) { $0 }
        $0.add(Old.Bought.self) { $0 }
      },
      Registry {
        $0.add(Bought.self) { $0 }
        $0.add(Old.Bought.self, as: "y", aliases: ["Bought"]) { $0 }
      },
    ]
    for registry in names {
      #expect(
        registry.faults == [
          .nameTaken(
            name: "Bought", type: "RecorderTests.Old.Bought", by: "RecorderTests.Bought")
        ])
      #expect(
        registry.faults.first?.description
          == #"the actions RecorderTests.Bought and RecorderTests.Old.Bought cannot both be called "#
          + #""Bought": give one of them another name with add(_:as:), or drop the alias"#)
    }
  }

  @Test("a type twice and an empty name are faults; a name again as its own alias is none")
  func otherFaults() {
    let registry = Registry {
      $0.add(Bought.self, as: "a", aliases: ["a", "b", "b"]) { $0 }
      $0.add(Bought.self, as: "c") { $0 }
      $0.add(Emptied.self, as: "") { $0 }
      $0.add(Search.self, aliases: [""]) { $0 }
    }
    #expect(
      registry.faults == [
        .typeAddedTwice(type: "RecorderTests.Bought", name: "c", as: "a"),
        .emptyName(type: "RecorderTests.Emptied"), .emptyName(type: "RecorderTests.Search"),
      ])
    #expect(
      registry.faults.map(\.description) == [
        #"the action RecorderTests.Bought is added twice, as "a" and "c": add it once, and make "#
          + "the other name an alias of it",
        "the action RecorderTests.Emptied has an empty name or alias: give it a name that "
          + "sessions can show",
        "the action RecorderTests.Search has an empty name or alias: give it a name that "
          + "sessions can show",
      ])
  }

  @Test("a registry at fault is refused: no file is made, and no action is decoded")
  func refused() throws {
    let registry = Registry {
      $0.add(Bought.self) { $0 }
      $0.add(Old.Bought.self) { $0 }
    }
    let fault = try #require(registry.faults.first)
    var options = RecorderOptions()
    options.actionNames = registry.names
    #expect(throws: RecorderError.actionNames(fault)) {
      // Where a file cannot be made either: the registry is looked at first.
      try SessionRecorder(path: "/no/such/folder/x.ndjson", store: "shop", options: options)
    }
    #expect(
      throws: HostError(n: 1, .undecodableAction, "Bought: \(fault)")
    ) {
      try registry.codec.decode(ActionLine(n: 1, t: 0, type: "Bought", action: ["id": 1]))
    }
    let host = ReducerHost<Int, any ShopAction>(store: "shop", codec: registry.codec) { _, _ in }
    #expect(host.run() == 2)
  }

  @Test("a recorder to a folder, which never throws, tells of the faults and names what it can")
  func toldInFolders() throws {
    let registry = Registry {
      $0.add(Bought.self, as: "x") { $0 }
      $0.add(Emptied.self, as: "x") { $0 }
    }
    let told = Gathered<RecorderError>()
    var options = RecorderOptions(onError: { told.append($0) })
    options.actionNames = registry.names
    let files = MemoryFiles()
    let recorder = SessionRecorder(
      in: .folder("/sessions"), store: "shop", options: options, environment: [:], files: files)
    #expect(told.all == registry.faults.map(RecorderError.actionNames))
    for action in [Bought(id: 1), Emptied()] as [any ShopAction] {
      _ = recorder.step(action, 0) { 0 }
    }
    let types = try files.text(#require(recorder.paths.first)).split(separator: "\n").compactMap {
      try JSONValue(parsing: String($0))["type"]?.string
    }
    #expect(types == ["x", "Emptied"])
  }
}
