import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

/// A run without one event, and where its tracks came nearest to a region.
///
/// The tracks are read again for it, so that a run that has events pays nothing.
struct SilentRun {
  private let options: SimulateOptions
  private let regions: [CircularRegion]

  init(_ options: SimulateOptions, of regions: some Sequence<CircularRegion>) {
    self.options = options
    self.regions = regions.filter {
      EventChoice.fits($0.identifier.rawValue, anyOf: options.choice.regions)
        && $0.radius <= options.settings.maximumRadius
    }
  }

  /// Returns a line that says why no event came; `nil` where a warning has said it, or nothing was
  /// read.
  ///
  /// - Complexity: O(f + m log r) for f fixes of which m may be nearer than those before, and r
  ///   regions. Memory is O(r).
  func text(along tracks: [TrackInput], _ outcomes: [TrackLoop.Outcome]) -> String? {
    let isFar = outcomes.allSatisfy { $0.vicinity?.isReached == false }
    guard !regions.isEmpty, outcomes.contains(where: { $0.fixes > 0 }), !isFar else { return nil }
    let whose = options.choice == EventChoice() ? "no event came" : "no such event came"
    guard tracks.allSatisfy(\.isRepeatable), let nearest = nearest(along: tracks) else {
      return Interruption.isRequested ? nil : whose
    }
    let region = regions[nearest.approach.region]
    let name = VisibleText.quoted(region.identifier.rawValue)
    let device = nearest.device.map { " of \(VisibleText.quoted($0))" } ?? ""
    let distance = nearest.approach.distance
    let place = "\(distance.magnitude.spokenMetres) \(distance > 0 ? "outside" : "inside")"
    let time = LocalClock(options.zone).text(nearest.approach.time)
    return "\(whose): the nearest fix\(device), at \(time), lies \(place) \(name)"
      + (distance > 0 ? "" : "; 'geofence why <track> \(name) --regions <file>' says why")
  }

  private func nearest(along tracks: [TrackInput]) -> (
    approach: NearestApproach.Found, device: String?
  )? {
    var followers = ApproachFollowers(regions, options.choice.devices)
    let output = OrderedOutput(jobs: tracks.count, nil, isSilent: true)
    for track in tracks {
      if Interruption.isRequested { return nil }
      _ = TrackLoop(options: options, input: track, output: output, progress: nil)
        .run(&followers)
    }
    guard !Interruption.isRequested, let found = followers.approach.found else { return nil }
    return (found, followers.device)
  }
}

/// Notes where the devices of a track come nearest to a region.
private struct ApproachFollowers: TrackFollowers {
  private(set) var approach: NearestApproach
  /// The name of the device that came nearest, where there are several.
  private(set) var device: String?
  private let devices: [String]

  init(_ regions: [CircularRegion], _ devices: [String]) {
    approach = NearestApproach(to: regions)
    self.devices = devices
  }

  mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp) {}

  mutating func advance(
    _ device: Int, to fix: Fix, named name: @autoclosure () -> String?
  ) -> Bool {
    if Interruption.isRequested { return false }
    if !devices.isEmpty, !EventChoice.fits(name() ?? "", anyOf: devices) { return true }
    if approach.look(from: fix) { self.device = name() }
    return true
  }
}
