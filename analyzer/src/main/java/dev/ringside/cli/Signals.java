package dev.ringside.cli;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Signals of this process. Java has no supported way to take one and go on; {@code sun.misc.Signal}
 * of the module {@code jdk.unsupported} is in every release from 8 to 25. It is looked up by name,
 * since naming it in code is a warning that cannot be switched off.
 */
final class Signals {
  private static final int PROCESS_GROUP = 2;
  private static final int TERMINAL = 4;
  private static final int FOREGROUND_GROUP = 5;

  private Signals() {}

  /**
   * From now on {@code handler} gets the name of each of these signals, on a thread of its own; one
   * that was ignored from the start (nohup) stays ignored.
   */
  static void take(List<String> names, Consumer<String> handler) {
    for (String name : names) {
      try {
        take(name, handler);
      } catch (ReflectiveOperationException e) {
        return; // a runtime without it ends on a signal, as Java programs do
      }
    }
  }

  private static void take(String name, Consumer<String> handler)
      throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
    Object ours =
        Proxy.newProxyInstance(
            Signals.class.getClassLoader(),
            new Class<?>[] {handlerType},
            (proxy, method, arguments) -> {
              if (method.getName().equals("handle")) {
                handler.accept(name);
              }
              return null;
            });
    Object named = signal.getConstructor(String.class).newInstance(name);
    var handle = signal.getMethod("handle", signal, handlerType);
    Object before = handle.invoke(null, named, ours);
    if (before != null && before.equals(handlerType.getField("SIG_IGN").get(null))) {
      handle.invoke(null, named, before);
    }
  }

  /** Sends a signal to a process; what is gone gets none. */
  static void send(String name, long pid) {
    try {
      new ProcessBuilder("sh", "-c", "kill -s \"$0\" \"$1\"", name, Long.toString(pid))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return; // no shell: nothing that could be done would be better
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Whether this process is in the foreground of a terminal: then a Ctrl-C there reaches the whole
   * process group, the command included.
   */
  static boolean isForeground() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      // The name in brackets may hold blanks and brackets itself.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return !fields[TERMINAL].equals("0")
          && fields[PROCESS_GROUP].equals(fields[FOREGROUND_GROUP]);
    } catch (IOException e) {
      return false;
    }
  }
}
