#!/usr/bin/env python3
"""Times whole decoder steps under each AllReduce algorithm and protocol, and writes a step sweep file.

Needs PyTorch with NCCL 2.24 or later and the GPUs of one node; nothing else, no model. README.md says what it measures and why.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import nccl_log
import sweep_file
from choices import Tuner, environment, parse_choice, pins, shared_settings
from ranks import Fleet, RankFailure, probe

ELEMENT_BYTES = 2  # bfloat16
NEWEST_SYNTAX = (2, 24, 0)
DECODE = "1,2,4,8,12,16,24,32,40,48,56,64,72,80,96,128,160,192,256"
PREFILL = "512,1024,2048"
CHOICES = "default,Ring/LL,Ring/LL128,Ring/Simple,Tree/LL,Tree/LL128,Tree/Simple"
LOGGED = "INIT,ENV,GRAPH,TUNING"
WARM, SAMPLES, MOST_REPEATS = 2, 5, 12
CHECK_PASSES = 20


def options(arguments=None):
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    add_workload_options(p)
    p.add_argument("--choices", default=CHOICES, help="also tuner and tuner-ll128 (the plugin, without and with LL128 allowed for AllReduce)")
    p.add_argument("--tuner-plugin", default="", help="NCCL_TUNER_PLUGIN of the tuner choices")
    p.add_argument("--tuner-config", default="", help="NCCL_TUNER_CONFIG_FILE of the tuner choices")
    p.add_argument("--out", default="step.csv", help="step sweep file to write")
    p.add_argument("--check", default="", metavar="FILE", help="then compare the data of every AllReduce of the LL128 and tuner choices, and write the counts here")
    p.add_argument("--isolated", default="", metavar="DIR", help="time AllReduces alone too, in the manner of all_reduce_perf -G, one file a choice")
    p.add_argument("--dry-run", action="store_true", help="print the plan and each choice's environment, start nothing")
    return p.parse_args(arguments)


def add_workload_options(p):
    """The options that say what runs and for how long; shared with the plugin proof."""
    p.add_argument("--nranks", type=int, default=0, help="ranks, one a GPU; 0: all GPUs here")
    p.add_argument("--hidden", type=int, default=4096, help="hidden size; a message is tokens x hidden x 2 bytes")
    p.add_argument("--layers", type=int, default=16, help="decoder layers, two AllReduces each")
    p.add_argument("--context", type=int, default=512, help="cached tokens a sequence that decode attention reads")
    p.add_argument("--tokens", default=DECODE, help="decode sizes, a CUDA graph each")
    p.add_argument("--prefill", default=PREFILL, help="prefill sizes, eager; may be empty")
    p.add_argument("--prefill-graphs", action="store_true", help="capture prefill too")
    p.add_argument("--rounds", type=int, default=5, help="rounds; each times every choice once")
    p.add_argument("--budget", type=float, default=120, help="seconds for all of it; sets how often each step is repeated")
    p.add_argument("--nccl-log-dir", default="", metavar="DIR", help="keep one NCCL log a choice and rank here, calls included")
    p.add_argument("--device", choices=("cuda", "cpu"), default="cuda", help="cpu: gloo, to try the script; its times mean nothing")


def sizes(text):
    return [int(word) for word in text.split(",") if word.strip()]


class Sweep:
    """Starts the ranks of all choices, and times them in alternating rounds."""

    def __init__(self, o, choices, tuner=None):
        self.o, self.choices, self.tuner = o, choices, tuner
        self.decode, self.prefill = sizes(o.tokens), sizes(o.prefill)
        both = set(self.decode) & set(self.prefill)
        if both:
            raise ValueError(f"sizes {sorted(both)} are in --tokens and in --prefill: a row does not say which it is")
        self.began = time.monotonic()
        self.fleet, self.rows, self.calls = Fleet(self.say), [], 2 * o.layers
        self.work = Path(o.nccl_log_dir or tempfile.mkdtemp(prefix="step-sweep."))
        self.machine, self.nranks = {"gpus": [], "nccl": NEWEST_SYNTAX, "torch": "", "cuda": ""}, o.nranks

    def say(self, text):
        print(f"[{time.monotonic() - self.began:6.1f} s] {text}", file=sys.stderr, flush=True)

    def look(self):
        """Asks the machine what it has."""
        self.machine = probe(self.o.device)
        gpus = len(self.machine["gpus"])
        self.nranks = self.o.nranks or gpus
        if self.nranks < 2 and not self.o.nranks:
            raise ValueError(f"this machine shows {gpus} GPU(s), an AllReduce needs two; --nranks 1 tries the script, nothing is reduced")
        if self.o.device == "cuda" and self.nranks > gpus:
            raise ValueError(f"--nranks {self.nranks}, but this machine shows {gpus} GPUs")
        if self.o.device == "cuda" and self.machine["nccl"] < NEWEST_SYNTAX:
            self.say("NCCL before 2.24 prints no names: what the pinned choices really ran is not verified")

    def environments(self, choice):
        subsystems = LOGGED + (",COLL" if self.o.nccl_log_dir else "")
        return [
            environment(choice, os.environ, self.machine["nccl"], str(self.work / f"nccl.{choice.file_name}.rank{rank}.log"), subsystems, self.tuner)
            for rank in range(self.nranks)
        ]

    def start(self):
        self.work.mkdir(parents=True, exist_ok=True)
        o = self.o
        spec = {
            "nranks": self.nranks,
            "device": o.device,
            "hidden": o.hidden,
            "layers": o.layers,
            "context": o.context,
            "tokens": self.decode,
            "prefill": self.prefill,
            "prefill_graphs": o.prefill_graphs,
        }
        self.say(f"starting {len(self.choices)} x {self.nranks} ranks, logs in {self.work}")
        self.fleet.start(self.choices, self.work, {c: self.environments(c) for c in self.choices}, spec)
        self._verify(self.decode + (self.prefill if o.prefill_graphs else []))
        if not self.fleet.sets:
            raise RankFailure("no choice could be started")
        self.say(f"captured: {', '.join(c.name for c in self.fleet.sets)}")

    def _verify(self, tokens):
        """Drops a pinned choice whose log does not show it at every size: something else would be measured under its name."""
        if self.o.device == "cpu" or self.machine["nccl"] < NEWEST_SYNTAX:
            return
        for choice in [c for c in self.fleet.sets if c.is_pinned]:
            ran = nccl_log.allreduce_choices(self.fleet.sets[choice].log())
            for count in tokens:
                shown = sorted({key[:2] for key in ran.get(count * self.o.hidden * ELEMENT_BYTES, {})})
                if shown != [(choice.algorithm, choice.protocol)]:
                    self.fleet.drop(choice, f"{choice.name}: its log shows {shown or 'nothing'} at {count} tokens")
                    break

    def time(self, finished_round=lambda: None):
        """All rounds. The first, unrecorded, one warms everything and says how long a step takes."""
        everything = self.decode + self.prefill
        single = {count: 1 for count in everything}
        first = self.fleet.each(lambda ranks: ranks.ask(120, "time", plan=single, samples=2, warm=WARM))
        typical = {choice: self._medians(answers) for choice, answers in first.items()}
        self._verify(everything)
        rounds_began = time.monotonic()
        for number in range(1, self.o.rounds + 1):
            if time.monotonic() - rounds_began > self.o.budget:
                self.say(f"stopped after {number - 1} of {self.o.rounds} rounds: they alone took longer than --budget")
                return
            self._round(number, typical)
            finished_round()

    def _round(self, number, typical):
        began = time.monotonic()
        left = max(0.0, self.o.budget - (began - self.began)) / (self.o.rounds - number + 1)
        names = [c for c in self.choices if c in self.fleet.sets]
        turned = names[(number - 1) % len(names) :] + names[: (number - 1) % len(names)]
        share = left * 1e6 / len(names) / len(self.decode + self.prefill)  # microseconds a size and choice

        def timed(ranks):
            plan = {count: repeats(us, share) for count, us in typical[ranks.choice].items()}
            return ranks.ask(180, "time", plan=plan, samples=SAMPLES, warm=WARM)

        for choice, answers in self.fleet.each(timed, turned).items():
            for count, us in self._medians(answers).items():
                self.rows.append(self._row(choice, count, us, number))
        self.say(f"round {number} of {self.o.rounds} took {time.monotonic() - began:.1f} s")

    @staticmethod
    def _medians(answers):
        """The slowest rank of each sample counts; of the samples, the median."""
        times = [answer["times"] for answer in answers]
        return {int(count): statistics.median(map(max, zip(*(t[count] for t in times)))) for count in times[0]}

    def _row(self, choice, count, us, number):
        return {
            "nranks": self.nranks,
            "algorithm": choice.algorithm,
            "protocol": choice.protocol,
            "tokens": count,
            "bytes": count * self.o.hidden * ELEMENT_BYTES,
            "calls": self.calls,
            "step_us": us,
            "round": number,
        }

    def header(self):
        """What a reader of the file has to know about this run."""
        o, m = self.o, self.machine
        log = next((ranks.log() for ranks in self.fleet.sets.values()), [])
        lines = [
            ("gpu", m["gpus"][0] if m["gpus"] else "none"),
            ("nccl", ".".join(map(str, m["nccl"]))),
            ("nranks", self.nranks),
            ("nnodes", 1),
            ("env", " ".join(f"{k}={v}" for k, v in shared_settings(os.environ).items())),
            ("dtype", "bfloat16"),
            ("hidden", o.hidden),
            ("layers", o.layers),
            ("transport", " ".join(nccl_log.transports(log))),
            ("path", nccl_log.ring_path(log)),
            ("torch", m["torch"]),
            ("cuda", m["cuda"]),
            ("context", o.context),
            ("prefill", f"{o.prefill} {'graph' if o.prefill_graphs else 'eager'}" if self.prefill else "none"),
        ]
        lines += [(f"pins {c.name}", " ".join(f"{k}={os.path.basename(v) if c.needs_tuner else v}" for k, v in pins(c, m["nccl"], self.tuner).items())) for c in self.fleet.sets if pins(c, m["nccl"], self.tuner)]
        return lines + [(f"failed {c.name}", reason.splitlines()[0]) for c, reason in self.fleet.failed.items()]

    def write(self):
        sweep_file.write(self.o.out, self.header(), sorted_rows(self.rows, self.choices))


def repeats(step_us, share_us):
    """Runs a sample so that all of a size's runs take about `share_us`."""
    return max(1, min(MOST_REPEATS, int((share_us / step_us - WARM) / SAMPLES)))


