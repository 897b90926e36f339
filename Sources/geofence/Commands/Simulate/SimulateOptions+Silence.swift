import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

extension SimulateOptions {
  /// Returns a line that says why no event of regions was delivered; `nil` if a warning has said it or
  /// nothing was read.
  func silence(
    of regions: some Sequence<CircularRegion>, along outcomes: [SimulatedTrack.Run],
    _ tracks: [TrackInput]
  ) -> String? {
    let regions = regions.filter {
      EventChoice.fits($0.identifier.rawValue, anyOf: choice.regions)
        && $0.radius <= settings.maximumRadius
    }
    let isFar = outcomes.allSatisfy { $0.track.vicinity?.isReached == false }
    guard !regions.isEmpty, outcomes.contains(where: { $0.track.fixes > 0 }), !isFar else {
      return nil
    }
    let nearest = nearest(to: regions, along: outcomes, tracks)
    if Interruption.isRequested { return nil }
    let phrasing = Phrasing(LocalClock(zone), nil) {
      VisibleText.quoted(regions[Int($0.value)].identifier.rawValue)
    }
    return ClaimWords(settings, phrasing)
      .clause(.silent(isOfChoice: choice != EventChoice(), nearest))
  }

  private func nearest(
    to regions: [CircularRegion], along outcomes: [SimulatedTrack.Run], _ tracks: [TrackInput]
  ) -> Claim.NearestFix? {
    var approach = NearestApproach(to: regions)
    var (owner, pieces) = (String?.none, [String]())
    for (outcome, input) in zip(outcomes, tracks) {
      guard let track = outcome.tape else { continue }
      let isAsked = track.devices.map { device in
        choice.devices.isEmpty || EventChoice.fits(device.name ?? "", anyOf: choice.devices)
      }
      // A track that cannot be read again, as its tape is on a full disk, is left out.
      try? track.play { fix, device in
        if isAsked[device], approach.look(from: fix) {
          (owner, pieces) = (track.devices[device].name, input.pieces)
        }
        return true
      }
    }
    let options = ArgumentParser(options: Self.groups.flatMap(\.options)).words(
      in: Tool.arguments, alsoOf: Self.inputGroups { $0 }.flatMap(\.options))
    let track = pieces.map { $0 == "-" ? "<track>" : $0.shellWord }.joined(separator: " ")
    return approach.found.map { found in
      let words = [regions[found.region].identifier.rawValue] + options
      return .init(
        found, device: owner,
        command: "geofence why \(track) \(words.map(\.shellWord).joined(separator: " "))")
    }
  }
}
