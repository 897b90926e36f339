import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs

struct TrackInput: Sendable {
  /// The paths of its pieces in their order; of one, unless several files are joined.
  let pieces: [String]
  let number: Int
  let name: String?

  static func inputs(_ paths: [String], isJoined: Bool) -> [TrackInput] {
    if isJoined { return [TrackInput(pieces: paths, number: 0, name: nil)] }
    let names = paths.trackNames
    return paths.indices.map { TrackInput(pieces: [paths[$0]], number: $0, name: names[$0]) }
  }

  var path: String { pieces.first ?? "" }

  /// True if the track is of files, which can be read repeatedly.
  var isRepeatable: Bool { pieces.allSatisfy { $0 != "-" && FileIdentity(path: $0) != nil } }
}

extension [TrackInput] {
  /// Returns the warning about the tracks behind the first `count`, of which the last failed; `nil`
  /// where there are none.
  func unplayed(after count: Int) -> Finding? {
    let paths = dropFirst(count).map(\.path)
    guard !paths.isEmpty, !Interruption.isRequested else { return nil }
    return Finding(
      .warning, .ignoredData,
      InputError(
        source: InputError.toolName,
        problem: paths.count == 1
          ? "1 track was not played, since the one before it has an error: \(paths.listed())"
          : "\(paths.count) tracks were not played, since the one before them has an error: "
            + paths.listed()))
  }

  /// The positions of tracks that name a file which an earlier track names, too (the same inode).
  private var repeated: [Int] {
    var files: Set<FileIdentity> = []
    return indices.filter { index in
      guard self[index].path != "-", let file = FileIdentity(path: self[index].path) else {
        return false
      }
      return !files.insert(file).inserted
    }
  }

  func noteRepeatedFiles() {
    for path in repeated.map({ self[$0].path }).distinct {
      Console.tell(
        "the file is given more than once: each time it is played as a separate phone",
        severity: "note", help: "--join passes over what a file repeats", of: path)
    }
  }

  func noteSharedDevices(_ reports: [TrackReport]) {
    guard count > 1 else { return }
    let repeated = Set(repeated)
    var owners: [RegionIdentifier: Int] = [:]
    var shared: Set<RegionIdentifier> = []
    var first: (name: String, earlier: String, later: String)?
    for (index, report) in reports.enumerated() where !repeated.contains(index) {
      for name in report.deviceNames {
        let device = RegionIdentifier(name)
        guard let owner = owners[device] else {
          owners[device] = index
          continue
        }
        first = first ?? (name, self[owner].path, self[index].path)
        shared.insert(device)
      }
    }
    noteSharedFileNames(reports, owners)
    guard let first else { return }
    let others = shared.count - 1
    let more = others == 0 ? "" : ", and so \(others == 1 ? "is 1 other" : "are \(others) others")"
    Console.tell(
      "the device \(first.name.quotedExcerpt()) is in \(first.earlier), too\(more): in each "
        + "file it is played as a separate phone", severity: "note",
      help: "--join plays files that are pieces of one recording as one", of: first.later)
  }

  /// Notes each device without a name whose file is called as a device of another file.
  ///
  /// - Parameter owners: the positions of the tracks that name devices.
  private func noteSharedFileNames(_ reports: [TrackReport], _ owners: [RegionIdentifier: Int]) {
    for (track, report) in zip(self, reports) where report.hasUnnamedDevice {
      guard let name = track.name, let owner = owners[RegionIdentifier(name)] else { continue }
      Console.tell(
        "its device is called \(name.quotedExcerpt()) after the file, as is one of "
          + "\(self[owner].path): each is played as a separate phone", severity: "note",
        help: "another name of the file tells them apart", of: track.path)
    }
  }
}
