#define _GNU_SOURCE  // memmem

#include "raw_load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raw_client.h"
#include "raw_mosquitto.h"

struct load {
    struct raw_client client;
    long count;
    long answered;
    double last;
    double *sent;
    uint8_t *outcomes;
    float *latencies;
};

/// The octets may hold zeros and do not end with one.
static const char *find(const struct mosquitto_message *message, const char *text) {
    return memmem(message->payload, (size_t)message->payloadlen, text, strlen(text));
}

static void answered(struct raw_client *client, const struct mosquitto_message *message) {
    struct load *load = (struct load *)client;
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

/// Waits while the broker takes nothing.
static int write_all(struct raw_client *client) {
    int code = 0;
    while (!code && mosquitto_want_write(client->handle)) code = raw_client_turn(client, 10);
    return code;
}

int raw_load(
    int port, const char *const *topics, size_t topic_count, const char *const *payloads, size_t payload_count,
    const char *answers, long count, double rate, double silence, uint8_t *outcomes, float *latencies) {
    struct load load = {.client.received = answered, .count = count, .outcomes = outcomes, .latencies = latencies};
    struct raw_client *client = &load.client;
    memset(outcomes, raw_unanswered, (size_t)count);
    load.sent = calloc((size_t)count, sizeof(double));
    if (!load.sent) return MOSQ_ERR_NOMEM;
    int code = raw_client_open(client, port);
    if (!code) code = raw_client_subscribe(client, 0, answers);
    double start = raw_now();
    for (long number = 0; !code && number < count;) {
        long due = (long)((raw_now() - start) * rate);
        for (int burst = 0; !code && number < count && number <= due && burst < 100; number++, burst++) {
            char payload[512];
            int length = snprintf(payload, sizeof payload, payloads[(size_t)number % payload_count], number);
            load.sent[number] = raw_now();
            code = length < 0 || length >= (int)sizeof payload
                ? MOSQ_ERR_PAYLOAD_SIZE
                : mosquitto_publish(
                      client->handle, NULL, topics[(size_t)number % topic_count], length, payload, 0, false);
        }
        if (!code) code = raw_client_turn(client, number > due ? 1 : 0);
        if (!code) code = write_all(client);
    }
    load.last = raw_now();
    while (!code && load.answered < count && raw_now() - load.last < silence) code = raw_client_turn(client, 100);
    free(load.sent);
    return raw_client_close(client, code);
}

struct raw_sender {
    struct raw_client client;
};

struct raw_sender *raw_sender_open(int port) {
    struct raw_sender *sender = calloc(1, sizeof *sender);
    if (!sender || !raw_client_open(&sender->client, port)) return sender;
    raw_client_close(&sender->client, 0);
    free(sender);
    return NULL;
}

int raw_sender_publish(
    struct raw_sender *sender, const char *topic, const void *payload, size_t length, bool retained) {
    int code = mosquitto_publish(sender->client.handle, NULL, topic, (int)length, payload, 0, retained);
    return code ? code : write_all(&sender->client);
}

int raw_sender_close(struct raw_sender *sender) {
    int code = raw_client_close(&sender->client, write_all(&sender->client));
    free(sender);
    return code;
}
