#include "raw_client.h"

#include <mqtt_protocol.h>
#include <poll.h>
#include <sys/ioctl.h>

/// How many messages may be unacknowledged, where the broker allows that many.
static const int largest_window = 1000;

static void connected(
    struct mosquitto *handle, void *context, int code, int flags, const mosquitto_property *properties) {
    (void)handle;
    (void)flags;
    struct raw_client *client = context;
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
    ((struct raw_client *)context)->is_subscribed = true;
}

static void published(struct mosquitto *handle, void *context, int id) {
    (void)handle;
    (void)id;
    ((struct raw_client *)context)->acknowledged += 1;
}

static void received(struct mosquitto *handle, void *context, const struct mosquitto_message *message) {
    (void)handle;
    struct raw_client *client = context;
    if (client->received) client->received(client, message);
}

int raw_client_open(struct raw_client *client, int port) {
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

int raw_client_subscribe(struct raw_client *client, int qos, const char *filter) {
    int code = mosquitto_subscribe(client->handle, NULL, filter, qos);
    while (!code && !client->is_subscribed) code = mosquitto_loop(client->handle, 100, 1);
    return code;
}

int raw_client_turn(struct raw_client *client, int milliseconds) {
    struct pollfd waiting = {.fd = mosquitto_socket(client->handle), .events = POLLIN};
    if (mosquitto_want_write(client->handle)) waiting.events |= POLLOUT;
    if (poll(&waiting, 1, milliseconds) < 0) return MOSQ_ERR_ERRNO;
    // A call of the library takes at least one packet, and not all that are there.
    int code = 0, left = waiting.revents & (POLLIN | POLLERR | POLLHUP);
    while (!code && left > 0) {
        code = mosquitto_loop_read(client->handle, 1);
        if (!code && ioctl(waiting.fd, FIONREAD, &left) != 0) code = MOSQ_ERR_ERRNO;
    }
    if (!code && mosquitto_want_write(client->handle)) code = mosquitto_loop_write(client->handle, 1);
    return code ? code : mosquitto_loop_misc(client->handle);
}

int raw_client_close(struct raw_client *client, int code) {
    if (client->handle) {
        mosquitto_disconnect(client->handle);
        mosquitto_destroy(client->handle);
    }
    mosquitto_lib_cleanup();
    return code;
}
