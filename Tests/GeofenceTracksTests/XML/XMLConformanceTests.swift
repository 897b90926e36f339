import Foundation
import TestSupport
import Testing

/// The XML reader, compared with the recommendation and the toolchain's parser.
@Suite struct `An XML document` {
  @Test(arguments: XMLRule.all)
  func `is read if it is well-formed`(rule: XMLRule) {
    for (documents, isKept) in [(rule.kept, true), (rule.broken, false)] {
      for document in documents {
        let (verdict, disagreement) = verdict(on: Array(document.utf8))
        #expect(verdict.isAccepted == isKept, "\(document.debugDescription): \(verdict)")
        #expect(disagreement == nil)
      }
    }
  }

  @Test func `of the package's own tracks has the points that another parser finds`() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var count = 0
    for folder in ["tracks", "Tests/Fuzz/corpus/track"] {
      let url = package.appendingPathComponent(folder)
      for path in try FileManager.default.subpathsOfDirectory(atPath: url.path)
      where ["gpx", "kml", "tcx"].contains(URL(fileURLWithPath: path).pathExtension) {
        let bytes = try Data(contentsOf: url.appendingPathComponent(path))
        #expect(verdict(on: Array(bytes)).disagreement == nil, "\(path)")
        count += 1
      }
    }
    #expect(count > 30)
  }

  @Test func `has the same points in any encoding`() {
    let verdicts = XMLSample.all.map { verdict(on: $0.bytes) }
    let points = [
      ["ele=7", "lat=1", "lon=2"], ["ele=300", "lat=46.1", "lon=14.5", "time=2024Z"],
      ["lat=46.2", "lon=14.6", "time=2"],
    ]
    #expect(verdicts.allSatisfy { $0 == (.accepted(points: points), nil) })
  }

  @Test(arguments: [
    (" <?xml version='1.0'?><a/>", true),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", false),
    (String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300), false),
    ("<?xml version='1.0' encoding='UTF-7'?><a/>", false),
  ])
  func `is taken in another way than the recommendation has it for a reason`(
    text: String, isAccepted: Bool
  ) {
    let (verdict, disagreement) = verdict(on: Array(text.utf8))
    #expect(verdict.isAccepted == isAccepted)
    #expect(disagreement == nil)
  }

  @Test(arguments: 0..<7)
  func `that is damaged is read or refused as by another parser`(sample: Int) {
    var random = SeededGenerator(seed: UInt64(sample))
    var accepted = 0
    let count = 400
    for _ in 0..<count {
      let (verdict, disagreement) = verdict(on: XMLSample.all[sample].damaged(&random))
      #expect(disagreement == nil)
      if verdict.isAccepted { accepted += 1 }
    }
    // Neither verdict is rare.
    #expect(count / 10..<count / 2 ~= accepted)
  }

  /// Returns the verdict of this package's reader on a document, and any difference from the
  /// toolchain's parser that has no known reason.
  private func verdict(on bytes: [UInt8]) -> (verdict: XMLVerdict, disagreement: String?) {
    let verdict = XMLVerdict(readerOf: bytes)
    let other = XMLVerdict(judgeOf: bytes)
    if verdict == other || !verdict.isAccepted && !other.isAccepted
      || XMLDeviation.reason(bytes, reader: verdict) != nil
    {
      return (verdict, nil)
    }
    let text = String(decoding: bytes, as: UTF8.self).debugDescription
    return (verdict, "\(text)\n\(verdict)\n\(other)")
  }
}
