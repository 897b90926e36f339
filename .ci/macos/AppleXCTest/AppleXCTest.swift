// What Apple's XCTest has and the one of Linux lacks, as far as the sources use it.
public import XCTest

public struct XCTSourceCodeLocation {
  public init(filePath: String, lineNumber: Int) {}
}

public struct XCTSourceCodeContext {
  public init(location: XCTSourceCodeLocation?) {}
}

public struct XCTIssue {
  public enum IssueType { case assertionFailure }

  public init(
    type: IssueType, compactDescription: String, sourceCodeContext: XCTSourceCodeContext
  ) {}
}

extension XCTestCase {
  public func record(_ issue: XCTIssue) {}
}
