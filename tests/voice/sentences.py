"""Every sentence that the code can say, found in the code and in the templates of the page."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import eztrak
from eztrak.shipped import asset
from eztrak.voice.said import PLACE

PACKAGE = Path(eztrak.__file__).parent
SAYS = {"Said", "SaidError"}  # and whatever is made of them
_IN_PAGE = re.compile(r"""\bsay\(\s*(["'])(?P<text>.*?)\1(?P<parts>(?:[^()]|\([^()]*\))*)\)""", re.DOTALL)


class Sentence(NamedTuple):
    text: str
    parts: frozenset[str]
    where: str


def sentences() -> list[Sentence]:
    """Raises AssertionError for a Said that is not made of words written there."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
    makers = _makers(list(trees.values()))
    for name in ("said", "wire"):
        del trees[PACKAGE / "voice" / f"{name}.py"]  # where they are made
    everything = [one for path, tree in trees.items() for one in _in_code(tree, makers, path)]
    return [*everything, *_in_pages()]


def places(text: str) -> frozenset[str]:
    return frozenset(match[1] for match in PLACE.finditer(text))


def _makers(trees: list[ast.Module]) -> set[str]:
    """The names of the classes that are a Said or a SaidError, however far down."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    makers = set(SAYS)
    while more := {c.name for c in classes if {_name(base) for base in c.bases} & makers} - makers:
        makers |= more
    return makers


def _in_code(tree: ast.Module, makers: set[str], path: Path) -> Iterator[Sentence]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in makers and node.args:
            where = f"{path.relative_to(PACKAGE.parent)}:{node.lineno}"
            parts = frozenset(part.arg for part in node.keywords if part.arg)
            for text in _texts(node.args[0], where):
                yield Sentence(text, parts, where)


def _texts(node: ast.expr, where: str) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body, where)
        yield from _texts(node.orelse, where)
        return
    text = node.value if isinstance(node, ast.Constant) else None
    assert isinstance(text, str), f"{where}: is no sentence written there"
    if text:
        yield text


def _in_pages() -> Iterator[Sentence]:
    for path in sorted(asset("pit").glob("*.html")):
        for match in _IN_PAGE.finditer(path.read_text(encoding="utf-8")):
            parts = re.findall(r"(\w+)=", re.sub(r"\(.*?\)", "", match["parts"]))  # not those of a call among them
            yield Sentence(match["text"], frozenset(parts), f"assets/pit/{path.name}")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
