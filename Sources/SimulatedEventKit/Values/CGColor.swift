#if !canImport(CoreGraphics)
  public import Foundation

  /// A colour by its components, for the colours of lists: a small part of Core Graphics', which
  /// only Apple's platforms have.
  public final class CGColor: Hashable, Sendable {
    /// The components in the colour space, followed by the alpha, from 0 to 1.
    public let components: [CGFloat]?
    public let colorSpace: CGColorSpace?

    public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
      self.components = (0...space.numberOfComponents).map { components[$0] }
      colorSpace = space
    }

    private init(_ components: [CGFloat], in space: CGColorSpace) {
      self.components = components
      colorSpace = space
    }

    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      self.init([red, green, blue, alpha], in: CGColorSpaceCreateDeviceRGB())
    }

    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      self.init([red, green, blue, alpha], in: CGColorSpaceCreateDeviceRGB())
    }

    public convenience init(gray: CGFloat, alpha: CGFloat) {
      self.init([gray, alpha], in: CGColorSpaceCreateDeviceGray())
    }

    public var alpha: CGFloat { components?.last ?? 1 }
    public var numberOfComponents: Int { components?.count ?? 0 }

    public static let black = CGColor(gray: 0, alpha: 1)
    public static let white = CGColor(gray: 1, alpha: 1)
    public static let clear = CGColor(gray: 0, alpha: 0)

    public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
      lhs.components == rhs.components && lhs.colorSpace == rhs.colorSpace
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(components) }
  }

  /// A colour space by its name.
  public final class CGColorSpace: Hashable, Sendable {
    public let name: CFString?
    /// The number of components without the alpha.
    public let numberOfComponents: Int

    /// The name of a colour space.
    public typealias CFString = String

    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    public static let linearGray: CFString = "kCGColorSpaceLinearGray"

    public convenience init?(name: CFString) {
      self.init(name, name == Self.linearGray ? 1 : 3)
    }

    fileprivate init(_ name: String, _ count: Int) {
      self.name = name
      numberOfComponents = count
    }

    public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool { lhs.name == rhs.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace("DeviceRGB", 3) }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace("DeviceGray", 1) }
#endif
