// As Apple's module does: app code that imports it alone uses Foundation, too.
@_exported import Foundation
