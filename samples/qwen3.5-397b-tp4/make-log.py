#!/usr/bin/env python3
"""Writes the published Qwen3.5-397B trace out as the lines NCCL and SGLang print.

The published table gives, for a run on four GPUs, 363 AllReduce records at each of twelve sizes.
This script turns that table back into a log: what the table does not say (host name, process id,
pointers, bus ids, times) is a placeholder. The same arguments always write the same bytes.

    make-log.py OUTDIR [--ranks N] [--batch B,B,...]
"""

import argparse
import pathlib

HIDDEN = 4096  # Qwen3.5-397B-A17B
LAYERS = 60
ELEMENT_BYTES = 2  # bfloat16
CALLS = 2 * LAYERS + 1  # two a layer and the embedding: 121
PASSES = 3  # SGLang runs every size twice before it captures it: 3 x 121 = 363
NCCL_VERSION = "2.29.7+cuda13.0"
CAPTURED = [1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64]

COMM = 0x55A0C4D81000
STREAM = 0x55A0C2F0B6D0  # warm-ups and capture run on one stream of their own
POOL = 0x7F3A40000000


def nccl_log(ranks, batches):
    at = "epyc01:4711:4711 [0] NCCL INFO "
    init = f"ncclCommInitRank comm 0x{COMM:x} rank 0 nranks {ranks} cudaDev 0 nvmlDev 0 busId 1000 commId 0x5eed0000c0ffee01"
    yield f"{at}NCCL version {NCCL_VERSION}"
    yield f"{at}{init} - Init START"
    yield f"{at}comm 0x{COMM:x} rank 0 nRanks {ranks} nNodes 1 localRanks {ranks} localRank 0 MNNVL 0"
    yield f"{at}{init} - Init COMPLETE"
    for batch in sorted(batches, reverse=True):
        count = batch * HIDDEN
        for call in range(PASSES * CALLS):
            buffer = POOL + (call % 2) * count * ELEMENT_BYTES
            yield (
                f"{at}AllReduce: opCount 0 sendbuff 0x{buffer:x} recvbuff 0x{buffer:x} count {count}"
                f" datatype 9 op 0 root 0 comm 0x{COMM:x} [nranks={ranks}] stream 0x{STREAM:x}"
            )


def engine_log(ranks, batches):
    at = "[2026-01-01 00:00:00"
    yield (
        f"{at}] server_args=ServerArgs(model_path='Qwen/Qwen3.5-397B-A17B', dtype='bfloat16', tp_size={ranks},"
        f" dp_size=1, disable_custom_all_reduce=True, cuda_graph_max_bs={max(batches)})"
    )
    yield f"{at} TP0] sglang is using nccl=={NCCL_VERSION.split('+')[0]}"
    yield f"{at} TP0] Capture cuda graph bs {sorted(batches)}"


def write(path, lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="ascii", newline="\n")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("outdir", type=pathlib.Path)
    options.add_argument("--ranks", type=int, default=4)
    options.add_argument("--batch", type=lambda text: [int(b) for b in text.split(",")], default=CAPTURED)
    given = options.parse_args()
    given.outdir.mkdir(parents=True, exist_ok=True)
    write(given.outdir / "nccl.rank0.log", nccl_log(given.ranks, given.batch))
    write(given.outdir / "sglang.log", engine_log(given.ranks, given.batch))


if __name__ == "__main__":
    main()
