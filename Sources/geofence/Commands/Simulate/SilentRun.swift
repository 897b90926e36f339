import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

final class SilentRun {
  private let options: SimulateOptions
  private let regions: [CircularRegion]

  init(_ options: SimulateOptions, of regions: some Sequence<CircularRegion>) {
    self.options = options
    self.regions = regions.filter {
      EventChoice.fits($0.identifier.rawValue, anyOf: options.choice.regions)
        && $0.radius <= options.settings.maximumRadius
    }
  }

  /// Returns a line that says why no event was delivered; `nil` if a warning has said it or nothing
  /// was read.
  func text(_ outcomes: [SimulatedTrack.Run]) -> String? {
    let isFar = outcomes.allSatisfy { $0.track.vicinity?.isReached == false }
    guard !regions.isEmpty, outcomes.contains(where: { $0.track.fixes > 0 }), !isFar else {
      return nil
    }
    let nearest = nearest(along: outcomes.compactMap(\.tape))
    if Interruption.isRequested { return nil }
    let clock = LocalClock(options.zone)
    let words = ClaimWords(
      options.settings,
      Phrasing(clock, nil) { [regions] in
        VisibleText.quoted(regions[Int($0.value)].identifier.rawValue)
      })
    return words.clause(.silent(isOfChoice: options.choice != EventChoice(), nearest))
  }

  private func nearest(along tracks: [TapedTracks.Track]) -> Claim.NearestFix? {
    var approach = NearestApproach(to: regions)
    var owner: String?
    for track in tracks {
      let isAsked = track.devices.map { device in
        options.choice.devices.isEmpty
          || EventChoice.fits(device.name ?? "", anyOf: options.choice.devices)
      }
      // What cannot be read again, such as of a tape on a full disk, is left out.
      try? track.play { fix, device in
        if isAsked[device], approach.look(from: fix) { owner = track.devices[device].name }
        return true
      }
    }
    return approach.found.map { .init($0, device: owner) }
  }
}
