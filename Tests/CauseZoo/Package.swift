// swift-tools-version: 6.1
import PackageDescription

// A package of its own: the examination of `inspect verify` builds no part of it, and knows none.
let package = Package(
  name: "cause-zoo",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "hindsight", path: "../..")],
  targets: [
    .executableTarget(
      name: "zoo",
      dependencies: [
        .product(name: "Recorder", package: "hindsight"),
        .product(name: "RecorderHost", package: "hindsight"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
