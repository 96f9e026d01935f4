#define _GNU_SOURCE  // memmem

#include "raw_load.h"

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raw_mosquitto.h"

struct load {
    bool is_connected;
    bool is_subscribed;
    long count;
    long answered;
    double last;
    double *sent;
    uint8_t *outcomes;
    float *latencies;
};

static void connected(struct mosquitto *handle, void *context, int code) {
    (void)handle;
    *(bool *)context = code == 0;
}

static void subscribed(struct mosquitto *handle, void *context, int id, int count, const int *granted) {
    (void)handle;
    (void)id;
    (void)count;
    (void)granted;
    ((struct load *)context)->is_subscribed = true;
}

/// The octets may hold zeros and do not end with one.
static const char *find(const struct mosquitto_message *message, const char *text) {
    return memmem(message->payload, (size_t)message->payloadlen, text, strlen(text));
}

static void answered(struct mosquitto *handle, void *context, const struct mosquitto_message *message) {
    (void)handle;
    struct load *load = context;
    const char *id = find(message, "\"id\":");
    if (!id) return;
    const char *end = (const char *)message->payload + message->payloadlen;
    long number = 0;
    for (const char *digit = id + 5; digit < end && *digit >= '0' && *digit <= '9' && number < load->count; digit++) {
        number = number * 10 + (*digit - '0');
    }
    if (number >= load->count) return;
    if (load->outcomes[number] != raw_unanswered) {
        load->outcomes[number] = raw_twice;
        return;
    }
    load->last = raw_now();
    load->latencies[number] = (float)(load->last - load->sent[number]);
    load->outcomes[number] = find(message, "\"ok\":true")           ? raw_ok
                             : find(message, "resourceExhausted") ? raw_exhausted
                                                                  : raw_failed;
    load->answered += 1;
}

/// Reads and writes what is there; waits for something at most so many milliseconds.
static int turn(struct mosquitto *handle, int milliseconds) {
    struct pollfd waiting = {.fd = mosquitto_socket(handle), .events = POLLIN};
    if (mosquitto_want_write(handle)) waiting.events |= POLLOUT;
    if (poll(&waiting, 1, milliseconds) < 0) return MOSQ_ERR_ERRNO;
    int code = 0;
    // The library takes one packet at a time.
    while (!code && waiting.revents & POLLIN) {
        code = mosquitto_loop_read(handle, 1);
        if (!code && poll(&waiting, 1, 0) < 0) code = MOSQ_ERR_ERRNO;
    }
    if (!code && mosquitto_want_write(handle)) code = mosquitto_loop_write(handle, 1);
    return code ? code : mosquitto_loop_misc(handle);
}

static struct mosquitto *open_handle(int port, void *context, const bool *is_connected, int *code) {
    mosquitto_lib_init();
    struct mosquitto *handle = mosquitto_new(NULL, true, context);
    if (!handle) {
        *code = MOSQ_ERR_NOMEM;
        return NULL;
    }
    mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_connect_callback_set(handle, connected);
    *code = mosquitto_connect(handle, "127.0.0.1", port, 60);
    while (!*code && !*is_connected) *code = mosquitto_loop(handle, 100, 1);
    return handle;
}

static int close_handle(struct mosquitto *handle, int code) {
    if (handle) {
        mosquitto_disconnect(handle);
        mosquitto_destroy(handle);
    }
    mosquitto_lib_cleanup();
    return code;
}

int raw_load(
    int port, const char *const *topics, size_t topic_count, const char *const *payloads, size_t payload_count,
    const char *answers, long count, double rate, double silence, uint8_t *outcomes, float *latencies) {
    struct load load = {.count = count, .outcomes = outcomes, .latencies = latencies};
    memset(outcomes, raw_unanswered, (size_t)count);
    load.sent = calloc((size_t)count, sizeof(double));
    if (!load.sent) return MOSQ_ERR_NOMEM;
    int code = 0;
    struct mosquitto *handle = open_handle(port, &load, &load.is_connected, &code);
    if (!code) {
        mosquitto_subscribe_callback_set(handle, subscribed);
        mosquitto_message_callback_set(handle, answered);
        code = mosquitto_subscribe(handle, NULL, answers, 0);
    }
    while (!code && !load.is_subscribed) code = mosquitto_loop(handle, 100, 1);
    double start = raw_now();
    for (long number = 0; !code && number < count;) {
        long due = (long)((raw_now() - start) * rate);
        for (int burst = 0; !code && number < count && number <= due && burst < 100; number++, burst++) {
            char payload[512];
            int length = snprintf(payload, sizeof payload, payloads[(size_t)number % payload_count], number);
            load.sent[number] = raw_now();
            code = mosquitto_publish(
                handle, NULL, topics[(size_t)number % topic_count], length, payload, 0, false);
        }
        if (!code) code = turn(handle, number > due ? 1 : 0);
        while (!code && mosquitto_want_write(handle)) code = turn(handle, 10);
    }
    load.last = raw_now();
    while (!code && load.answered < count && raw_now() - load.last < silence) code = turn(handle, 100);
    free(load.sent);
    return close_handle(handle, code);
}

struct raw_sender {
    bool is_connected;
    struct mosquitto *handle;
};

struct raw_sender *raw_sender_open(int port) {
    struct raw_sender *sender = calloc(1, sizeof *sender);
    if (!sender) return NULL;
    int code = 0;
    sender->handle = open_handle(port, sender, &sender->is_connected, &code);
    if (!code) return sender;
    close_handle(sender->handle, code);
    free(sender);
    return NULL;
}

int raw_sender_publish(
    struct raw_sender *sender, const char *topic, const void *payload, size_t length, bool retained) {
    int code = mosquitto_publish(sender->handle, NULL, topic, (int)length, payload, 0, retained);
    while (!code && mosquitto_want_write(sender->handle)) code = turn(sender->handle, 10);
    return code;
}

int raw_sender_close(struct raw_sender *sender) {
    int code = 0;
    while (!code && mosquitto_want_write(sender->handle)) code = turn(sender->handle, 10);
    struct mosquitto *handle = sender->handle;
    free(sender);
    return close_handle(handle, code);
}
