import Foundation
import HomeGraph
import Testing

struct HomeErrorTests {
    /// Source: gRPC's list of status codes.
    @Test func `codes have the numbers and names of the statuses`() {
        let names = [
            "cancelled", "unknown", "invalidArgument", "deadlineExceeded", "notFound", "alreadyExists",
            "permissionDenied", "resourceExhausted", "failedPrecondition", "aborted", "outOfRange", "unimplemented",
            "internal", "unavailable", "dataLoss", "unauthenticated",
        ]
        #expect(HomeError.Code.allCases.map(\.name) == names)
        #expect(HomeError.Code.allCases.map(\.rawValue) == Array(1...16))
        for name in names { #expect(HomeError.Code(name: name)?.name == name) }
        #expect(HomeError.Code(name: "ok") == nil)
    }

    @Test func `errors are equal by what they say`() {
        let error = HomeError(.notFound, "there is no room 'a'")
        #expect(error == .notFound("there is no room 'a'"))
        #expect(error.hashValue == HomeError.notFound("there is no room 'a'").hashValue)
        #expect(error != .notFound("there is no room 'b'") && error != .unknown(error.message))
        #expect(error != HomeError(.notFound, error.message, subtype: .bulk(errors: [])))
        #expect("\(error)" == "notFound: there is no room 'a'")
    }

    @Test func `an error of several names the codes of each`() {
        let errors: [HomeError] = [.notFound(), .cancelled(), HomeError(.unavailable, "")]
        #expect(HomeError(.notFound, "", subtype: .bulk(errors: errors)).subcodes == [5, 1, 14])
        #expect(HomeError(.notFound, "").subcodes.isEmpty)
    }

    @Test func `what other frameworks show is the message`() {
        let error: any Error = HomeError(.unavailable, "the hub is away")
        #expect(error.localizedDescription == "the hub is away")
        let bridged = error as NSError
        #expect(bridged.domain == HomeError.errorDomain && bridged.code == 14)
    }

    @Test func `names of the Home APIs that are no codes have one`() {
        #expect(HomeError.commandFailed("x").code == .unknown)
        #expect(HomeError.parseError("x").code == .invalidArgument)
        #expect(HomeError.encodingFailed("x").code == .invalidArgument)
        #expect(HomeError.internal("x").code == .internal)
        #expect(HomeError.failedPrecondition("x").code == .failedPrecondition)
    }
}
