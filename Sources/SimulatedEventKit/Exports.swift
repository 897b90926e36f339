// Apple's module exports these, too: app code that imports EventKit alone uses them, and the
// location of an alarm is a `CLLocation`.
@_exported import Foundation
@_exported import SimulatedCoreLocation

#if canImport(CoreGraphics)
  @_exported import CoreGraphics
#endif
