"""Which rule of a tuner file decides a message: the first whose entry NCCL has not forbidden. Written apart from the plugin and
from the Java model, so that a mistake of one is not repeated here."""

from dataclasses import dataclass

ALGORITHMS = {
    "tree": "Tree",
    "ring": "Ring",
    "collnet_direct": "CollNetDirect",
    "collnet_chain": "CollNetChain",
    "nvls": "NVLS",
    "nvls_tree": "NVLSTree",
    "pat": "PAT",
}
PROTOCOLS = {"ll": "LL", "ll128": "LL128", "simple": "Simple"}
ANY = -1


@dataclass(frozen=True)
class Rule:
    collective: str
    least: int
    most: int
    choice: tuple
    channels: int
    nnodes: int
    nranks: int
    pipe_ops: int
    reg_buff: int

    def covers(self, size, nnodes, nranks, pipe_ops, reg_buff):
        wanted = ((self.nnodes, nnodes), (self.nranks, nranks), (self.pipe_ops, pipe_ops), (self.reg_buff, reg_buff))
        return self.least <= size <= self.most and all(rule in (ANY, value) for rule, value in wanted)


def read(path):
    """The rules in order; a line that is none is a ValueError with its number."""
    rules = []
    with open(path) as source:
        for number, line in enumerate(source, 1):
            if line.strip() and not line.startswith("#"):
                try:
                    rules.append(_rule([field.strip() for field in line.split(",")]))
                except (KeyError, ValueError, IndexError) as e:
                    raise ValueError(f"{path}:{number}: no rule: {line.strip()} ({e})") from e
    return rules


def _rule(fields):
    numbers = [int(field) for field in fields[5:]] + [ANY] * (10 - len(fields))
    channels, nnodes, nranks, pipe_ops, reg_buff = numbers
    choice = (ALGORITHMS[fields[3].lower()], PROTOCOLS[fields[4].lower()])
    return Rule(fields[0].lower(), int(fields[1]), int(fields[2]), choice, channels, nnodes, nranks, pipe_ops, reg_buff)


def first_usable(rules, size, nranks, usable, reg_buff, nnodes=1, pipe_ops=1):
    """The rule that decides; None where the file leaves the message to NCCL."""
    for rule in rules:
        if (
            rule.collective == "allreduce"
            and rule.choice in usable
            and rule.covers(size, nnodes, nranks, pipe_ops, reg_buff)
        ):
            return rule
    return None
