import GeofenceCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// A JSON file of regions: a list, `{"regions": […]}`, or GeoJSON.
enum RegionJSON {
  static func read(_ bytes: [UInt8], source: String, options: RegionReader.Options)
    throws(InputError) -> [RegionReader.Found]
  {
    // The decoder lets some mistakes pass, such as a comma after the last element.
    if let fault = JSONFault.find(in: bytes) { throw fault.error(in: source) }
    do {
      let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
      return try document.drafts.map { path, draft in
        do throws(RegionDraft.Mistake) {
          let region = try draft.region(defaultRadius: options.defaultRadius)
          return RegionReader.Found(region: region, place: .path(path))
        } catch {
          throw Misplaced(path: error.field.map { "\(path).\($0)" } ?? path, mistake: error)
        }
      }
    } catch {
      throw InputError(
        decoding: error, source: source,
        example: "see the README for the keys and values of a region")
    }
  }

  /// A mistake and the JSON path to it.
  struct Misplaced: Error {
    let path: String
    let mistake: RegionDraft.Mistake
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

  /// The drafts of a whole file, each with its path.
  struct Document: Decodable {
    private(set) var drafts: [(path: String, draft: RegionDraft)] = []

    init(from decoder: any Decoder) throws {
      if var list = try? decoder.unkeyedContainer() {
        while !list.isAtEnd {
          let path = "[\(list.currentIndex)]"
          drafts.append((path, try list.decode(PlainRegion.self).draft))
        }
        return
      }
      let object = try decoder.container(keyedBy: Key.self)
      if object.contains(Key("type")) {
        drafts = try GeoJSON.drafts(object)
      } else {
        try object.refuseKeys(except: ["regions"])
        guard object.contains(Key("regions")) else {
          throw Misplaced(
            path: "",
            mistake: .init(
              nil, "an object without regions", mend: "write a list, {\"regions\": […]} or GeoJSON")
          )
        }
        var list = try object.nestedUnkeyedContainer(forKey: Key("regions"))
        while !list.isAtEnd {
          let path = "regions[\(list.currentIndex)]"
          drafts.append((path, try list.decode(PlainRegion.self).draft))
        }
      }
    }
  }

  /// A region in the tool's own JSON.
  struct PlainRegion: Decodable {
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
          throw object.mistake("center", "a centre beside latitude and longitude", mend: "keep one")
        }
        guard let center = try? object.nestedContainer(keyedBy: Key.self, forKey: Key("center"))
        else {
          throw object.mistake(
            "center", "the centre is not an object",
            mend: "write {\"latitude\": …, \"longitude\": …}: a list's order could be either")
        }
        try center.refuseKeys(except: ["latitude", "longitude"])
        draft.latitude = try center.number("latitude")
        draft.longitude = try center.number("longitude")
      }
      self.draft = draft
    }
  }
}

extension KeyedDecodingContainer<RegionJSON.Key> {
  func mistake(_ key: String, _ problem: String, mend: String) -> RegionJSON.Misplaced {
    RegionJSON.Misplaced(
      path: (codingPath + [RegionJSON.Key(key)]).jsonPath,
      mistake: .init(key, problem, mend: mend))
  }

  /// Throws for the first key that is not one of `known`; `//` is a comment.
  func refuseKeys(except known: [String]) throws {
    // A rightly spelt object is the rule, and telling so is cheaper than finding the culprit.
    let unknown = allKeys.lazy.map(\.stringValue).filter { !known.contains($0) && $0 != "//" }
    guard let key = unknown.min() else { return }
    let closest = Suggestion.closest(to: key, among: known)
    throw mistake(
      key, "unknown key \(key.quotedExcerpt())",
      mend: closest.map { "did you mean \"\($0)\"?" }
        ?? "known are \(known.joined(separator: ", "))")
  }

  func text(_ name: String) throws -> String? {
    guard contains(RegionJSON.Key(name)) else { return nil }
    guard let text = try? decode(String.self, forKey: RegionJSON.Key(name)) else {
      throw mistake(name, "not a text", mend: "write it in quotation marks")
    }
    return text
  }

  func flag(_ name: String) throws -> Bool? {
    guard contains(RegionJSON.Key(name)) else { return nil }
    guard let flag = try? decode(Bool.self, forKey: RegionJSON.Key(name)) else {
      throw mistake(name, "neither true nor false", mend: "write true or false")
    }
    return flag
  }

  /// A finite number, or a text that is one.
  func number(_ name: String) throws -> Double? {
    let key = RegionJSON.Key(name)
    guard contains(key) else { return nil }
    if let number = try? decode(Double.self, forKey: key), number.isFinite { return number }
    if let text = try? decode(String.self, forKey: key),
      let number = Double(decimal: Array(text.utf8).span), number.isFinite
    {
      return number
    }
    throw mistake(name, "not a finite number", mend: "write a decimal number")
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
