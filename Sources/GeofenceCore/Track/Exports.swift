// Who knows the core knows its moments and spans of time.
@_exported import GeofenceBase
