#!/usr/bin/env python3
"""Dumps NCCL's graph search, gives a graph file back through NCCL_GRAPH_FILE, checks that NCCL took it, and times whole
decoder steps with and without it. The file given back is the dump itself, or one made from it (`--graph`)."""

import argparse
import statistics
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "step-sweep"))
import nccl_log  # noqa: E402
import step_sweep  # noqa: E402
from choices import DEFAULT, Choice  # noqa: E402
from ranks import RankFailure  # noqa: E402
from sweep import Sweep  # noqa: E402

LOADED = Choice("graph-file", "graph-file")
SEARCHED = ("pattern", "nchannels", "speedintra", "typeintra")


def options(arguments=None):
    p = argparse.ArgumentParser(
        description=" ".join(__doc__.split()), formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    step_sweep.add_workload_options(p)
    p.set_defaults(tokens="1,8,32,64", prefill="", budget=40)
    p.add_argument("--graph", default="", help="graph file to load; empty: the dump of the same run")
    p.add_argument(
        "--out", required=True, metavar="DIR", help="gets graph.xml, topo.xml, loaded.xml, step.csv and the NCCL logs"
    )
    return p.parse_args(arguments)


class GraphSweep(Sweep):
    """The default choice twice: searched and dumped, then loaded. Choices connect in order, so the dump is there to be loaded."""

    def __init__(self, o, folder):
        super().__init__(o, [DEFAULT, LOADED])
        self.dump, self.topology, self.again = (
            str((folder / name).resolve()) for name in ("graph.xml", "topo.xml", "loaded.xml")
        )
        self.given = str(Path(o.graph).resolve()) if o.graph else self.dump

    def environments(self, choice):
        if choice == DEFAULT:
            added = {"NCCL_GRAPH_DUMP_FILE": self.dump, "NCCL_TOPO_DUMP_FILE": self.topology}
        else:
            added = {"NCCL_GRAPH_FILE": self.given, "NCCL_GRAPH_DUMP_FILE": self.again}
        return [{**env, **added} for env in super().environments(choice)]


def graphs(path):
    """Per graph id, what was searched and each channel's way over GPUs and NICs; graphs without channels are left out."""
    found = {}
    for graph in ElementTree.parse(path).getroot().iter("graph"):
        channels = [[(stop.tag, int(stop.get("dev"), 0)) for stop in channel] for channel in graph.iter("channel")]
        if channels:
            found[int(graph.get("id"))] = ({name: graph.get(name) for name in SEARCHED}, channels)
    return found


def differences(given, taken):
    """What NCCL runs with against the file it was given, by graph id."""
    return [
        f"graph {number}: file {wanted}, NCCL {taken.get(number)}"
        for number, wanted in given.items()
        if taken.get(number) != wanted
    ]


def judge(sweep):
    """True if the log names the file and the graphs that NCCL dumps after loading are those of the file."""
    named = nccl_log.matching(sweep.fleet.sets[LOADED].log(), "NCCL_GRAPH_FILE set by environment to")
    print(f"{'ok  ' if named else 'FAIL'}  NCCL names the graph file: {named[:1]}")
    unlike = differences(graphs(sweep.given), graphs(sweep.again))
    print(f"{'FAIL' if unlike else 'ok  '}  the graphs NCCL runs with are those of the file {'; '.join(unlike)}")
    log = sweep.fleet.sets[LOADED].log()
    loaded = nccl_log.matching(log, "channels loaded from XML graph")
    print(f"{'ok  ' if loaded else 'FAIL'}  NCCL says so: {loaded[:1]}")
    for line in loaded[1:] + nccl_log.matching(log, "Pattern "):
        print(f"      {line}")
    return bool(named and loaded) and not unlike


def print_times(rows):
    for count in sorted({row["tokens"] for row in rows}):
        searched, loaded = (
            statistics.median(
                row["step_us"] for row in rows if row["tokens"] == count and row["algorithm"] == choice.algorithm
            )
            for choice in (DEFAULT, LOADED)
        )
        print(
            f"      {count} tokens: step {searched:.1f} us searched, {loaded:.1f} us with the file, {100 * (loaded / searched - 1):+.2f} %"
        )


def main(arguments=None):
    o = options(arguments)
    folder = Path(o.out)
    folder.mkdir(parents=True, exist_ok=True)
    o.nccl_log_dir = o.nccl_log_dir or str(folder / "log")
    sweep = GraphSweep(o, folder)
    o.out = str(folder / "step.csv")
    try:
        sweep.look()
        sweep.start()
        if sweep.fleet.failed:
            raise RankFailure("; ".join(sweep.fleet.failed.values()))
        taken = judge(sweep)
        if o.one_gpu:
            o.rounds = 0  # the captured steps run once, untimed
        sweep.time(sweep.write)
        print_times(sweep.rows)
        sweep.fleet.close()
        return 0 if taken else 1
    except (ValueError, OSError, ElementTree.ParseError, RankFailure) as e:
        print(f"graph_roundtrip: {e}", file=sys.stderr)
        return 2
    finally:
        sweep.fleet.kill()


if __name__ == "__main__":
    sys.exit(main())
