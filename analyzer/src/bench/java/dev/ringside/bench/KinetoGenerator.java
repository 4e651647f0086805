package dev.ringside.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Writes a PyTorch (Kineto) trace of any length to standard output, indented as the profiler does.
 *
 * <pre>{@code java KinetoGenerator.java 270000000 1 > trace.json}</pre>
 *
 * <p>A layer is two AllReduces among twenty other kernels. One layer in sixteen runs eagerly: its
 * AllReduces name their sizes, each kernel has its launch and one in four an operator with shapes.
 * The others run in CUDA graphs: a kernel and its arrow. By bytes three quarters are kernels, as in
 * traces of decode steps. The same arguments give the same bytes.
 */
public final class KinetoGenerator {
  private static final int OTHERS = 20;
  private static final int HIDDEN = 4096;
  private static final String[] KERNELS = {
    "nvjet_sm90_tst_128x64_64x8_1x2_h_bz_TNT",
    "void vllm::rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16*, c10::BFloat16 const*, float, int, int)",
    "void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4, false, false, cutlass::bfloat16_t>>(Flash_fwd_params)",
    "void vllm::act_and_mul_kernel<c10::BFloat16, silu_kernel>(c10::BFloat16*, c10::BFloat16 const*, int)"
  };
  private static final String HEAD =
      """
      {
        "schemaVersion": 1,
        "deviceProperties": [
        {
          "id": 0, "name": "NVIDIA H200", "totalGlobalMem": 150109880320,
          "computeMajor": 9, "computeMinor": 0, "numSms": 132
        }
        ],
        "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 2, "pg_count": 1, "pg_config": [{"pg_name": "0", "pg_desc": "default_pg", "backend_config": "cuda:nccl", "pg_size": 2, "ranks": [0, 1]}], "nccl_version": "2.28.9"},
        "displayTimeUnit": "ms",
        "traceEvents": [
      """;
  private static final String TAIL =
      """
        {
          "name": "Record Window End", "ph": "i", "s": "g", "pid": "", "tid": "", "ts": 5190535498543.235
        }
        ],
        "traceName": "trace.json"
      }
      """;

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder(1 << 18);
  private long nanos = 5_190_535_375_654_844L;
  private long correlation = 1;

  private KinetoGenerator(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Arguments: size in bytes, then a seed. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: KinetoGenerator BYTES SEED");
      System.exit(2);
    }
    write(Long.parseLong(args[0]), Long.parseLong(args[1]), System.out);
  }

  /** Writes a bit more than so many bytes. */
  static void write(long bytes, long seed, OutputStream out) throws IOException {
    new KinetoGenerator(seed).events(bytes, out);
  }

  private void events(long bytes, OutputStream out) throws IOException {
    text.append(HEAD);
    long written = 0;
    for (int layer = 0; written + text.length() < bytes; layer++) {
      layer(layer % 16 == 0);
      written += flush(out);
    }
    text.append(TAIL);
    flush(out);
    out.flush();
  }

  private int flush(OutputStream out) throws IOException {
    byte[] chunk = text.toString().getBytes(StandardCharsets.UTF_8);
    out.write(chunk);
    text.setLength(0);
    return chunk.length;
  }

  private void layer(boolean isEager) {
    int tokens = 1 << random.nextInt(9);
    for (int i = 0; i < OTHERS; i++) {
      kernel(KERNELS[random.nextInt(KERNELS.length)], isEager, "");
      if (i % (OTHERS / 2) == OTHERS / 2 - 1) {
        kernel(
            "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
            isEager,
            isEager ? message((long) tokens * HIDDEN) : "");
      }
    }
  }

  private static String message(long elements) {
    return ", \"Collective name\": \"allreduce\", \"In msg nelems\": "
        + elements
        + ", \"Out msg nelems\": "
        + elements
        + ", \"Group size\": 2, \"dtype\": \"BFloat16\", \"In split size\": \"[]\""
        + ", \"Out split size\": \"[]\", \"Process Group Name\": \"0\""
        + ", \"Process Group Description\": \"default_pg\", \"Process Group Ranks\": \"[0, 1]\"";
  }

  private void kernel(String name, boolean isEager, String message) {
    correlation++;
    if (isEager) {
      launch();
    }
    begin("kernel", name, 0, 7);
    text.append("      \"External id\": ")
        .append(correlation / 4)
        .append(",      \"queued\": 0, \"device\": 0, \"context\": 1,      \"stream\": 7")
        .append(", \"correlation\": ")
        .append(correlation)
        .append(",      \"registers per thread\": 96,      \"shared memory\": 103808")
        .append(",      \"blocks per SM\": 0.030303,      \"warps per SM\": 0.515152")
        .append(",      \"grid\": [4, 1, 1],      \"block\": [544, 1, 1]")
        .append(",      \"est. achieved occupancy %\": 0")
        .append(message)
        .append("\n    }\n  },\n");
    arrow('f', 0, 7, ", \"bp\": \"e\"");
  }

  private void launch() {
    if (correlation % 4 == 0) {
      operator();
    }
    begin("cuda_driver", "cuLaunchKernelEx", 1257, 1257);
    text.append("      \"External id\": ")
        .append(correlation / 4)
        .append(",      \"cbid\": 652, \"correlation\": ")
        .append(correlation)
        .append("\n    }\n  },\n");
    arrow('s', 1257, 1257, "");
  }

  private void operator() {
    begin("cpu_op", "aten::linear", 1257, 1257);
    text.append("      \"External id\": ")
        .append(correlation / 4)
        .append(",\"Record function id\": 0, \"Concrete Inputs\": [\"\", \"\", \"\"]")
        .append(", \"Input type\": [\"c10::BFloat16\", \"c10::BFloat16\", \"\"]")
        .append(", \"Input Strides\": [[4096, 1], [4096, 1], []]")
        .append(", \"Input Dims\": [[256, 4096], [6144, 4096], []], \"Ev Idx\": ")
        .append(correlation)
        .append("\n    }\n  },\n");
  }

  private void begin(String category, String name, int pid, int tid) {
    text.append("  {\n    \"ph\": \"X\", \"cat\": \"")
        .append(category)
        .append("\", \"name\": \"")
        .append(name)
        .append("\", \"pid\": ")
        .append(pid)
        .append(", \"tid\": ")
        .append(tid)
        .append(",\n    \"ts\": ");
    micros(nanos += random.nextInt(500, 40_000)).append(", \"dur\": ");
    micros(random.nextInt(500, 60_000)).append(",\n    \"args\": {\n");
  }

  private void arrow(char phase, int pid, int tid, String more) {
    text.append("  {\n    \"ph\": \"")
        .append(phase)
        .append("\", \"id\": ")
        .append(correlation)
        .append(", \"pid\": ")
        .append(pid)
        .append(", \"tid\": ")
        .append(tid)
        .append(", \"ts\": ");
    micros(nanos)
        .append(",\n    \"cat\": \"ac2g\", \"name\": \"ac2g\"")
        .append(more)
        .append("\n  },\n");
  }

  /** Microseconds with three decimals. */
  private StringBuilder micros(long value) {
    long fraction = value % 1000;
    return text.append(value / 1000)
        .append(fraction < 10 ? ".00" : fraction < 100 ? ".0" : ".")
        .append(fraction);
  }
}
