// Measures the tool beside peers, in pairs: `make benchmark`, or with names of benchmarks, and
// `--quick` for small inputs.

import Foundation

exit(try Suite(CommandLine.arguments).run())
