"""Runs without PyTorch and without a GPU: python3 -m unittest discover samples/step-sweep"""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import data_check
import nccl_log
import step_sweep
import sweep
import sweep_file
from choices import (
    DEFAULT,
    LL128_FOR_ALLREDUCE,
    TUNER,
    TUNER_LL128,
    Tuner,
    environment,
    parse_choice,
    pins,
    shared_settings,
)
from ranks import RankFailure

NCCL = (2, 28, 9)
LOG = """\
node01:1:1 [0] NCCL INFO Pattern 4, crossNic 0, nChannels 2, bw 20.000000/20.000000, type PHB/PIX, sameChannels 1
node01:1:1 [0] NCCL INFO   Algorithm   |                            Tree                  |                            Ring                  |                   CollNetDirect                  |
node01:1:1 [0] NCCL INFO   Protocol    |             LL |          LL128 |         Simple |             LL |          LL128 |         Simple |             LL |          LL128 |         Simple |
node01:1:1 [0] NCCL INFO     AllGather |     0.0/   0.0 |     0.0/   0.0 |     0.0/   0.0 |     7.6/  40.0 |    16.5/  73.6 |    14.1/  80.0 |     0.8/   0.0 |     0.8/   0.0 |    39.2/   0.0 |
node01:1:1 [0] NCCL INFO     AllReduce |     8.8/   9.7 |    17.8/   0.0 |    16.4/  36.8 |     8.6/  20.0 |    19.0/   0.0 |    19.8/  40.0 |     0.8/   0.0 |     0.8/   0.0 |    39.2/   0.0 |
node01:1:1 [0] NCCL INFO   Algorithm   |                             PAT                  |
node01:1:1 [0] NCCL INFO     AllReduce |     0.0/   0.0 |     0.0/   0.0 |     0.0/   0.0 |
node01:1:1 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct
node01:1:1 [0] NCCL INFO AllReduce: 8192 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..1}
node01:1:1 [0] NCCL INFO AllReduce: 8192 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..1}
node01:1:1 [0] NCCL INFO AllGather: 8192 Bytes -> Algo RING proto SIMPLE channel{Lo..Hi}={0..1}
node01:1:1 [0] NCCL INFO AllReduce: 524288 Bytes -> Algo TREE proto SIMPLE channel{Lo..Hi}={0..3}
""".splitlines()


class Choices(unittest.TestCase):
    def test_a_choice_is_read_whatever_its_case_and_named_in_nccls_spelling(self):
        self.assertEqual("Ring/LL128", parse_choice("ring/ll128").name)
        self.assertEqual("NVLSTree/Simple", parse_choice("nvlstree/SIMPLE").name)
        self.assertEqual(DEFAULT, parse_choice("default"))

    def test_an_unknown_word_is_refused(self):
        for text in ("ring/ll12", "mesh/ll", "ring", "ll128"):
            with self.assertRaisesRegex(ValueError, "unknown choice"):
                parse_choice(text)

    def test_ll128_is_pinned_for_allreduce_alone(self):
        self.assertEqual(
            {"NCCL_ALGO": "Ring", "NCCL_PROTO": "LL,Simple;allreduce:LL128"}, pins(parse_choice("Ring/LL128"), NCCL)
        )

    def test_tree_leaves_ring_to_the_functions_that_have_no_tree(self):
        self.assertEqual("Ring;allreduce:Tree", pins(parse_choice("Tree/LL"), NCCL)["NCCL_ALGO"])

    def test_before_2_24_there_is_one_list_for_all_functions(self):
        self.assertEqual({"NCCL_ALGO": "Tree", "NCCL_PROTO": "LL"}, pins(parse_choice("Tree/LL"), (2, 21, 5)))

    def test_the_default_drops_pins_and_logging_of_the_caller(self):
        base = {
            "NCCL_ALGO": "Tree",
            "NCCL_PROTO": "LL",
            "NCCL_DEBUG": "WARN",
            "NCCL_TUNER_PLUGIN": "x",
            "NCCL_P2P_DISABLE": "1",
            "PATH": "/bin",
        }
        env = environment(DEFAULT, base, NCCL, "/log", "INIT,TUNING")
        self.assertEqual(
            {
                "NCCL_P2P_DISABLE": "1",
                "PATH": "/bin",
                "NCCL_DEBUG": "INFO",
                "NCCL_DEBUG_SUBSYS": "INIT,TUNING",
                "NCCL_DEBUG_FILE": "/log",
            },
            env,
        )
        self.assertEqual({"NCCL_P2P_DISABLE": "1"}, shared_settings(base))

    def test_the_tuner_runs_with_and_without_the_override(self):
        tuner = Tuner("/x/libnccl-tuner-ringside.so", "/x/tuner.csv")
        self.assertNotIn("NCCL_PROTO", pins(TUNER, NCCL, tuner))
        self.assertEqual(LL128_FOR_ALLREDUCE, pins(TUNER_LL128, NCCL, tuner)["NCCL_PROTO"])
        with self.assertRaisesRegex(ValueError, "--tuner-plugin"):
            pins(TUNER, NCCL)


