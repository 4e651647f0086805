"""AllReduces alone, twenty in a row inside one CUDA graph, in the text layout of nccl-tests.

What `all_reduce_perf -G 20` measures, for machines that do not have it. PyTorch reduces in place only, so the out-of-place
columns say N/A; the data is compared by step_sweep's --check, not here.
"""

import statistics
from pathlib import Path

import tests_layout

CALLS, SAMPLES, REPEATS = 20, 5, 5
STEP = 32 << 10  # linear up to MAX_LINEAR, where protocols change hands on PCIe and remainders of chunks show; powers of two beyond
MAX_LINEAR = 4 << 20
MAX_BYTES = 16 << 20


def isolated_sweep(sweep, folder):
    """One file a choice; the file's name holds algorithm and protocol."""
    sizes = [8 << 10, 16 << 10, *range(STEP, MAX_LINEAR + 1, STEP)]
    while sizes[-1] < MAX_BYTES:
        sizes.append(2 * sizes[-1])
    Path(folder).mkdir(parents=True, exist_ok=True)

    def timed(ranks):
        return ranks.ask(180, "isolated", sizes=sizes, calls=CALLS, samples=SAMPLES, repeats=REPEATS)

    for choice, answers in sweep.fleet.each(timed).items():
        times = [answer["times"] for answer in answers]
        us = {size: statistics.median(map(max, zip(*(t[str(size)] for t in times)))) for size in sizes}
        path = Path(folder) / f"graph_{choice.file_name.replace('-', '_')}.txt"
        path.write_text("\n".join(_table(sweep, us)) + "\n")
    sweep.say(f"isolated sweeps in {folder}")


def _table(sweep, us):
    yield from tests_layout.header(
        sweep,
        us,
        f"step: {STEP}(bytes) warmup iters: 1 iters: {REPEATS} agg iters: 1 validation: 0 graph: {CALLS}",
    )
    for size, time in us.items():
        algorithm_bandwidth = size / time / 1000
        bus = algorithm_bandwidth * 2 * (sweep.nranks - 1) / sweep.nranks
        yield tests_layout.row(size, f"{time:8.2f} {algorithm_bandwidth:7.2f} {bus:7.2f}     N/A")
