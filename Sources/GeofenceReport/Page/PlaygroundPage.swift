import EmbeddedFiles
import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// A page that reads a track and regions itself, and makes the page of a report of them.
package enum PlaygroundPage {
  package static var html: String {
    let settings = Settings()
    let parts: JSONValue = [
      "assumptions": settings.assumptions.map { "<li>\($0.html)</li>" }.joined(separator: "\n"),
      "evaluation": " 'wasm-unsafe-eval'", "footer": "made by the geofence playground",
    ]
    let report: JSONValue = [
      "page": Resource.page, "style": Resource.wholeStyle, "script": Resource.script,
      "parts": parts, "whatIf": WhatIfPanel.frame(settings),
    ]
    return Resource.filled(
      Resource.playground,
      [
        "palette": Palette.style, "report": report.text.replacing("<", with: "\\u003c"),
        "engine": WhatIfPanel.packed(playground_wasm_gz()), "script": Resource.playgroundScript,
      ])
  }
}
