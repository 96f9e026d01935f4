// The plainest programs that libmosquitto allows, as what the bridge is measured against.
//
// All of them speak MQTT 5 to 127.0.0.1 with TCP_NODELAY, on one thread, and return 0 or libmosquitto's error.
#ifndef RAW_MOSQUITTO_H
#define RAW_MOSQUITTO_H

#include <stdbool.h>
#include <stddef.h>

/// What a subscriber saw.
struct raw_count {
    long messages;
    /// Seconds on CLOCK_MONOTONIC; 0 before there was one.
    double last;
};

/// Seconds on CLOCK_MONOTONIC.
double raw_now(void);

/// Publishes messages round-robin over topics, as fast as the broker takes them.
///
/// Returns when all are written, and at QoS 1 acknowledged.
int raw_publish(
    int port, int qos, bool retained, const char *const *topics, const char *const *payloads, size_t topic_count,
    long count);

/// Counts messages under a filter until `expected` came, or none for `silence` seconds; calls `ready` once the broker
/// answered the subscription.
int raw_subscribe(
    int port, int qos, const char *filter, long expected, double silence, void (*ready)(void), struct raw_count *result);

/// Publishes what comes on `command` on `state`, too, retained, and then, unless that is NULL, an answer on `answer`; does
/// not return unless it fails.
int raw_echo(int port, int qos, const char *command, const char *state, const char *answer, void (*ready)(void));

/// Publishes each payload on `command` once the message before was answered on `state`; fills `seconds` for each.
///
/// A round that takes longer than 10 seconds is an error.
int raw_round_trips(
    int port, int qos, const char *command, const char *state, const char *const *payloads, size_t count,
    double *seconds);

#endif
