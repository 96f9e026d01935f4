import CMosquitto
import Glibc
import MQTT

extension Handle {
    /// Makes a handle with all settings but those of the single connection.
    static func make(
        _ settings: ConnectionSettings, offering terms: ConnectOffer.Terms
    ) throws(ConnectionError) -> Handle {
        try Library.prepare(for: settings.address)
        let texts = [
            ("client id", settings.clientID), ("user name", settings.effectiveUserName ?? ""),
            ("password", settings.effectivePassword ?? ""), ("host", settings.address.host),
            ("will's topic", terms.will?.topic ?? ""),
        ]
        for (name, text) in texts where text.utf8.contains(0) {
            throw settings.error("the \(name) holds U+0000, which MQTT does not carry")
        }
        guard let handle = Handle(clientID: settings.clientID, cleanStart: settings.cleanStart) else {
            throw settings.error("the client id '\(settings.clientID)' is not acceptable; UTF-8 text is")
        }
        try handle.set(
            MOSQ_OPT_PROTOCOL_VERSION, terms.version == .v5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311, settings)
        try handle.set(MOSQ_OPT_TCP_NODELAY, 1, settings)
        try handle.set(MOSQ_OPT_RECEIVE_MAXIMUM, Window.mostMessages, settings)
        try handle.set(MOSQ_OPT_SEND_MAXIMUM, Window.mostMessages, settings)
        try handle.setCredentials(settings)
        try handle.setWill(terms.will, settings)
        if settings.address.usesTLS { try handle.setTLS(settings) }
        return handle
    }

    /// Has the library take more unacknowledged messages than CONNECT announced; to be called before CONNACK is read.
    ///
    /// Over one more it would end the connection, and mosquitto 2.0.11 sends more: where messages of a client wait behind its
    /// Receive Maximum, each acknowledgement of the oldest lets as many go as if none were on their way (src/database.c,
    /// `db__message_delete_outgoing`). The library takes the announced number over again with CONNACK
    /// (lib/handle_connack.c, `message__reconnect_reset`).
    func takeMoreThanAnnounced() {
        unsafe mosquitto_int_option(pointer, MOSQ_OPT_RECEIVE_MAXIMUM, Int32(UInt16.max))
    }

    private func set(
        _ option: mosq_opt_t, _ value: some BinaryInteger, _ settings: ConnectionSettings
    ) throws(ConnectionError) {
        let code = unsafe mosquitto_int_option(pointer, option, Int32(clamping: value))
        try settings.check(code, "option \(option.rawValue)")
    }

    private func setCredentials(_ settings: ConnectionSettings) throws(ConnectionError) {
        guard settings.effectiveUserName != nil || settings.effectivePassword != nil else { return }
        let code = unsafe mosquitto_username_pw_set(
            pointer, settings.effectiveUserName ?? "", settings.effectivePassword)
        try settings.check(code, "user name or password")
    }

    private func setWill(_ will: Will?, _ settings: ConnectionSettings) throws(ConnectionError) {
        guard let will else { return }
        guard let count = Int32(exactly: will.payload.count) else {
            throw settings.error("the will's payload has \(will.payload.count) octets; MQTT takes up to 65535")
        }
        let code = unsafe mosquitto_will_set(
            pointer, will.topic, count, will.payload, Int32(will.qualityOfService.rawValue), will.isRetained)
        try settings.check(code, "the will on '\(will.topic)'")
    }

    private func setTLS(_ settings: ConnectionSettings) throws(ConnectionError) {
        let tls = settings.tls
        for file in [tls.authorityFile, tls.certificateFile, tls.keyFile] {
            guard let file, unsafe access(file, R_OK) != 0 else { continue }
            let reason = Failure.text(ofErrno: errno)
            throw settings.error("the TLS file '\(file)' cannot be read: \(reason)", code: .tls)
        }
        guard (tls.certificateFile == nil) == (tls.keyFile == nil) else {
            throw settings.error("certificate and key of TLS belong together; one of them is missing", code: .tls)
        }
        if tls.authorityFile == nil { try set(MOSQ_OPT_TLS_USE_OS_CERTS, 1, settings) }
        if tls.authorityFile != nil || tls.certificateFile != nil {
            // Without an authority file the library wants a folder; the system's certificates count all the same.
            let folder = tls.authorityFile == nil ? "/etc/ssl/certs" : nil
            let code = unsafe mosquitto_tls_set(
                pointer, tls.authorityFile, folder, tls.certificateFile, tls.keyFile, nil)
            try settings.check(code, "the TLS files", .tls)
        }
        try settings.check(unsafe mosquitto_tls_opts_set(pointer, tls.verifies ? 1 : 0, nil, nil), "TLS options", .tls)
        try settings.check(unsafe mosquitto_tls_insecure_set(pointer, !tls.verifies), "TLS verification", .tls)
    }
}

extension ConnectionSettings {
    var effectiveUserName: String? { userName ?? address.userName }
    var effectivePassword: String? { password ?? address.password }

    /// Whole seconds, as the library takes them.
    var keepAliveSeconds: Int32 {
        let seconds = keepAlive.components.seconds
        return seconds <= 0 ? 0 : Int32(min(max(seconds, 5), 65_535))
    }

    fileprivate func error(_ detail: String, code: ConnectionError.Code = .refused) -> ConnectionError {
        ConnectionError(code: code, broker: "\(address)", detail: detail)
    }

    fileprivate func check(
        _ result: Int32, _ what: String, _ code: ConnectionError.Code = .refused
    ) throws(ConnectionError) {
        guard result != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw error("libmosquitto does not accept \(what): \(Library.text(of: result))", code: code)
    }
}
