"""Runs without PyTorch and without a GPU: python3 -m unittest discover samples/graph-roundtrip"""

import tempfile
import unittest
from pathlib import Path

import graph_roundtrip

DUMP = """\
<graphs version="1">
  <graph id="0" pattern="4" crossnic="0" nchannels="2" speedintra="20" speedinter="20" typeintra="PHB" typeinter="PIX" samechannels="1">
    <channel><gpu dev="0"/><gpu dev="0x1"/></channel>
    <channel><gpu dev="0x1"/><gpu dev="0"/></channel>
  </graph>
  <graph id="3" pattern="5" nchannels="0" speedintra="0" typeintra="LOC"/>
</graphs>
"""


def read(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.xml"
        path.write_text(text)
        return graph_roundtrip.graphs(path)


class Graphs(unittest.TestCase):
    def test_channels_are_read_in_gpu_order_and_empty_graphs_left_out(self):
        found = read(DUMP)
        self.assertEqual([0], list(found))
        self.assertEqual([[("gpu", 0), ("gpu", 1)], [("gpu", 1), ("gpu", 0)]], found[0][1])

    def test_the_same_graph_does_not_differ(self):
        self.assertEqual([], graph_roundtrip.differences(read(DUMP), read(DUMP)))

    def test_another_ring_order_or_a_missing_graph_differs(self):
        turned = DUMP.replace('<gpu dev="0"/><gpu dev="0x1"/>', '<gpu dev="0x1"/><gpu dev="0"/>')
        self.assertEqual(1, len(graph_roundtrip.differences(read(DUMP), read(turned))))
        self.assertEqual(1, len(graph_roundtrip.differences(read(DUMP), {})))


if __name__ == "__main__":
    unittest.main()
