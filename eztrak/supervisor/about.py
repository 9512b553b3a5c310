"""What an export says of itself: what was asked for, how much there is, and where its journal leans on the rest.

It travels in every format, and is what a signature signs: with the hashes of its segments it stands for
every row of the journal, and with the choice for everything that is derived from them. The games of its shoes are in
it with all of their texts, so that an export can be read alone.
"""

import base64
import json
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from eztrak import __version__
from eztrak.journal.chain import canonical, hash_of
from eztrak.journal.columns import Placed
from eztrak.journal.extract import Choice, Extract, Segment, SignedHead
from eztrak.release.installed import code
from eztrak.supervisor.errors import RefusedError
from eztrak.voice.reasons import reason
from eztrak.voice.said import WrongValueError
from eztrak.voice.wall import wall_of

# Of exports; a reader refuses one that it does not know. Form 1 counted voids among the hands, form 2 knew one game,
# form 3 one seal of a shoe, and neither which release wrote it nor the signatures of the unit; rows of form 4 told
# neither their table and unit nor a local time and a gaming day.
FORM = 5
SINCE = {"games": 3, "code": 4, "unit": 5, "wall": 5}  # the forms that first said this

Told = TypeVar("Told", Choice, Segment, SignedHead)


@dataclass(frozen=True, slots=True)
class About:
    choice: Choice
    written_at: str
    shoes: int
    hands: int  # that stand
    voided: int
    segments: tuple[Segment, ...]
    games: dict[str, Any] = field(default_factory=dict)  # of the shoes, by the hash that a shoe has in its row
    form: int = FORM
    eztrak: str = __version__
    code: str = ""  # of the release that wrote it; none from source
    heads: tuple[SignedHead, ...] = ()  # of the segments, where the unit has signed their last row
    unit: str = ""  # the fingerprint of its key
    wall: dict[str, Any] = field(default_factory=dict)  # the clock on the wall, as in voice/wall.py
    key: str = ""  # the public key of the signature, and the signature; both in base 64
    signature: str = ""

    @property
    def entered(self) -> int:
        return self.hands + self.voided

    @property
    def rows(self) -> int:
        return sum(segment.last - segment.first + 1 for segment in self.segments)

    def plain(self) -> dict[str, Any]:
        """As plain values in the export's own form, the signature at the end."""
        hands = {"hands": self.hands, "voided": self.voided} if self.form > 1 else {"hands": self.entered}
        signed = {"key": self.key, "signature": self.signature} if self.signature else {}
        return {
            "eztrak": self.eztrak,
            "export": self.form,
            "written_at": self.written_at,
            **asdict(self.choice),
            "shoes": self.shoes,
            **hands,
            "rows": self.rows,
            "segments": [asdict(segment) for segment in self.segments],
            **{name: getattr(self, name) for name, form in SINCE.items() if self.form >= form},
            **({"heads": [asdict(one) for one in self.heads]} if self.heads else {}),
            **signed,
        }


def about(extract: Extract, choice: Choice, written_at: str) -> About:
    shoes, entered, voided = extract.count()
    segments, games = tuple(extract.segments()), games_of(extract)
    return About(
        choice,
        written_at,
        shoes,
        entered - voided,
        voided,
        segments,
        games,
        code=code(),
        heads=extract.heads(),
        unit=extract.placed.unit if extract.placed else "",
        wall=extract.placed.wall.plain() if extract.placed else {},
    )


def games_of(extract: Extract) -> dict[str, Any]:
    return {hash_of(game.text): json.loads(game.text) for game in extract.games}


