"""Runs without PyTorch and without a GPU: python3 -m unittest discover samples/plugin-proof"""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import plugin_proof
import tuner_file
from choices import TUNER

FILE = """\
# LL128 in front of a safe base
allreduce,65537,262144,ring,ll128,-1,1,2
allreduce,0,262144,ring,ll,-1,-1,-1
allreduce,262145,1048576,ring,simple,-1,1,-1,-1,1
allgather,0,1048576,ring,ll,-1,-1,-1
"""
SAFE = {("Ring", "LL"), ("Ring", "Simple"), ("Tree", "Simple")}
WITH_LL128 = SAFE | {("Ring", "LL128")}
TABLE = """\
h:1:1 [0] NCCL INFO   Algorithm   |                            Tree                  |                            Ring                  |
h:1:1 [0] NCCL INFO     AllReduce |     8.8/   0.0 |    17.8/   0.0 |    16.4/  36.8 |     8.6/  20.0 |    19.0/   0.0 |    19.8/  40.0 |
"""


def rules(text=FILE):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tuner.csv"
        path.write_text(text)
        return tuner_file.read(path)


class Ranks:
    """A rank set of which only the log is asked."""

    choice = TUNER

    def __init__(self, *calls):
        self.lines = TABLE.splitlines() + [
            f"h:1:1 [0] NCCL INFO AllReduce: {size} Bytes -> Algo {a} proto {p} channel{{Lo..Hi}}={{0..1}}"
            for size, a, p in calls
        ]

    def log(self, rank=0):
        return self.lines


def judged(*calls, own=None, text=FILE):
    proof = plugin_proof.Proof()
    with contextlib.redirect_stdout(io.StringIO()):
        plugin_proof.check_choices(proof, Ranks(*calls), rules(text), own or {}, nranks=2, nnodes=1)
    return proof.ok


def choice(size, usable, reg_buff, nranks=2):
    rule = tuner_file.first_usable(rules(), size, nranks, usable, reg_buff)
    return rule and rule.choice


class FirstUsable(unittest.TestCase):
    def test_a_forbidden_rule_is_passed_over(self):
        self.assertEqual(("Ring", "LL"), choice(131072, SAFE, 1))
        self.assertEqual(("Ring", "LL128"), choice(131072, WITH_LL128, 1))

    def test_bounds_are_inclusive(self):
        self.assertEqual(("Ring", "LL"), choice(65536, WITH_LL128, 1))
        self.assertEqual(("Ring", "LL128"), choice(65537, WITH_LL128, 1))
        self.assertEqual(("Ring", "LL128"), choice(262144, WITH_LL128, 1))

    def test_a_rule_for_captured_calls_leaves_eager_ones_alone(self):
        self.assertEqual(("Ring", "Simple"), choice(524288, SAFE, 1))
        self.assertIsNone(choice(524288, SAFE, 0))

    def test_ranks_must_match(self):
        self.assertEqual(("Ring", "LL"), choice(131072, WITH_LL128, 1, nranks=4))

    def test_an_unknown_word_is_an_error_with_its_line(self):
        with self.assertRaisesRegex(ValueError, "tuner.csv:2: no rule"):
            rules("# x\nallreduce,0,1,ring,ll12,-1,1,2\n")


class Judgement(unittest.TestCase):
    def test_calls_as_the_file_asks_pass(self):
        self.assertTrue(judged((8192, "RING", "LL"), (131072, "RING", "LL"), (524288, "RING", "SIMPLE")))

    def test_one_other_choice_fails(self):
        self.assertFalse(judged((8192, "RING", "LL"), (131072, "RING", "SIMPLE")))

    def test_a_size_without_a_rule_must_run_as_it_does_without_the_plugin(self):
        own = {2097152: {("Ring", "Simple")}}
        self.assertTrue(judged((2097152, "RING", "SIMPLE"), own=own))
        self.assertFalse(judged((2097152, "TREE", "SIMPLE"), own=own))

    def test_more_channels_than_the_rule_names_fail(self):
        one, two = "allreduce,0,8192,ring,ll,1,1,2", "allreduce,0,8192,ring,ll,2,1,2"
        self.assertTrue(judged((8192, "RING", "LL"), text=two))
        self.assertFalse(judged((8192, "RING", "LL"), text=one))

    def test_a_log_without_calls_proves_nothing(self):
        self.assertFalse(judged())


class Gains(unittest.TestCase):
    def test_rounds_are_compared_with_the_default_of_the_same_round(self):
        rows = [
            {"algorithm": a, "protocol": a, "tokens": 8, "round": r, "step_us": us}
            for a, r, us in (("default", 1, 100.0), ("tuner", 1, 90.0), ("default", 2, 200.0), ("tuner", 2, 190.0))
        ]
        middle, low, high, before, after = plugin_proof.gains(rows)["tuner", 8]
        self.assertEqual(
            (-7.5, -10.0, -5.0, 150.0, 140.0), tuple(round(v, 6) for v in (middle, low, high, before, after))
        )


if __name__ == "__main__":
    unittest.main()
