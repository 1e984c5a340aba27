import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A sample of the steps of a long session stands for all, as long as none of it differs")
struct StepSampleTests {
  private func session(_ count: Int) throws -> Session {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    for n in 1...count {
      builder.action(n, "add", 1)
      builder.patch(n, to: ["total": .number(n)])
    }
    return try builder.session()
  }

  @Test("what fits is no sample; what does not has evenly spread steps, and the ends of each type")
  func sizes() throws {
    for count in [1, 2, 9, 40] {
      let session = try session(count)
      // Each state is counted as the line that was written whole last.
      let size = session.lines[try #require(session.steps.states[0])].count
      #expect(try StepSample(session, mostBytes: size * count) == nil)
      for part in 1...3 where size * count > size * part {
        let sample = try #require(try StepSample(session, mostBytes: size * part))
        #expect(sample.total == count)
        let taken = (1...count).filter(sample.contains)
        #expect(taken.contains(1) && taken.contains(count))
        // No more than were asked for but for the ends, and none further from the next than the stride.
        #expect(taken.count <= part + 2)
        #expect(zip(taken, taken.dropFirst()).allSatisfy { $1 - $0 <= sample.stride })
      }
    }
  }

  @Test("only its steps are asked of a host, and each comes to what it comes to without")
  func walked() throws {
    let session = try session(40)
    let sample = try #require(try StepSample(session, mostBytes: 200))
    var walk = try HostWalk(session, .counter(), .eachFromRecorded(sample))
    var steps: [Int] = []
    while let step = try walk.next() {
      steps.append(step.n)
      #expect(step.outcome.state == (try session.state(step.n)))
    }
    #expect(steps == (1...40).filter(sample.contains))
  }
}
