// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who uses the library builds the benchmarks.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "hindsight", path: "..")],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [
        .product(name: "Inspector", package: "hindsight"),
        .product(name: "Recorder", package: "hindsight"),
        .product(name: "RecorderHost", package: "hindsight"),
        .product(name: "SessionFormat", package: "hindsight"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
