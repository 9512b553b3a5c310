"""Who comes in, and what every answer carries: log-in, log-out, and headers that let a browser do nothing but show.

A cookie is a random name under which the log-in is kept on this side, with the stamp of the password it was made with:
a log-out ends it, and a changed or removed password ends every log-in made with it. Another cookie stays with the
browser, and says only that this supervisor has logged in there before.
"""

from collections.abc import Callable
from datetime import timedelta
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from eztrak.supervisor.pit import api
from eztrak.supervisor.pit.attempts import Attempt, Attempts
from eztrak.supervisor.pit.doors import MOST_SENT
from eztrak.supervisor.pit.logins import Logins
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.supervisor.pit.typed import supervisor
from eztrak.voice.said import Said, SaidError

OPEN = ("log_in", "let_in", "choose", "style", "icon", "now_script", *api.ENDPOINTS)  # what is served to anybody
LOOK = "look"  # what a page asks for by itself: nobody uses the log-in by it
COOKIE, BROWSER = "eztrak_pit", "eztrak_pit_browser"
OWN: dict[str, Any] = {"httponly": True, "samesite": "Strict"}
_REMEMBERED = timedelta(days=90)

NOW = ("now", LOOK)  # what goes on at the tables
STRICT = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
SCRIPTED = f"{STRICT}; script-src 'self'; connect-src 'self'"  # of the one page that has a script, a file of ours
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # not "no-referrer": a browser would then send no Origin with a form
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class ForbiddenError(SaidError):
    """Something that is there, and not for the role of who asks."""


def guard(site: Flask, passwords: Passwords, now: Callable[[], int]) -> None:
    """Puts the entrance before every page of the site. `now` gives monotonic nanoseconds."""
    site.config.update(MAX_CONTENT_LENGTH=MOST_SENT)
    attempts, logins = Attempts(), Logins()
    one_at_a_time = Lock()  # scrypt takes memory: a flood of log-ins waits in line instead of taking all of it

    @site.before_request
    def only_known() -> AnyResponse | tuple[str, int] | None:
        if request.method == "POST" and not _from_here():
            title, text = Said("Not from this page"), Said("Another site sent this form.")
            return render_template("said.html", title=title, text=text), 403
        if request.endpoint in OPEN:
            return None
        login = logins.find(_cookie(COOKIE), now(), used=request.endpoint != LOOK)
        if login and passwords.stamp(login.supervisor) == login.stamp:
            g.supervisor, g.role = login.supervisor, passwords.role(login.supervisor)
            if request.endpoint in NOW and not g.role.sees_now:
                return redirect(url_for("days"), 303)
            return None
        logins.end(_cookie(COOKIE))
        wanted = request.full_path.rstrip("?") if request.method == "GET" and request.path != "/" else None
        return redirect(url_for("log_in", to=wanted), 303)

    @site.after_request
    def headers(response: Response) -> Response:
        response.headers.update(HEADERS)
        response.headers.setdefault("Content-Security-Policy", STRICT)
        # A table's page must not be seen after the log-out by going back.
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    @site.get("/login")
    def log_in() -> str:
        return render_template("login.html", to=own_path(request.args.get("to")))

    @site.post("/login")
    def let_in() -> AnyResponse | tuple[str, int]:
        typed, password = request.form.get("number", "").strip(), request.form.get("password", "")
        to = own_path(request.form.get("to"))
        number, browser = supervisor(typed), _cookie(BROWSER)
        known = browser if logins.knows(browser, number) else ""
        attempt = Attempt(number, request.remote_addr or "", known)
        with one_at_a_time:
            if wait := attempts.wait(now(), attempt):
                text = Said("Too many wrong passwords. Try again in {count:second|seconds}.", count=wait)
                return render_template("login.html", text=text, typed=typed, to=to), 429
            stamp = passwords.stamp(number)
            if not passwords.matches(number, password) or stamp is None:
                attempts.wrong(now(), attempt)
                text = Said("Wrong number or password. Check both and try again.")
                return render_template("login.html", text=text, typed=typed, to=to), 403
        attempts.right(attempt)
        logins.end(_cookie(COOKIE))
        response = redirect(to or url_for("now"), 303)
        response.set_cookie(COOKIE, logins.begin(number, stamp, now()), secure=request.is_secure, **OWN)
        response.set_cookie(
            BROWSER, logins.remember(browser, number), _REMEMBERED, path="/login", secure=request.is_secure, **OWN
        )
        return response

    @site.post("/logout")
    def log_out() -> AnyResponse:
        logins.end(_cookie(COOKIE))
        response = redirect(url_for("log_in"), 303)
        response.delete_cookie(COOKIE, secure=request.is_secure, **OWN)
        return response


def _cookie(name: str) -> str:
    return request.cookies.get(name, "")


def _from_here() -> bool:
    """Whether a form comes from a page of ours. A browser says so in Origin; a program that sends none has no cookie
    that a stranger's page could ride on."""
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.host


def own_path(path: str | None) -> str:
    """A place on this site to go to after the log-in; nothing for an address that leads elsewhere."""
    if not path or not path.startswith("/") or path.startswith("//") or "\\" in path or not path.isprintable():
        return ""
    return path
