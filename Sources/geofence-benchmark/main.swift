// Measures the tool beside peers, in pairs: run it with `make benchmark`, with the names of
// benchmarks, or with `--quick` for small inputs.

import Foundation

exit(try Suite(CommandLine.arguments).run())
