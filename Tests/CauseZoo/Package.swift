// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own: the examination of `inspect verify` builds no part of it, and knows none.
let package = Package(
  name: "cause-zoo",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "hindsight", path: "../..")],
  targets: [
    .target(
      name: "ZooKit",
      dependencies: [
        .product(name: "Recorder", package: "hindsight"),
        .product(name: "RecorderHost", package: "hindsight"),
      ],
      swiftSettings: settings),
    .executableTarget(name: "zoo", dependencies: ["ZooKit"], swiftSettings: settings),
    // Records reducers that were changed since.
    .executableTarget(name: "zoo-before", dependencies: ["ZooKit"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
