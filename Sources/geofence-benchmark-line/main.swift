// Prints what `geofence --version` prints, with the libraries that the tool has.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

let version = Data("0.1.0".utf8)
print(String(decoding: version, as: UTF8.self))
