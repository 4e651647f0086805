"""One rank. Reads commands (one JSON object a line) from standard input, answers on the file descriptor it was given.

Started by ranks.py; `python rank.py --probe` prints what this machine has.
"""

import ctypes
import json
import os
import signal
import sys
import traceback
from datetime import timedelta

import torch
import torch.distributed as dist

from workload import DataCheck, Decoder, Shape, digest

EAGER_WARM_UP = 2  # passes before a capture, as engines do
PR_SET_PDEATHSIG = 1
GROUP_TIMEOUT = timedelta(seconds=90)


class Cuda:
    """Graph capture and event timing."""

    backend = "nccl"

    def __init__(self, index):
        torch.cuda.set_device(index)
        self.device = torch.device("cuda", index)
        self.stream = torch.cuda.Stream()
        self.pool = torch.cuda.graph_pool_handle()
        self.graphs = []  # kept: a pool whose graphs are all gone cannot be captured into again
        torch.zeros(1, device=self.device)

    def capture(self, body):
        """Runs `body` eagerly, then captures it; what comes back replays it and returns the output of the capture."""
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for _ in range(EAGER_WARM_UP):
                body()
        self.synchronize()
        graph = torch.cuda.CUDAGraph()
        # thread_local: the process group's watchdog thread may query events meanwhile.
        with torch.cuda.graph(graph, pool=self.pool, stream=self.stream, capture_error_mode="thread_local"):
            output = body()
        self.graphs.append((graph, body))  # the graph reads tensors that only `body` still holds

        def replay():
            graph.replay()
            return output

        return replay

    def synchronize(self):
        torch.cuda.synchronize()

    def times(self, body, samples, repeats):
        """Microseconds of one `body`, `samples` times, each over `repeats` runs."""
        events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(samples)]
        for start, end in events:
            start.record()
            for _ in range(repeats):
                body()
            end.record()
        self.synchronize()
        return [start.elapsed_time(end) * 1000 / repeats for start, end in events]


class Cpu:
    """Stands in for a GPU where there is none, over gloo: for trying the scripts. Its times mean nothing."""

    backend = "gloo"

    def __init__(self, index):
        self.device = torch.device("cpu")

    def capture(self, body):
        return body

    def synchronize(self):
        pass

    def times(self, body, samples, repeats):
        from time import perf_counter

        taken = []
        for _ in range(samples):
            start = perf_counter()
            for _ in range(repeats):
                body()
            taken.append((perf_counter() - start) * 1e6 / repeats)
        return taken


