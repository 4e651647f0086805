#!/usr/bin/env python3
"""Times whole decoder steps under each AllReduce algorithm and protocol, and writes a step sweep file.

Needs PyTorch with NCCL 2.24 or later and the GPUs of one node; nothing else, no model. README.md says what it measures and why.
"""

import argparse
import json
import sys

import data_check
from choices import Tuner, parse_choice, pins
from ranks import RankFailure
from sweep import ELEMENT_BYTES, NEWEST_SYNTAX, Sweep

DECODE = "1,2,4,8,12,16,24,32,40,48,56,64,72,80,96,128,160,192,256"
PREFILL = "512,1024,2048"
CHOICES = "default,Ring/LL,Ring/LL128,Ring/Simple,Tree/LL,Tree/LL128,Tree/Simple"


def options(arguments=None):
    p = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    add_workload_options(p)
    p.add_argument(
        "--choices",
        default=CHOICES,
        help="also tuner and tuner-ll128 (the plugin, without and with LL128 allowed for AllReduce)",
    )
    p.add_argument("--tuner-plugin", default="", help="NCCL_TUNER_PLUGIN of the tuner choices")
    p.add_argument("--tuner-config", default="", help="NCCL_TUNER_CONFIG_FILE of the tuner choices")
    p.add_argument("--out", default="step.csv", help="step sweep file to write")
    p.add_argument(
        "--check",
        default="",
        metavar="FILE",
        help="then compare the data of every AllReduce of the LL128 and tuner choices, and write the counts here (CSV; beside it what `ringside validate` reads)",
    )
    p.add_argument("--check-all", action="store_true", help="compare the data of all choices")
    p.add_argument(
        "--isolated",
        default="",
        metavar="DIR",
        help="time AllReduces alone too, in the manner of all_reduce_perf -G, one file a choice",
    )
    p.add_argument("--dry-run", action="store_true", help="print the plan and each choice's environment, start nothing")
    return p.parse_args(arguments)


def add_workload_options(p):
    """The options that say what runs and for how long; shared with the plugin proof."""
    p.add_argument("--nranks", type=int, default=0, help="ranks, one a GPU; 0: all GPUs here")
    p.add_argument(
        "--one-gpu",
        action="store_true",
        help="all --nranks (2) on the first GPU, as if each had a host of its own: NCCL's choices are real, times mean nothing",
    )
    p.add_argument("--check-passes", type=int, default=20, help="captured passes of a data check, each as many AllReduces as a step")
    p.add_argument("--hidden", type=int, default=4096, help="hidden size; a message is tokens x hidden x 2 bytes")
    p.add_argument("--layers", type=int, default=16, help="decoder layers, two AllReduces each")
    p.add_argument("--context", type=int, default=512, help="cached tokens a sequence that decode attention reads")
    p.add_argument("--tokens", default=DECODE, help="decode sizes, a CUDA graph each")
    p.add_argument("--prefill", default=PREFILL, help="prefill sizes, eager; may be empty")
    p.add_argument("--prefill-graphs", action="store_true", help="capture prefill too")
    p.add_argument("--rounds", type=int, default=5, help="rounds; each times every choice once")
    p.add_argument(
        "--budget", type=float, default=120, help="seconds for all of it; sets how often each step is repeated"
    )
    p.add_argument(
        "--nccl-log-dir", default="", metavar="DIR", help="keep one NCCL log a choice and rank here, calls included"
    )
    p.add_argument(
        "--device", choices=("cuda", "cpu"), default="cuda", help="cpu: gloo, to try the script; its times mean nothing"
    )


def print_plan(o, choices, tuner, sweep):
    sweep.nranks = o.nranks or 2
    print(f"{sweep.nranks} ranks, hidden {o.hidden}, {o.layers} layers: {sweep.calls} AllReduces a step")
    for count in sweep.decode + sweep.prefill:
        print(
            f"  {count:6d} tokens  {count * o.hidden * ELEMENT_BYTES:10d} bytes  {'prefill' if count in sweep.prefill else 'decode'}"
        )
    for choice in choices:
        chosen = pins(choice, sweep.machine["nccl"], tuner)
        print(f"  {choice.name}: {' '.join(f'{k}={v}' for k, v in chosen.items()) or 'nothing set'}")
    print(f"{o.rounds} rounds, about {o.budget:.0f} s, to {o.out}")


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
            choices = list(sweep.fleet.sets) if sweep.o.check_all else data_check.doubted(sweep)
            found = data_check.run(sweep, sweep.o.check, choices)
            sweep.say("wrong elements: " + ", ".join(f"{c.name} {n}" for c, n in found.items()))
            wrong = sum(found.values())
        sweep.write()
        sweep.fleet.close()
    except RankFailure as e:
        print(f"step_sweep: {e}", file=sys.stderr)
    finally:
        sweep.fleet.kill()
    print(
        json.dumps({"rows": len(sweep.rows), "failed": [c.name for c in sweep.fleet.failed], "wrong_elements": wrong})
    )
    if not sweep.rows and sweep.o.rounds:
        return 3
    return 1 if sweep.fleet.failed or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
