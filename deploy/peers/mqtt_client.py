"""An MQTT 5 client on paho, as Debian (1.6) or PyPI (2) has it."""

import json
import socket
import threading
import uuid

import paho.mqtt.client as mqtt
from paho.mqtt.subscribeoptions import SubscribeOptions

from processes import wait


class Client:
    """Keeps the newest message of each topic under its filters, and comes back by itself when the broker does.

    `topics` has all of them as text, `retained` those that were published to be kept. `heard`, if there is one, is called
    with the topic and the text of each, on a thread of the client's own.
    """

    def __init__(self, port, *filters, heard=None):
        self.topics, self.retained = {}, {}
        self._heard = heard
        self._filters = filters
        self._marker = f"peers/{uuid.uuid4().hex}"
        self._subscribed = threading.Event()
        version = getattr(mqtt, "CallbackAPIVersion", None)
        self._client = mqtt.Client(*([version.VERSION2] if version else []), protocol=mqtt.MQTTv5)
        self._client.on_socket_open = lambda client, user, opened: opened.setsockopt(
            socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client.on_connect = self._connected
        self._client.on_subscribe = lambda *_: self._subscribed.set()
        self._client.on_message = self._received
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        if not self._subscribed.wait(30):
            raise TimeoutError(f"the subscription to {', '.join(filters)}: not within 30 s")

    def _connected(self, client, *_):
        keep = SubscribeOptions(qos=0, retainAsPublished=True)
        client.subscribe([(filter, keep) for filter in (self._marker, *self._filters)])

    def _received(self, client, user, message):
        text = message.payload.decode()
        for kept in [self.topics, self.retained] if message.retain else [self.topics]:
            if text:
                kept[message.topic] = text
            else:
                kept.pop(message.topic, None)
        if self._heard:
            self._heard(message.topic, text)

    def settle(self):
        """Waits until everything that was retained before has come: a message of its own comes after that."""
        self.topics.pop(self._marker, None)
        self.publish(self._marker, "here")
        wait("the client's own message", lambda: self.topics.get(self._marker))

    def send(self, topic, payload):
        """Sends a message that may be lost, and waits for nothing: a text as it is and everything else as JSON."""
        self._client.publish(topic, payload if isinstance(payload, str) else json.dumps(payload))

    def publish(self, topic, payload):
        """Sends a message and waits until the broker has it: a text as it is and everything else as JSON.

        Raises TimeoutError where the broker does not have it within 10 s.
        """
        text = payload if isinstance(payload, str) else json.dumps(payload)
        sent = self._client.publish(topic, text, 1)
        # paho returns all the same when the time is over.
        sent.wait_for_publish(10)
        if not sent.is_published():
            raise TimeoutError(f"the message on {topic}: the broker did not have it within 10 s")

    def request(self, base, name, fields):
        """Sends the bridge a request and waits for its answer, which has to be a success."""
        topic = f"{base}/bridge/response/{name}"
        self.topics.pop(topic, None)
        self.publish(f"{base}/bridge/request/{name}", fields)
        answer = json.loads(wait(f"the answer to {name}", lambda: self.topics.get(topic)))
        if not answer["ok"]:
            raise RuntimeError(f"{name}: {answer}")
        return answer.get("result")

    def stop(self):
        self._client.disconnect()
        self._client.loop_stop()
