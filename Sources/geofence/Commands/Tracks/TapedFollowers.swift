import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore

/// The followers of a track, with a tape of its fixes for as long as there is room.
struct TapedFollowers<Base: TrackFollowers>: TrackFollowers {
  var base: Base
  /// The tape; `nil` after the room has run out.
  private(set) var tape: TapedTracks.Recording?

  init(_ base: Base, of path: String) {
    self.base = base
    tape = .init(.empty, of: path)
  }

  mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
    throws(InputError)
  {
    try base.add(column, named: name, startingAt: start)
    try tape?.add(column, named: name, startingAt: start)
  }

  mutating func advance(_ device: Int, to fix: Fix, named name: @autoclosure () -> String?) -> Bool
  {
    // A full tape does not keep the followers from continuing.
    if tape?.advance(device, to: fix, named: nil) == false, tape?.failure != nil { tape = nil }
    return base.advance(device, to: fix, named: name())
  }
}
