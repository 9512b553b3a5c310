"""make release in a tree of its own: a real repository, with a make and a build that only say how they end."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent.parent
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-05\n\n### Added\n- A hand was lost.\n"
BUILD = 'mkdir -p "$1" && echo board >"$1/eztrak.deb" && cp "$2" "$1/key" && echo code >"$1/CODES"'


@dataclass(frozen=True, slots=True)
class Tree:
    top: Path

    def write(self, name: str, content: str) -> None:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        path.chmod(0o755)

    def git(self, *words: str) -> str:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        return subprocess.run(["git", *who, *words], cwd=self.top, check=True, capture_output=True, text=True).stdout

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "x")

    @property
    def key(self) -> Path:
        return self.top.parent / "key.pem"

    def release(self, make: str = "exit 0", key: Path | None = None) -> tuple[int, list[str]]:
        """Its status and what it says."""
        stubs = self.top.parent / "stubs"
        Tree(stubs).write("make", f"#!/bin/sh\n{make}\n")
        who = {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}
        around = os.environ | who | {"PATH": f"{stubs}:{os.environ['PATH']}"}
        done = subprocess.run(
            [self.top / "packaging/release", key or self.key], env=around, capture_output=True, text=True
        )
        return done.returncode, (done.stderr + done.stdout).splitlines()


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    made = Tree(tmp_path / "tree")
    made.write("packaging/release", (TOP / "packaging/release").read_text())
    made.write("packaging/build-deb", f"#!/bin/sh\n{BUILD}\n")
    made.write("eztrak/__init__.py", '__version__ = "1.2.0"\n')
    made.write("CHANGELOG.md", CHANGELOG)
    made.write(".gitignore", "dist/\n")
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", made.key], check=True)
    made.git("init", "--quiet")
    made.commit()
    return made


def test_a_release_is_the_packages_their_sums_and_a_tag(tree: Tree) -> None:
    folder = tree.top / "dist/1.2.0"
    tree.write("dist/1.2.0/of-a-try-before", "")
    assert tree.release() == (0, ["code", f"release: {folder} and the tag v1.2.0; now git push origin v1.2.0"])
    assert sorted(file.name for file in folder.iterdir()) == ["CODES", "SHA256SUMS", "eztrak.deb", "key"]
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder, check=True)
    output = tree.git("tag", "--list", "--format=%(contents)", "v1.2.0")
    assert output.strip() == "eztrak 1.2.0\n\n### Added\n- A hand was lost."


def test_what_is_missing_is_told_at_once_and_nothing_is_made(tree: Tree) -> None:
    tree.write("eztrak/__init__.py", '__version__ = "1.3"\n')
    tree.write("CHANGELOG.md", CHANGELOG.replace("[Unreleased]\n", "[Unreleased]\n\n### Fixed\n- Something.\n"))
    tree.git("tag", "v2.0.0")
    assert tree.release("touch made") == (
        1,
        [
            "release: eztrak/__init__.py: 1.3 version; it has three numbers, such as 1.2.0",
            "release: the tree has what is not committed:",
            " M CHANGELOG.md",
            " M eztrak/__init__.py",
            "release: 1.3 is older than v2.0.0",
            "release: CHANGELOG.md: the topmost version is 1.2.0, that of eztrak/__init__.py is 1.3",
            "release: CHANGELOG.md: what stands under Unreleased belongs under 1.3, or is not in it",
            "release: nothing was released",
        ],
    )
    assert not (tree.top / "made").exists()
    assert not (tree.top / "dist").exists()


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("## [1.2.0]", "1.2.0 has no day: ## [1.2.0] - YEAR-MONTH-DAY"),
        ("## [1.2.0] - soon", "1.2.0 has no day: ## [1.2.0] - YEAR-MONTH-DAY"),
        ("## [1.2.0] - 9999-01-01", "the day of 1.2.0 is to come"),
        ("## [1.1.0] - 2026-01-05", "the topmost version is 1.1.0, that of eztrak/__init__.py is 1.2.0"),
        ("## [1.2.0] - 2026-01-05\n\n## [1.1.0] - 2026-01-01", "nothing stands under 1.2.0"),
    ],
)
def test_a_changelog_without_the_release_is_refused(tree: Tree, heading: str, said: str) -> None:
    tree.write("CHANGELOG.md", CHANGELOG.replace("## [1.2.0] - 2026-01-05", heading))
    tree.commit()
    assert tree.release() == (1, [f"release: CHANGELOG.md: {said}", "release: nothing was released"])


def test_nothing_is_released_without_the_vendors_key(tree: Tree) -> None:
    """Nor with one that anybody has who has the tree."""
    other = tree.top.parent / "other.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "x25519", "-out", other], check=True)
    inside = tree.top / "dist/key.pem"
    inside.parent.mkdir()
    inside.write_bytes(tree.key.read_bytes())
    for key, said in (
        (tree.top / "gone.pem", "there is no key to sign it with: make release KEY=FILE"),
        (other, f"{other}: is no private Ed25519 key in PEM without a password"),
        (inside, f"{inside}: the key must not be in the tree"),
    ):
        assert tree.release(key=key) == (1, [f"release: {said}", "release: nothing was released"])


def test_a_version_is_released_once(tree: Tree) -> None:
    tree.git("tag", "v1.2.0")
    refused = "release: 1.2.0 is released already: the tag v1.2.0 is there"
    assert tree.release() == (1, [refused, "release: nothing was released"])


@pytest.mark.parametrize(
    ("make", "said"),
    [
        ("exit 2", "a check is red: make test"),
        ('[ "$1" = test ]', "two builds are not the same, or the board has a network in it: make package-test"),
        ("echo x >>CHANGELOG.md", "the checks have changed the tree:\n M CHANGELOG.md"),
    ],
)
def test_what_does_not_pass_is_not_released(tree: Tree, make: str, said: str) -> None:
    assert tree.release(make) == (1, [*f"release: {said}".splitlines(), "release: nothing was released"])
    assert tree.git("tag") == ""
    assert not (tree.top / "dist").exists()