class Log(unittest.TestCase):
    def test_per_call_lines_are_counted_by_size_and_choice(self):
        self.assertEqual(
            {8192: {("Ring", "LL", 2): 2}, 524288: {("Tree", "Simple", 4): 1}}, nccl_log.allreduce_choices(LOG)
        )

    def test_usable_are_the_cells_of_allreduce_that_have_a_bandwidth(self):
        self.assertEqual({("Tree", "LL"), ("Tree", "Simple"), ("Ring", "LL"), ("Ring", "Simple")}, nccl_log.usable(LOG))

    def test_transport_and_path_come_from_the_log(self):
        self.assertEqual((["SHM"], "PHB"), (nccl_log.transports(LOG), nccl_log.ring_path(LOG)))


class Plan(unittest.TestCase):
    def test_a_step_is_repeated_as_often_as_its_share_allows(self):
        self.assertEqual(1, sweep.repeats(50_000, 1_000))
        self.assertEqual(4, sweep.repeats(2_000, 2_000 * (sweep.WARM + 4 * sweep.SAMPLES)))
        self.assertEqual(sweep.MOST_REPEATS, sweep.repeats(1, 1e9))

    def test_the_slowest_rank_counts_and_of_the_samples_the_median(self):
        answers = [{"times": {"8": [1.0, 5.0, 3.0]}}, {"times": {"8": [2.0, 4.0, 9.0]}}]
        self.assertEqual({8: 5.0}, sweep.Sweep._medians(answers))

    def test_the_dry_run_names_sizes_and_variables(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertEqual(
                0,
                step_sweep.main(
                    ["--dry-run", "--choices", "default,Ring/LL128", "--tokens", "1,64", "--prefill", "512"]
                ),
            )
        self.assertIn("64 tokens      524288 bytes  decode", out.getvalue())
        self.assertIn("Ring/LL128: NCCL_ALGO=Ring NCCL_PROTO=LL,Simple;allreduce:LL128", out.getvalue())

    def test_a_size_cannot_be_decode_and_prefill(self):
        with contextlib.redirect_stderr(io.StringIO()) as err:
            self.assertEqual(2, step_sweep.main(["--dry-run", "--tokens", "1,8", "--prefill", "8"]))
        self.assertIn("[8]", err.getvalue())


class Rounds(unittest.TestCase):
    def test_where_every_choice_fails_that_is_said(self):
        fleet = SimpleNamespace(sets={}, each=lambda action, order=None: {})
        with contextlib.redirect_stderr(io.StringIO()):
            asked = sweep.Sweep(step_sweep.options(["--device", "cpu"]), [DEFAULT])
            asked.fleet = fleet
            with self.assertRaisesRegex(RankFailure, "no choice is left"):
                asked.time()


class DataCheck(unittest.TestCase):
    def test_wrong_elements_get_a_place_and_ll128_a_table_that_names_what_ran(self):
        choice = parse_choice("tree/ll128")
        log = [
            "n:1:1 [0] NCCL INFO NCCL version 2.28.9+cuda13.0",
            "n:1:1 [0] NCCL INFO AllReduce: 8192 Bytes -> Algo TREE proto LL128 channel{Lo..Hi}={0..1}",
            "n:1:1 [0] NCCL INFO AllReduce: 8192 Bytes -> Algo TREE proto LL128 channel{Lo..Hi}={0..1}",
        ]
        right = {"operations": 92, "elements": 4096, "wrong": 0, "wrong_operations": 0, "first": 4096, "last": -1}
        torn = {**right, "wrong": 32, "wrong_operations": 1, "first": 64, "last": 95}
        ranks = SimpleNamespace(
            choice=choice, log=lambda: log, ask=lambda *a, **k: [{"check": {"1": right}}, {"check": {"1": torn}}]
        )
        fleet = SimpleNamespace(sets={choice: ranks}, each=lambda action, order: {c: action(ranks) for c in order})
        fake = SimpleNamespace(
            decode=[1],
            prefill=[],
            o=SimpleNamespace(check_passes=20, hidden=4096, one_gpu=True),
            fleet=fleet,
            nranks=2,
            machine={"gpus": ["NVIDIA H200"], "nccl": NCCL, "torch": "2.11"},
            say=lambda text: None,
        )
        with tempfile.TemporaryDirectory() as folder:
            found = data_check.run(fake, f"{folder}/check.csv", data_check.doubted(fake))
            rows = Path(f"{folder}/check.csv").read_text().splitlines()
            table = Path(f"{folder}/check_Tree_LL128.txt").read_text()
        self.assertEqual({choice: 32}, found)
        self.assertEqual("2,0,Tree,LL128,1,8192,92,4096,0,0,,", rows[1])
        self.assertEqual("2,1,Tree,LL128,1,8192,92,4096,1,32,64,95", rows[2])
        self.assertEqual(1, table.count("proto LL128"))
        self.assertIn("validation: 92 graph: 1", table)
        self.assertRegex(table, r"8192 +4096 +bfloat16 +sum +-1 .* 32\n")


class SweepFile(unittest.TestCase):
    def test_what_is_written_is_read_back(self):
        row = {
            "nranks": 2,
            "algorithm": "Ring",
            "protocol": "LL",
            "tokens": 8,
            "bytes": 65536,
            "calls": 32,
            "step_us": 2105.34,
            "round": 1,
        }
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "step.csv"
            sweep_file.write(path, [("gpu", "NVIDIA H200"), ("env", "NCCL_P2P_DISABLE=1")], [row])
            self.assertEqual(
                "# ringside-step 1\n# gpu: NVIDIA H200\n# env: NCCL_P2P_DISABLE=1\n"
                "nranks,algorithm,protocol,tokens,bytes,calls,step_us,round\n2,Ring,LL,8,65536,32,2105.3,1\n",
                path.read_text(),
            )
            self.assertEqual([{**row, "step_us": 2105.3}], sweep_file.read(path))

    def test_rows_stand_by_round_then_in_the_order_of_the_choices(self):
        rows = [
            {"algorithm": a, "protocol": p, "tokens": t, "round": r}
            for r in (2, 1)
            for a, p in (("Ring", "LL"), ("default", "default"))
            for t in (8, 1)
        ]
        ordered = sweep.sorted_rows(rows, [DEFAULT, parse_choice("Ring/LL")])
        self.assertEqual(
            [(1, "default", 1), (1, "default", 8), (1, "Ring", 1)],
            [(r["round"], r["algorithm"], r["tokens"]) for r in ordered[:3]],
        )


if __name__ == "__main__":
    unittest.main()
