"""The few lines of an NCCL log (2.24 and later) that say what really ran."""

import re

_MESSAGE = re.compile(r"NCCL (?:INFO|WARN) (.*)$")
_CHOSEN = re.compile(r"^(\w+): (\d+) Bytes -> Algo (\w+) proto (\w+) channel\{Lo\.\.Hi\}=\{(\d+)\.\.(\d+)\}")
_PATTERN = re.compile(r"^Pattern (\d+), .* type (\w+)/(\w+),")
_VIA = re.compile(r"-> .* via (P2P|SHM|NET)/")
_CELL = re.compile(r"\s*(-?[\d.]+)/\s*(-?[\d.]+)\s*$")

# Per-call lines spell names in capitals, tables and NCCL_ALGO do not.
_ALGORITHM = {
    "TREE": "Tree",
    "RING": "Ring",
    "COLLNET_DIRECT": "CollNetDirect",
    "COLLNET_CHAIN": "CollNetChain",
    "NVLS": "NVLS",
    "NVLS_TREE": "NVLSTree",
    "PAT": "PAT",
}
_PROTOCOL = {"LL": "LL", "LL128": "LL128", "SIMPLE": "Simple"}
_RING_PATTERN = "4"


def messages(lines):
    """What follows the prefix of each INFO and WARN line."""
    for line in lines:
        found = _MESSAGE.search(line)
        if found:
            yield found.group(1).rstrip("\r\n")


def allreduce_choices(lines):
    """Per message size in bytes, how often each (algorithm, protocol, channels) was taken. Only rank 0 prints these lines."""
    taken = {}
    for message in messages(lines):
        found = _CHOSEN.match(message)
        if found and found.group(1) == "AllReduce":
            algorithm, protocol = (
                _ALGORITHM.get(found.group(3), found.group(3)),
                _PROTOCOL.get(found.group(4), found.group(4)),
            )
            key = (algorithm, protocol, int(found.group(6)) - int(found.group(5)) + 1)
            of_size = taken.setdefault(int(found.group(2)), {})
            of_size[key] = of_size.get(key, 0) + 1
    return taken


def usable(lines):
    """The (algorithm, protocol) pairs that the printed cost table leaves open for AllReduce: those with a bandwidth."""
    pairs, names = set(), []
    for message in messages(lines):
        title, bar, rest = message.partition("|")
        if not bar:
            continue
        cells = rest.split("|")
        if title.strip() == "Algorithm":
            names = [cell.strip() for cell in cells if cell.strip()]
        elif title.strip() == "AllReduce":
            pairs |= _open_cells(names, cells)
    return pairs


def _open_cells(names, cells):
    protocols = ("LL", "LL128", "Simple")
    pairs = set()
    for index, cell in enumerate(cells):
        found = _CELL.match(cell)
        if found and index // 3 < len(names) and float(found.group(2)) > 0:
            pairs.add((names[index // 3], protocols[index % 3]))
    return pairs


def transports(lines):
    """P2P, SHM or NET, as the channel lines name them."""
    return sorted({found.group(1) for found in map(_VIA.search, messages(lines)) if found})


def ring_path(lines):
    """The worst path inside the node of the ring search, such as NVL or PHB; empty if the log has none."""
    for message in messages(lines):
        found = _PATTERN.match(message)
        if found and found.group(1) == _RING_PATTERN:
            return found.group(2)
    return ""


def matching(lines, text):
    """All messages that contain `text`."""
    return [message for message in messages(lines) if text in message]
