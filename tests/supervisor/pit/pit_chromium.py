"""A real Chromium without a screen, driven over its debugging pipe: no driver and no library beside the browser.

It starts with an empty profile and looks nothing up; the page is on the loopback, and so is all of its traffic.
"""

import base64
import fcntl
import json
import os
import select
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--no-proxy-server", "--disable-dev-shm-usage"),
)
PATIENCE = 60.0
_LINK = "[...document.querySelectorAll('a')].find(a => a.textContent.trim() === %s)"


class Chromium:
    def __init__(self, process: "subprocess.Popen[bytes]", say: int, hear: int) -> None:
        self._process, self._say, self._hear = process, say, hear
        self._heard = b""
        self._count = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility"):
            self.call(f"{domain}.enable")

    def size(self, width: int, height: int) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def open(self, address: str) -> None:
        self._loads(lambda: self.call("Page.navigate", url=address))

    def submit(self, **fields: str) -> None:
        """Types into the fields of those names, then Enter."""
        for name, text in fields.items():
            self.value(f"document.querySelector('[name={name}]').focus()")
            if self.value("document.activeElement.type") == "date":
                self.value(f"document.activeElement.value = {json.dumps(text)}")
            else:
                self.value("document.activeElement.select()")
                self.call("Input.insertText", text=text)
        self._loads(lambda: self.key("Enter", "\r"))

    def key(self, name: str, text: str = "") -> None:
        code = {"Enter": 13, "Tab": 9}[name]
        for kind in ("keyDown", "keyUp"):
            typed = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, **typed)

    def click(self, link: str) -> None:
        """Follows the link with these words."""
        self._loads(lambda: self.value(f"{_LINK % json.dumps(link)}.click()"))

    def download(self, link: str, folder: Path) -> Path:
        """Follows a link to a file; gives the file once it has come whole."""
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder), eventsEnabled=True)
        done = len(self.events)
        self.value(f"{_LINK % json.dumps(link)}.click()")
        while True:
            said = [
                e["params"]
                for e in self.events[done:]
                if e["method"] in ("Browser.downloadWillBegin", "Browser.downloadProgress")
            ]
            if any(one.get("state") == "completed" for one in said):
                return folder / next(one["suggestedFilename"] for one in said if "suggestedFilename" in one)
            assert not any(one.get("state") == "canceled" for one in said), said
            self._next()

    def value(self, script: str) -> Any:
        reply = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in reply, reply
        return reply["result"].get("value")

    def wait(self, script: str) -> None:
        """Until this is so: the browser itself looks, and answers then."""
        looked = f"new Promise(so => {{ const look = () => ({script}) ? so(1) : setTimeout(look, 50); look(); }})"
        reply = self.call("Runtime.evaluate", expression=looked, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in reply, reply

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def whole_picture(self, path: Path) -> None:
        """All of the page, also what has to be scrolled to."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]))

    def printout(self, path: Path) -> None:
        """The page on A4."""
        printed = self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=True)
        path.write_bytes(base64.b64decode(printed["data"]))

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        self._count += 1
        sent: dict[str, Any] = {"id": self._count, "method": method, "params": params}
        if self._session:
            sent["sessionId"] = self._session
        os.write(self._say, json.dumps(sent).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") == self._count:
                assert "error" not in message, (method, message["error"])
                result: dict[str, Any] = message["result"]
                return result

    def _loads(self, act: Any) -> None:
        """Does something after which a new page comes, and waits until it has come."""
        done = len(self.events)
        act()
        while not any(event["method"] == "Page.loadEventFired" for event in self.events[done:]):
            self._next()

    def _next(self) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self._heard:
            ready = select.select([self._hear], [], [], max(0.0, deadline - time.monotonic()))[0]
            more = os.read(self._hear, 1 << 16) if ready else b""
            assert more, "Chromium says nothing"
            self._heard += more
        line, _, self._heard = self._heard.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        if "method" in message:
            self.events.append(message)
        return message


@contextmanager
def chromium(program: str, profile: Path) -> Iterator[Chromium]:
    # Chromium listens on 3 and speaks on 4. Our ends of the pipes lie higher, out of the way of the shell's move.
    (theirs_in, say), (hear, theirs_out) = _pipe(), _pipe()
    command = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out} {theirs_in}<&- {theirs_out}>&-'
    arguments = [*QUIET, f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"]
    with subprocess.Popen(
        ["bash", "-c", command, "bash", program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(theirs_in, theirs_out),
        env=os.environ | {"HOME": str(profile), "TZ": "UTC"},
    ) as process:
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            browser = Chromium(process, say, hear)
            yield browser
            browser._session = None
            browser.call("Browser.close")
            process.wait(PATIENCE)
        finally:
            process.kill()
            os.close(say)
            os.close(hear)


def _pipe() -> tuple[int, int]:
    ends = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in ends]
    for end in ends:
        os.close(end)
    return high[0], high[1]
