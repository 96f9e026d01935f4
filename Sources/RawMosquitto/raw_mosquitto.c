#include "raw_mosquitto.h"

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

/// How many messages may be unacknowledged, where the broker allows that many.
static const int largest_window = 1000;

struct client {
    struct mosquitto *handle;
    bool is_connected;
    bool is_subscribed;
    int window;
    long acknowledged;
    struct raw_count *count;
    const char *state_topic;
    const char *answer_topic;
    int qos;
    bool has_message;
};

double raw_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void connected(
    struct mosquitto *handle, void *context, int code, int flags, const mosquitto_property *properties) {
    (void)handle;
    (void)flags;
    struct client *client = context;
    uint16_t window = 0;
    if (mosquitto_property_read_int16(properties, MQTT_PROP_RECEIVE_MAXIMUM, &window, false) && window > 0 &&
        window < client->window) {
        client->window = window;
    }
    client->is_connected = code == 0;
}

static void subscribed(struct mosquitto *handle, void *context, int id, int count, const int *granted) {
    (void)handle;
    (void)id;
    (void)count;
    (void)granted;
    ((struct client *)context)->is_subscribed = true;
}

static void published(struct mosquitto *handle, void *context, int id) {
    (void)handle;
    (void)id;
    ((struct client *)context)->acknowledged += 1;
}

static void received(struct mosquitto *handle, void *context, const struct mosquitto_message *message) {
    struct client *client = context;
    if (message->retain) return;
    client->has_message = true;
    if (client->count) {
        client->count->messages += 1;
        client->count->last = raw_now();
    }
    if (client->state_topic) {
        mosquitto_publish(
            handle, NULL, client->state_topic, message->payloadlen, message->payload, client->qos, false);
    }
    if (client->answer_topic) {
        mosquitto_publish(handle, NULL, client->answer_topic, 11, "{\"ok\":true}", client->qos, false);
    }
}

static int close_client(struct client *client, int code) {
    if (client->handle) {
        mosquitto_disconnect(client->handle);
        mosquitto_destroy(client->handle);
    }
    mosquitto_lib_cleanup();
    return code;
}

static int open_client(struct client *client, int port) {
    mosquitto_lib_init();
    client->window = largest_window;
    client->handle = mosquitto_new(NULL, true, client);
    if (!client->handle) return MOSQ_ERR_NOMEM;
    mosquitto_int_option(client->handle, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_int_option(client->handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_int_option(client->handle, MOSQ_OPT_SEND_MAXIMUM, largest_window);
    mosquitto_connect_v5_callback_set(client->handle, connected);
    mosquitto_subscribe_callback_set(client->handle, subscribed);
    mosquitto_publish_callback_set(client->handle, published);
    mosquitto_message_callback_set(client->handle, received);
    int code = mosquitto_connect(client->handle, "127.0.0.1", port, 60);
    while (!code && !client->is_connected) code = mosquitto_loop(client->handle, 100, 1);
    return code;
}

static int subscribe_client(struct client *client, int qos, const char *filter) {
    int code = mosquitto_subscribe(client->handle, NULL, filter, qos);
    while (!code && !client->is_subscribed) code = mosquitto_loop(client->handle, 100, 1);
    return code;
}

/// Takes everything that has come; the library's own loop takes one packet for each poll.
static int take_all(struct client *client) {
    struct pollfd waiting = {.fd = mosquitto_socket(client->handle), .events = POLLIN};
    if (mosquitto_want_write(client->handle)) waiting.events |= POLLOUT;
    if (poll(&waiting, 1, 100) < 0) return MOSQ_ERR_ERRNO;
    int code = 0, left = waiting.revents & POLLIN;
    while (!code && left > 0) {
        code = mosquitto_loop_read(client->handle, 1);
        if (!code && ioctl(waiting.fd, FIONREAD, &left) != 0) code = MOSQ_ERR_ERRNO;
    }
    if (!code && mosquitto_want_write(client->handle)) code = mosquitto_loop_write(client->handle, 1);
    if (!code) code = mosquitto_loop_misc(client->handle);
    return code;
}

int raw_publish(
    int port, int qos, bool retained, const char *const *topics, const char *const *payloads, size_t topic_count,
    long count) {
    struct client client = {0};
    int code = open_client(&client, port);
    for (long number = 0; !code && number < count; number++) {
        size_t topic = (size_t)number % topic_count;
        code = mosquitto_publish(
            client.handle, NULL, topics[topic], (int)strlen(payloads[topic]), payloads[topic], qos, retained);
        if (!code && qos > 0) code = mosquitto_loop_read(client.handle, 1);
        while (!code && mosquitto_want_write(client.handle)) code = mosquitto_loop(client.handle, 10, 1);
        while (!code && qos > 0 && number + 1 - client.acknowledged >= client.window) {
            code = mosquitto_loop(client.handle, 100, 1);
        }
    }
    while (!code && (mosquitto_want_write(client.handle) || client.acknowledged < count)) {
        code = mosquitto_loop(client.handle, 10, 1);
    }
    return close_client(&client, code);
}

int raw_subscribe(
    int port, int qos, const char *filter, long expected, double silence, void (*ready)(void),
    struct raw_count *result) {
    struct client client = {.count = result};
    int code = open_client(&client, port);
    if (!code) code = subscribe_client(&client, qos, filter);
    if (!code) ready();
    double quiet_since = raw_now();
    long seen = 0;
    while (!code && result->messages < expected) {
        code = take_all(&client);
        if (result->messages != seen) {
            seen = result->messages;
            quiet_since = raw_now();
        }
        if (raw_now() - quiet_since > silence) break;
    }
    return close_client(&client, code);
}

int raw_echo(
    int port, int qos, const char *command, const char *state, const char *answer, void (*ready)(void)) {
    struct client client = {.state_topic = state, .answer_topic = answer, .qos = qos};
    int code = open_client(&client, port);
    if (!code) code = subscribe_client(&client, qos, command);
    if (!code) ready();
    while (!code) code = mosquitto_loop(client.handle, 1000, 1);
    return close_client(&client, code);
}

int raw_round_trips(
    int port, int qos, const char *command, const char *state, const char *const *payloads, size_t count,
    double *seconds) {
    struct client client = {.qos = qos};
    int code = open_client(&client, port);
    if (!code) code = subscribe_client(&client, qos, state);
    for (size_t number = 0; !code && number < count; number++) {
        double start = raw_now();
        client.has_message = false;
        code = mosquitto_publish(
            client.handle, NULL, command, (int)strlen(payloads[number]), payloads[number], qos, false);
        while (!code && !client.has_message) {
            code = mosquitto_loop(client.handle, 1000, 1);
            if (raw_now() - start > 10) code = MOSQ_ERR_UNKNOWN;
        }
        seconds[number] = raw_now() - start;
    }
    return close_client(&client, code);
}
