import Foundation
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

@Suite struct `The format of a track` {
  @Test func `is found from the content and not from the name`() throws {
    #expect(try read(gpxTrack("<trkpt lat='1' lon='2'/>")).report.format == .gpx)
    #expect(try read("lat,lon\n1,2\n").report.format == .csv)
    #expect(try read("\u{FEFF}\r\n \tlat,lon\n1,2\n").report.format == .csv)
    #expect(try read("\u{FEFF}\n " + gpxTrack("<trkpt lat='1' lon='2'/>")).report.format == .gpx)
    #expect(try read("PKW,lat,lon\n1,1,2\n").report.format == .csv)
    for name in ["Unnamed: 0", "\"Unnamed: 0\""] {
      #expect(try read("\(name),lat,lon\n0,1,2\n").latitudes == [1])
    }
    #expect(try read("name: bus, tram, on foot\nlat: 1\nlon: 2\n").report.format == .yaml)
  }

  @Test(arguments: [
    String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .isoLatin1,
  ])
  func `may be XML of several encodings`(encoding: String.Encoding) throws {
    let declared = encoding == .isoLatin1 ? "ISO-8859-1" : encoding == .utf8 ? "UTF-8" : "UTF-16"
    let text =
      "<?xml version=\"1.0\" encoding=\"\(declared)\"?><gpx><name>é</name>"
      + "<wpt lat=\"1\" lon=\"2\"/></gpx>"
    let data = try #require(text.data(using: encoding))
    #expect(try read(data).latitudes == [1])
  }

  /// Returns the beginning of a zip archive, in which the bytes after the name could continue its
  /// last letter.
  private static func zip(_ name: String) -> [UInt8] {
    Array("PK\u{3}\u{4}".utf8) + Array(repeating: 0, count: 22) + [UInt8(name.utf8.count), 0, 0, 0]
      + Array(name.utf8) + [0xCD, 0x9A]
  }

  @Test(
    arguments: [
      ([0x1F, 0x8B, 8, 0], "is compressed with gzip, not a track"),
      (Array("PK\u{3}\u{4}\u{14}\u{0}".utf8), "is a zip archive, not a track"),
      (zip("doc.kml"), "is KMZ, a zip archive, not a track"),
      (zip("track.gpx"), "is a zip archive, not a track"),
      (
        [14, 16, 0, 0, 0, 0, 0, 0] + Array(".FIT\0\0".utf8),
        "is a FIT file: tracks in this format are not read"
      ),
      (
        Array("$GPGGA,092750.000,5321.6802,N\n".utf8),
        "is a log of NMEA sentences: tracks in this format are not read"
      ),
      (
        Array("# of 2016\n$PMTK010,001*2E\r\n$MOTION,192\n$GPRMC,040251.000,A,3533\n".utf8),
        "is a log of NMEA sentences: tracks in this format are not read"
      ),
      (Array("AXXX\r\nHFDTE010524\r\n".utf8), "is an IGC file: tracks in this format are not read"),
      (Array("bplist00".utf8), "is a property list, not a track"),
      (Array(" {\"type\": \"FeatureCollection\"}".utf8), "the JSON has no point"),
      (Array("[1]".utf8), "the JSON has no point"),
      ([0x0E, 0x10, 0x64, 0x00, 0x0A], "is a binary file, not text"),
      ([0xD1, 0xA5, 0x27, 0x34, 0x0E, 0x71, 0x0A, 0x10], "is a binary file, not text"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0], "is an image, not a track"),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], "is an image, not a track"),
      ([], "is empty"),
      (Array("\u{FEFF}".utf8), "is empty"),
      (Array(" \r\n\n".utf8), "is empty"),
      (Array("# nothing\n".utf8), "is empty"),
      (Array("<!DOCTYPE html>\n<html><br></html>".utf8), "is an HTML page, not a track"),
      (Array("\n<HTML><p>".utf8), "is an HTML page, not a track"),
      (Array("<!-- 1 --><html/>".utf8), "is an HTML page, not a track"),
      (Array("<kml xmlns='http://www.opengis.net/kml/2.2'/>".utf8), "the KML file has no point"),
      (Array("<?xml version='1.0'?><k:kml xmlns:k='k'/>".utf8), "the KML file has no point"),
      (Array("<TrainingCenterDatabase/>".utf8), "the TCX file has no point"),
      (Array("<osm/>".utf8), "is OpenStreetMap's XML, not a track"),
      (Array("<a/>".utf8), "is XML with the root element \"a\", not a track"),
      (Array("<gpx/>".utf8), "the GPX file has no point"),
      (Array(gpx("<metadata><time>1</time></metadata>").utf8), "the GPX file has no point"),
    ] as [([UInt8], String)])
  func `is named where it is none that can be read`(bytes: [UInt8], problem: String) throws {
    let outcome = try read(bytes)
    #expect(outcome.error?.problem == problem)
    #expect(outcome.error?.kind == .data)
    #expect(outcome.error?.help?.isEmpty == false)
    #expect(outcome.fixes.isEmpty)
  }
}

@Suite struct `An input that cannot be opened` {
  private func error(_ path: String) -> InputError? {
    var reader = TrackReader(path: path)
    do throws(InputError) {
      try reader.read { _, _ in true }
      return nil
    } catch {
      return error
    }
  }

  @Test func `is missing`() {
    let error = error("/nowhere/track.gpx")
    #expect(error?.kind == .missing)
    #expect(
      error?.description
        == "/nowhere/track.gpx: error: no such file\nhelp: check the path; - is standard input")
  }

  @Test func `is a directory`() {
    let error = error("/")
    #expect(error?.kind == .missing)
    #expect(error?.description == "/: error: is a directory\nhelp: name the files in it")
  }

  @Test func `is empty and has a name`() {
    #expect(error("/dev/null")?.description.hasPrefix("/dev/null: error: is empty") == true)
    #expect(TrackReader(path: "-").report.source == "<stdin>")
  }
}
