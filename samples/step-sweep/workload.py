"""A chain of kernels shaped like a tensor-parallel decoder, two AllReduces a layer, without a model.

What matters for the AllReduce is what runs between two of them: weights larger than the cache stream past, and the ranks arrive
with the jitter of real kernels. Values do not matter, but they are the same in every process of one rank.
"""

import math
from dataclasses import dataclass

import torch
import torch.distributed as dist
import torch.nn.functional as functional

HEAD_DIM = 128
MAX_EXACT = 256  # bfloat16 has 8 significant bits: every integer up to 256 is exact


@dataclass(frozen=True)
class Shape:
    """Sizes of one rank's shard."""

    hidden: int
    layers: int
    nranks: int
    context: int

    @property
    def heads(self):
        return self.kv_heads * max(1, self.hidden // (HEAD_DIM * self.nranks * self.kv_heads))

    @property
    def kv_heads(self):
        return max(1, 8 // self.nranks)

    @property
    def intermediate(self):
        return math.ceil(3.5 * self.hidden / self.nranks / 64) * 64


class Layer:
    """The weights of one decoder layer, this rank's part."""

    def __init__(self, shape, device, generator):
        heads, kv, hidden = shape.heads * HEAD_DIM, shape.kv_heads * HEAD_DIM, shape.hidden

        def weight(rows, columns):
            w = torch.randn(rows, columns, device=device, dtype=torch.bfloat16, generator=generator)
            return w.mul_(1 / math.sqrt(rows * shape.nranks))

        self.norms = [torch.ones(hidden, device=device, dtype=torch.bfloat16) for _ in range(2)]
        self.qkv = weight(hidden, heads + 2 * kv)
        self.out = weight(heads, hidden)
        self.gate_up = weight(hidden, 2 * shape.intermediate)
        self.down = weight(shape.intermediate, hidden)


class Decoder:
    """Runs whole steps: decode (one token a sequence, against a cache of `context` tokens) or prefill (one sequence)."""

    def __init__(self, shape, rank, device, max_sequences):
        self.shape, self.rank, self.device = shape, rank, device
        generator = torch.Generator(device=device)
        generator.manual_seed(1000 + rank)
        self.layers = [Layer(shape, device, generator) for _ in range(shape.layers)]
        size = (max_sequences, shape.kv_heads, shape.context, HEAD_DIM)
        self.keys = torch.randn(size, device=device, dtype=torch.bfloat16, generator=generator).mul_(HEAD_DIM**-0.5)
        self.values = torch.randn(size, device=device, dtype=torch.bfloat16, generator=generator)
        self.turn = torch.full((1,), 0.125, device=device, dtype=torch.bfloat16)

    def tokens(self, count):
        """The input of a step; the same on every rank, as after an embedding."""
        generator = torch.Generator(device=self.device)
        generator.manual_seed(count)
        return torch.randn(count, self.shape.hidden, device=self.device, dtype=torch.bfloat16, generator=generator)

    def step(self, x, prefill):
        for layer in self.layers:
            x = x + self._attention(x, layer, prefill)
            x = x + self._mlp(x, layer)
        return x

    def _attention(self, x, layer, prefill):
        heads, kv = self.shape.heads, self.shape.kv_heads
        h = functional.rms_norm(x, (self.shape.hidden,), layer.norms[0], 1e-6)
        q, k, v = (h @ layer.qkv).split([heads * HEAD_DIM, kv * HEAD_DIM, kv * HEAD_DIM], dim=-1)
        q, k = torch.addcmul(q, q, self.turn), torch.addcmul(k, k, self.turn)  # in the place of a rotary embedding
        attend = self._attend_prompt if prefill else self._attend_cache
        return self._reduced(attend(q, k, v) @ layer.out)

    def _attend_cache(self, q, k, v):
        count, heads, kv = q.shape[0], self.shape.heads, self.shape.kv_heads
        keys, values = self.keys[:count], self.values[:count]
        keys[:, :, -1].copy_(k.reshape(count, kv, HEAD_DIM))
        values[:, :, -1].copy_(v.reshape(count, kv, HEAD_DIM))
        scores = torch.matmul(q.reshape(count, kv, heads // kv, HEAD_DIM), keys.transpose(-1, -2))
        return torch.matmul(torch.softmax(scores, dim=-1), values).reshape(count, heads * HEAD_DIM)

    def _attend_prompt(self, q, k, v):
        count = q.shape[0]
        q, k, v = (t.reshape(1, count, -1, HEAD_DIM).transpose(1, 2) for t in (q, k, v))
        out = functional.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        return out.transpose(1, 2).reshape(count, -1)

    def _mlp(self, x, layer):
        h = functional.rms_norm(x, (self.shape.hidden,), layer.norms[1], 1e-6)
        gate, up = (h @ layer.gate_up).chunk(2, dim=-1)
        return self._reduced((functional.silu(gate) * up) @ layer.down)

    @staticmethod
    def _reduced(x):
        dist.all_reduce(x)
        return x

    @property
    def calls(self):
        """AllReduces a step."""
        return 2 * self.shape.layers


class DataCheck:
    """AllReduces of integers whose sum is exact in bfloat16, each result compared element by element, all on the device.

    Every call carries other values, so data left over from an earlier call (a flag seen before its data) shows as a wrong
    element. Between two calls a layer's weights stream past, as in a step.
    """

    def __init__(self, decoder, count):
        self.decoder = decoder
        self.x = decoder.tokens(count)
        amplitude = MAX_EXACT // max(decoder.shape.nranks, 9)
        self.modulus = 2 * amplitude + 1
        elements = torch.arange(self.x.numel(), device=decoder.device, dtype=torch.int32)
        self.base = ((elements % 8191 * 7 + elements // 8191 * 3) % self.modulus).view_as(self.x)
        self.call = torch.zeros((), device=decoder.device, dtype=torch.int32)
        self.wrong = torch.zeros((), device=decoder.device, dtype=torch.int64)
        self.wrong_calls = torch.zeros((), device=decoder.device, dtype=torch.int64)
        # Where the wrong elements lie: an LL128 line that arrived in halves leaves 32 wrong ones in a row.
        self.first = torch.full((), self.x.numel(), device=decoder.device, dtype=torch.int32)
        self.last = torch.full((), -1, device=decoder.device, dtype=torch.int32)
        self.place = elements.view_as(self.x)

    def run(self):
        """One pass: as many checked AllReduces as a step has."""
        for layer in self.decoder.layers:
            for weight in (layer.qkv, layer.gate_up):
                torch.matmul(self.x, weight)
                self._checked_call()

    def _checked_call(self):
        nranks = self.decoder.shape.nranks
        expected = self._values(0)
        for rank in range(1, nranks):
            expected = expected + self._values(rank)
        x = self._values(self.decoder.rank).to(torch.bfloat16)
        dist.all_reduce(x)
        wrong = x.to(torch.int32) != expected
        self.wrong += wrong.sum()
        self.wrong_calls += wrong.any()
        self.first.copy_(torch.minimum(self.first, torch.where(wrong, self.place, self.x.numel()).min()))
        self.last.copy_(torch.maximum(self.last, torch.where(wrong, self.place, -1).max()))
        self.call += 1

    def _values(self, rank):
        return (self.base + self.call % self.modulus * 29 + rank * 13) % self.modulus - self.modulus // 2


def digest(x):
    """A 64-bit sum over all bits of a bfloat16 tensor, weighted by position: equal tensors give equal digests."""
    bits = x.contiguous().view(torch.int16).flatten().to(torch.int64)
    place = torch.arange(1, bits.numel() + 1, device=x.device, dtype=torch.int64)
    mixed = place * 6364136223846793005 + 1442695040888963407  # wraps, as meant; constants of Knuth's MMIX generator
    return f"{((bits + 40000) * (mixed ^ (mixed >> 29))).sum().item() & (2**64 - 1):016x}"
