"""How much memory the processes of a run need."""

import subprocess
import threading
import time

from fleet import TOOL

KINDS = {f"{TOOL} simulate": "tool", "pyspark.daemon": "worker", "ExecutorBackend": "executor"}


class Peaks(threading.Thread):
    """The most memory of a process of each kind, in MiB, looked at twice a second."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.mebibytes = dict.fromkeys(KINDS.values(), 0)

    def run(self) -> None:
        while True:
            listing = subprocess.run(["ps", "-e", "-o", "rss=,args="], capture_output=True)
            for line in listing.stdout.decode(errors="replace").splitlines():
                for words, kind in KINDS.items():
                    if words in line:
                        size = int(line.split()[0]) // 1024
                        self.mebibytes[kind] = max(self.mebibytes[kind], size)
            time.sleep(0.5)
