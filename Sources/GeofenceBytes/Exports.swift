/// Moments and spans of time, and what an array shows of its elements, are words of the bytes, too.
@_exported import GeofenceBase