def about_of(plain: dict[str, Any]) -> About:
    """What an export says, read back. Raises RefusedError for what no export says."""
    form = plain.get("export", FORM)
    if type(form) is not int or not 1 <= form <= FORM:
        raise RefusedError(
            "the export is of form {form}; this eztrak knows forms 1 to {known}. A newer one wrote it.",
            form=str(form),
            known=FORM,
        )
    try:
        made = About(
            _made(Choice, {name: plain[name] for name in Choice.__slots__}),
            plain["written_at"],
            plain["shoes"],
            plain["hands"],
            plain["voided"] if form > 1 else 0,
            tuple(_made(Segment, segment) for segment in plain["segments"]),
            form=form,
            eztrak=plain["eztrak"],
            heads=tuple(_made(SignedHead, one) for one in plain.get("heads", ())) if form > 3 else (),
            key=plain.get("key", ""),
            signature=plain.get("signature", ""),
            **{name: plain[name] for name, since in SINCE.items() if form >= since},
        )
        _checked(made)
        placed_of(made)
        if canonical(made.plain()) != canonical(plain):
            raise WrongValueError("its rows, or more than an export says")
    except (KeyError, TypeError, ValueError) as fault:
        raise RefusedError(
            "what the export says about itself is incomplete or wrong: {fault}", fault=reason(fault)
        ) from fault
    return made


def placed_of(about: About) -> Placed | None:
    """None for an older form. Raises ValueError for a clock that is none."""
    if about.form < 5:
        return None
    try:
        return Placed(about.unit, wall_of(about.wall))
    except (KeyError, TypeError, AttributeError) as fault:
        raise ValueError("its clock") from fault


def _made(form: type[Told], plain: Any) -> Told:
    made = form(**plain)
    _checked(made)
    return made


def _checked(made: Any) -> None:
    """Raises ValueError for a value that is of another kind than its field, or that no record can have."""
    nothing = type(None)
    allowed: dict[Any, tuple[type, ...]] = {
        int: (int,),
        str: (str,),
        int | None: (int, nothing),
        str | None: (str, nothing),
    }
    for slot in fields(made):
        value = getattr(made, slot.name)
        known = type(value) in allowed.get(slot.type, (type(value),))
        if not known or (isinstance(value, int) and not 0 <= value < 2**63):
            raise WrongValueError("{name} is {value}", name=slot.name, value=str(value)[:60])


def sign(about: About, key: Path) -> About:
    """Signs with an Ed25519 key in a PEM file, such as `openssl genpkey -algorithm ed25519` makes."""
    serialization, ed25519, _ = _cryptography()
    try:
        private = serialization.load_pem_private_key(key.read_bytes(), None)
    except OSError as fault:
        raise RefusedError("{path}: cannot be read: {why}", path=key, why=reason(fault)) from fault
    except (ValueError, TypeError) as fault:
        raise RefusedError("{path}: is not a PEM private key without a password", path=key) from fault
    if not isinstance(private, ed25519.Ed25519PrivateKey):
        raise RefusedError("{path}: is not an Ed25519 key; `openssl genpkey -algorithm ed25519` makes one", path=key)
    public = base64.b64encode(private.public_key().public_bytes_raw()).decode()
    named = replace(about, key=public)
    return replace(named, signature=base64.b64encode(private.sign(_message(named))).decode())


def signature_fault(about: About, key: Path | None) -> str:
    """What is wrong with an export's signature; with a key given, it must be there and be of that key."""
    if not about.signature:
        return f"the export is not signed, and {key} asks for a signature" if key else ""
    serialization, ed25519, invalid = _cryptography()
    try:
        public = ed25519.Ed25519PublicKey.from_public_bytes(base64.b64decode(about.key))
        public.verify(base64.b64decode(about.signature), _message(about))
    except (invalid, ValueError):
        return "the signature does not match what the export says about itself"
    if key:
        try:
            required = serialization.load_pem_public_key(key.read_bytes())
        except OSError as fault:
            raise RefusedError("{path}: cannot be read: {why}", path=key, why=reason(fault)) from fault
        except ValueError as fault:
            raise RefusedError("{path}: is not a PEM public key", path=key) from fault
        if required != public:
            return f"the export is signed by another key than {key}"
    return ""


def _message(about: About) -> bytes:
    return canonical(replace(about, signature="").plain() | {"key": about.key}).encode()


def _cryptography() -> tuple[Any, Any, Any]:
    """Not before it is used: it takes a while to load."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519

    return serialization, ed25519, InvalidSignature
