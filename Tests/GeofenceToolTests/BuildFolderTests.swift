import Foundation
import TestSupport
import Testing

/// Tests find the tool, whoever loads them.
struct BuildFolderTests {
  @Test(arguments: [
    ("/app/.build/debug/geofencePackageTests.xctest", "/app/.build/debug"),
    (
      "/app/.build/arm64-apple-macosx/debug/geofencePackageTests.xctest/Contents/MacOS/all",
      "/app/.build/arm64-apple-macosx/debug"
    ),
    ("/Xcode/Products/Debug/ToolTests.xctest/Contents/MacOS/ToolTests", "/Xcode/Products/Debug"),
    ("/copy/of a.xctest bundle/tests.xctest/Contents/MacOS/tests", "/copy/of a.xctest bundle"),
    ("/app/.build/debug/tests", "/app/.build/debug"),
  ])
  func `products lie beside the bundle that a test is in`(_ image: String, _ folder: String) {
    #expect(BuildFolder.of(image: URL(fileURLWithPath: image)).path == folder)
  }

  @Test func `the tool is there`() {
    #expect(FileManager.default.isExecutableFile(atPath: ToolRun.executable.path))
  }
}
