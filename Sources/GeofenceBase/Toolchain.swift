#if compiler(<6.3)
  #error("geofence takes Swift 6.3 or later, which comes with Xcode 26.4")
#endif
