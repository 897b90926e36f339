extension InputError {
  /// What a JSON decoder, or a `Decodable` that found a mistake, says of `source`.
  ///
  /// - Parameter example: the help where the document is well-formed, but of another shape.
  init(decoding error: any Error, source: String, example: String) {
    if let diagnosis = error as? Diagnosis {
      self.init(diagnosis, source: source)
    } else {
      let context = (error as? DecodingError)?.context
      let path = context?.codingPath.jsonPath ?? ""
      self.init(
        source: source, place: path.isEmpty ? .wholeFile : .path(path),
        problem: "not what belongs here: \(context?.debugDescription ?? "\(error)")",
        help: example)
    }
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      context
    @unknown default: nil
    }
  }
}
