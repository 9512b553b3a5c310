#!/usr/bin/python3
"""Inside the virtual machine: runs commands as root for the test, one JSON object a line on a virtio port."""

import base64
import json
import os
import subprocess
import threading
import time

PORT = "/dev/virtio-ports/eztrak.commands"


def main() -> None:
    while not os.path.exists(PORT):  # noqa: PTH110 -- pathlib costs an emulated processor half a second
        time.sleep(0.1)
    port = os.open(PORT, os.O_RDWR)
    lock, partial = threading.Lock(), b""
    while True:
        try:
            more = os.read(port, 65536)
        except OSError:
            more = b""
        if not more:  # nobody is connected on the other side
            partial = b""
            time.sleep(0.05)
            continue
        *lines, partial = (partial + more).split(b"\n")
        for line in filter(None, lines):
            threading.Thread(target=answer, args=(port, lock, json.loads(line)), daemon=True).start()


def answer(port: int, lock: threading.Lock, request: dict[str, object]) -> None:
    limit = float(str(request["timeout"]))
    stdin = base64.b64decode(str(request["stdin"]))
    try:
        done = subprocess.run(
            ["/bin/bash", "-c", str(request["command"])], capture_output=True, timeout=limit, input=stdin, check=False
        )
        status, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as late:
        status, out, err = 124, late.stdout or b"", (late.stderr or b"") + b"\nnot done in time"
    by_name = {"id": request["id"], "status": status}
    by_name |= {"out": base64.b64encode(out).decode(), "err": base64.b64encode(err).decode()}
    data = json.dumps(by_name).encode() + b"\n"
    with lock:
        while data:
            try:
                data = data[os.write(port, data) :]
            except OSError:
                time.sleep(0.05)


main()
