import GeofenceCore
import GeofenceFormats

/// Follows the devices of a track, and puts their fixes on tape as long as there is room for them.
struct TapedFollowers<Base: TrackFollowers>: TrackFollowers {
  private(set) var base: Base
  /// What is on tape; `nil` where there was no room.
  private(set) var tape: TapedTracks.Recording?

  /// - Parameter path: the track.
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

  mutating func advance(
    _ device: Int, to fix: Fix, named name: @autoclosure () -> String?
  ) -> Bool {
    // That there is no room keeps nobody from going on.
    if tape?.advance(device, to: fix, named: nil) == false, tape?.failure != nil { tape = nil }
    return base.advance(device, to: fix, named: name())
  }
}
