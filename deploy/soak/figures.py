"""What the bridge took of the machine, row by row, as its metrics say, and what is thought of that."""

import csv
import statistics
import subprocess
import urllib.request
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

# What is shown of a column: its factor, and its unit.
COLUMNS = {
    "memory": (1e-6, "MB"), "descriptors": (1, ""), "median": (1e3, "ms"), "tail": (1e3, "ms"),
    "core": (100, "% of a core"),
}


def metrics(port):
    """The metrics without labels that are served on a port."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        families = text_string_to_metric_families(answer.read().decode())
        return {sample.name: sample.value for family in families for sample in family.samples if not sample.labels}


class Figures:
    """The rows, each for the time since the one before."""

    def __init__(self, port):
        self.rows = []
        self._port = port
        self._used = self._time = 0

    def begin(self):
        """What the bridge used until now is not counted."""
        self._used = metrics(self._port)["process_cpu_seconds_total"]

    def note(self, seconds, latencies, restarts):
        """Adds a row: so many seconds have passed, and so often was the broker restarted since the last row."""
        now = metrics(self._port)
        used = now["process_cpu_seconds_total"]
        latencies = sorted(latencies)
        self.rows.append({
            "seconds": round(seconds, 1), "memory": int(now["process_resident_memory_bytes"]),
            "descriptors": int(now["process_open_fds"]),
            # Nothing was answered where the broker was away all the time.
            "median": round(statistics.median(latencies), 5) if latencies else None,
            "tail": round(latencies[len(latencies) * 99 // 100], 5) if latencies else None,
            "core": round((used - self._used) / (seconds - self._time), 5), "restarts": restarts})
        self._used, self._time = used, seconds

    @property
    def _quarters(self):
        size = max(1, len(self.rows) // 4)
        return [self.rows[start:start + size] for start in range(0, 4 * size, size)]

    def faults(self):
        """What went on growing, once everything was there."""
        _, early, _, late = self._quarters
        for column, allowance in (("memory", 8_000_000), ("descriptors", 4)):
            most = max((row[column] for row in early), default=0)
            last = statistics.median(row[column] for row in late) if late else most
            if last > most + allowance:
                yield f"{column} went on growing: {most} in the second quarter, {last} in the last"

    def write(self, name):
        """Writes them to NAME.csv, and draws them as NAME.svg."""
        with open(f"{name}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, self.rows[0])
            writer.writeheader()
            writer.writerows(self.rows)
        script = Path(__file__).resolve().parent / "picture.gnuplot"
        subprocess.run(["gnuplot", "-c", script, f"{name}.csv", f"{name}.svg"], check=True)

    def lines(self):
        """The medians of each quarter, a line for each column."""
        for column, (factor, unit) in COLUMNS.items():
            parts = [[row[column] for row in part if row[column] is not None] for part in self._quarters]
            medians = [f"{statistics.median(part) * factor:.3g}" for part in parts if part]
            yield f"{column}, median of each quarter: {', '.join(medians)} {unit}"
