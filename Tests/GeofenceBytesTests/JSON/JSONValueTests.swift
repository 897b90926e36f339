import GeofenceBytes
import Testing

/// JSON for programs, which is written as the toolchain's coders write it.
struct JSONValueTests {
  private func text(_ value: some JSONConvertible) -> String {
    var text = ""
    value.json.write(to: &text)
    return text
  }

  @Test(arguments: [
    "plain", "", "\"quoted\" \\ and/or", "tab\t, feed\n, return\r, bell\u{7}, back\u{8}, form\u{C}",
    "\u{1B}[31m", "é ü 漢 🚲", "\u{202E}reversed\u{7F}\u{85}\u{2028}",
  ])
  func `a text is that of the coders`(_ value: String) {
    #expect(text(value) == JSONText.compact(value))
  }

  @Test(arguments: [0, 1, -3, 0.1, 93.5, 1e-7, -0.25, 2.0 / 3, 123_456_789, 1.5e300])
  func `a number is that of the coders`(_ value: Double) {
    #expect(text(value) == JSONText.compact(value))
  }

  @Test func `keys are sorted, and what is missing has none`() {
    let missing: Int? = nil
    let value: JSONValue = ["b": 2, "a": [true, false], "c": missing, "A": "x"]
    #expect(text(value) == #"{"A":"x","a":[true,false],"b":2}"#)
    #expect(text([:] as JSONValue) == "{}" && text([Int]()) == "[]")
  }

  @Test func `each element and each member has a line, if they are to be read by people`() {
    let missing: String? = nil
    let value: JSONValue = [
      "list": [1.5, 2], "none": [Int](), "text": "a/b\n", "object": ["c": missing] as JSONValue,
      "of": [["d": true] as JSONValue, [:]],
    ]
    #expect(
      value.indented == #"""
        {
          "list" : [
            1.5,
            2
          ],
          "none" : [

          ],
          "object" : {

          },
          "of" : [
            {
              "d" : true
            },
            {

            }
          ],
          "text" : "a/b\n"
        }
        """#)
  }
}
