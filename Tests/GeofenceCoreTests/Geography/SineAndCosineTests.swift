import Foundation
import TestSupport
import Testing

@testable import GeofenceCore

struct SineAndCosineTests {
  @Test func `sine and cosine are within one unit in the last place of the platform's`() {
    var random = SeededGenerator(seed: 1)
    for number in 0..<200_000 {
      let angle =
        switch number % 3 {
        case 0: random.number(in: -.pi ... .pi)
        case 1: random.number(in: -1e-3...1e-3)
        default: random.number(in: -20...20)
        }
      let (sine, cosine) = sineAndCosine(angle)
      #expect((sine - sin(angle)).magnitude <= 2.3e-16, "\(angle)")
      #expect((cosine - cos(angle)).magnitude <= 2.3e-16, "\(angle)")
    }
  }

  @Test func `quarters of a circle`() {
    #expect(sineAndCosine(0) == (0, 1))
    #expect(sineAndCosine(.pi / 2).sine == 1)
    #expect(sineAndCosine(-.pi / 2).sine == -1)
    #expect(sineAndCosine(.pi).cosine == -1)
  }
}
