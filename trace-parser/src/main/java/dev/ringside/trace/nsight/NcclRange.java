package dev.ringside.trace.nsight;

import dev.ringside.trace.record.Collective;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * One NVTX range of NCCL: a call of its API.
 *
 * @param start nanoseconds
 * @param end nanoseconds
 * @param comm communicator hash; 0 before NCCL 2.25, which does not record it
 * @param bytes one rank's message; -1 where the export has no payloads
 * @param peer root or peer; 0 where there is none
 */
record NcclRange(long start, long end, Collective op, long comm, long bytes, int peer) {

  /**
   * Reads the payload that NCCL attaches, little-endian with natural alignment: message size, and
   * from 2.25 on the communicator before it (NCCL src/include/nvtx_payload_schemas.h, which is part
   * of src/collectives up to 2.24).
   *
   * @param name name of the range, such as {@code ncclAllReduce}
   * @return empty where the range is no communication
   */
  static Optional<NcclRange> of(String name, long start, long end, byte[] payload) {
    Optional<Collective> op =
        name.startsWith("nccl") ? Collective.ofNcclName(name.substring(4)) : Optional.empty();
    if (op.isEmpty()) {
      return Optional.empty();
    }
    boolean hasPeer = op.get() != Collective.ALL_GATHER && op.get() != Collective.ALL_TO_ALL;
    int withoutComm = hasPeer ? 12 : 8;
    if (payload.length < withoutComm) {
      return Optional.of(new NcclRange(start, end, op.get(), 0, -1, 0));
    }
    ByteBuffer data = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
    long comm = payload.length >= withoutComm + 8 ? data.getLong() : 0;
    long bytes = data.getLong();
    int peer = hasPeer && op.get() != Collective.ALL_REDUCE ? data.getInt() : 0;
    boolean rooted = op.get() != Collective.REDUCE_SCATTER;
    return Optional.of(new NcclRange(start, end, op.get(), comm, bytes, rooted ? peer : 0));
  }
}
