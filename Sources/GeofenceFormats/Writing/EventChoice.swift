/// The events that somebody wants to see, by their regions and devices; those of all where none is named.
public struct EventChoice: Hashable, Sendable {
  /// Identifiers; `*` stands for anything.
  public var regions: [String] = []
  public var devices: [String] = []

  public init() {}

  public func includes(region: String?, device: String?) -> Bool {
    Self.includes(regions, region) && Self.includes(devices, device)
  }

  /// Those of `patterns` that no name fits.
  public static func unknown(_ patterns: [String], among names: [String]) -> [String] {
    patterns.filter { pattern in !names.contains { matches($0, pattern) } }
  }

  /// Whether a name fits one of the patterns, or there is none.
  public static func fits(_ name: String, anyOf patterns: [String]) -> Bool {
    includes(patterns, name)
  }

  private static func includes(_ patterns: [String], _ name: String?) -> Bool {
    patterns.isEmpty || name.map { name in patterns.contains { matches(name, $0) } } ?? false
  }

  /// - Complexity: O(n · m) for n bytes and a pattern of m.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    let (name, pattern) = (Array(name.utf8), Array(pattern.utf8))
    var (place, index) = (0, 0)
    // Where to go on when what follows the last asterisk does not fit.
    var retry: (place: Int, index: Int)?
    while place < name.count {
      if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
        index += 1
        retry = (place, index)
      } else if index < pattern.count, pattern[index] == name[place] {
        (place, index) = (place + 1, index + 1)
      } else if let last = retry {
        (place, index) = (last.place + 1, last.index)
        retry = (place, index)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
