import GeofenceBytes
import Testing

struct RunnerCommandTests {
  @Test(
    arguments: [
      "::error::x", "  ::error::x", "\u{3000}::x", "a\n::stop-commands::z", "##[error]y",
      "a ##[group]b", "x##vso[task.setvariable]y", "##teamcity[x]", "###[error]",
    ])
  func `a command to a runner is none after it was disarmed`(_ text: String) {
    #expect(RunnerCommand.isIn(text))
    #expect(!RunnerCommand.isIn(RunnerCommand.disarmed(text)))
    #expect(!RunnerCommand.isIn(text.visible))
    #expect(!RunnerCommand.isIn(VisibleText.quoted(text)))
    #expect(VisibleText.quoted(text).hasPrefix("\""))
    #expect(text.visible.visible == text.visible)
  }

  @Test(arguments: ["a::b", ":x", "# [x]", "#[x]", "##", "## [x]", "##1[x]", "07:05:00Z", ""])
  func `other texts stay as they are`(_ text: String) {
    #expect(!RunnerCommand.isIn(text))
    #expect(RunnerCommand.disarmed(text) == text)
  }

  @Test func `a name reads back as JSON`() {
    #expect(VisibleText.quoted("::error::x") == "\"::error::x\"")
    #expect(VisibleText.quoted("a##[b]") == "\"a#\\u0023[b]\"")
  }
}
