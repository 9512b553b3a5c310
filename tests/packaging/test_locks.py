"""What is shipped of others: pinned with its hashes, and what pyproject.toml asks for. Whether a package is built of
it, and always the same, is seen by built.py."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parent.parent.parent
LOCKS = TOP / "packaging/locks"
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())


def pinned(name: str) -> dict[str, Requirement]:
    text = (LOCKS / f"{name}.lock").read_text().replace("\\\n", " ")
    found = [Requirement(line.partition(" --hash")[0]) for line in text.splitlines()]
    return {canonicalize_name(one.name): one for one in found}


@pytest.mark.parametrize("name", ["base", "network", "build"])
def test_every_package_has_one_version_and_its_hashes(name: str) -> None:
    """And no address: wherever a file comes from, it is the same one."""
    text = (LOCKS / f"{name}.lock").read_text()
    line = re.compile(r"[a-z0-9-]+==[0-9.]+( ; [^\\]+)? \\(\n    --hash=sha256:[0-9a-f]{64}( \\)?)+\n")
    assert line.sub("", text) == ""
    assert "://" not in text


@pytest.mark.parametrize(
    ("lock", "extras"), [(("base",), ("", "sign")), (("base", "network"), ("pit", "floor"))], ids=["base", "network"]
)
def test_what_is_pinned_is_what_the_project_asks_for(lock: tuple[str, ...], extras: tuple[str, ...]) -> None:
    """Else `make lock` was forgotten."""
    asked = {"": PROJECT["project"]["dependencies"], **PROJECT["project"]["optional-dependencies"]}
    have = {name: one for part in lock for name, one in pinned(part).items()}
    for text in (text for extra in extras for text in asked[extra]):
        wanted = Requirement(text)
        version = next(iter(have[canonicalize_name(wanted.name)].specifier)).version
        assert version in wanted.specifier, text


def test_the_network_repeats_nothing_of_the_base() -> None:
    assert not pinned("base").keys() & pinned("network").keys()


def test_the_list_of_parts_has_each_package_with_the_hash_of_its_file(tmp_path: Path) -> None:
    lib = tmp_path / "lib"
    for name, more in (("eztrak", "License-Expression: MIT"), ("Some.Thing", "License: BSD\n of three clauses")):
        about = lib / f"{name}-1.0.dist-info/METADATA"
        about.parent.mkdir(parents=True)
        about.write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n{more}\n")
    (lib / "some_thing.libs").mkdir()
    (lib / "some_thing.libs/libc.so").write_bytes(b"abc")
    fetched = {"metadata": {"name": "some-thing"}, "download_info": {"archive_info": {"hashes": {"sha256": "12"}}}}
    (tmp_path / "fetched.json").write_text(json.dumps({"install": [fetched]}))
    done = subprocess.run(
        [sys.executable, "-I", TOP / "packaging/parts", "eztrak", "1.0", tmp_path / "fetched.json", lib],
        env=os.environ | {"SOURCE_DATE_EPOCH": "86400"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": "1970-01-02T00:00:00Z",
            "component": {"type": "application", "name": "eztrak", "version": "1.0"},
        },
        "components": [
            {
                "type": "library",
                "bom-ref": "pkg:pypi/some-thing@1.0",
                "name": "some-thing",
                "version": "1.0",
                "purl": "pkg:pypi/some-thing@1.0",
                "licenses": [{"license": {"name": "BSD"}}],
                "hashes": [{"alg": "SHA-256", "content": "12"}],
                "components": [
                    {
                        "type": "file",
                        "name": "libc.so",
                        "hashes": [
                            {
                                "alg": "SHA-256",
                                "content": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                            }
                        ],
                    }
                ],
            }
        ],
    }
