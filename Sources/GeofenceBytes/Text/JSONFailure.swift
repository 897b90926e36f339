extension InputError {
  /// Creates an error in `source` from that of a JSON decoder or a `Decodable` value.
  ///
  /// - Parameter example: The hint for a document that is well-formed, but of another shape.
  package init(decoding error: any Error, source: String, example: String) {
    if let diagnosis = error as? Diagnosis {
      self.init(diagnosis, source: source)
    } else {
      let path = (error as? DecodingError)?.context?.codingPath.jsonPath ?? ""
      self.init(
        source: source, place: path.isEmpty ? .wholeFile : .path(path),
        problem: (error as? DecodingError)?.problem ?? "not what belongs here", help: example)
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

  /// The mistake in the words of JSON, since the decoder's own messages name types of Swift.
  fileprivate var problem: String? {
    switch self {
    case .typeMismatch(let type, _): "not \(Self.word(for: type))"
    case .valueNotFound(let type, _): "null instead of \(Self.word(for: type))"
    case .keyNotFound(let key, _): "\(key.stringValue.quotedExcerpt()) is missing"
    case .dataCorrupted: nil
    @unknown default: nil
    }
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any Numeric.Type: "a number"
    case is [Any].Type, is any UnkeyedDecodingContainer.Type: "a list"
    default: "an object"
    }
  }
}
