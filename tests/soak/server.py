#!/usr/bin/env python3
"""Keeps a server busy and looks at its memory: server.py PROGRAM SECONDS [CLIENTS [PAUSE]]

Several clients (6) ask for pages, positions, values and things that make no sense, cancel jobs, and leave in the middle of a request; each
pauses between its requests (not at all by default), and asks a million times at most. Nothing may be answered with an error of the server. The most memory of the last fifth of the time must be about that of the second fifth: a server that
keeps something of every request grows without end.
"""

import http.client
import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time

# However fast the machine is, a client asks no more often.
MOST_REQUESTS = 1_000_000
# Above what it had: some for blocks that the allocator has not given back.
MORE, SOME = 1.25, 16 << 20

BOARDS = ["grid:3x4", "path:30", "cycle:12", "complete:5", "petersen", "edges:1-1,1-2,1-2,3", "no-board", "grid:9x9", "\u0000", "heaps:9,9",
          "cells:##/#.", "grid:40x40", "complete:300", "ttt:3", "sets:1-2-3,1-4", "hex:3x3", "[ag:2,2 : ag:2,2]"]
GAMES = ["node-kayles", "cram", "unshackle", "nimstring", "octal:0.33", "positional", "no-game", "",
         "domineering", "col", "snort", "partizan-octal:0.3,0.03", "three-players", "hop", "hex", "avoider-enforcer", "fire-and-ice"]


class Client(threading.Thread):
    def __init__(self, port, until, pause, seed):
        super().__init__()
        self.port, self.until, self.pause, self.random = port, until, pause, random.Random(seed)
        self.asked, self.wrong = 0, []

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("localhost", self.port, timeout=60)
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json", "X-Client": self.name})
        response = connection.getresponse()
        answer = response.read()
        connection.close()
        self.asked += 1
        if response.status >= 500:
            self.wrong.append((method, path, body, response.status, answer[:200]))
        return response.status, answer

    def leave(self):
        """Half a request, and then nothing."""
        with socket.create_connection(("localhost", self.port)) as stream:
            stream.sendall(b"POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"[: self.random.randrange(80)])

    def job(self, question):
        status, answer = self.ask("POST", "/api/jobs", {"kind": "values", "question": question})
        if status != 202:
            return
        place = "/api/jobs/" + json.loads(answer)["id"]
        time.sleep(self.random.random() / 20)
        self.ask("GET", place)
        self.ask("DELETE", place)

    def run(self):
        while time.monotonic() < self.until and self.asked < MOST_REQUESTS:
            time.sleep(self.pause)
            question = {"game": self.random.choice(GAMES), "board": self.random.choice(BOARDS)}
            try:
                match self.random.randrange(6):
                    case 0:
                        self.ask("GET", self.random.choice(["/", "/api/names", "/api/games", "/api/load", "/nowhere"]))
                    case 1 | 2:
                        self.ask("POST", "/api/position", question)
                    case 3 | 4:
                        self.job(question)
                    case _:
                        self.leave()
            except (OSError, http.client.HTTPException) as error:
                self.wrong.append((question, repr(error)))


def resident(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS:"))


def main(program, seconds, count=6, pause=0.0):
    command = [program, "serve", "--no-open", "--json", "--port", "0", "--time", "2", "--memory", "300M"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE)
    port = int(json.loads(server.stdout.readline())["address"].rstrip("/").rsplit(":", 1)[1])
    begun = time.monotonic()
    clients = [Client(port, begun + seconds, pause, seed) for seed in range(count)]
    for client in clients:
        client.start()
    seen = []
    while any(client.is_alive() for client in clients):
        time.sleep(0.2)
        seen.append(((time.monotonic() - begun) / seconds, resident(server)))
    server.send_signal(signal.SIGTERM)
    code = server.wait(timeout=30)
    wrong = [line for client in clients for line in client.wrong]
    early = max((size for when, size in seen if 0.2 <= when < 0.4), default=0)
    late = max((size for when, size in seen if 0.8 <= when), default=0)
    asked = sum(client.asked for client in clients)
    print(f"{asked} requests in {seconds:.0f} s, {len(wrong)} wrong; memory {early >> 20} MB early, {late >> 20} MB late; exit code {code}")
    for line in wrong[:10]:
        print(line, file=sys.stderr)
    return 1 if wrong or code != 0 or late > MORE * early + SOME else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2]), *(int(count) for count in sys.argv[3:4]), *(float(pause) for pause in sys.argv[4:5])))
