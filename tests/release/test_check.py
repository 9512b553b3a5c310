"""What an inspector sees of a unit's disk: that it is as released, or each file that is not."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from releases import CONTENT, OUTSIDE, installed_on, key_in, listed, release_of_this

from eztrak.journal.chain import short
from eztrak.release import check
from eztrak.release.check import Difference, How, ManifestError, code_of, holds, main, parse, release_in, release_of
from eztrak.release.installed import installed

Capture = pytest.CaptureFixture[str]
NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"  # SHA-256 of an empty file
FILES = len(CONTENT | OUTSIDE)
EXPORT = Path(__file__).parent.parent / "supervisor/exports/form-3.csv"


def test_a_unit_as_it_was_released_is_well(tmp_path: Path, capsys: Capture) -> None:
    key = key_in(tmp_path / "vendor")
    installed_on(tmp_path, key)
    release = release_in(tmp_path)
    (tmp_path / "etc/eztrak").mkdir()
    (tmp_path / "etc/eztrak/eztrak.toml").write_bytes(b"abc")
    code = release.code.lower().replace("0", "o").replace("-", " ")  # as somebody may type it
    assert main([str(tmp_path), "--code", code, "--key", str(key.with_suffix(".pub"))]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "eztrak 1.0 amd64",
        f"code {release.code}",
        f"signed by key {code_of(release.key)}",
        "config ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        f"well   all {FILES} files are as released",
    ]


def test_one_flipped_bit_of_any_file_is_named(tmp_path: Path, capsys: Capture) -> None:
    """Each in turn, and nothing else."""
    folder = installed_on(tmp_path)
    for path in CONTENT | OUTSIDE:
        place = tmp_path / path[1:] if path.startswith("/") else folder / path
        whole = place.read_bytes()
        place.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])
        assert main([str(tmp_path)]) == 1
        output = capsys.readouterr().out.splitlines()
        assert [line for line in output if line.startswith("WRONG")] == [
            f"WRONG  changed: {path}",
            "WRONG  1 not as released",
        ]
        place.write_bytes(whole)
    assert main([str(tmp_path)]) == 0


def test_what_is_gone_and_what_was_added_is_named(tmp_path: Path) -> None:
    """A link is no file of a release, wherever it leads; neither is a pipe, which nobody waits for."""
    folder = installed_on(tmp_path)
    (folder / "VERSION").unlink()
    (tmp_path / "usr/bin/python3.11").unlink()
    (folder / "lib/eztrak/stats.py").rename(tmp_path / "stats.py")
    (folder / "lib/eztrak/stats.py").symlink_to(tmp_path / "stats.py")
    (folder / "lib/flask").symlink_to("/usr/lib")
    (folder / "lib/eztrak/more.py").touch()
    (folder / "manifests/eztrak.txt").touch()
    subprocess.run(["mkfifo", folder / "lib/b.fifo"], check=True)
    assert list(release_in(tmp_path).differences()) == [
        Difference(How.MISSING, "/usr/bin/python3.11"),
        Difference(How.MISSING, "VERSION"),
        Difference(How.ADDITIONAL, "lib/b.fifo"),
        Difference(How.ADDITIONAL, "lib/eztrak/more.py", NOTHING),
        Difference(How.CHANGED, "lib/eztrak/stats.py", f"link to {tmp_path}/stats.py"),
        Difference(How.ADDITIONAL, "lib/flask", "link to /usr/lib"),
        Difference(How.ADDITIONAL, "manifests/eztrak.txt", NOTHING),
    ]


def test_a_name_that_no_terminal_can_show_is_told_on_a_line_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    """Bytes that are no text, and a name that says that all is well."""
    folder = installed_on(tmp_path)
    Path(os.fsdecode(os.fsencode(folder / "lib") + b"/\xff.py")).touch()
    (folder / "lib/more\nwell   all 6 files are as released").touch()
    (folder / "lib/庄.py").touch()
    (folder / "lib/c.py").symlink_to(os.fsdecode(b"/tmp/\xfe"))
    assert wrong(capsys, tmp_path) == [
        "WRONG  additional: lib/c.py",
        "WRONG  additional: lib/more\\nwell   all 6 files are as released",
        "WRONG  additional: lib/庄.py",
        "WRONG  additional: lib/\\udcff.py",
    ]
    lines = [(one.path, one.content) for one in release_in(tmp_path).differences()]
    assert all(text.isprintable() for each in lines for text in each)


def test_whoever_writes_the_manifest_anew_has_another_code_and_no_signature(tmp_path: Path, capsys: Capture) -> None:
    key = key_in(tmp_path / "vendor")
    folder = installed_on(tmp_path, key)
    code = release_in(tmp_path).code
    changed = CONTENT | OUTSIDE | {"lib/eztrak/stats.py": b"percent = 107"}
    (folder / "lib/eztrak/stats.py").write_bytes(b"percent = 107")
    listed(folder, "eztrak", changed, None)
    assert wrong(capsys, tmp_path, "--code", code) == [
        f"WRONG  the code is {release_in(tmp_path).code}, and not {code}",
        "WRONG  the signature does not match the manifest",
    ]
    listed(folder, "eztrak", changed, key_in(tmp_path / "somebody"))
    assert wrong(capsys, tmp_path, "--key", str(key.with_suffix(".pub"))) == [
        "WRONG  it is not signed by the key that was given"
    ]


def test_a_second_manifest_for_what_was_added_is_no_way_out(tmp_path: Path, capsys: Capture) -> None:
    key = key_in(tmp_path / "vendor")
    folder = installed_on(tmp_path, key)
    code = release_in(tmp_path).code
    (folder / "lib/more.py").write_bytes(b"x")
    listed(folder, "more", {"lib/more.py": b"x"}, None)
    assert wrong(capsys, tmp_path) == ["WRONG  the signature does not match the manifest"]
    listed(folder, "more", {"lib/more.py": b"x"}, key)  # as eztrak-network is
    assert wrong(capsys, tmp_path) == []
    assert release_in(tmp_path).code != code


def wrong(capsys: Capture, root: Path, *options: str) -> list[str]:
    main([str(root), *options])
    return [line for line in capsys.readouterr().out.splitlines() if line.startswith("WRONG")][:-1]


def test_it_runs_alone_and_sha256sum_says_the_same(tmp_path: Path) -> None:
    folder = installed_on(tmp_path)
    alone = tmp_path / "eztrak-check"
    shutil.copy(check.__file__, alone)
    done = subprocess.run([sys.executable, "-I", "-S", alone, tmp_path], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"well   all {FILES} files are as released\n")
    manifest = (folder / "manifests/eztrak").read_text()
    inside = "".join(line for line in manifest.splitlines(keepends=True) if "  /" not in line)
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet"], cwd=folder, input=inside, text=True, check=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "line 1: says not what it is about"),
        (b"# x\nabc  path\n", "line 2: is no hash with a path of its own"),
        (b"# x\n" + 2 * (b"a" * 64 + b"  path\n"), "line 3: is no hash with a path of its own"),
        (b"# x\n" + b"a" * 64 + b"  lib/../../etc/shadow\n", "line 2: leads out of its folder"),
        (b"# x\n\xff\n", "line 2: is no hash with a path of its own"),
    ],
)
def test_a_manifest_that_is_none_is_refused(tmp_path: Path, capsys: Capture, text: bytes, said: str) -> None:
    with pytest.raises(ManifestError, match=f"^{said}$"):
        parse(text)
    folder = installed_on(tmp_path)
    (folder / "manifests/eztrak").write_bytes(text)
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"WRONG  {folder}/manifests/eztrak: {said}\n"


def test_a_disk_without_a_release_or_without_a_manifest_is_wrong(tmp_path: Path, capsys: Capture) -> None:
    assert main([str(tmp_path)]) == 1
    link = tmp_path / "opt/eztrak/current"
    said = f"WRONG  no release of eztrak is in use there: {link}: No such file or directory\n"
    assert capsys.readouterr().out == said
    folder = installed_on(tmp_path)
    shutil.rmtree(folder / "manifests")
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"WRONG  {folder}/manifests: No such file or directory\n"
    (folder / "manifests").mkdir()
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"WRONG  {folder}/manifests: there is none\n"


def test_a_link_on_the_disk_never_leads_to_the_machine_of_the_inspector(tmp_path: Path, capsys: Capture) -> None:
    """A unit whose /usr/bin is a link to /bin, where its own Python lies: the inspector's /bin has Debian's."""
    theirs, disk = tmp_path / "inspector", tmp_path / "disk"
    installed_on(theirs)
    installed_on(disk)
    shutil.move(disk / "usr/bin", disk / "bin")
    (disk / "bin/python3.11").write_bytes(b"another")
    for target in (theirs / "usr/bin", Path("../../inspector/usr/bin")):
        (disk / "usr/bin").symlink_to(target)
        assert wrong(capsys, disk) == ["WRONG  missing: /usr/bin/python3.11"]
        (disk / "usr/bin").unlink()
    (disk / "usr/bin").symlink_to("/bin")
    assert wrong(capsys, disk) == ["WRONG  changed: /usr/bin/python3.11"]
    (disk / "bin/python3.11").write_bytes(OUTSIDE["/usr/bin/python3.11"])
    assert wrong(capsys, disk) == []  # as the unit itself sees it
    (disk / "etc").rename(disk / "private")
    (disk / "etc").symlink_to("etc")
    assert wrong(capsys, disk) == ["WRONG  cannot be read: /etc/systemd/system/eztrak.service"]
    for target in (theirs / "opt", Path("../inspector/opt")):
        shutil.rmtree(disk / "opt", ignore_errors=True)
        (disk / "opt").unlink(missing_ok=True)
        (disk / "opt").symlink_to(target)
        assert main([str(disk)]) == 1
        assert capsys.readouterr().out.startswith("WRONG  no release of eztrak is in use there")


def test_an_export_at_the_root_of_a_disk_speaks_for_no_disk(tmp_path: Path, capsys: Capture) -> None:
    shutil.copytree(EXPORT, tmp_path, dirs_exist_ok=True)
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("export of form 3")
    (tmp_path / "usr/bin").mkdir(parents=True)
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.startswith("WRONG  no release of eztrak is in use there")


def test_a_key_that_is_none_is_told(tmp_path: Path, capsys: Capture) -> None:
    key = key_in(tmp_path)
    for path, said in ((key, "is no public Ed25519 key in PEM"), (tmp_path / "gone", "No such file or directory")):
        with pytest.raises(SystemExit) as stopped:
            main(["--key", str(path)])
        assert stopped.value.code == 2
        assert capsys.readouterr().err.endswith(f"error: {path}: {said}\n")


def test_a_program_knows_the_release_that_it_runs_from(tmp_path: Path) -> None:
    folder = installed_on(tmp_path)
    release = installed(folder / "lib")
    assert release
    assert release.code == release_in(tmp_path).code
    assert installed() is None  # from source


@given(st.binary())
def test_a_code_looks_like_a_seal(content: bytes) -> None:
    assert code_of(content) == short(hashlib.sha256(content).hexdigest())


# RFC 8032, 7.1: public key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_signatures_are_those_of_the_standard(key: str, message: str, signature: str) -> None:
    assert holds(*map(bytes.fromhex, (key, message, signature)))


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200), st.data())
def test_a_signature_holds_for_its_message_and_its_key_alone(
    secret: bytes, message: bytes, data: st.DataObject
) -> None:
    private = Ed25519PrivateKey.from_private_bytes(secret)
    parts = [private.public_key().public_bytes_raw(), message, private.sign(message)]
    assert holds(*parts)
    which = data.draw(st.sampled_from([n for n in range(3) if parts[n]]))
    bit = data.draw(st.integers(0, len(parts[which]) * 8 - 1))
    flipped = bytearray(parts[which])
    flipped[bit // 8] ^= 1 << bit % 8
    parts[which] = bytes(flipped)
    assert not holds(*parts)


def test_a_signature_in_a_second_form_is_none() -> None:
    """S + L fits the same equation; RFC 8032 refuses it, and so do others."""
    key, message, signature = map(bytes.fromhex, VECTORS[0])
    second = int.from_bytes(signature[32:], "little") + check._L
    assert not holds(key, message, signature[:32] + second.to_bytes(32, "little"))
    assert not holds(key, message, signature[:-1])
    assert not holds(b"\xff" * 32, message, signature)


def test_one_flipped_byte_of_each_file_of_this_program_is_named(tmp_path: Path) -> None:
    """As it is installed: packs, games, keymaps, pictures and all; the built packages too, by `make package-test`."""
    release_of_this(tmp_path)
    release = release_of(tmp_path, tmp_path)
    assert list(release.differences()) == []
    assert len(release.files) > 300
    flipped = {}
    for path in release.files:
        whole = (tmp_path / path).read_bytes()
        middle = len(whole) // 2
        flipped[path] = whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :] if whole else b"x"
        (tmp_path / path).write_bytes(flipped[path])
    assert list(release.differences()) == [
        Difference(How.CHANGED, path, hashlib.sha256(flipped[path]).hexdigest()) for path in sorted(release.files)
    ]
