/// A choice of events by the names of their regions and devices; without names, all events.
///
/// For example, the pattern `home*` chooses the events of `home` and of `home-2`.
package struct EventChoice: Hashable, Sendable {
  /// The identifiers, in which `*` stands for any text.
  package var regions: [String] = []
  package var devices: [String] = []

  package init() {}

  package func includes(region: String?, device: String?) -> Bool {
    Self.includes(regions, region) && Self.includes(devices, device)
  }

  package static func unknown(_ patterns: [String], among names: [String]) -> [String] {
    patterns.filter { pattern in !names.contains { matches($0, pattern) } }
  }

  package static func fits(_ name: String, anyOf patterns: [String]) -> Bool {
    includes(patterns, name)
  }

  private static func includes(_ patterns: [String], _ name: String?) -> Bool {
    patterns.isEmpty || name.map { name in patterns.contains { matches(name, $0) } } ?? false
  }

  /// Returns whether a name matches a pattern.
  ///
  /// - Complexity: O(n · m) for n bytes and a pattern of m.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    let (name, pattern) = (Array(name.utf8), Array(pattern.utf8))
    var (place, index) = (0, 0)
    // The place at which to continue if the part behind the last asterisk does not match.
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
