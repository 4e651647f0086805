"""Starts one process a rank for each choice and talks to them. All choices stay alive, only one works at a time."""

import json
import os
import selectors
import socket
import subprocess
import sys
import time
from pathlib import Path

RANK_PROGRAM = Path(__file__).resolve().parent / "rank.py"
TAIL_LINES = 15


class RankFailure(Exception):
    """A rank answered with an error, ended, or did not answer in time."""


def probe(device):
    """GPU names and the versions of NCCL, PyTorch and CUDA; asked of a process of its own, so that no context stays here."""
    done = subprocess.run([sys.executable, str(RANK_PROGRAM), "--probe"], capture_output=True, text=True, timeout=180)
    if done.returncode:
        raise RankFailure(f"PyTorch does not start: {done.stderr.strip().splitlines()[-1:] or done.returncode}")
    found = json.loads(done.stdout.strip().splitlines()[-1])
    if device == "cpu":
        found["gpus"] = []
    found["nccl"] = tuple(found["nccl"])
    return found


def _free_ports(count):
    # Bound together, so that they differ; closed before use, so a stranger can still take one in between (the rank then fails).
    sockets = [socket.socket() for _ in range(count)]
    try:
        for s in sockets:
            s.bind(("127.0.0.1", 0))
        return [s.getsockname()[1] for s in sockets]
    finally:
        for s in sockets:
            s.close()


class RankSet:
    """The ranks of one choice."""

    def __init__(self, choice, work, environments, spec, port):
        self.choice, self.work = choice, Path(work)
        self.processes, self._pending = [], {}
        self._selector = selectors.DefaultSelector()
        for rank, env in enumerate(environments):
            self._start(rank, env, {**spec, "rank": rank, "port": port})

    def _start(self, rank, env, spec):
        answers, theirs = os.pipe()
        with open(self._output(rank), "wb") as output:
            process = subprocess.Popen(
                [sys.executable, str(RANK_PROGRAM), json.dumps({**spec, "answer_fd": theirs})],
                env=env,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=(theirs,),
            )
        os.close(theirs)
        self.processes.append(process)
        self._pending[rank] = b""
        self._selector.register(answers, selectors.EVENT_READ, rank)

    def _output(self, rank):
        return self.work / f"{self.choice.file_name}.rank{rank}.out"

    def log(self, rank=0):
        """Lines of the rank's NCCL log so far."""
        path = self.work / f"nccl.{self.choice.file_name}.rank{rank}.log"
        return path.read_text(errors="replace").splitlines() if path.exists() else []

    def ask(self, seconds, command, **arguments):
        """Gives all ranks a command; the answers, by rank."""
        line = json.dumps({"command": command, **arguments}) + "\n"
        for rank, process in enumerate(self.processes):
            try:
                process.stdin.write(line.encode())
                process.stdin.flush()
            except OSError as e:
                raise self._failure(rank, f"is gone ({e})") from e
        return self.answers(seconds, command)

    def answers(self, seconds, command="start"):
        """Waits for one answer of every rank."""
        found, deadline = {}, time.monotonic() + seconds
        while len(found) < len(self.processes):
            left = deadline - time.monotonic()
            if left <= 0:
                late = next(r for r in range(len(self.processes)) if r not in found)
                raise self._failure(late, f'did not answer "{command}" within {seconds:.0f} s')
            for key, _ in self._selector.select(min(left, 1.0)):
                self._read(key, found)
        return [found[rank] for rank in range(len(self.processes))]

    def _read(self, key, found):
        rank = key.data
        data = os.read(key.fd, 1 << 16)
        if not data:
            raise self._failure(rank, "ended")
        line, newline, rest = (self._pending[rank] + data).partition(b"\n")
        self._pending[rank] = rest if newline else line
        if newline:
            answer = json.loads(line)
            if "error" in answer:
                raise self._failure(rank, "failed: " + answer["error"].strip())
            found[rank] = answer

    def _failure(self, rank, what):
        output = self._output(rank).read_text(errors="replace").splitlines()[-TAIL_LINES:]
        warnings = [line for line in self.log(rank) if "NCCL WARN" in line][-TAIL_LINES:]
        return RankFailure("\n    ".join([f"{self.choice.name}: rank {rank} {what}", *output, *warnings]))

    def close(self, seconds=20):
        """Ends the ranks: asked to leave if they still answer, otherwise killed."""
        try:
            self.ask(seconds, "leave")
            for process in self.processes:
                process.wait(timeout=5)
        except (RankFailure, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()
            process.stdin.close()
        for key in list(self._selector.get_map().values()):
            os.close(key.fd)
        self._selector.close()


class Fleet:
    """The rank sets of several choices. One that fails is dropped, with its reason; the rest goes on."""

    def __init__(self, say):
        self.sets, self.failed, self._say = {}, {}, say

    def start(self, choices, work, environments, spec, seconds=180):
        """Starts all ranks at once (imports, contexts and weights take long), then lets one choice after the other capture."""
        ports = _free_ports(len(choices))
        for choice, port in zip(choices, ports):
            self.sets[choice] = RankSet(choice, work, environments[choice], spec, port)
        self.each(lambda ranks: ranks.answers(seconds))
        self.each(lambda ranks: ranks.ask(seconds, "connect"))
        self.each(lambda ranks: ranks.ask(seconds, "prepare"))

    def each(self, action, order=None):
        """Runs `action` on each set, one at a time; what it returned, by choice."""
        done = {}
        for choice in list(order or self.sets):
            ranks = self.sets.get(choice)
            if ranks is None:
                continue
            try:
                done[choice] = action(ranks)
            except RankFailure as e:
                self.drop(choice, str(e))
        return done

    def drop(self, choice, reason):
        self.sets.pop(choice).kill()
        self.failed[choice] = reason
        self._say(f"dropped {reason}")

    def close(self):
        while self.sets:
            self.sets.popitem()[1].close()

    def kill(self):
        while self.sets:
            self.sets.popitem()[1].kill()
