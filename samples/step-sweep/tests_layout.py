"""The text layout of nccl-tests' all_reduce_perf, in place only: PyTorch reduces in place."""

HEADINGS = (
    "#",
    "#                                                              out-of-place                       in-place          ",
    "#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong ",
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)         ",
)


def header(sweep, sizes, settings):
    """`settings`: the rest of the line that states the options."""
    gpus = sweep.machine["gpus"] or ["none"] * sweep.nranks
    yield "# Collective test starting: all_reduce_perf"
    a_process = 1 if sweep.o.one_gpu else sweep.nranks
    yield f"# nThread 1 nGpus {a_process} minBytes {min(sizes)} maxBytes {max(sizes)} {settings} unalign: 0"
    yield "#"
    yield "# Using devices"
    for rank in range(sweep.nranks):
        device = 0 if sweep.o.one_gpu else rank
        host = f"host{rank}" if sweep.o.one_gpu else "node01"
        yield f"#  Rank {rank:2d} Group  0 Pid      1 on {host:>11s} device {device:2d} [0000:00:00] {gpus[min(device, len(gpus) - 1)]}"
    yield f"# NCCL {'.'.join(map(str, sweep.machine['nccl']))}, by PyTorch {sweep.machine['torch']}"
    yield from HEADINGS


def row(size, in_place):
    """`in_place`: the last four columns."""
    return f"{size:12d}  {size // 2:12d}  bfloat16     sum      -1      N/A     N/A     N/A     N/A {in_place}"
