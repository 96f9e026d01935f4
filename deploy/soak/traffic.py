"""What a household asks of the bridge, much more often, and how it is answered."""

import json
import time

from mqtt_client import Client

BASE = "soak"
DEVICES = f"{BASE}/everything/device"
LAMP = f"{DEVICES}/dimmable-light/DimmableLight"


class Traffic:
    """Sends orders and requests, and times their answers."""

    def __init__(self, port):
        self.is_online = False
        self.answered = self.unanswered = 0
        self.failures = []
        self._latencies = []
        self._number = 0
        # When each was sent that is not answered yet.
        self._sent = {}
        # Rooms that are there only for a while.
        self._passing = []
        self._client = Client(
            port, f"{BASE}/everything/#", f"{BASE}/bridge/response/#", f"{BASE}/bridge/state", heard=self._hear)

    def _order(self, topic, /, **payload):
        self._number += 1
        self._sent[self._number] = time.monotonic()
        self._client.send(topic, {**payload, "$id": self._number})

    def _request(self, name, /, **payload):
        self._order(f"{BASE}/bridge/request/{name}", **payload)

    def send(self, tick):
        """Sends what is due at a tick; there are twenty a second."""
        level = 1 + tick % 250
        match tick % 4:
            case 0:
                self._order(f"{LAMP}/LevelControl/moveToLevelWithOnOff/invoke", level=level, transitionTime=0)
            case 1:
                self._order(f"{LAMP}/OnOff/toggle/invoke")
            case 2:
                move = {"level": level, "transitionTime": 10}
                self._order(f"{DEVICES}/extended-color-light/invoke", **{
                    "OnOff.on": {}, "LevelControl.moveToLevel": move})
            case 3:
                self._order(f"{DEVICES}/thermostat/Thermostat/Thermostat/occupiedHeatingSetpoint/set", **{
                    "$value": 1800 + 10 * (tick // 4 % 80)})
        if tick % 40 == 10:
            self._request(
                "simulation/report", device="contact-sensor", trait="BooleanState", attribute="stateValue",
                value=tick % 80 == 10)
        if tick % 100 == 30:
            self._request("device/rename", device="window-covering", name=f"Blind {tick // 100 % 7}")
        if tick % 200 == 50:
            self._request("room/create", structure="everything", name="Passing")
        if tick % 200 == 100 and self._passing:
            self._request("room/delete", room=self._passing.pop())
        if tick % 400 == 150:
            state = "online" if tick % 800 == 150 else "offline"
            self._request("simulation/connectivity", device="smoke-co-alarm", state=state)

    def _hear(self, topic, text):
        if topic == f"{BASE}/bridge/state":
            self.is_online = text == "online"
        elif "/response" in topic and text.startswith("{"):
            answer = json.loads(text)
            start = self._sent.pop(answer.get("id"), None)
            if start is None:
                return
            self._latencies.append(time.monotonic() - start)
            self.answered += 1
            if not answer["ok"]:
                self.failures.append(f"{topic}: {text}")
            elif topic.endswith("/room/create"):
                self._passing.append(answer["result"]["id"])

    def lose(self):
        """The broker goes: what was asked is not answered any more, and nobody is to blame."""
        self.is_online = False
        self._sent.clear()

    def expire(self, seconds):
        """Gives up what was sent so long ago."""
        end = time.monotonic() - seconds
        for number in [number for number, start in list(self._sent.items()) if start <= end]:
            if self._sent.pop(number, None) is not None:
                self.unanswered += 1

    def finish(self, seconds):
        """Waits so long at most for what is not answered yet, and gives up the rest."""
        end = time.monotonic() + seconds
        while self._sent and time.monotonic() < end:
            time.sleep(0.1)
        self.expire(0)

    def take_latencies(self):
        """The seconds from sending to answer since this was asked last."""
        latencies, self._latencies = self._latencies, []
        return latencies

    def stop(self):
        self._client.stop()
