/// A page of reference: `geofence help tracks`, and a section of the manual.
struct Topic: Sendable {
  let name: String
  /// One sentence.
  let abstract: String
  private let markdown: @Sendable () -> [UInt8]

  init(
    _ name: String, _ abstract: String, _ markdown: @autoclosure @escaping @Sendable () -> [UInt8]
  ) {
    self.name = name
    self.abstract = abstract
    self.markdown = markdown
  }

  var page: Page { Page(String(decoding: markdown(), as: UTF8.self)) }

  static let all = [
    Topic(
      "formats", "What tracks and regions may be written in.", PackageResources.formats_md),
    Topic(
      "scenarios", "What happens to the phone, the app and its regions on the way.",
      PackageResources.scenarios_md),
    Topic(
      "expectations", "Recorded events, other events than those, and JUnit.",
      PackageResources.expectations_md),
    Topic(
      "exit-status", "What the process ends with.", PackageResources.exit_status_md),
  ]
}
