"""The unit's key: where it lies, what opens it, and what becomes of it when that is gone."""

import resource
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from eztrak.appliance.unit_key import Head, Place, UnitKey, folder_of, key_state, locate, older_secret, open_key
from eztrak.table.fingerprint import fingerprint


def unit(folder: Path, locks: str = "none") -> UnitKey:
    """Of an installed unit: the key's folder, and the history on another partition."""
    (folder / "data").mkdir(exist_ok=True)
    return open_key(folder / "data/t.db", {"EZTRAK_KEY": str(folder / "key")}, folder / locks, folder / "root")


def lock(folder: Path, kind: str) -> str:
    (folder / kind).mkdir()
    (folder / kind / kind).write_bytes(secrets.token_bytes(32))
    return kind


def test_a_key_is_made_once_and_for_the_unit_alone(tmp_path: Path) -> None:
    first, again = unit(tmp_path), unit(tmp_path)
    assert (first.made, again.made, first.place) == (True, False, Place.ROOT)
    assert again.public == first.public
    assert again.scramble(1, "24680") == first.scramble(1, "24680") != first.scramble(2, "24680")
    assert (tmp_path / "key/key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == []  # the card with the history has nothing of it


def test_two_units_have_two_keys(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    assert unit(tmp_path).public != unit(tmp_path / "other").public


def test_a_fingerprint_is_read_without_mistaking_a_letter() -> None:
    assert fingerprint("GL49Tgjza3VxmecPcdNK+57A1YFi5avPHFRBpvzrq0Q=") == "03BW-E6Q5-DCGS-YTXB"
    assert len(fingerprint("no key at all")) == 19  # of a row that somebody made up


def test_somebody_who_tries_it_out_has_a_key_beside_nobodys_history(tmp_path: Path) -> None:
    assert folder_of(tmp_path / "t.db", {"HOME": "/home/ann"}) == (Path("/home/ann/.local/state/eztrak"), Place.USER)
    assert folder_of(tmp_path / "t.db", {"XDG_STATE_HOME": "/s"}) == (Path("/s/eztrak"), Place.USER)
    assert folder_of(tmp_path / "t.db", {}) == (tmp_path, Place.BESIDE)


def test_a_root_in_memory_keeps_no_key_but_has_the_one_beneath(tmp_path: Path) -> None:
    (tmp_path / "root/proc").mkdir(parents=True)
    (tmp_path / "root/proc/mounts").write_text("overlayroot / overlay rw,lowerdir=/media/root-ro 0 0\n")
    key = unit(tmp_path)
    assert (key.place, [*(tmp_path / "data").iterdir()]) == (Place.BESIDE, [tmp_path / "data/t.db.key"])
    beneath = tmp_path / f"root/media/root-ro{tmp_path}/key"
    beneath.mkdir(parents=True)
    (beneath / "key").touch()
    assert folder_of(tmp_path / "data/t.db", {"EZTRAK_KEY": str(tmp_path / "key")}, tmp_path / "root") == (
        tmp_path / "key",
        Place.ROOT,
    )


def test_a_key_that_no_place_takes_lasts_as_long_as_the_unit_runs(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    key = open_key(tmp_path / "file/t.db", {"EZTRAK_KEY": str(tmp_path / "file/key")}, tmp_path)
    assert (key.place, key.made) == (Place.NOWHERE, True)
    assert key.scramble(1, "24680")


@contextmanager
def full_disk() -> Iterator[None]:
    """Every write of this process is refused, as by a disk without a byte left: files can still be made."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_not_littered_with_keys_that_came_to_nothing(tmp_path: Path) -> None:
    """The start is tried again every few seconds."""
    with full_disk():
        assert unit(tmp_path).place is Place.NOWHERE
    assert ([*(tmp_path / "key").iterdir()], [*(tmp_path / "data").iterdir()]) == ([], [])
    key = unit(tmp_path)
    with full_disk():
        key.note(Head("first", 57, "57th", 3))
    assert [path.name for path in (tmp_path / "key").iterdir()] == ["key"]


def test_a_key_that_others_may_read_is_wrong(tmp_path: Path) -> None:
    """Put back from somewhere, with a umask that lets everybody in."""
    unit(tmp_path)
    path = tmp_path / "key/key"
    path.chmod(0o640)
    well, said = key_state(path, Place.ROOT, tmp_path / "data/t.db", tmp_path)
    assert (well, str(said)) == (False, f"others than the board's user may read {path}: sudo chmod 600 {path}")
    path.chmod(0o600)
    assert key_state(path, Place.ROOT, tmp_path / "data/t.db", tmp_path)[0]


def test_a_key_that_cannot_be_read_now_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "key/key").mkdir(parents=True)
    key = unit(tmp_path)
    assert (key.place, key.locked, (tmp_path / "key/key").is_dir()) == (Place.NOWHERE, True, True)


@pytest.mark.parametrize("spoilt", [b"half", b"", b"eztrak key 1", b"x" * 65])
def test_a_key_that_was_spoilt_keeps_no_board_dark_and_the_doctor_says_so(spoilt: bytes, tmp_path: Path) -> None:
    first = unit(tmp_path)
    (tmp_path / "key/key").write_bytes(spoilt)
    key = unit(tmp_path)
    assert (key.locked, key.public != first.public, (tmp_path / "key/key").read_bytes()) == (True, True, spoilt)
    well, said = key_state(tmp_path / "key/key", Place.ROOT, tmp_path / "data/t.db", tmp_path)
    assert (well, "is not an eztrak key" in str(said) or "only with a secret of the machine" in str(said)) == (
        False,
        True,
    )


@pytest.mark.parametrize("kind", ["tpm", "otp"])
def test_with_a_secret_of_the_machine_the_card_alone_gives_nothing(kind: str, tmp_path: Path) -> None:
    key = unit(tmp_path, lock(tmp_path, kind))
    assert key.place == Place(kind)
    content = (tmp_path / "key/key").read_bytes()
    assert key.scramble(1, "24680") == unit(tmp_path, kind).scramble(1, "24680")
    elsewhere = unit(tmp_path)  # the card in another machine
    assert elsewhere.locked
    assert elsewhere.public != key.public
    assert elsewhere.scramble(1, "24680") != key.scramble(1, "24680")
    assert (tmp_path / "key/key").read_bytes() == content  # and back in its own it opens as before
    assert unit(tmp_path, kind).public == key.public


def test_a_machine_that_gets_a_tpm_locks_the_key_that_it_has(tmp_path: Path) -> None:
    before = unit(tmp_path)
    after = unit(tmp_path, lock(tmp_path, "tpm"))
    assert (after.public, after.place) == (before.public, Place.TPM)
    assert unit(tmp_path).locked


def test_another_tpm_does_not_open_it(tmp_path: Path) -> None:
    key = unit(tmp_path, lock(tmp_path, "tpm"))
    (tmp_path / "tpm/tpm").write_bytes(secrets.token_bytes(32))
    assert unit(tmp_path, "tpm").public != key.public


def test_pins_made_before_there_was_a_key_stay_good(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    older_secret(tmp_path / "data/t.db").write_bytes(secrets.token_bytes(32))
    first = unit(tmp_path)
    assert first.adopted(older_secret(tmp_path / "data/t.db"))
    older_secret(tmp_path / "data/t.db").unlink()
    assert unit(tmp_path).scramble(1, "24680") == first.scramble(1, "24680")


def test_how_far_the_history_went_is_kept_beside_the_key(tmp_path: Path) -> None:
    key, head = unit(tmp_path), Head("first", 57, "57th", 3)
    assert key.head() is None
    key.note(head)
    assert unit(tmp_path).head() == head
    for spoilt in (
        "torn",
        '{"origin": 1, "seq": "x", "hash": 3, "shoe": 1}',
        '{"origin": "", "seq": -1, "hash": "", "shoe": 1}',
    ):
        (tmp_path / "key/head").write_text(spoilt)
        assert unit(tmp_path).head() is None


def test_the_doctor_tells_where_the_key_is(tmp_path: Path) -> None:
    unit(tmp_path, lock(tmp_path, "tpm"))
    path, place = locate(tmp_path / "data/t.db", {"EZTRAK_KEY": str(tmp_path / "key")}, tmp_path / "root")
    seen = [key_state(path, place, tmp_path / "data/t.db", tmp_path / locks) for locks in ("tpm", "none")]
    assert [(well, str(said)) for well, said in seen] == [
        (True, f"{path}, which opens only with the TPM of this machine"),
        (False, f"{path} opens only with a secret of the machine, which is not available now"),
    ]
