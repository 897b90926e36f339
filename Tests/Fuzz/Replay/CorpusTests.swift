import Foundation
import Testing

/// Every input of the corpus goes through its reader again, however its bytes arrive.
@Suite struct `The corpus` {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("corpus")

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// A file of the corpus, which a failure names.
  struct Sample: CustomTestStringConvertible, Sendable {
    let target: FuzzTarget
    let name: String
    var testDescription: String { "\(target.name)/\(name)" }
  }

  static let samples: [Sample] = FuzzTarget.all.flatMap { target in
    let names = try? names(in: folder.appendingPathComponent(target.name))
    return (names ?? []).map { Sample(target: target, name: $0) }
  }

  @Test(arguments: samples)
  func `is read without a crash and says the same however it arrives`(_ sample: Sample) throws {
    let url = Self.folder.appendingPathComponent(sample.testDescription)
    let bytes = try [UInt8](Data(contentsOf: url))
    #expect(throws: Never.self) {
      try sample.target.check(bytes, arriving: Arrival.all(of: bytes.count))
    }
  }

  @Test func `has a folder for each reader, and no other`() throws {
    let folders = try Self.names(in: Self.folder)
    #expect(folders == FuzzTarget.all.map(\.name).sorted())
  }

  @Test func `is of small files`() throws {
    let sizes = try Self.samples.map { sample in
      let url = Self.folder.appendingPathComponent(sample.testDescription)
      return try Data(contentsOf: url).count
    }
    #expect(sizes.allSatisfy { $0 <= 4096 })
  }
}

/// The ways in which an input is tried are told apart by a reader that tells reads apart.
@Suite struct `An input` {
  @Test func `arrives whole from a file`() throws {
    #expect(try reads(arriving: .file) == ["abcdef"])
  }

  #if os(Linux)
    @Test func `arrives in pieces from a pipe`() throws {
      #expect(try reads(arriving: .pieces(of: 4)) == ["abcd", "ef"])
      #expect(try reads(arriving: .split(at: 1)) == ["a", "bcdef"])
    }
  #endif

  private func reads(arriving arrival: Arrival) throws -> [String] {
    try Input(Array("abcdef".utf8), arriving: arrival).withPath { path in
      let file = try #require(fopen(path, "r"))
      defer { fclose(file) }
      var reads: [String] = []
      var buffer = [UInt8](repeating: 0, count: 100)
      while case let count = read(fileno(file), &buffer, buffer.count), count > 0 {
        reads.append(String(decoding: buffer.prefix(count), as: UTF8.self))
      }
      return reads
    }
  }
}
