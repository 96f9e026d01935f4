import HomeGraph
import Testing

/// Codes that others published, and some of our own: what they say, and which are none.
struct OnboardingVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        var qr: String
        var vendor: UInt16
        var product: UInt16
        var flow: OnboardingPayload.Flow = .standard
        var capabilities: OnboardingPayload.DiscoveryCapabilities
        var discriminator: UInt16
        var passcode: UInt32
        var short: String
        var long: String?
        var further: [UInt8] = []
        var testDescription: String { qr }
    }

    static let vectors: [Vector] = [
        Vector(
            qr: "MT:Y.K9042C00KA0648G00", vendor: 0xFFF1, product: 0x8000, capabilities: .ble, discriminator: 3840,
            passcode: 20_202_021, short: "34970112332", long: "749701123365521327687"),
        Vector(
            qr: "MT:-24J042C00KA0648G00", vendor: 0xFFF1, product: 0x8001, capabilities: .ble, discriminator: 3840,
            passcode: 20_202_021, short: "34970112332", long: "749701123365521327694"),
        Vector(
            qr: "MT:-24J0AFN00KA0648G00", vendor: 0xFFF1, product: 0x8001, capabilities: .onNetwork,
            discriminator: 3840, passcode: 20_202_021, short: "34970112332", long: "749701123365521327694"),
        Vector(
            qr: "MT:-24J029Q00KA0648G00", vendor: 0xFFF1, product: 0x8001, flow: .custom, capabilities: .onNetwork,
            discriminator: 3840, passcode: 20_202_021, short: "34970112332", long: "749701123365521327694"),
        Vector(
            qr: "MT:6FCJ142C00KA0648G00", vendor: 0xFFF1, product: 0x8005, capabilities: .ble, discriminator: 3840,
            passcode: 20_202_021, short: "34970112332", long: "749701123365521327734"),
        Vector(
            qr: "MT:YNJV7VSC00CMVH7SR00", vendor: 9050, product: 65279, capabilities: .ble, discriminator: 2976,
            passcode: 34_567_890, short: "26318621095", long: "663186210909050652797"),
        Vector(
            qr: "MT:YNJV7VSC00CMVH7E4810AK00", vendor: 9050, product: 65279, capabilities: .ble, discriminator: 2976,
            passcode: 34_567_890, short: "26318621095", further: [1, 2, 3]),
        Vector(
            qr: "MT:00000CQM00ID0000000", vendor: 0, product: 0, capabilities: .onNetwork, discriminator: 0,
            passcode: 1, short: "00000100007"),
        Vector(
            qr: "MT:00000UZ4271DQ36B420", vendor: 0, product: 0, capabilities: .onNetwork, discriminator: 4095,
            passcode: 99_999_998, short: "35759861036"),
        Vector(
            qr: "MT:00000CQM00O40648G00", vendor: 0, product: 0, capabilities: .onNetwork, discriminator: 2048,
            passcode: 20_202_021, short: "20054912334"),
        Vector(
            qr: "MT:86PS0AFN00MP1A3YA00", vendor: 0xFFF2, product: 0x8002, capabilities: .onNetwork,
            discriminator: 128, passcode: 13_579_246, short: "01329408280", long: "413294082865522327703"),
    ]

    @Test(arguments: vectors) func `a QR code is read, and written as it was`(vector: Vector) throws {
        let payload = try #require(try OnboardingPayload.read(vector.qr).first)
        #expect(
            payload
                == OnboardingPayload(
                    vendorID: vector.vendor, productID: vector.product, flow: vector.flow,
                    discoveryCapabilities: vector.capabilities, discriminator: .long(vector.discriminator),
                    passcode: vector.passcode, furtherData: vector.further))
        #expect(try payload.qrText == vector.qr)
        let manual = try OnboardingPayload.read(vector.short)
        #expect(manual.map(\.passcode) == [vector.passcode])
        #expect(manual.first?.discriminator.matches(vector.discriminator) == true)
        #expect(try manual.first?.manualCode == vector.short)
        if vector.flow == .standard { #expect(try payload.manualCode == vector.short) }
        if let long = vector.long {
            #expect(try payload.longManualCode == long)
            let read = try #require(try OnboardingPayload.read(long).first)
            #expect(read.vendorID == vector.vendor && read.productID == vector.product)
            #expect(try read.manualCode == long)
        }
    }

    @Test(arguments: [("0112 761 4316", 10, 23_456_780), ("1604-371-4310", 2001, 23_456_789)])
    func `a manual code may be written with dashes and spaces`(
        text: String, discriminator: UInt16, passcode: UInt32
    ) throws {
        let payload = try #require(try OnboardingPayload.read(text).first)
        #expect(payload.passcode == passcode)
        #expect(payload.discriminator.matches(discriminator))
    }

    @Test(arguments: [
        ("MT:ZNJV7VSC00CMVH7SR00", OnboardingFault.version(1)), ("MT:034J042C00KA0648G00", .version(2)),
        ("MT:-24J029Q00OC0000000", .passcode), ("MT:YNJV7VSC00ANG46Y900", .passcode), ("00852607537", .passcode),
        ("MT:Y.K904KP00KA0648G00", .product), ("749701123365521000006", .product),
        ("MT:U34J029Q00KA0648G00", .vendor(0xFFF5)), ("749701123365521655363", .product),
        ("34970112333", .checkDigit), ("43970112332", .checkDigit), ("349701123365521327696", .vendorAndProduct),
        ("74970112334", .vendorAndProduct), ("80000000000", .futureForm), ("MT:.....", .overflow),
        ("MT:", .truncated), ("MT:Y.K9042C00KA0648G0", .length(18)), ("MT:Y.K9042C00ka0648G00", .character),
        ("MT:Y.K9042C00KA064", .truncated), ("MT:Y.K9042C00KA0648", .length(16)), ("", .form), ("lamp", .form),
        ("mt:Y.K9042C00KA0648G00", .form),
        ("3497011233", .length(10)), ("٣٤٩٧٠١١٢٣٣٢", .form), ("3497011233²", .form),
    ])
    func `what is no code says why`(text: String, fault: OnboardingFault) {
        #expect(throws: fault) { try OnboardingPayload.read(text) }
        #expect(!fault.description.isEmpty)
    }

    @Test(arguments: [(253, 255), (4300, 4296)]) func `a code has an end`(length: Int, limit: Int) {
        #expect(throws: OnboardingFault.tooLong(limit)) {
            try OnboardingPayload.read("MT:" + String(repeating: "0", count: length))
        }
    }

    @Test func `several payloads share a QR code`() throws {
        let text = "MT:Y.K9042C00KA0648G00*86PS0AFN00MP1A3YA00"
        let payloads = try OnboardingPayload.read(text)
        #expect(payloads.map(\.passcode) == [20_202_021, 13_579_246])
        #expect(try OnboardingPayload.qrText(of: payloads) == text)
        #expect(throws: OnboardingFault.truncated) { try OnboardingPayload.read(text + "*") }
    }

    @Test func `nothing shows the passcode`() throws {
        let payload = try #require(try OnboardingPayload.read("MT:Y.K9042C00KA0648G00").first)
        var dumped = ""
        dump(payload, to: &dumped)
        for text in ["\(payload)", String(reflecting: payload), dumped, "\([payload])"] {
            #expect(!text.contains("20202021"), "\(text)")
        }
    }
}
