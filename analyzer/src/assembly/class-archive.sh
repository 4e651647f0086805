#!/bin/sh
# class-archive.sh JAVA LIB SAMPLE: keeps loaded classes of a report in a file beside the jars, which takes a quarter off the
# processor time of a start. Another Java, or other jars, do without it and say nothing.
rm -f "$2/ringside.jsa"
"$1" -XX:ArchiveClassesAtExit="$2/ringside.jsa" -XX:+UseSerialGC -Xlog:disable -Djava.awt.headless=true -cp "$2/*" \
  dev.ringside.cli.Ringside report "$3/log" --calibration "$3/step" --tuner builtin:epyc-turin > /dev/null 2>&1
exit 0
