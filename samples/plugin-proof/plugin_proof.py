#!/usr/bin/env python3
"""Runs one decoder without and with the tuner plugin and checks, on the NCCL that PyTorch loads, that the plugin does
what its file says: it is loaded, every AllReduce runs as the file asks, the results have the same bits as under the same
choice forced by environment; and shows what that does to the step time."""

import argparse
import csv
import json
import statistics
import sys
from pathlib import Path

import tuner_file

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "step-sweep"))
import data_check  # noqa: E402
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
    p.add_argument("--check", action="store_true", help="compare the data of every AllReduce too, into check.csv")
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


def forced_choices(rules, nranks, nnodes):
    """Every algorithm and protocol that the file can ask for on this communicator."""
    pairs = dict.fromkeys(
        r.choice
        for r in rules
        if r.collective == "allreduce" and r.nranks in (tuner_file.ANY, nranks) and r.nnodes in (tuner_file.ANY, nnodes)
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


def check_choices(proof, ranks, rules, own, nranks, nnodes):
    """Every per-call line against the first usable rule. `own`: what the run without the plugin took, by size."""
    lines = ranks.log()
    usable, ran = nccl_log.usable(lines), nccl_log.allreduce_choices(lines)
    proof.note(f"{ranks.choice.name}: open in NCCL's table", ", ".join(sorted(map("/".join, usable))))
    calls, unlike, left = 0, [], 0
    for size, taken in sorted(ran.items()):
        asked = {
            tuner_file.first_usable(rules, size, nranks, usable, reg, nnodes) for reg in (REGISTERED, UNREGISTERED)
        }
        for (*pair, channels), count in taken.items():
            calls += count
            if None in asked:
                left += count
                # With NCCL_PROTO set NCCL's own choice may be another one than in the run that `own` is of.
                fits = ranks.choice != TUNER or tuple(pair) in own.get(size, {tuple(pair)})
                fits |= any(rule and follows(rule, pair, channels) for rule in asked)
            else:
                fits = any(follows(rule, pair, channels) for rule in asked)
            if not fits:
                wanted = sorted("NCCL's own" if rule is None else "/".join(rule.choice) for rule in asked)
                unlike.append(f"{size} bytes ran {'/'.join(pair)} on {channels} channels, asked for was {wanted}")
    detail = f"{calls} calls of {len(ran)} sizes, {left} calls left to NCCL" + "".join("; " + u for u in unlike[:5])
    proof.check(calls and not unlike, f"{ranks.choice.name}: every AllReduce ran as the file asks", detail)


def follows(rule, pair, channels):
    """NCCL takes fewer channels than a rule names where the message is small, never more."""
    return tuple(pair) == rule.choice and (rule.channels <= 0 or channels <= rule.channels)


def choices_table(sets):
    """Per size, what each run took (algorithm, protocol, channels, calls)."""
    table = {}
    for ranks in sets:
        for size, taken in nccl_log.allreduce_choices(ranks.log()).items():
            words = [f"{a}/{p} x{c} ({n})" for (a, p, c), n in sorted(taken.items())]
            table.setdefault(size, {})[ranks.choice.name] = ", ".join(words)
    return dict(sorted(table.items()))


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
                asked = tuner_file.first_usable(rules, size, sweep.nranks, usable, registered, sweep.nnodes)
                if asked is None or asked.choice not in forced:
                    continue
                for rank, answer in enumerate(digests[choice]):
                    mine, theirs = answer["digest"][str(count)], forced[asked.choice][rank]["digest"][str(count)]
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
    apart = [n for n in map(str, sweep.decode + sweep.prefill) if len({d[0]["digest"][n]["eager"] for d in forced.values()}) > 1]
    proof.note("sizes at which forced choices differ in their bits", f"{len(apart)} of {len(sweep.decode + sweep.prefill)}")


def check_data(proof, sweep, path):
    """Every AllReduce's result compared. Only where NCCL itself forbids LL128 may LL128 fail: that is no fault of the plugin."""
    wrong = data_check.run(sweep, path, list(sweep.fleet.sets))
    with open(path, newline="") as source:
        rows = [row for row in csv.DictReader(source) if row["rank"] == "0"]
    forbidden = DEFAULT in sweep.fleet.sets and not any(
        protocol == "LL128" for _, protocol in nccl_log.usable(sweep.fleet.sets[DEFAULT].log())
    )
    for choice, count in wrong.items():
        mine = [row for row in rows if Choice(row["algorithm"], row["protocol"]) == choice]
        detail = f"{sum(int(row['operations']) for row in mine)} operations compared, {count} wrong elements"
        if forbidden and (choice == TUNER_LL128 or choice.protocol == "LL128"):
            proof.note(f"{choice.name}: data, with the LL128 that NCCL forbids here", detail)
        else:
            proof.check(mine and not count, f"{choice.name}: data of every AllReduce right", detail)


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
    proof, table = Proof(), {}
    rules = tuner_file.read(o.tuner)
    tuner = Tuner(str(Path(o.plugin).resolve()), str(Path(o.tuner).resolve()))
    folder = Path(o.out)
    folder.mkdir(parents=True, exist_ok=True)
    sweep = Sweep(o, [], tuner)
    sweep.work = sweep.work or folder / "log"
    o.out = str(folder / "step.csv")
    sweep.look()
    sweep.choices = [DEFAULT, *plugin_choices(o), *forced_choices(rules, sweep.nranks, sweep.nnodes)]
    try:
        sweep.start()
        time_with_plugin(sweep)
        check_bits(proof, sweep, rules)
        if o.check:
            check_data(proof, sweep, folder / "check.csv")
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
                check_choices(proof, ranks, rules, own, sweep.nranks, sweep.nnodes)
        table = choices_table(r for r in sweep.fleet.sets.values() if not r.choice.is_pinned)
        if not o.one_gpu:
            print_gains(proof, sweep.rows)
            sweep.write()
        sweep.fleet.close()
    finally:
        sweep.fleet.kill()
    answer = {"ok": proof.ok, "found": proof.found, "choices": table}
    (folder / "proof.json").write_text(json.dumps(answer, indent=1) + "\n")
    return proof.ok


def time_with_plugin(sweep):
    """Rounds over the runs without forced choices only: those are here for their bits. On one GPU each captured step runs, untimed."""
    if sweep.o.one_gpu:
        sweep.o.rounds = 0
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
