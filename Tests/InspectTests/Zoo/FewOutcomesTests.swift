import Foundation
import TestSupport
import Testing

@Suite("Where chance of few outcomes is at work nothing false is certain")
struct FewOutcomesTests {
  /// One of each kind, and those whose coding loses something now and then.
  static let specimens = ((try? ChanceSpecimen.all()) ?? []).filter {
    $0.outcomes == nil || $0.outcomes == 7
  }

  @Test("there are a dozen kinds, each of 1 in 2 to 1 in 50")
  func kinds() throws {
    let all = try ChanceSpecimen.all()
    let outcomes = Dictionary(grouping: all.filter { $0.outcomes != nil }, by: \.kind)
    #expect(outcomes.count >= 12)
    for (kind, specimens) in outcomes {
      #expect(specimens.compactMap(\.outcomes) == [2, 3, 7, 20, 50], "\(kind)")
    }
    #expect(Set(all.map(\.name)).count == all.count)
  }

  @Test("a fresh recording of each kind", arguments: specimens.thinned(24, usual: 24))
  func isNotFalselyCertain(specimen: ChanceSpecimen) throws {
    let judged = try specimen.judged()
    #expect(judged.certainFalse.isEmpty, "\(judged.findings)")
    if specimen.kind.hasPrefix("lossy") { #expect(!judged.saysNothingIsLost) }
  }

  @Test("ids that are not compared, and carried along all the same", arguments: [[], ["--steps"]])
  func ignored(options: [String]) throws {
    let path = PackageRoot.url.appendingPathComponent("sessions/irreproducible/toast-clock.ndjson")
    let judged = try JudgedCauses(
      of: path.path, host: nil, options: ["--ignore", "$.items[*].id"] + options,
      causes: ["clock"])
    #expect(judged.certainFalse.isEmpty, "\(judged.findings)")
  }

  @Test("a host whose run is killed from outside, once", arguments: [2, 3, 4, 6].thinned(2))
  func killed(run: Int) throws {
    let folder = try SessionFolder()
    let path = folder.file("static-cache.ndjson")
    let zoo = try BuiltBinary.zoo
    _ = try ProcessRun.run(zoo, ["record", "static-cache", path])
    let wrapper = try KilledReruns(
      host: "\(zoo.path) host static-cache", run: run, afterLines: 1)
    let judged = try JudgedCauses(of: path, host: wrapper.host, causes: ["hidden-state"])
    #expect(wrapper.count >= run)
    #expect(judged.certainFalse.isEmpty, "\(judged.findings)")
  }
}
