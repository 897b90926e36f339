/// The authorization of an app to use locations.
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse

  @available(*, deprecated, renamed: "authorizedAlways")
  public static var authorized: Self { .authorizedAlways }
}

/// The accuracy of the locations that an app gets: exact or reduced.
public enum CLAccuracyAuthorization: Int, Sendable {
  case fullAccuracy, reducedAccuracy
}

/// The purpose of an app's updates.
public enum CLActivityType: Int, Sendable {
  case other = 1
  case automotiveNavigation, fitness, otherNavigation, airborne
}

/// The orientation of the device: the side that is up.
public enum CLDeviceOrientation: Int32, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}
