#include "raw_mosquitto.h"

#include <string.h>
#include <time.h>

#include "raw_client.h"

double raw_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int raw_publish(
    int port, int qos, bool retained, const char *const *topics, const char *const *payloads, size_t topic_count,
    long count) {
    struct raw_client client = {0};
    int code = raw_client_open(&client, port);
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
    return raw_client_close(&client, code);
}

struct counter {
    struct raw_client client;
    struct raw_count *count;
};

static void count_message(struct raw_client *client, const struct mosquitto_message *message) {
    if (message->retain) return;
    struct raw_count *count = ((struct counter *)client)->count;
    count->messages += 1;
    count->last = raw_now();
}

int raw_subscribe(
    int port, int qos, const char *filter, long expected, double silence, void (*ready)(void),
    struct raw_count *result) {
    struct counter counter = {.client.received = count_message, .count = result};
    int code = raw_client_open(&counter.client, port);
    if (!code) code = raw_client_subscribe(&counter.client, qos, filter);
    if (!code) ready();
    double quiet_since = raw_now();
    long seen = 0;
    while (!code && result->messages < expected) {
        code = raw_client_turn(&counter.client, 100);
        if (result->messages != seen) {
            seen = result->messages;
            quiet_since = raw_now();
        }
        if (raw_now() - quiet_since > silence) break;
    }
    return raw_client_close(&counter.client, code);
}

struct echo {
    struct raw_client client;
    const char *state;
    const char *answer;
    int qos;
};

static void echo_message(struct raw_client *client, const struct mosquitto_message *message) {
    if (message->retain) return;
    struct echo *echo = (struct echo *)client;
    mosquitto_publish(
        client->handle, NULL, echo->state, message->payloadlen, message->payload, echo->qos, true);
    if (echo->answer) mosquitto_publish(client->handle, NULL, echo->answer, 11, "{\"ok\":true}", echo->qos, false);
}

int raw_echo(
    int port, int qos, const char *command, const char *state, const char *answer, void (*ready)(void)) {
    struct echo echo = {.client.received = echo_message, .state = state, .answer = answer, .qos = qos};
    int code = raw_client_open(&echo.client, port);
    if (!code) code = raw_client_subscribe(&echo.client, qos, command);
    if (!code) ready();
    while (!code) code = mosquitto_loop(echo.client.handle, 1000, 1);
    return raw_client_close(&echo.client, code);
}

struct asker {
    struct raw_client client;
    bool has_message;
};

static void note_message(struct raw_client *client, const struct mosquitto_message *message) {
    if (!message->retain) ((struct asker *)client)->has_message = true;
}

int raw_round_trips(
    int port, int qos, const char *command, const char *state, const char *const *payloads, size_t count,
    double *seconds) {
    struct asker asker = {.client.received = note_message};
    int code = raw_client_open(&asker.client, port);
    if (!code) code = raw_client_subscribe(&asker.client, qos, state);
    for (size_t number = 0; !code && number < count; number++) {
        double start = raw_now();
        asker.has_message = false;
        code = mosquitto_publish(
            asker.client.handle, NULL, command, (int)strlen(payloads[number]), payloads[number], qos, false);
        while (!code && !asker.has_message) {
            code = mosquitto_loop(asker.client.handle, 1000, 1);
            if (raw_now() - start > 10) code = MOSQ_ERR_UNKNOWN;
        }
        seconds[number] = raw_now() - start;
    }
    return raw_client_close(&asker.client, code);
}
