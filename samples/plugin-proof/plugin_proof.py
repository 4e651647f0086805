#!/usr/bin/env python3
"""Runs one decoder without and with the tuner plugin and checks, on the NCCL that PyTorch loads, that the plugin does
what its file says: it is loaded, every AllReduce runs as the file asks, the results have the same bits as under the same
choice forced by environment; and shows what that does to the step time."""

import argparse
import json
import statistics
import sys
from pathlib import Path

import tuner_file

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "step-sweep"))
import nccl_log  # noqa: E402
import step_sweep  # noqa: E402
from choices import DEFAULT, TUNER, TUNER_LL128, Choice, Tuner  # noqa: E402
from ranks import RankFailure  # noqa: E402
from sweep import ELEMENT_BYTES, Sweep  # noqa: E402

REGISTERED, UNREGISTERED = 1, 0  # NCCL gives regBuff 1 for a captured call, 0 for an eager one with plain buffers


def options(arguments=None):
    p = argparse.ArgumentParser(
        description=" ".join(__doc__.split()), formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    step_sweep.add_workload_options(p)
    p.add_argument("--plugin", required=True, help="libnccl-tuner-ringside.so")
    p.add_argument("--tuner", required=True, help="tuner file")
    p.add_argument("--out", required=True, metavar="DIR", help="gets step.csv, proof.json and the NCCL logs")
    p.add_argument("--no-override", action="store_true", help="leave the run out that allows LL128 for AllReduce")
    return p.parse_args(arguments)


class Proof:
    """Collects what was found; `ok` stays true while every check holds."""

    def __init__(self):
        self.ok, self.found = True, []

    def check(self, holds, what, detail=""):
        self.ok &= bool(holds)
        self.found.append({"holds": bool(holds), "check": what, "detail": detail})
        print(f"{'ok  ' if holds else 'FAIL'}  {what}{': ' + detail if detail else ''}", flush=True)

    def note(self, what, detail):
        self.found.append({"holds": None, "check": what, "detail": detail})
        print(f"      {what}: {detail}", flush=True)


def plugin_choices(o):
    return [TUNER] if o.no_override else [TUNER, TUNER_LL128]


def forced_choices(rules, nranks):
    """Every algorithm and protocol that the file can ask for on this communicator."""
    pairs = dict.fromkeys(
        r.choice
        for r in rules
        if r.collective == "allreduce" and r.nranks in (tuner_file.ANY, nranks) and r.nnodes in (tuner_file.ANY, 1)
    )
    return [Choice(algorithm, protocol) for algorithm, protocol in pairs]


def check_loaded(proof, ranks, plugin, tuner):
    for rank in range(len(ranks.processes)):
        lines = ranks.log(rank)
        loaded = nccl_log.matching(lines, "Successfully loaded external tuner plugin") + nccl_log.matching(
            lines, "TUNER/Plugin: Using "
        )
        proof.check(loaded, f"{ranks.choice.name}, rank {rank}: NCCL says it loaded the plugin", " | ".join(loaded))
        ours = nccl_log.matching(lines, "ringside: ")
        kept = [line for line in ours if Path(tuner).name in line and "kept" in line]
        proof.check(
            len(kept) == 1, f"{ranks.choice.name}, rank {rank}: the plugin names its file once", " | ".join(ours)
        )


def check_choices(proof, ranks, rules, own, nranks):
    """Every per-call line against the first usable rule. `own`: what the run without the plugin took, by size."""
    lines = ranks.log()
    usable, ran = nccl_log.usable(lines), nccl_log.allreduce_choices(lines)
    proof.note(f"{ranks.choice.name}: open in NCCL's table", ", ".join(sorted(map("/".join, usable))))
    calls, unlike, left = 0, [], 0
    for size, taken in sorted(ran.items()):
        asked = {tuner_file.first_usable(rules, size, nranks, usable, reg) for reg in (REGISTERED, UNREGISTERED)}
        for pair in {key[:2] for key in taken}:
            count = sum(n for key, n in taken.items() if key[:2] == pair)
            calls += count
            if None in asked:
                left += count
                if ranks.choice == TUNER and pair not in own.get(size, {pair}):
                    unlike.append(f"{size} bytes ran {'/'.join(pair)}, NCCL's own was {sorted(own[size])}")
            elif pair not in asked:
                unlike.append(f"{size} bytes ran {'/'.join(pair)}, the file asks for {sorted(asked)}")
    detail = f"{calls} calls of {len(ran)} sizes, {left} calls left to NCCL" + "".join("; " + u for u in unlike[:5])
    proof.check(calls and not unlike, f"{ranks.choice.name}: every AllReduce ran as the file asks", detail)


def by_size(lines):
    return {size: {key[:2] for key in taken} for size, taken in nccl_log.allreduce_choices(lines).items()}


def check_bits(proof, sweep, rules):
    """Digests of results: the plugin's run against the run where the same choice was forced."""
    digests = sweep.fleet.each(lambda ranks: ranks.ask(240, "digest"))
    forced = {(c.algorithm, c.protocol): d for c, d in digests.items() if c.is_pinned}
    for choice in (c for c in digests if c.needs_tuner):
        usable = nccl_log.usable(sweep.fleet.sets[choice].log())
        same, steps, compared, unlike = 0, 0, 0, []
        for count in sweep.decode + sweep.prefill:
            size = count * sweep.o.hidden * ELEMENT_BYTES
            for kind, registered in (("captured", REGISTERED), ("eager", UNREGISTERED)):
                asked = tuner_file.first_usable(rules, size, sweep.nranks, usable, registered)
                if asked not in forced:
                    continue
                for rank, answer in enumerate(digests[choice]):
                    mine, theirs = answer["digest"][str(count)], forced[asked][rank]["digest"][str(count)]
                    compared += 1
                    same += mine[kind] == theirs[kind]
                    steps += mine["step"] == theirs["step"]
                    if mine[kind] != theirs[kind]:
                        unlike.append(f"{count} tokens, {kind}, rank {rank}")
        proof.check(
            compared and same == compared,
            f"{choice.name}: AllReduce results bit-equal to the forced choice",
            f"{same} of {compared} {unlike[:3] or ''}",
        )
        proof.note(f"{choice.name}: outputs of whole steps equal", f"{steps} of {compared}")


def gains(rows):
    """Per choice and size: the median over rounds of the change against `default` of the same round, and its range, in percent."""
    times = {}
    for row in rows:
        times.setdefault((row["algorithm"], row["tokens"]), {})[row["round"]] = row["step_us"]
    table = {}
    for (name, count), by_round in times.items():
        base = times.get((DEFAULT.algorithm, count), {})
        changes = [100 * (us / base[number] - 1) for number, us in by_round.items() if number in base]
        if name.startswith("tuner") and changes:
            table[name, count] = (
                statistics.median(changes),
                min(changes),
                max(changes),
                statistics.median(base.values()),
                statistics.median(by_round.values()),
            )
    return table


def print_gains(proof, rows):
    for (name, count), (middle, low, high, before, after) in sorted(gains(rows).items()):
        proof.note(
            f"{name}, {count} tokens",
            f"step {before:.1f} -> {after:.1f} us, {middle:+.2f} % ({low:+.2f} to {high:+.2f})",
        )


def prove(o):
    proof = Proof()
    rules = tuner_file.read(o.tuner)
    tuner = Tuner(str(Path(o.plugin).resolve()), str(Path(o.tuner).resolve()))
    folder = Path(o.out)
    folder.mkdir(parents=True, exist_ok=True)
    sweep = Sweep(o, [], tuner)
    sweep.work = sweep.work or folder / "log"
    o.out = str(folder / "step.csv")
    sweep.look()
    sweep.choices = [DEFAULT, *plugin_choices(o), *forced_choices(rules, sweep.nranks)]
    try:
        sweep.start()
        time_with_plugin(sweep)
        check_bits(proof, sweep, rules)
        for choice, reason in sweep.fleet.failed.items():
            # A choice that cannot be forced here is one that the plugin cannot take either; without it nothing is compared.
            if choice.is_pinned:
                proof.note(f"{choice.name} did not run", reason.splitlines()[0])
            else:
                proof.check(False, f"{choice.name} ran", reason.splitlines()[0])
        own = by_size(sweep.fleet.sets[DEFAULT].log()) if DEFAULT in sweep.fleet.sets else {}
        for ranks in sweep.fleet.sets.values():
            if ranks.choice.needs_tuner:
                check_loaded(proof, ranks, o.plugin, o.tuner)
                check_choices(proof, ranks, rules, own, sweep.nranks)
        print_gains(proof, sweep.rows)
        sweep.write()
        sweep.fleet.close()
    finally:
        sweep.fleet.kill()
    (folder / "proof.json").write_text(json.dumps({"ok": proof.ok, "found": proof.found}, indent=1) + "\n")
    return proof.ok


def time_with_plugin(sweep):
    """Rounds over the runs without forced choices only: those are here for their bits."""
    everything = sweep.choices
    sweep.choices = [c for c in everything if not c.is_pinned]
    sweep.time(sweep.write)
    sweep.choices = everything


def main(arguments=None):
    o = options(arguments)
    try:
        return 0 if prove(o) else 1
    except (ValueError, OSError, RankFailure) as e:
        print(f"plugin_proof: {e}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
