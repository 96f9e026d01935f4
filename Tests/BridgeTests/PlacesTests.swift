import HomeGraph
import Testing

@testable import Bridge

@Suite struct PlacesTests {
    @Test func `who finds no place is refused, until one is given back`() throws {
        let places = Places(2)
        let full = HomeError(.resourceExhausted, "2 wait already; try again later")
        for _ in 0..<3 {
            try places.enter { "\($0) wait already" }
            try places.enter { "\($0) wait already" }
            #expect(throws: full) { try places.enter { "\($0) wait already" } }
            places.leave()
            places.leave()
        }
    }
}
