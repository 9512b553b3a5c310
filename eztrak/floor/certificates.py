"""A certificate authority for a room that has none: it vouches for the server, and for units that have a certificate
instead of a password.

The key of the authority stays in its folder on the server. Everything holds for ten years: a room has nobody who would
renew it, and a certificate that ends in the middle of an evening helps nobody. A lost one is ended with its role.
"""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from eztrak.floor.errors import FloorError
from eztrak.voice.reasons import reason

_DAYS = 3653
_EARLY = datetime(1970, 1, 1, tzinfo=UTC)  # for a unit whose clock is behind: it is to hear of that from the server


@dataclass(frozen=True, slots=True)
class Issued:
    """A certificate with its key, as text."""

    certificate: str
    key: str


def authority(folder: Path) -> Path:
    """The certificate of the authority in a folder, which is made where there is none."""
    if not (folder / "ca.crt").exists():
        folder.mkdir(parents=True, exist_ok=True)
        key = generate_private_key(SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "eztrak floor")])
        made = _begun(name, name, key, key).add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        made = made.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        _write(folder / "ca.key", _text(key))
        _write(folder / "ca.crt", made.sign(key, SHA256()).public_bytes(Encoding.PEM).decode(), 0o644)
    return folder / "ca.crt"


def serve(folder: Path, hosts: Sequence[str]) -> None:
    """server.crt and server.key for a server that is reached by these names and addresses."""
    issued = _issue(folder, hosts[0], hosts)
    _write(folder / "server.key", issued.key)
    _write(folder / "server.crt", issued.certificate, 0o644)


def certify(folder: Path, unit: str) -> Issued:
    """For a unit: its certificate bears the name of its role."""
    return _issue(folder, unit, ())


def _issue(folder: Path, name: str, hosts: Sequence[str]) -> Issued:
    try:
        signer = load_pem_private_key((folder / "ca.key").read_bytes(), None)
        issuer = x509.load_pem_x509_certificate((folder / "ca.crt").read_bytes())
    except (OSError, ValueError) as fault:
        raise FloorError(
            "{folder}: there is no usable certificate authority ({fault}). eztrak floor init --ca makes one",
            folder=folder,
            fault=reason(fault),
        ) from fault
    assert isinstance(signer, EllipticCurvePrivateKey)
    key = generate_private_key(SECP256R1())
    made = _begun(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), issuer.subject, key, signer)
    made = made.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    use = ExtendedKeyUsageOID.SERVER_AUTH if hosts else ExtendedKeyUsageOID.CLIENT_AUTH
    made = made.add_extension(x509.ExtendedKeyUsage([use]), critical=False)
    if hosts:
        made = made.add_extension(x509.SubjectAlternativeName([_host(host) for host in hosts]), critical=False)
    return Issued(made.sign(signer, SHA256()).public_bytes(Encoding.PEM).decode(), _text(key))


def _begun(
    name: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, signer: EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    # Two authorities of the same name are told apart by their keys.
    by = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_EARLY)
        .not_valid_after(now + timedelta(days=_DAYS))
        .add_extension(by, critical=False)
    )


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _text(key: EllipticCurvePrivateKey) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def _write(path: Path, text: str, mode: int = 0o600) -> None:
    path.touch(mode, exist_ok=True)
    path.chmod(mode)
    path.write_text(text)
