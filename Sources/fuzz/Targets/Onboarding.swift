import HomeGraph

extension FuzzTarget {
    /// Onboarding codes: one that is taken is written again as it was.
    static let onboarding = FuzzTarget(
        "onboarding",
        seeds: [
            "MT:Y.K9042C00KA0648G00", "MT:-24J0AFN00KA0648G00", "34970112332", "641286075300001000016",
            "MT:Y.K9042C00KA0648G00*Y.K9042C00KA0648G00",
        ]
    ) { input in
        guard let text = String(validating: input, as: UTF8.self), let payloads = try? OnboardingPayload.read(text)
        else {
            return
        }
        for payload in payloads { _ = try? payload.furtherFields() }
        if text.hasPrefix("MT:") {
            hold((try? OnboardingPayload.qrText(of: payloads)) == text, "\(text) is written otherwise")
        } else {
            hold(
                (try? payloads.first?.manualCode)
                    == String(String.UnicodeScalarView(text.unicodeScalars.filter { ("0"..."9").contains($0) })),
                "\(text) is written otherwise")
        }
    }
}