def sorted_rows(rows, choices):
    order = {(c.algorithm, c.protocol): i for i, c in enumerate(choices)}
    return sorted(rows, key=lambda r: (r["round"], order[r["algorithm"], r["protocol"]], r["tokens"]))


def print_plan(o, choices, tuner, sweep):
    sweep.nranks = o.nranks or 2
    print(f"{sweep.nranks} ranks, hidden {o.hidden}, {o.layers} layers: {sweep.calls} AllReduces a step")
    for count in sweep.decode + sweep.prefill:
        print(f"  {count:6d} tokens  {count * o.hidden * ELEMENT_BYTES:10d} bytes  {'prefill' if count in sweep.prefill else 'decode'}")
    for choice in choices:
        chosen = pins(choice, sweep.machine["nccl"], tuner)
        print(f"  {choice.name}: {' '.join(f'{k}={v}' for k, v in chosen.items()) or 'nothing set'}")
    print(f"{o.rounds} rounds, about {o.budget:.0f} s, to {o.out}")


def data_checks(sweep, path):
    """Writes how many AllReduces were compared and how many elements were wrong; the number of wrong elements."""
    total = 0
    with open(path, "w") as out:
        out.write("nranks,algorithm,protocol,tokens,bytes,operations,elements,wrong_elements\n")
        tokens = sweep.decode + sweep.prefill
        doubted = [c for c in sweep.fleet.sets if c.protocol == "LL128" or c.needs_tuner]
        checked = sweep.fleet.each(lambda ranks: ranks.ask(240, "check", passes=CHECK_PASSES, tokens=tokens), doubted) if doubted else {}
        for choice, answers in checked.items():
            operations = 0
            for count in tokens:
                found = [answer["check"][str(count)] for answer in answers]
                wrong = sum(f["wrong"] for f in found)
                total += wrong
                operations += found[0]["operations"]
                size = count * sweep.o.hidden * ELEMENT_BYTES
                out.write(f"{sweep.nranks},{choice.algorithm},{choice.protocol},{count},{size},{found[0]['operations']},{found[0]['elements']},{wrong}\n")
            sweep.say(f"{choice.name}: {operations} AllReduces compared on every rank, {total} wrong elements in all choices so far")
    return total


