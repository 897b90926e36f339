import Foundation

/// The reader that FUZZ_TARGET names.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: " ")
    FileHandle.standardError.write(Data("FUZZ_TARGET is one of: \(names)\n".utf8))
    exit(64)
  }
  return target
}()

/// Called by libFuzzer with each input; an input that breaks a promise ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let ways = bytes.isEmpty ? [] : [Arrival.pieces(of: 1), .split(at: Int(bytes[0]) % bytes.count)]
  do {
    try target.check(bytes, arriving: ways)
  } catch {
    fatalError("\(error)")
  }
  return 0
}
