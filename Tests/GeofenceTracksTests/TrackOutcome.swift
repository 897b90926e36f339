import GeofenceCore
import Synchronization
import TestSupport

@testable import GeofenceBytes
@testable import GeofenceTracks

/// The fixes, remarks and error of a track that was read, with the file's name as `F`.
struct TrackOutcome {
  var fixes: [Fix] = []
  var devices: [Int] = []
  var warnings: [String] = []
  var notes: [String] = []
  var error: InputError?
  var report: TrackReport

  /// The error as it is printed, on one line.
  var message: String? { error.map { plain($0.description) } }
  /// The remarks, except those about times that count from an unknown beginning and about columns
  /// without a meaning, which short tracks often get.
  var remarks: [String] {
    allRemarks.filter {
      !$0.contains("seconds from a beginning") && !$0.contains("columns passed over")
    }
  }
  var allRemarks: [String] { report.remarks.map { plain($0.description) } }

  /// The times of the fixes in milliseconds since 1970.
  var times: [Int64] { fixes.map(\.time.milliseconds) }
  var latitudes: [Double] { fixes.map(\.coordinate.latitude) }

  fileprivate var path = ""

  fileprivate func plain(_ text: String) -> String {
    let parts = text.replacing(path, with: "F").split(separator: "\n")
    return parts.joined(separator: " | ")
  }
}

extension TrackReport {
  /// The names of the devices by index, in order of first appearance; `nil` for a device without
  /// one.
  var deviceNames: [String?] { (0..<names.count).map(deviceName) }
}

/// Reads `bytes` as a track, at most `piece` bytes at a time.
func read(
  _ bytes: some Sequence<UInt8>, piece: Int = .max, stopAfter limit: Int = .max,
  _ configure: (inout TrackReader.Options) -> Void = { _ in }
) throws -> TrackOutcome {
  var options = TrackReader.Options()
  configure(&options)
  return try withFile(bytes) { path in
    let told = Mutex<[Finding]>([])
    var reader = TrackReader(
      path: path, options: options, tell: { remark in told.withLock { $0.append(remark) } })
    reader.longestRead = piece
    var outcome = TrackOutcome(report: reader.report, path: path)
    do throws(InputError) {
      try reader.read { fix, device in
        outcome.fixes.append(fix)
        outcome.devices.append(device)
        return outcome.fixes.count < limit
      }
    } catch {
      outcome.error = error
    }
    outcome.report = reader.report
    let remarks = told.withLock { $0 }
    outcome.warnings = remarks.filter { $0.severity == .warning }.map {
      outcome.plain($0.description)
    }
    outcome.notes = remarks.filter { $0.severity == .note }.map { outcome.plain($0.description) }
    return outcome
  }
}

/// Reads `text` as a track.
func read(
  _ text: String, stopAfter limit: Int = .max,
  _ configure: (inout TrackReader.Options) -> Void = { _ in }
) throws -> TrackOutcome {
  try read(Array(text.utf8), stopAfter: limit, configure)
}

/// Returns a GPX document around `content`.
func gpx(_ content: String) -> String {
  "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n"
    + content + "\n</gpx>\n"
}

/// Returns a GPX track around `points`, of which the first stands on line 3.
func gpxTrack(_ points: String) -> String { gpx("<trk><trkseg>\(points)</trkseg></trk>") }
