package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The last text behind {@code via} and the transport it names. Long runs repeat one transport line
 * after line: its text is made once.
 */
final class LastTransport {

  private String transport = "";
  private byte[] via = new byte[0];

  /** The transport between {@code from} and {@code to}; a network's without its device. */
  String of(byte[] a, int from, int to, boolean network) {
    if (via.length == to - from && isAt(a, from)) {
      return transport;
    }
    String text = Bytes.text(a, from, to).strip();
    int rccl = text.indexOf(" comm 0x");
    String whole = rccl < 0 ? text : text.substring(0, rccl);
    transport = network || whole.startsWith("NET/") ? withoutDevice(whole) : whole;
    via = Arrays.copyOfRange(a, from, to);
    return transport;
  }

  /** Whether the last text stands here once more; never before there was one. */
  boolean isAt(byte[] a, int at) {
    return via.length > 0 && Bytes.startsWith(a, at, at + via.length, via);
  }

  /** Length of the last text. */
  int length() {
    return via.length;
  }

  String transport() {
    return transport;
  }

  /** {@code NET/IB/3/GDRDMA} and, with PXN, {@code NET/IB/3(1)/GDRDMA} become NET/IB/GDRDMA. */
  private static String withoutDevice(String via) {
    List<String> kept = new ArrayList<>();
    for (String part : via.split("/", -1)) {
      boolean device = kept.size() >= 2 && part.matches("\\d+(\\(\\d+\\))?");
      if (!device) {
        kept.add(part);
      }
    }
    return String.join("/", kept);
  }
}
