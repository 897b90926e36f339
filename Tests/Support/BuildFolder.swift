import Foundation

/// The folder that the tests were built into, where the products lie beside each other.
package enum BuildFolder {
  /// Returns the folder of the image that a test is part of.
  ///
  /// `swift test` runs the bundle as a program on Linux; on a Mac a helper of the toolchain loads it, and in
  /// Xcode another. Where the loader found the code is true of each.
  ///
  /// - Parameter image: The image of the code that asks.
  package static func containing(image: UnsafeRawPointer = #dsohandle) -> URL {
    var found = LoadedImage()
    let path = findImage(image, &found) == 0 ? nil : found.path.map { String(cString: $0) }
    return of(image: URL(fileURLWithPath: path ?? CommandLine.arguments[0]))
  }

  /// Returns the folder that the bundle of an image lies in, or the image itself if it is in no bundle.
  package static func of(image: URL) -> URL {
    var bundle = image.resolvingSymlinksInPath()
    while bundle.pathExtension != "xctest", bundle.pathComponents.count > 1 {
      bundle.deleteLastPathComponent()
    }
    let found = bundle.pathExtension == "xctest" ? bundle : image.resolvingSymlinksInPath()
    return found.deletingLastPathComponent()
  }
}

/// The loader's `Dl_info`, which the C library of Linux shows to no Swift.
private struct LoadedImage {
  var path: UnsafePointer<CChar>?
  var base, name, symbol: UnsafeRawPointer?
}

@_silgen_name("dladdr")
private func findImage(_ address: UnsafeRawPointer, _ image: UnsafeMutablePointer<LoadedImage>)
  -> CInt
