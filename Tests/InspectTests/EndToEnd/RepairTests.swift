import DamageSupport
import Foundation
import TestSupport
import Testing

@Suite("repair, as a verb")
struct RepairTests {
  @Test("twenty repairs that are killed leave the original, and no half copy under its name")
  func killed() throws {
    var repairs = try KilledRepairs(tool: try BuiltBinary.inspect, actions: 200, seed: 5)
    for number in 1...20 { #expect(try repairs.run() == [], "repair \(number)") }
    #expect(repairs.killed > 0)
  }
}
