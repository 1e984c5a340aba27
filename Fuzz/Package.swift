// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who uses the library builds the fuzzers. `make fuzz` builds
// it with the sanitizers, all of the library included.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "hindsight", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "Inspector", package: "hindsight"),
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
