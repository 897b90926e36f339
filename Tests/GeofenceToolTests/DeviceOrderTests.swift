import Testing

@testable import geofence

/// The numbers of devices in the order of their first fixes.
struct DeviceOrderTests {
  @Test(arguments: [[], [0, 1, 2], [1, 0, 2], [0, 1, 5, 3], [7], [0, 2, 1, 9, 4]])
  func `devices are numbered as they begin`(begun: [Int]) {
    var order = DeviceOrder()
    for (number, device) in begun.enumerated() {
      #expect(order[device] == nil)
      #expect(order.begin(device) == number)
    }
    #expect(order.devices.count == begun.count)
    #expect(order.devices == begun)
    for device in 0..<12 { #expect(order[device] == begun.firstIndex(of: device)) }
  }
}
