#!/usr/bin/env bash
# fuzz.sh MODULE SECONDS RUNS ONLY CLASSPATH: searches on from the seeds of each @FuzzTest of a module, guided by coverage.
# A method gets a process of its own, since Jazzer takes one a process, and SECONDS; 0 searches nothing. It ends after RUNS inputs, always
# the same ones, so that a build does not fail by chance; -1 goes on and tries others each time. ONLY names one method, or all.
# What it finds on the way stays in target/fuzz, so that a later run goes on from there. Fails where an input made a method
# throw, run out of memory or take longer than a minute: the first one, which loads and instruments all classes, took more than 20
# seconds on a busy machine.
set -eu
module=$1 seconds=$2 runs=$3 only=$4 classpath=$5
[ "$runs" -lt 0 ] && seed=0 || seed=1
[ "$seconds" -gt 0 ] || exit 0
mkdir -p "$module/target/fuzz"
cd "$module/target/fuzz"

search() {
  local class=${1%#*} method=${1#*#} log=$1.log
  # 256 MiB: a reader that needs more for a few kilobytes is a finding.
  if java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m -cp "$2" com.code_intelligence.jazzer.Jazzer \
    --target_class="$class" --target_method="$method" --instrumentation_includes='dev.ringside.**' \
    --custom_hook_includes='dev.ringside.**' -max_total_time="$3" -seed="$4" -runs="$5" -timeout=60 > "$log" 2>&1; then
    echo "fuzz: $method: $(grep -E '^Done ' "$log" || echo done)"
  else
    grep -A25 -E '^== |^ALARM|^SUMMARY|Exception' "$log" | head -60
    echo "fuzz: $1: see $PWD/$log; keep the input as $module/src/test/resources/${class//.//}Inputs/$method/NAME"
    return 1
  fi
}
export -f search
export module

# A class name and, behind each annotation, a method name.
targets=$(cd "$module" && grep -rlE '@FuzzTest' src/test/java | sort | while read -r file; do
  class=${file#src/test/java/} class=${class%.java} class=${class//\//.}
  grep -A1 -E '^ *@FuzzTest' "$file" | sed -n 's/^ *void \([a-zA-Z0-9]*\)(.*/\1/p' | sed "s/^/$class#/"
done)
[ "$only" = all ] || targets=$(grep "#$only\$" <<< "$targets" || true)
[ -n "$targets" ] || { [ "$only" = all ] || exit 0; echo "fuzz: no @FuzzTest in $module" >&2; exit 1; }
xargs -P "$(nproc)" -I{} bash -c 'search "$@"' search {} "$classpath" "$seconds" "$seed" "$runs" <<< "$targets"
