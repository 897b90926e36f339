import GeofenceCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// A JSON file of regions: a list, `{"regions": […]}`, or GeoJSON.
enum RegionJSON {
  /// - Throws: an error when the document is not one of regions.
  static func inspect(_ bytes: [UInt8], source: String, options: RegionReader.Options)
    throws(InputError) -> RegionReader.Inspection
  {
    // The decoder lets some mistakes pass, such as a comma after the last element.
    if let fault = JSONFault.find(in: bytes) { throw fault.error(in: source) }
    func inputError(_ error: any Error) -> InputError {
      InputError(
        decoding: error, source: source,
        example: "see the README for the keys and values of a region")
    }
    var inspection = RegionReader.Inspection(source: source)
    do {
      for (path, draft) in try JSONDecoder().decode(Document.self, from: Data(bytes)).drafts {
        do {
          let region = try draft.get().region(defaultRadius: options.defaultRadius, at: path)
          inspection.found.append(RegionReader.Found(region: region, place: .path(path)))
        } catch {
          inspection.mistakes.append(inputError(error))
        }
      }
    } catch {
      throw inputError(error)
    }
    return inspection
  }
}

extension RegionJSON {
  /// Any key, so that unknown ones can be seen.
  struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
      stringValue = name
      intValue = nil
    }

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) { nil }
  }

  typealias Object = KeyedDecodingContainer<Key>

  typealias Drafts = [(path: String, draft: Result<RegionDraft, any Error>)]

  /// The drafts of a whole file, each with its path.
  struct Document: Decodable {
    private(set) var drafts: Drafts = []

    init(from decoder: any Decoder) throws {
      if var list = try? decoder.unkeyedContainer() {
        drafts = try PlainRegion.drafts(&list, "")
        return
      }
      let object = try decoder.container(keyedBy: Key.self)
      if object.contains(Key("type")) {
        drafts = try GeoJSON.drafts(object)
      } else {
        try object.refuseKeys(except: ["regions"])
        guard object.contains(Key("regions")) else {
          throw Diagnosis(
            "an object without regions", help: "write a list, {\"regions\": […]} or GeoJSON")
        }
        var list = try object.nestedUnkeyedContainer(forKey: Key("regions"))
        drafts = try PlainRegion.drafts(&list, "regions")
      }
    }
  }

  /// A region in the tool's own JSON.
  struct PlainRegion: Draftable {
    let draft: RegionDraft

    private static let keys = [
      "identifier", "latitude", "longitude", "center", "radius", "notifyOnEntry", "notifyOnExit",
    ]

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: Key.self)
      try object.refuseKeys(except: Self.keys)
      var draft = RegionDraft()
      draft.identifier = try object.text("identifier")
      draft.latitude = try object.number("latitude")
      draft.longitude = try object.number("longitude")
      draft.radius = try object.number("radius")
      draft.notifyOnEntry = try object.flag("notifyOnEntry") ?? true
      draft.notifyOnExit = try object.flag("notifyOnExit") ?? true
      if object.contains(Key("center")) {
        guard draft.latitude == nil, draft.longitude == nil else {
          throw object.mistake("center", "a centre beside latitude and longitude", help: "keep one")
        }
        guard let center = try? object.nestedContainer(keyedBy: Key.self, forKey: Key("center"))
        else {
          throw object.mistake(
            "center", "the centre is not an object",
            help: "write {\"latitude\": …, \"longitude\": …}: a list's order could be either")
        }
        try center.refuseKeys(except: ["latitude", "longitude"])
        draft.latitude = try center.number("latitude")
        draft.longitude = try center.number("longitude")
      }
      self.draft = draft
    }
  }
}

/// What a region is decoded as.
protocol Draftable: Decodable {
  var draft: RegionDraft { get }
}

extension Draftable {
  /// Everything in `list`, what is not a region included; `name` is the list's path.
  static func drafts(_ list: inout some UnkeyedDecodingContainer, _ name: String) throws
    -> RegionJSON.Drafts
  {
    var drafts: RegionJSON.Drafts = []
    while !list.isAtEnd {
      let path = "\(name)[\(list.currentIndex)]"
      drafts.append((path, try list.decode(Attempt<Self>.self).result))
    }
    return drafts
  }
}

/// Decodes what it can: a decoder would not go on to the next element after an error.
private struct Attempt<Value: Draftable>: Decodable {
  let result: Result<RegionDraft, any Error>

  init(from decoder: any Decoder) {
    result = Result { try Value(from: decoder).draft }
  }
}

extension KeyedDecodingContainer<RegionJSON.Key> {
  func mistake(_ key: String, _ problem: String, help: String) -> Diagnosis {
    Diagnosis(problem, help: help, at: .path((codingPath + [RegionJSON.Key(key)]).jsonPath))
  }

  /// Throws for the first key that is not one of `known`; `//` is a comment.
  func refuseKeys(except known: [String]) throws {
    // A rightly spelt object is the rule, and telling so is cheaper than finding the culprit.
    let unknown = allKeys.lazy.map(\.stringValue).filter { !known.contains($0) && $0 != "//" }
    guard let key = unknown.min() else { return }
    let closest = Suggestion.closest(to: key, among: known)
    throw mistake(
      key, "unknown key \(key.quotedExcerpt())",
      help: closest.map { "did you mean \"\($0)\"?" }
        ?? "known are \(known.joined(separator: ", "))")
  }

  func text(_ name: String) throws -> String? {
    let key = RegionJSON.Key(name)
    if let text = try? decode(String.self, forKey: key) { return text }
    guard contains(key) else { return nil }
    throw mistake(name, "not a text", help: "write it in quotation marks")
  }

  func flag(_ name: String) throws -> Bool? {
    guard contains(RegionJSON.Key(name)) else { return nil }
    guard let flag = try? decode(Bool.self, forKey: RegionJSON.Key(name)) else {
      throw mistake(name, "neither true nor false", help: "write true or false")
    }
    return flag
  }

  /// A finite number, or a text that is one.
  func number(_ name: String) throws -> Double? {
    let key = RegionJSON.Key(name)
    if let number = try? decode(Double.self, forKey: key), number.isFinite { return number }
    guard contains(key) else { return nil }
    if let text = try? decode(String.self, forKey: key),
      let number = Double(decimal: Array(text.utf8).span), number.isFinite
    {
      return number
    }
    throw mistake(name, "not a finite number", help: "write a decimal number")
  }
}

extension [any CodingKey] {
  /// Such as `regions[3].radius`.
  var jsonPath: String {
    reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
