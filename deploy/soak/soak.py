"""Runs a home under mixed traffic: deploy/soak/run says what comes of it.

A broker and the bridge are started for it. Every device of deploy/homes/everything.yaml lives; orders go to single
devices, the home is edited, devices leave and come back, clients read everything and go, and the broker is restarted now
and then.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from http.client import HTTPException
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "peers"))

from figures import Figures
from mqtt_client import Client
from processes import Broker, Child, free_port, wait
from traffic import BASE, Traffic

HOME = HERE.parent / "homes" / "everything.yaml"
TICKS = 20  # a second
ROWS = 240  # of a run
ANSWER_DEADLINE = 15  # seconds


class Every:
    """Does something each so many seconds."""

    def __init__(self, interval, action):
        self.interval, self.action, self.next = interval, action, interval

    def look(self, seconds):
        if seconds >= self.next:
            self.next += self.interval
            self.action()


class Soak:
    """A broker, a bridge, and what happens to them."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.faults = []
        self.restarts = self.noted_restarts = self.length = 0
        self.broker = self.start_broker()
        http = free_port()
        settings = folder / "settings.yaml"
        settings.write_text(f"http: {{listen: 127.0.0.1:{http}}}\n")
        self.bridge = Child(
            [options.program, "run", "--config", settings, "--home", HOME, "--state", folder / "home.sqlite",
             "--base-topic", BASE, "--broker", f"mqtt://127.0.0.1:{self.broker.port}"], f"{options.output}.log")
        self.traffic = Traffic(self.broker.port)
        self.figures = Figures(http)
        self.start = time.monotonic()

    def start_broker(self, port=None):
        return Broker(self.folder, "persistence true", f"persistence_location {self.folder}/", port=port)

    @property
    def seconds(self):
        return time.monotonic() - self.start

    def restart_broker(self):
        self.traffic.lose()
        self.broker.stop()
        self.broker = self.start_broker(self.broker.port)
        self.restarts += 1

    def visit(self):
        """Somebody reads everything and goes."""
        subprocess.Popen(
            ["mosquitto_sub", "-p", str(self.broker.port), "-t", "#", "-W", "2"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @property
    def has_ended(self):
        """Whether the bridge ended by itself."""
        return self.bridge.process.poll() is not None

    def note(self):
        self.traffic.expire(ANSWER_DEADLINE)
        self.figures.note(self.seconds, self.traffic.take_latencies(), self.restarts - self.noted_restarts)
        self.noted_restarts = self.restarts

    def run(self):
        """Runs until the time is over, or until something fails; that is a fault like others, which is named."""
        try:
            wait("the bridge online", lambda: self.traffic.is_online or self.has_ended, within=60)
            if not self.has_ended:
                self.figures.begin()
            self.start = time.monotonic()
            if self.drive():
                self.traffic.finish(ANSWER_DEADLINE)
                self.compare()
        except (OSError, HTTPException, RuntimeError) as error:
            self.faults.append(f"after {self.seconds:.0f} s: {error}")

    def drive(self):
        """Has everything happen that happens in that time; gives whether the bridge was there all the time."""
        length = self.options.minutes * 60
        happenings = [Every(max(1, length / ROWS), self.note), Every(30, self.visit)]
        if self.options.restart:
            happenings.append(Every(self.options.restart * 60, self.restart_broker))
        tick = 0
        while (seconds := self.seconds) < length:
            if self.has_ended:
                self.faults.append(f"the bridge ended after {seconds:.0f} s; see {self.bridge.log}")
                return False
            if self.traffic.is_online:
                self.traffic.send(tick)
            for happening in happenings:
                happening.look(seconds)
            tick = max(tick + 1, int(self.seconds * TICKS))
            time.sleep(max(0, tick / TICKS - self.seconds))
        return True

    def compare(self):
        """What is retained is what the bridge has; what changed between the two looks is looked at again."""
        client = Client(self.broker.port, "#")
        wrong = None
        for _ in range(5):
            has, page = {}, 0
            while page is not None:
                result = client.request(BASE, "bridge/read", {"page": page})
                has.update(result["values"])
                page = result.get("next")
            client.settle()
            # The state is the broker's word, too.
            retained = {topic: text for topic, text in client.retained.items() if topic != f"{BASE}/bridge/state"}
            different = {topic for topic in has.keys() | retained.keys() if has.get(topic) != retained.get(topic)}
            wrong = different if wrong is None else wrong & different
        client.stop()
        if wrong:
            self.faults.append(f"{len(wrong)} topics are not what the bridge has: {sorted(wrong)[:5]}")

    def stop(self):
        self.length = self.seconds
        self.traffic.stop()
        status = self.bridge.stop()
        if status != 0:
            self.faults.append(f"the bridge ended with {status}")
        self.broker.stop()

    def report(self):
        if self.traffic.unanswered:
            self.faults.append(f"{self.traffic.unanswered} orders were not answered")
        if self.traffic.failures:
            self.faults.append(f"{len(self.traffic.failures)} orders failed, such as {self.traffic.failures[0]}")
        print(
            f"{self.length / 60:.1f} minutes, {self.traffic.answered} orders and requests answered, "
            f"{self.traffic.unanswered} not, {len(self.traffic.failures)} failed, {self.restarts} restarts of the broker")
        # There are none where the bridge ended before the first look.
        if self.figures.rows:
            self.figures.write(self.options.output)
            self.faults.extend(self.figures.faults())
            print("\n".join(self.figures.lines()))
        for fault in self.faults:
            print(f"deploy/soak/run: {fault}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the bridge")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--restart", type=float, default=10, help="minutes between restarts of the broker; 0: none")
    parser.add_argument("--output", default="soak", help="what is written: OUTPUT.svg, OUTPUT.csv, OUTPUT.log")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        soak = Soak(options, Path(folder))
        try:
            soak.run()
        finally:
            soak.stop()
    soak.report()
    return 1 if soak.faults else 0


sys.exit(main())
