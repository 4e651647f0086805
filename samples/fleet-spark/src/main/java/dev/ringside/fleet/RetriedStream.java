package dev.ringside.fleet;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream of a store, whose errors are the store's and not the log's. */
final class RetriedStream extends FilterInputStream {

  RetriedStream(InputStream in) {
    super(in);
  }

  @Override
  public int read() {
    try {
      return in.read();
    } catch (IOException e) {
      throw new StoreFailure(in.toString(), e);
    }
  }

  @Override
  public int read(byte[] into, int at, int max) {
    try {
      return in.read(into, at, max);
    } catch (IOException e) {
      throw new StoreFailure(in.toString(), e);
    }
  }
}
