// A client of plain libmosquitto: MQTT 5 to 127.0.0.1 with TCP_NODELAY, on the thread that calls it.
//
// Functions that return an int return 0 or libmosquitto's error.
#ifndef RAW_CLIENT_H
#define RAW_CLIENT_H

#include <mosquitto.h>
#include <stdbool.h>

struct raw_client {
    /// Takes a message that came; NULL where none is to come. What embeds the client as its first member is found by it.
    void (*received)(struct raw_client *client, const struct mosquitto_message *message);
    struct mosquitto *handle;
    bool is_connected;
    bool is_subscribed;
    /// How many messages may be unacknowledged; the broker has its say.
    int window;
    /// How many were acknowledged, or at QoS 0 written.
    long acknowledged;
};

/// Connects, and waits until the broker accepted; to be closed also where that fails.
int raw_client_open(struct raw_client *client, int port);

/// Subscribes, and waits until the broker answered.
int raw_client_subscribe(struct raw_client *client, int qos, const char *filter);

/// Takes everything that has come and writes what waits; where there is nothing, waits at most so many milliseconds.
int raw_client_turn(struct raw_client *client, int milliseconds);

/// Disconnects.
///
/// Returns the code that it is given.
int raw_client_close(struct raw_client *client, int code);

#endif
