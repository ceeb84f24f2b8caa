"""A client of `cvpress edit` for tests and benches: starts the server, sends requests, and reads events."""

import http.client
import json
import re
import subprocess
import threading
from pathlib import Path
from urllib.parse import urlsplit

# Seconds until a server that does not answer counts as stopped.
PATIENCE = 120


class Server:
    """A running `cvpress edit` or `cvpress preview`."""

    def __init__(self, program, profile, *options, command="edit"):
        self.process = subprocess.Popen(
            [program, command, profile, "--no-open", *options], stdout=subprocess.PIPE, text=True
        )
        address = urlsplit(self.process.stdout.readline().strip())
        if not address.port:
            self.process.wait(PATIENCE)
            raise SystemExit("the server has not started")
        self.port = address.port
        # It writes nothing else, but a full pipe would stop it.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        connection = self.connect()
        connection.request("GET", f"{address.path}?{address.query}")
        cookie = connection.getresponse().getheader("Set-Cookie")
        self.cookie = re.match(r"[^;]+", cookie).group()

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def request(self, method, path, body=None, **headers):
        """Returns the status and the JSON of the answer."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers |= {"Cookie": self.cookie, "Origin": f"http://127.0.0.1:{self.port}"}
        if body is not None:
            body = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        connection = self.connect()
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, json.loads(data) if data else None

    def events(self):
        """Yields the events with their data; those of the last state and findings come first. A heartbeat has none."""
        connection = self.connect()
        connection.request("GET", "/events", headers={"Cookie": self.cookie})
        name = None
        for line in connection.getresponse():
            line = line.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield name, json.loads(line.removeprefix("data: "))
            elif line.startswith(":"):
                yield "heartbeat", None

    def processes(self):
        """Returns the numbers of the server's process and of those that its threads have started."""
        found = [self.process.pid]
        for pid in found:
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                try:
                    found += map(int, children.read_text().split())
                except FileNotFoundError:
                    pass
        return found

    def memory(self):
        """Returns the memory of all processes in MB."""
        pages = 0
        for pid in self.processes():
            try:
                pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            except FileNotFoundError:
                pass
        return pages * 4096 / 1e6

    def is_running(self):
        return self.process.poll() is None

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
