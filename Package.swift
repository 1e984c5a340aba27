// swift-tools-version: 6.1
import PackageDescription

// One list for every target, so that no module is checked less strictly than another.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Homebrew keeps readline out of the default search path; Debian's flags only draw warnings.
#if os(macOS)
  let readlinePackage: String? = "readline"
#else
  let readlinePackage: String? = nil
#endif

let package = Package(
  name: "hindsight",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [
    .library(name: "Recorder", targets: ["Recorder"]),
    .library(name: "RecorderHost", targets: ["RecorderHost"]),
    .library(name: "RecorderTesting", targets: ["RecorderTesting"]),
    .library(name: "Inspector", targets: ["Commands", "Inspector", "Query"]),
    .library(name: "SessionFormat", targets: ["SessionFormat"]),
    .executable(name: "inspect", targets: ["inspect"]),
    // Loaded into re-runs of a step: lists what it asks of the world, and answers it.
    .library(name: "Witness", type: .dynamic, targets: ["Witness"]),
  ],
  targets: [
    .target(name: "CProcessor"),
    .target(name: "Witness"),
    // Its header: the layout of the file that it shares with the tool.
    .systemLibrary(name: "CWitness"),
    .target(name: "SessionFormat", dependencies: ["CProcessor"]),
    .target(name: "Recorder", dependencies: ["SessionFormat"]),
    // The other end: reduces the actions of a session with the app's own reducer.
    .target(name: "RecorderHost", dependencies: ["Recorder", "SessionFormat"]),
    // JSONPath, conditions and regular expressions over values.
    .target(name: "Query", dependencies: ["SessionFormat"]),
    // The engine: sessions, timelines, causes, replays, branches. It says nothing.
    .target(name: "Inspector", dependencies: ["Query", "SessionFormat", "CWitness", "CZlib"]),
    // Everything that says something: commands, reports, outputs for other programs.
    .target(
      name: "Commands", dependencies: ["Inspector", "Query", "SessionFormat"],
      // In the code, so that the tool stays one file.
      resources: [.embedInCode("Page/Content")]),
    // For an app's tests: what a failing test recorded is its attachment.
    .target(
      name: "RecorderTesting", dependencies: ["Commands", "Inspector", "Recorder", "SessionFormat"]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "SampleApps", dependencies: ["Recorder", "RecorderHost"],
      // In the code, so that the tool stays one file.
      resources: [.embedInCode("Gourmet/Content")]),
    .systemLibrary(
      name: "CReadline", pkgConfig: readlinePackage,
      providers: [.apt(["libreadline-dev"]), .brew(["readline"])]),
    .executableTarget(
      name: "inspect",
      dependencies: ["Commands", "Inspector", "Query", "SessionFormat", "SampleApps", "CReadline"]),
    .target(name: "TestSupport", dependencies: ["SessionFormat"], path: "Tests/TestSupport"),
    .target(name: "TestTraits", dependencies: ["SessionFormat"], path: "Tests/TestTraits"),
    .executableTarget(
      name: "RecorderDriver", dependencies: ["Recorder", "TestSupport"],
      path: "Tests/RecorderDriver"),
    .executableTarget(
      name: "RogueHost", dependencies: ["Recorder", "RecorderHost"], path: "Tests/RogueHost"),
    // Hosts of every manner that the protocol allows.
    .executableTarget(
      name: "LawHost", dependencies: ["SessionFormat", "TestSupport"], path: "Tests/LawHost"),
    .target(
      name: "DamageSupport", dependencies: ["Inspector", "SessionFormat", "TestSupport"],
      path: "Tests/DamageSupport"),
    .executableTarget(
      name: "Soak", dependencies: ["DamageSupport", "Inspector", "SessionFormat", "TestSupport"],
      path: "Tests/Soak"),
    // Reducers that do not reproduce, each for a known cause, and such as only look so.
    .executableTarget(
      name: "Zoo", dependencies: ["Recorder", "RecorderHost", "SessionFormat", "TestSupport"],
      path: "Tests/Zoo"),
    // States and actions that are hard to record, and innocent ones that look like them.
    .target(name: "CGaps", path: "Tests/CGaps"),
    .executableTarget(
      name: "HostileStates", dependencies: ["CGaps", "Recorder", "TestSupport"],
      path: "Tests/HostileStates", exclude: ["check.py"]),
    // Random steps over states of every construct, with what each state is by a full encoding.
    .executableTarget(
      name: "RandomSteps", dependencies: ["Recorder", "TestSupport"],
      path: "Tests/RandomSteps", exclude: ["check.py"]),
    // Which way uses run between the folders of a module; knows no module but reads all sources.
    .testTarget(name: "ArchitectureTests"),
    .testTarget(
      name: "SessionFormatTests", dependencies: ["SessionFormat", "TestSupport", "TestTraits"]),
    .testTarget(
      name: "RecorderTests",
      dependencies: [
        "Recorder", "RecorderDriver", "RecorderHost", "SessionFormat", "TestSupport", "TestTraits",
      ],
      exclude: ["Compiles"]),
    .testTarget(
      name: "RecorderTestingTests",
      dependencies: ["Inspector", "Recorder", "RecorderTesting", "SessionFormat", "TestSupport"]),
    .testTarget(name: "QueryTests", dependencies: ["Query", "SessionFormat", "TestSupport"]),
    // Sessions that are made up, and hosts in this process of every habit.
    .target(
      name: "InspectorSupport",
      dependencies: ["DamageSupport", "Inspector", "SessionFormat", "TestSupport"],
      path: "Tests/InspectorSupport"),
    .testTarget(
      name: "InspectorTests",
      dependencies: [
        "DamageSupport", "Inspector", "InspectorSupport", "Query", "SessionFormat", "TestSupport",
      ]),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Commands", "DamageSupport", "Inspector", "InspectorSupport", "Query", "SessionFormat",
        "TestSupport",
      ]),
    .testTarget(
      name: "SampleAppsTests",
      dependencies: ["SampleApps", "Recorder", "RecorderHost", "SessionFormat", "TestSupport"]),
    // What docs/adopting/ shows: small apps, their hosts, and the tests that such apps have.
    .target(
      name: "AdoptingApps", dependencies: ["Recorder", "RecorderHost", "SessionFormat"],
      path: "Tests/Adopting/Apps"),
    // Beside the others, as it gives what `import ReSwift` gives.
    .target(
      name: "AdoptingReSwift", dependencies: ["Recorder", "RecorderHost", "SampleApps"],
      path: "Tests/Adopting/ReSwift"),
    .executableTarget(
      name: "AdoptingHosts",
      dependencies: ["AdoptingApps", "AdoptingReSwift", "Recorder", "RecorderHost"],
      path: "Tests/Adopting/Hosts"),
    .testTarget(
      name: "AdoptingTests",
      dependencies: [
        "AdoptingApps", "AdoptingHosts", "AdoptingReSwift", "Commands", "Inspector", "Query",
        "Recorder",
        "RecorderHost", "SampleApps", "SessionFormat", "TestSupport",
      ],
      path: "Tests/Adopting/Tests",
      exclude: [
        "AsyncMiddleware/Sessions", "Composable/Sessions", "OwnStore/Sessions", "ReSwift/Sessions",
        "ReSwiftProductList/Sessions", "Redux/Sessions",
      ]),
    .testTarget(
      name: "InspectTests",
      dependencies: [
        "Commands", "DamageSupport", "HostileStates", "inspect", "Inspector", "LawHost", "Query",
        "Recorder", "RecorderHost", "RogueHost", "SampleApps", "SessionFormat", "TestSupport",
        "Zoo",
      ],
      exclude: ["Goldens", "Scripts", "Transcripts"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = strict
  // The tests spend most of their time in this module; optimized it takes a fraction. As a whole, as a
  // release build does it: else some functions need more stack. Only if it is asked for, as a package
  // with such flags cannot be another's dependency.
  if target.name == "SessionFormat", Context.environment["HINDSIGHT_OPTIMIZED_FORMAT"] != nil {
    target.swiftSettings?.append(
      .unsafeFlags([
        "-O", "-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2",
      ]))
  }
}
