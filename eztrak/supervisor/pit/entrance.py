"""Who comes in, and what every answer carries: log-in, log-out, and headers that let a browser do nothing but show.

A log-in is a signed cookie with the supervisor's number and the stamp of the password it was made with. The key that
signs is made anew at every start and is in no file. Nothing is kept on this side, and a changed or removed password
ends every log-in made with it.
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import timedelta
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, g, redirect, render_template, request, session, url_for
from flask.sessions import SecureCookieSessionInterface
from werkzeug.wrappers import Response as AnyResponse

from eztrak.supervisor.pit.attempts import Attempts
from eztrak.supervisor.pit.passwords import Passwords

IDLE = timedelta(hours=1)  # after this long without a page a log-in ends
OPEN = ("log_in", "let_in", "style", "icon")  # what is served to anybody

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self';"
    " frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # not "no-referrer": a browser would then send no Origin with a form
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class _Signed(SecureCookieSessionInterface):
    @staticmethod
    def digest_method(data: bytes = b"") -> Any:
        return hashlib.sha256(data)


def guard(site: Flask, passwords: Passwords, now: Callable[[], int]) -> None:
    """Puts the entrance before every page of the site. `now` gives monotonic nanoseconds."""
    site.session_interface = _Signed()
    site.secret_key = secrets.token_bytes(32)
    site.config.update(
        SESSION_COOKIE_NAME="eztrak_pit",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        PERMANENT_SESSION_LIFETIME=IDLE,
        MAX_CONTENT_LENGTH=4096,
    )
    attempts = Attempts()
    one_at_a_time = Lock()  # scrypt takes memory: a flood of log-ins waits in line instead of taking all of it

    @site.before_request
    def only_known() -> AnyResponse | tuple[str, int] | None:
        if request.method == "POST" and not _from_here():
            text = "The form was sent by another page."
            return render_template("said.html", title="Not from this page", text=text), 403
        if request.endpoint in OPEN:
            return None
        stamp = passwords.stamp(session.get("supervisor", 0))
        if stamp is not None and session.get("stamp") == stamp:
            g.supervisor = session["supervisor"]
            return None
        session.clear()
        wanted = request.full_path.rstrip("?") if request.method == "GET" and request.path != "/" else None
        return redirect(url_for("log_in", to=wanted), 303)

    @site.after_request
    def headers(response: Response) -> Response:
        response.headers.update(HEADERS)
        # A table's page must not be seen after the log-out by going back.
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    @site.get("/login")
    def log_in() -> str:
        return render_template("login.html", to=_own_path(request.args.get("to")))

    @site.post("/login")
    def let_in() -> AnyResponse | tuple[str, int]:
        typed, password = request.form.get("number", "").strip(), request.form.get("password", "")
        to = _own_path(request.form.get("to"))
        number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 6 else 0
        keys = f"number {number}", f"address {request.remote_addr}"
        with one_at_a_time:
            if wait := attempts.wait(now(), *keys):
                again = "1 second" if wait == 1 else f"{wait} seconds"
                text = f"Too many wrong passwords. Try again in {again}."
                return render_template("login.html", text=text, typed=typed, to=to), 429
            if not passwords.matches(number, password):
                attempts.wrong(now(), *keys)
                text = "The number and the password do not belong together. Check both and try again."
                return render_template("login.html", text=text, typed=typed, to=to), 403
        attempts.right(*keys)
        session.clear()
        session.permanent = True  # for as long as IDLE says, and not until the browser is closed, which may be never
        session["supervisor"], session["stamp"] = number, passwords.stamp(number)
        return redirect(to or url_for("now"), 303)

    @site.post("/logout")
    def log_out() -> AnyResponse:
        session.clear()
        return redirect(url_for("log_in"), 303)


def _from_here() -> bool:
    """Whether a form comes from a page of ours. A browser says so in Origin; a program that sends none has no cookie
    that a stranger's page could ride on."""
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.host


def _own_path(path: str | None) -> str:
    """A place on this site to go to after the log-in; nothing for an address that leads elsewhere."""
    if not path or not path.startswith("/") or path.startswith("//") or "\\" in path or not path.isprintable():
        return ""
    return path
