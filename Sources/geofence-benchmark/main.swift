// Measures the tool beside peers, in pairs: run it with `make benchmark`, with the names of
// benchmarks, or with `--quick` for small inputs.

import Foundation

do {
  exit(try Suite(CommandLine.arguments).run())
} catch {
  FileHandle.standardError.write(Data("geofence-benchmark: error: \(error)\n".utf8))
  exit(1)
}
