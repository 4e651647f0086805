package dev.ringside.summary;

import dev.ringside.summary.PointerHistory.Creation;
import dev.ringside.trace.record.CommunicatorInit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Communicators of all processes while a piece is read, found by process and pointer. */
final class OpenMembers {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** One pointer of one process and the communicators it held. */
  static final class Pointer {
    final int process;
    final long comm;
    final List<OpenMember> members = new ArrayList<>(2);
    boolean isCompleteFirst;
    Creation creation = Creation.UNSEEN;

    Pointer(int process, long comm) {
      this.process = process;
      this.comm = comm;
    }

    OpenMember current() {
      return members.get(members.size() - 1);
    }
  }

  private record ProcessKey(String host, long pid) {}

  private record WriterKey(int device, int rank) {}

  private final Map<ProcessKey, Integer> processes = new HashMap<>();
  private final List<ProcessKey> processList = new ArrayList<>();
  private final Map<WriterKey, Integer> writers = new HashMap<>();
  private final List<WriterKey> writerList = new ArrayList<>();
  private final List<Pointer> pointers = new ArrayList<>();
  private final List<Pointer> pointerOfMember = new ArrayList<>();
  private final List<Integer> incarnationOfMember = new ArrayList<>();
  private int[] slots = new int[64];

  OpenMembers() {
    Arrays.fill(slots, -1);
  }

  int process(String host, long pid) {
    return processes.computeIfAbsent(
        new ProcessKey(host, pid),
        k -> {
          processList.add(k);
          return processList.size() - 1;
        });
  }

  int writer(int device, int rank) {
    return writers.computeIfAbsent(
        new WriterKey(device, rank),
        k -> {
          writerList.add(k);
          return writerList.size() - 1;
        });
  }

  OpenMember current(int process, long comm) {
    return pointer(process, comm).current();
  }

  private Pointer pointer(int process, long comm) {
    int mask = slots.length - 1;
    int at = slot(process, comm) & mask;
    while (slots[at] >= 0) {
      Pointer p = pointers.get(slots[at]);
      if (p.comm == comm && p.process == process) {
        return p;
      }
      at = at + 1 & mask;
    }
    Pointer p = new Pointer(process, comm);
    slots[at] = pointers.size();
    pointers.add(p);
    begin(p);
    if (pointers.size() * 2 > slots.length) {
      rehash();
    }
    return p;
  }

  private static int slot(int process, long comm) {
    return (int) (((comm * MIX ^ process) * MIX) >>> 40);
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    Arrays.fill(slots, -1);
    int mask = slots.length - 1;
    for (int i = 0; i < pointers.size(); i++) {
      int at = slot(pointers.get(i).process, pointers.get(i).comm) & mask;
      while (slots[at] >= 0) {
        at = at + 1 & mask;
      }
      slots[at] = i;
    }
  }

  private void begin(Pointer p) {
    incarnationOfMember.add(p.members.size());
    p.members.add(new OpenMember(pointerOfMember.size()));
    pointerOfMember.add(p);
  }

  /**
   * A line about the making of a communicator. An Init START makes one, and so does an Init
   * COMPLETE without START: NCCL up to 2.18.1 prints no START (NCCL src/init.cc).
   */
  void init(int process, long comm, CommunicatorInit.Stage stage) {
    Pointer p = pointer(process, comm);
    boolean isComplete = stage == CommunicatorInit.Stage.COMPLETE;
    if (p.creation == Creation.UNSEEN) {
      p.isCompleteFirst = isComplete;
    }
    if (!isComplete || p.creation != Creation.OPEN) {
      begin(p);
    }
    p.creation = isComplete ? Creation.CLOSED : Creation.OPEN;
  }

  void end(int process, long comm) {
    pointer(process, comm).creation = Creation.CLOSED;
  }

  List<Pointer> pointers() {
    return pointers;
  }

  Pointer pointerOf(int member) {
    return pointerOfMember.get(member);
  }

  int incarnationOf(int member) {
    return incarnationOfMember.get(member);
  }

  String host(int process) {
    return processList.get(process).host;
  }

  long pid(int process) {
    return processList.get(process).pid;
  }

  int device(int writer) {
    return writerList.get(writer).device;
  }

  int rank(int writer) {
    return writerList.get(writer).rank;
  }
}
