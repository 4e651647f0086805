"""Compares the data of every AllReduce, and writes what was found: a CSV file with every rank and size, and beside it, for each
choice that ran LL128, a table in the layout of nccl-tests with NCCL's own lines, which `ringside validate` reads."""

import re
from pathlib import Path

import tests_layout
from sweep import ELEMENT_BYTES

COLUMNS = (
    "nranks,rank,algorithm,protocol,tokens,bytes,operations,elements,wrong_operations,wrong_elements,first_wrong,last_wrong"
)


def doubted(sweep):
    """Choices that may carry LL128, or that a plugin made."""
    return [c for c in sweep.fleet.sets if c.protocol == "LL128" or c.needs_tuner]


def run(sweep, path, choices):
    """The number of wrong elements by choice."""
    tokens = sweep.decode + sweep.prefill

    def checked(ranks):
        answers = ranks.ask(240, "check", passes=sweep.o.check_passes, tokens=tokens)
        sweep.say(f"{ranks.choice.name}: data of {len(tokens)} sizes compared")
        return answers

    found = sweep.fleet.each(checked, choices) if choices else {}
    checks = {choice: [answer["check"] for answer in answers] for choice, answers in found.items()}
    write(sweep, path, tokens, checks)
    for choice, ranks in checks.items():
        lines = _calls(sweep.fleet.sets[choice].log())
        if any("proto LL128" in line for line in lines):
            stem = Path(path).with_suffix("")
            table = _table(sweep, tokens, ranks, lines)
            Path(f"{stem}_{choice.file_name.replace('-', '_')}.txt").write_text("\n".join(table) + "\n")
    return {c: sum(f["wrong"] for check in ranks for f in check.values()) for c, ranks in checks.items()}


def write(sweep, path, tokens, checks):
    with open(path, "w") as out:
        out.write(COLUMNS + "\n")
        for choice, ranks in checks.items():
            for rank, check in enumerate(ranks):
                for count in tokens:
                    f = check[str(count)]
                    place = f"{f['first']},{f['last']}" if f["wrong"] else ","
                    out.write(
                        f"{sweep.nranks},{rank},{choice.algorithm},{choice.protocol},{count},{_bytes(sweep, count)},"
                        f"{f['operations']},{f['elements']},{f['wrong_operations']},{f['wrong']},{place}\n"
                    )


def _bytes(sweep, count):
    return count * sweep.o.hidden * ELEMENT_BYTES


def _calls(lines):
    """NCCL's release, and each different per-call line of an AllReduce, as it logged them."""
    wanted = re.compile(r"NCCL INFO (NCCL version |AllReduce: \d+ Bytes -> )")
    return list(dict.fromkeys(line for line in lines if wanted.search(line)))


def _table(sweep, tokens, ranks, lines):
    yield from lines
    operations = ranks[0][str(tokens[0])]["operations"]
    sizes = [_bytes(sweep, count) for count in tokens]
    yield from tests_layout.header(
        sweep, sizes, f"step: 2(factor) warmup iters: 0 iters: 0 agg iters: 1 validation: {operations} graph: 1"
    )
    for count, size in zip(tokens, sizes):
        wrong = sum(check[str(count)]["wrong"] for check in ranks)
        yield tests_layout.row(size, f"     N/A     N/A     N/A {wrong:7d}")
