"""The sweep itself: starts the ranks of all choices, times them in alternating rounds, keeps the rows."""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import nccl_log
import sweep_file
from choices import environment, pins, shared_gpu_settings, shared_settings
from ranks import Fleet, RankFailure, probe

ELEMENT_BYTES = 2  # bfloat16
NEWEST_SYNTAX = (2, 24, 0)  # lists by function in NCCL_ALGO and NCCL_PROTO, names in the per-call lines
LOGGED = "INIT,ENV,GRAPH,TUNING"
WARM, SAMPLES, MOST_REPEATS = 2, 5, 12


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
        self.work = Path(o.nccl_log_dir) if o.nccl_log_dir else None
        self.machine, self.nranks = {"gpus": [], "nccl": NEWEST_SYNTAX, "torch": "", "cuda": ""}, o.nranks

    def say(self, text):
        print(f"[{time.monotonic() - self.began:6.1f} s] {text}", file=sys.stderr, flush=True)

    def look(self):
        """Asks the machine what it has."""
        self.machine = probe(self.o.device)
        gpus = len(self.machine["gpus"])
        self.nranks = self.o.nranks or (2 if self.o.one_gpu else gpus)
        if self.nranks < 2 and not self.o.nranks:
            raise ValueError(
                f"this machine shows {gpus} GPU(s), an AllReduce needs two; --nranks 1 tries the script, nothing is reduced"
            )
        if self.o.device == "cuda" and (1 if self.o.one_gpu else self.nranks) > gpus:
            raise ValueError(f"--nranks {self.nranks}, but this machine shows {gpus} GPUs")
        if self.o.device == "cuda" and self.machine["nccl"] < NEWEST_SYNTAX:
            self.say("NCCL before 2.24 prints no names: what the pinned choices really ran is not verified")

    @property
    def nnodes(self):
        """Hosts, as NCCL sees them."""
        return self.nranks if self.o.one_gpu else 1

    def environments(self, choice):
        subsystems = LOGGED + (",COLL" if self.o.nccl_log_dir else "")
        return [
            environment(
                choice,
                {**os.environ, **(shared_gpu_settings(rank) if self.o.one_gpu else {})},
                self.machine["nccl"],
                str(self.work / f"nccl.{choice.file_name}.rank{rank}.log"),
                subsystems,
                self.tuner,
            )
            for rank in range(self.nranks)
        ]

    def start(self):
        self.work = self.work or Path(tempfile.mkdtemp(prefix="step-sweep."))
        self.work.mkdir(parents=True, exist_ok=True)
        o = self.o
        spec = {
            "nranks": self.nranks,
            "device": o.device,
            "one_gpu": o.one_gpu,
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
            if not self.fleet.sets:
                raise RankFailure("no choice is left")
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
            ("nnodes", self.nnodes),
            ("env", " ".join(f"{k}={v}" for k, v in shared_settings(os.environ).items())),
            *([("one-gpu", "all ranks share one GPU over sockets: the times mean nothing")] if o.one_gpu else []),
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
        lines += [
            (
                f"pins {c.name}",
                " ".join(
                    f"{k}={os.path.basename(v) if c.needs_tuner else v}"
                    for k, v in pins(c, m["nccl"], self.tuner).items()
                ),
            )
            for c in self.fleet.sets
            if pins(c, m["nccl"], self.tuner)
        ]
        return lines + [(f"failed {c.name}", reason.splitlines()[0]) for c, reason in self.fleet.failed.items()]

    def write(self):
        sweep_file.write(self.o.out, self.header(), sorted_rows(self.rows, self.choices))


def repeats(step_us, share_us):
    """Runs a sample so that all of a size's runs take about `share_us`."""
    return max(1, min(MOST_REPEATS, int((share_us / step_us - WARM) / SAMPLES)))


def sorted_rows(rows, choices):
    order = {(c.algorithm, c.protocol): i for i, c in enumerate(choices)}
    return sorted(rows, key=lambda r: (r["round"], order[r["algorithm"], r["protocol"]], r["tokens"]))