def main(arguments=None):
    o = options(arguments)
    try:
        choices = [parse_choice(word) for word in o.choices.split(",") if word.strip()]
        tuner = Tuner(o.tuner_plugin, o.tuner_config) if o.tuner_plugin else None
        for choice in choices:
            pins(choice, NEWEST_SYNTAX, tuner)
        sweep = Sweep(o, choices, tuner)
        if o.dry_run:
            print_plan(o, choices, tuner, sweep)
            return 0
        sweep.look()
    except (ValueError, RankFailure) as e:
        print(f"step_sweep: {e}", file=sys.stderr)
        return 2
    return run(sweep)


def run(sweep):
    """0 all measured, 1 some choice failed or some data was wrong, 3 nothing measured."""
    wrong = 0
    try:
        sweep.start()
        sweep.time(sweep.write)
        if sweep.o.isolated:
            from isolated import isolated_sweep

            isolated_sweep(sweep, sweep.o.isolated)
        if sweep.o.check:
            wrong = data_checks(sweep, sweep.o.check)
        sweep.write()
        sweep.fleet.close()
    except RankFailure as e:
        print(f"step_sweep: {e}", file=sys.stderr)
    finally:
        sweep.fleet.kill()
    print(json.dumps({"rows": len(sweep.rows), "failed": [c.name for c in sweep.fleet.failed], "wrong_elements": wrong}))
    if not sweep.rows:
        return 3
    return 1 if sweep.fleet.failed or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
