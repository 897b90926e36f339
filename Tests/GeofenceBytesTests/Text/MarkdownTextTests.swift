import GeofenceBytes
import Testing

struct MarkdownTextTests {
  @Test(
    arguments: [
      ("![x](http://y)", "&#33;&#91;x&#93;&#40;http&#58;//y&#41;"),
      ("<!-- a", "&#60;&#33;-- a"), ("a|b\\|c", "a&#124;b&#92;&#124;c"),
      ("*a* _b_ `c` ~d~", "&#42;a&#42; &#95;b&#95; &#96;c&#96; &#126;d&#126;"),
      ("@user #1 &lt; www.x.y", "&#64;user &#35;1 &#38;lt; www&#46;x.y"), (":tada:", "&#58;tada:"),
      ("two\nlines", "two lines"),
      ("07:05:55Z, 12.5 m: late", "07:05:55Z, 12.5 m: late"),
    ])
  func `nothing in a text is read as Markdown`(_ text: String, _ escaped: String) {
    #expect(MarkdownText.escaped(text) == escaped)
  }
}
