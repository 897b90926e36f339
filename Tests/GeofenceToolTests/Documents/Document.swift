import Foundation
import Testing

/// A Markdown file of the package, with the code that it shows.
struct Document: CustomTestStringConvertible, Sendable {
  let url: URL
  let text: String
  /// The blocks of text between fences.
  let blocks: [Block]
  /// The lines outside of all blocks.
  let prose: String

  struct Block: Sendable {
    let language: String
    let text: String
  }

  init(_ url: URL) throws {
    self.url = url
    text = try String(contentsOf: url, encoding: .utf8)
    var (blocks, prose): ([Block], [String]) = ([], [])
    for (number, part) in text.components(separatedBy: "\n```").enumerated() {
      let (first, rest) =
        part.firstIndex(of: "\n").map {
          (String(part[..<$0]), String(part[part.index(after: $0)...]))
        } ?? (part, "")
      if number.isMultiple(of: 2) {
        prose.append(part)
      } else {
        blocks.append(Block(language: first, text: rest + "\n"))
      }
    }
    self.blocks = blocks
    self.prose = prose.joined(separator: "\n")
  }

  var testDescription: String { url.lastPathComponent }

  static let readme = try? Document(ToolRun.package.appendingPathComponent("README.md"))

  /// The page of a topic.
  static func page(_ topic: String) -> Document? {
    all.first { $0.url.path.hasSuffix("/Topics/Pages/\(topic).md") }
  }

  /// The README, what it leads to, the topics and the catalogs of documentation.
  static let all: [Document] = {
    let package = ToolRun.package
    let sources = FileManager.default.enumerator(
      at: package.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
    let pages = (sources?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "md" }
    let others = ["README.md", "Sources/geofence-benchmark/BENCHMARKS.md", "tracks/README.md"]
    return (others.map { package.appendingPathComponent($0) } + pages.sorted { $0.path < $1.path })
      .compactMap { try? Document($0) }
  }()
}

/// A command of a document, with the output shown for it.
struct Transcript: CustomTestStringConvertible, Sendable {
  let command: String
  let output: String
  /// Where it runs: below the package's folder, by the `cd` before it.
  let folder: String

  var testDescription: String { command }

  /// The transcripts of all documents that run the tool.
  static let all = Document.all.flatMap { document in
    document.blocks.filter { $0.language == "console" }.flatMap { block in
      var folder = "."
      return ("\n" + block.text).components(separatedBy: "\n$ ").dropFirst().compactMap {
        part -> Transcript? in
        let lines = part.replacing(#/ \\\n */#, with: " ")
          .split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let command = lines[0].replacing("swift run -c release --quiet geofence", with: "geofence")
        if command.hasPrefix("cd ") { folder = String(command.dropFirst(3)) }
        let output = lines.count > 1 ? String(lines[1]) : ""
        return command.hasPrefix("geofence ")
          ? Transcript(
            command: String(command),
            output: output.isEmpty || output.hasSuffix("\n") ? output : output + "\n",
            folder: folder) : nil
      }
    }
  }
}
