#!/bin/sh
# class-archive.sh JAVA LIB SAMPLE: keeps the classes of usual commands in a file beside the jars, which takes a third off the
# processor time of a start. A static archive, since only such a one takes in picocli, whose classes are in an old format. It
# stands for Java's own as well, so the launcher uses it only with the Java and in the folder noted beside it.
java=$1 lib=$2 sample=$3
archive=$lib/ringside.jsa
rm -f "$archive" "$archive.made-with"
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT

run() {
  list=$1
  shift
  "$java" -XX:DumpLoadedClassList="$lists/$list" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable \
    -Djava.awt.headless=true -cp "$lib/*" dev.ringside.cli.Ringside "$@" >/dev/null 2>&1
}

run report report "$sample/log" --calibration "$sample/step" --tuner builtin:epyc-turin --format json
run inspect inspect "$sample/log" --format json
awk '!seen[$0]++' "$lists/report" "$lists/inspect" >"$lists/all"
"$java" -Xshare:dump -XX:SharedClassListFile="$lists/all" -XX:SharedArchiveFile="$archive" -Xlog:disable -cp "$lib/*" >/dev/null 2>&1
real=$(readlink -f "$java")
echo "$lib $(cat "${real%/bin/java}/release" 2>/dev/null)" >"$archive.made-with"
exit 0
