/// A source of random-looking numbers that depend on nothing but the fix and their use.
///
/// Each number is a hash of its purpose, so it is the same under every strategy and in any order of
/// work. The mixer is the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
package struct Draws: Hashable, Sendable {
  /// The hash of seed, trial and device.
  private let stem: UInt64

  /// Creates the draws of one device, which may have no name, in one trial, counted from 0.
  package init(seed: UInt64, trial: UInt64 = 0, device: String?) {
    let name = FNV1a(of: Array((device ?? "").utf8)[...])
    stem = [seed, trial, name.value].reduce(0) { Self.mix($0 ^ $1) }
  }

  /// The purposes for which numbers are drawn at one fix.
  enum Use: UInt64 {
    case errorSize, errorDirection, thresholdSize, thresholdDirection, missed
    /// The share of the first wait, and of the interval of significant changes, that has passed when
    /// the track begins; at the first fix alone.
    case phase
    case dwellSize, dwellDirection, cushionSize, cushionDirection
  }

  /// Returns a number in 0..<1 for one use at a fix, given by its number in the device's track from
  /// 0.
  @inline(__always)
  func number(_ use: Use, atFix fix: Int) -> Double {
    let hash = Self.mix(Self.mix(stem ^ UInt64(bitPattern: Int64(fix))) ^ use.rawValue)
    return Double(hash >> 11) * 0x1p-53
  }

  /// Returns the length of a two-dimensional normal draw, in standard deviations.
  func rayleigh(_ size: Use, atFix fix: Int) -> Double {
    (-2 * naturalLogarithm(1 - number(size, atFix: fix))).squareRoot()
  }

  /// Returns a standard normal draw, made of the numbers of two uses.
  func normal(_ size: Use, _ direction: Use, atFix fix: Int) -> Double {
    rayleigh(size, atFix: fix)
      * sineAndCosine(2 * .pi * number(direction, atFix: fix)).cosine
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