class Rank:
    """The commands, one method each. What they return is the answer."""

    def __init__(self, spec):
        self.rank, self.nranks = spec["rank"], spec["nranks"]
        self.gpu = (Cpu if spec["device"] == "cpu" else Cuda)(0 if spec["one_gpu"] else self.rank)
        self.port = spec["port"]
        self.shape = Shape(spec["hidden"], spec["layers"], self.nranks, spec["context"])
        self.decode, self.prefill = spec["tokens"], spec["prefill"]
        self.prefill_graphs = spec["prefill_graphs"]
        self.decoder = Decoder(self.shape, self.rank, self.gpu.device, max(self.decode, default=1))
        self.steps = {}
        self.gpu.synchronize()

    def connect(self):
        """Joins the ranks: the communicator is made here."""
        dist.init_process_group(
            self.gpu.backend,
            init_method=f"tcp://127.0.0.1:{self.port}",
            rank=self.rank,
            world_size=self.nranks,
            timeout=GROUP_TIMEOUT,
        )
        dist.all_reduce(torch.ones(1, device=self.gpu.device))
        self.gpu.synchronize()
        return {}

    def prepare(self):
        """Captures the steps, largest first as engines do; prefill stays eager unless graphs were asked for."""
        for count in sorted(self.decode, reverse=True):
            self.steps[count] = self.gpu.capture(self._step(count, prefill=False))
        for count in self.prefill:
            body = self._step(count, prefill=True)
            self.steps[count] = self.gpu.capture(body) if self.prefill_graphs else body
        self.gpu.synchronize()
        return {"calls": self.decoder.calls}

    def _step(self, count, prefill):
        x = self.decoder.tokens(count)
        return lambda: self.decoder.step(x, prefill)

    def time(self, plan, samples, warm):
        """`plan`: tokens to runs a sample. The ranks run in lockstep through their AllReduces."""
        taken = {}
        for count, repeats in plan.items():
            step = self.steps[int(count)]
            for _ in range(warm):
                step()
            taken[count] = self.gpu.times(step, samples, repeats)
        return {"times": taken}

    def check(self, passes, tokens):
        """Data checks per size: one pass eager, then `passes` replays of the captured pass."""
        found = {}
        for count in tokens:
            check = DataCheck(self.decoder, count)
            check.run()
            self.gpu.synchronize()
            eager = int(check.wrong.item())
            replay = self.gpu.capture(check.run)
            for _ in range(passes):
                replay()
            self.gpu.synchronize()
            # The device counter counts the calls that ran, warm-ups included.
            found[count] = {
                "operations": int(check.call.item()),
                "elements": check.x.numel(),
                "wrong": int(check.wrong.item()),
                "wrong_operations": int(check.wrong_calls.item()),
                "first": int(check.first.item()),
                "last": int(check.last.item()),
                "wrong_eager": eager,
            }
        return {"check": found}

    def digest(self):
        """Bits of one AllReduce of random data per size, eager and captured, and of a whole step's output."""
        found = {}
        for count, step in self.steps.items():
            generator = torch.Generator(device=self.gpu.device)
            generator.manual_seed(7919 * count + self.rank)
            data = torch.randn(
                count, self.shape.hidden, device=self.gpu.device, dtype=torch.bfloat16, generator=generator
            )

            def call(data=data):
                x = data.clone()
                dist.all_reduce(x)
                return x

            eager = digest(call())
            captured = digest(self.gpu.capture(call)())
            found[count] = {"eager": eager, "captured": captured, "step": digest(step())}
        return {"digest": found}

    def isolated(self, sizes, calls, samples, repeats):
        """Microseconds a call of `calls` AllReduces in a row inside one graph, as `all_reduce_perf -G` runs them."""
        taken = {}
        for size in sizes:
            x = torch.zeros(size // 2, device=self.gpu.device, dtype=torch.bfloat16)

            def row(x=x):
                for _ in range(calls):
                    dist.all_reduce(x)

            replay = self.gpu.capture(row)
            replay()
            taken[size] = [us / calls for us in self.gpu.times(replay, samples, repeats)]
        return {"times": taken}

    def leave(self):
        """Last command. Destroying the group would wait for the captured graphs, so the process just ends after this."""
        dist.all_reduce(torch.ones(1, device=self.gpu.device))
        self.gpu.synchronize()
        return {}


def probe():
    cuda = torch.cuda.is_available()
    nccl = torch.cuda.nccl.version() if cuda else (0, 0, 0)
    return {
        "gpus": [torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())] if cuda else [],
        "nccl": list(nccl),
        "torch": torch.__version__,
        "cuda": torch.version.cuda or "",
    }


def main():
    if sys.argv[1] == "--probe":
        print(json.dumps(probe()))
        return
    # The driver may be killed while a kernel waits for a peer: this process must not outlive it.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    spec = json.loads(sys.argv[1])
    answers = os.fdopen(spec["answer_fd"], "w", buffering=1)
    with torch.no_grad():
        try:
            rank = Rank(spec)
            print(json.dumps({}), file=answers, flush=True)
            for line in sys.stdin:
                command = json.loads(line)
                name = command.pop("command")
                print(json.dumps(getattr(rank, name)(**command)), file=answers, flush=True)
                if name == "leave":
                    break
        except BaseException:
            traceback.print_exc()
            print(json.dumps({"error": traceback.format_exc(limit=-6)}), file=answers, flush=True)
            os._exit(1)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
