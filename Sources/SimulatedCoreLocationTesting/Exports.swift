@_exported public import SimulatedCoreLocation
