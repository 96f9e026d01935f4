"""What runs beside a check: processes that end with it, reachable from this machine only."""

import getpass
import os
import signal
import socket
import subprocess
import time
from pathlib import Path


def free_port():
    """A port that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait(what, condition, within=30):
    """Waits until a condition holds and gives what it is; fails, naming it, when the time is over."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise TimeoutError(f"{what}: not within {within} s")


class Child:
    """A process whose output goes into a file."""

    def __init__(self, arguments, log):
        self.log = Path(log)
        with open(log, "w") as file:
            self.process = subprocess.Popen(
                [str(argument) for argument in arguments], stdout=file, stderr=subprocess.STDOUT,
                env=dict(os.environ, PYTHONUNBUFFERED="1"))

    def stop(self):
        """Ends it in order, and by force only if that takes long; gives its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        return self.process.returncode


class Broker(Child):
    """mosquitto on a free port, or on the one given; further lines go to its configuration."""

    def __init__(self, folder, *lines, port=None):
        self.port = port or free_port()
        configuration = folder / "mosquitto.conf"
        configuration.write_text("\n".join([
            f"listener {self.port} 127.0.0.1", "allow_anonymous true", "set_tcp_nodelay true",
            "max_queued_messages 0", f"user {getpass.getuser()}", *lines, ""]))
        super().__init__(["/usr/sbin/mosquitto", "-c", configuration], folder / "mosquitto.log")
        wait("the broker's port", self._answers)

    def _answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False
