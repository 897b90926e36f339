import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore

/// The playback of a track, with a tape of its fixes for as long as they may be needed again and there
/// is room.
struct TapedPlayback: TrackFollowers {
  var base: LanedPlayback
  /// The tape; `nil` where none is kept, or after the room has run out.
  private(set) var tape: TapedTracks.Recording?
  private let isOfSilence: Bool

  init(_ base: LanedPlayback, _ tape: TapedTracks.Recording?, isOfSilence: Bool) {
    (self.base, self.tape, self.isOfSilence) = (base, tape, isOfSilence)
  }

  mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
    throws(InputError)
  {
    try base.add(column, named: name, startingAt: start)
    try tape?.add(column, named: name, startingAt: start)
  }

  @inline(__always)
  mutating func advance(_ device: Int, to fix: Fix, named name: @autoclosure () -> String?) -> Bool
  {
    if tape != nil { record(device, fix) }
    return base.advance(device, to: fix, named: name())
  }

  @inline(never)
  private mutating func record(_ device: Int, _ fix: Fix) {
    if isOfSilence, !base.isSilent {
      tape = nil
    } else if tape?.advance(device, to: fix, named: nil) == false, tape?.failure != nil {
      // A full tape does not keep the playback from continuing.
      tape = nil
    }
  }

  @inline(__always)
  mutating func quietZone(of device: Int) -> QuietZone? {
    tape == nil ? base.quietZone(of: device) : nil
  }
}
