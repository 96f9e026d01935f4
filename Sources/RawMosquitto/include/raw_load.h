// A sender for tests that ask for more than a person would: it keeps to a rate and listens for the answers.
//
// It speaks MQTT 5 to 127.0.0.1 with TCP_NODELAY, on one thread.
#ifndef RAW_LOAD_H
#define RAW_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How an order was answered.
enum raw_outcome { raw_unanswered, raw_ok, raw_exhausted, raw_failed, raw_twice };

/// Sends orders at a rate and waits for their answers.
///
/// Order `n` has the payload `payloads[n % payload_count]` on `topics[n % topic_count]`, with `%ld` in the payload
/// replaced by `n`; its answer has `"id":n`. Those that came are in `outcomes`, the seconds from sending to the answer in
/// `latencies`; both have `count` entries.
///
/// - `rate`: orders a second; it is late, rather than leave one out, where the broker does not take them so fast.
/// - `answers`: the filter under which answers come.
/// - `silence`: how many seconds without an answer end the waiting.
/// Returns 0 or libmosquitto's error.
int raw_load(
    int port, const char *const *topics, size_t topic_count, const char *const *payloads, size_t payload_count,
    const char *answers, long count, double rate, double silence, uint8_t *outcomes, float *latencies);

/// A client that publishes anything.
struct raw_sender;

/// Connects; NULL where that fails.
struct raw_sender *raw_sender_open(int port);

/// Publishes at QoS 0, and waits while the broker takes nothing.
///
/// Returns 0 or libmosquitto's error, which says also that a topic is none.
int raw_sender_publish(
    struct raw_sender *sender, const char *topic, const void *payload, size_t length, bool retained);

/// Sends what is left, and disconnects.
int raw_sender_close(struct raw_sender *sender);

#endif
