import Foundation

@testable import GeofenceReport

/// The data of a page as its script reads them.
struct PageData: Decodable {
  let regions: Regions
  let devices: [Device]
  let runs: [Run]
  let omissions: [String]

  init(_ document: ReportDocument) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(document.json.utf8))
  }

  struct Regions: Decodable {
    let identifier: [String]
    let size: [String]
    let name: [String?]?
    let note: [String?]?
  }

  struct Device: Decodable {
    let fixes: Int
    let start: Int64
    let end: Int64
    let path: Path
    let stays: Spans
    let nearest: Approaches
    let profile: Profile?
  }

  struct Run: Decodable {
    let options: String?
    let devices: [Log]
  }

  struct Log: Decodable {
    let events: Events
    let marks: [Moment]
    let registrations: Spans
    let looks: Looks?
    let losses: [Moment]
    let undecided: [Moment]
    let differences: [Moment]
    let problems: Int
  }

  struct Path: Decodable {
    let error: String
    let time: [Int64]
    let x: [Int64]
    let y: [Int64]
  }

  struct Events: Decodable {
    let time: [Int64]
    let name: [Int]
    let region: [Int]
    let delay: [Int64?]
    let text: [String]
  }

  struct Spans: Decodable {
    let region: [Int]
    let start: [Int64]
    let end: [Int64]
  }

  struct Looks: Decodable {
    let time: [Int64]
    let accuracy: [Double]
  }

  struct Approaches: Decodable {
    let region: [Int]
    let time: [Int64]
    let distance: [Double]
    let text: [String]
  }

  struct Profile: Decodable {
    let time: [Int64]
    let altitude: [Double?]?
    let speed: [Double?]?
  }

  struct Moment: Decodable {
    let time: Int64
    let name: String?
    let region: Int?
    let text: String?
  }
}
