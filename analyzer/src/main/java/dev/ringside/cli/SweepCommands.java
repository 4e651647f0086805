package dev.ringside.cli;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The sweeps that calibrate a host, as lines for a shell. */
final class SweepCommands {
  /** Where the driver lists its GPUs. */
  private static final Path GPUS = Path.of("/proc/driver/nvidia/gpus");

  private SweepCommands() {}

  static List<String> ofThisHost(Installation here) {
    int gpus = gpus();
    List<String> lines = new ArrayList<>();
    lines.add(
        gpus > 0
            ? "# " + gpus + " GPUs are in this host."
            : "# No NVIDIA driver is here: set GPUS to the tensor-parallel size and run this on the host.");
    lines.add("GPUS=" + (gpus > 0 ? gpus : 2));
    lines.add("");
    lines.add(
        "# 1. Whole decode steps, about two minutes, PyTorch needed: what decides a verdict. With --hidden of your model");
    lines.add("#    its own message sizes are measured, and nothing has to be read between them.");
    lines.add(
        "python3 "
            + ShellWord.quoted(here.home().resolve("samples/step-sweep/step_sweep.py").toString())
            + " --out step.csv");
    lines.add("");
    lines.add(
        "# 2. AllReduces alone inside CUDA graphs, nccl-tests needed: what happens between the sizes of 1.");
    lines.add("mkdir -p sweep");
    lines.add("for algo in Ring Tree; do for proto in LL LL128 Simple; do");
    lines.add(
        "  NCCL_ALGO=$algo NCCL_PROTO=$proto " + tests() + " > sweep/graph_${algo}_${proto}.txt");
    lines.add("done; done");
    lines.add(tests() + " > sweep/graph_default.txt");
    lines.add("");
    lines.add("# 3. Curves, crossings and the tuner file.");
    lines.add("ringside calibrate step.csv sweep -o tuner.csv");
    return lines;
  }

  private static String tests() {
    return "all_reduce_perf -b 32K -e 4M -i 32768 -d bfloat16 -g $GPUS -G 20";
  }

  private static int gpus() {
    int n = 0;
    try (DirectoryStream<Path> gpus = Files.newDirectoryStream(GPUS)) {
      for (Path ignored : gpus) {
        n++;
      }
    } catch (IOException | DirectoryIteratorException e) {
      return 0; // no driver here
    }
    return n;
  }
}
