#!/usr/bin/env bash
# Whole-process benchmarks: ringside beside the tools at hand, on the same input, in turn, stdout on a pipe.
#
#   analyzer/src/bench/run.sh CASE...    cases: nccl awk gzip engine kineto jq calibrate files linear start
#
# RUNS (7) counted runs of each command follow one that is not counted; printed are median, minimum and maximum of
# wall seconds, the median's ratio to the first command, processor seconds of the run that took fewest (what a loaded
# machine leaves true), and the largest resident memory. Inputs are generated once into DATA. Sizes in bytes: NCCL_BYTES, GZIP_BYTES, ENGINE_BYTES, KINETO_BYTES; LINEAR_GB is a list, ROWS a number.
set -eu
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
home=$(cd "$here/../../.." && pwd)
ringside=$home/ringside
DATA=${DATA:-${TMPDIR:-/tmp}/ringside-bench}
RUNS=${RUNS:-7}
NCCL_BYTES=${NCCL_BYTES:-1000000000}
GZIP_BYTES=${GZIP_BYTES:-1000000000}
ENGINE_BYTES=${ENGINE_BYTES:-1000000000}
KINETO_BYTES=${KINETO_BYTES:-270000000}
LINEAR_GB=${LINEAR_GB:-1 5 20}
ROWS=${ROWS:-30000}
mkdir -p "$DATA"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

die() { echo "run.sh: $1" >&2; exit 2; }
[ -x /usr/bin/time ] || die "GNU time is missing: install the package time"
"$ringside" --version >/dev/null

# make FILE COMMAND...: FILE in DATA, unless it is there; half a file is none.
make_file() {
  local file=$DATA/$1
  shift
  [ -e "$file" ] && return
  echo "writing $file" >&2
  "$@" >"$file.part"
  mv "$file.part" "$file"
}

generate() { java -XX:+UseSerialGC -Xmx64m "$here/java/dev/ringside/bench/$1.java" "${@:2}"; }

# once I COMMAND: one run of a shell command whose output goes through a pipe; notes its wall and processor seconds and KiB.
once() {
  { /usr/bin/time -f '%e %M %U %S' -o "$scratch/time" bash -c "exec $2"; } 2>"$scratch/err" | cat >"$scratch/out.$1"
  tail -1 "$scratch/time" >>"$scratch/runs.$1"
}

# compare COMMAND...: all in turn, RUNS times. A pipeline's memory is that of its largest process.
compare() {
  local commands=("$@") round i
  rm -f "$scratch"/runs.*
  for ((round = 0; round <= RUNS; round++)); do
    for i in "${!commands[@]}"; do
      once "$i" "${commands[$i]}"
    done
    if [ "$round" = 0 ]; then rm -f "$scratch"/runs.*; fi
  done
  printf '%8s %8s %8s %7s %8s %8s  %s\n' 'median s' min max ratio 'CPU s' 'RSS MiB' command
  local base=''
  for i in "${!commands[@]}"; do
    read -r median min max rss cpu < <(sort -n "$scratch/runs.$i" | awk '
      {t[NR] = $1; if ($2 > m) m = $2; c = $3 + $4; if (NR == 1 || c < least) least = c}
      END {print (t[int((NR + 1) / 2)] + t[int(NR / 2) + 1]) / 2, t[1], t[NR], m / 1024, least}')
    base=${base:-$median}
    printf '%8.2f %8.2f %8.2f %7.2f %8.2f %8.0f  %s\n' "$median" "$min" "$max" \
      "$(awk -v a="$median" -v b="$base" 'BEGIN {print a / (b > 0 ? b : 0.01)}')" "$cpu" "$rss" "$(shown "${commands[$i]}")"
  done
}

shown() {
  local text=${1//$DATA\//}
  text=${text//$home\//}
  echo "${text//$ringside/ringside}"
}

# Calls that ringside counted in the last output of command I.
calls_of() { jq '[.collectives[].calls] | add' "$scratch/out.$1"; }

nccl() {
  local log=$DATA/nccl-$NCCL_BYTES.log
  make_file "nccl-$NCCL_BYTES.log" generate NcclLogGenerator "$NCCL_BYTES" 1
  echo "== NCCL log of $NCCL_BYTES bytes, $(wc -l <"$log") lines"
  compare "grep -c opCount $log" "wc -l $log" "$ringside inspect --quiet --format json $log"
  echo "calls: $(grep -c opCount "$log") by grep, $(calls_of 2) by ringside"
}

# Equal work: calls counted by operation and size.
count_by_size() {
  local log=$DATA/nccl-$NCCL_BYTES.log
  make_file "nccl-$NCCL_BYTES.log" generate NcclLogGenerator "$NCCL_BYTES" 1
  compare "$ringside inspect --quiet --format json $log" \
    "bash -c \"grep opCount $log | awk '{for (i = 5; i < NF; i++) if (\\\$i == \\\"count\\\") n[\\\$5 FS \\\$(i + 1)]++} END {for (k in n) print k, n[k]}'\""
}

gzip_log() {
  local log=$DATA/nccl-$GZIP_BYTES.log
  make_file "nccl-$GZIP_BYTES.log" generate NcclLogGenerator "$GZIP_BYTES" 1
  make_file "nccl-$GZIP_BYTES.log.gz" gzip -c "$log"
  echo "== the same, compressed: $(stat -c %s "$log.gz") bytes"
  compare "bash -c 'gzip -dc $log.gz | grep -c opCount'" "$ringside inspect --quiet --format json $log.gz"
  echo "calls: $(cat "$scratch/out.0") by grep, $(calls_of 1) by ringside"
}

engine() {
  local log=$DATA/engine-$ENGINE_BYTES.log
  make_file "engine-$ENGINE_BYTES.log" generate EngineLogGenerator "$ENGINE_BYTES" 1
  echo "== engine log of $ENGINE_BYTES bytes, $(wc -l <"$log") lines"
  compare "grep -c 'Decode batch' $log" "wc -l $log" "$ringside inspect --quiet --format json $log"
}

kineto() {
  local trace=$DATA/kineto-$KINETO_BYTES.json
  make_file "kineto-$KINETO_BYTES.json" generate KinetoGenerator "$KINETO_BYTES" 1
  echo "== Kineto trace of $KINETO_BYTES bytes, $(grep -c '"ph"' "$trace") events"
  compare "grep -c 'name\": \"nccl' $trace" "$ringside inspect --quiet --format json $trace"
  echo "AllReduce kernels: $(cat "$scratch/out.0") by grep; ringside: $(jq -c '.kernel_runs' "$scratch/out.1")"
}

with_jq() {
  local trace=$DATA/kineto-$KINETO_BYTES.json
  make_file "kineto-$KINETO_BYTES.json" generate KinetoGenerator "$KINETO_BYTES" 1
  compare "$ringside inspect --quiet --format json $trace" \
    "jq '[.traceEvents[] | select(.name | startswith(\"nccl\"))] | length' $trace"
  echo "AllReduce kernels: $(cat "$scratch/out.1") by jq"
}

calibrate() {
  make_file "step-$ROWS.csv" generate SweepGenerator step "$ROWS" 1
  make_file "sweep_Ring_LL-$ROWS.txt" generate SweepGenerator nccl-tests "$ROWS" 1
  echo "== sweeps of $ROWS rows"
  compare "wc -l $DATA/step-$ROWS.csv" "$ringside calibrate $DATA/step-$ROWS.csv -o $scratch/tuner.csv"
  compare "wc -l $DATA/sweep_Ring_LL-$ROWS.txt" "$ringside calibrate $DATA/sweep_Ring_LL-$ROWS.txt -o $scratch/tuner.csv"
}

files() {
  local folder=$DATA/ranks
  if [ ! -e "$folder" ]; then
    echo "writing $folder" >&2
    generate RankFilesGenerator "$folder.part" 10000 1
    mv "$folder.part" "$folder"
  fi
  echo "== $(find "$folder" -type f | wc -l) files of 100 KB"
  compare "bash -c 'cat $folder/* | grep -c opCount'" "$ringside inspect --quiet --format json $folder"
  echo "calls: $(cat "$scratch/out.0") by grep, $(calls_of 1) by ringside"
}

# 1 GB again and again through a pipe, its Init lines only once.
linear() {
  make_file nccl-1000000000.log generate NcclLogGenerator 1000000000 1
  local log=$DATA/nccl-1000000000.log gb
  for gb in $LINEAR_GB; do
    echo "== $gb GB through a pipe"
    RUNS=${LINEAR_RUNS:-3} compare \
      "bash -c 'for i in \$(seq $gb); do tail -n +9 $log; done | grep -c opCount'" \
      "bash -c 'for i in \$(seq $gb); do tail -n +9 $log; done | $ringside inspect --quiet --format json -'"
    echo "calls: $(cat "$scratch/out.0") by grep, $(calls_of 1) by ringside"
  done
}

start() {
  local sample=$home/samples/h200-tp2-shm
  echo "== start"
  compare "$ringside --version" "$ringside --help" "$ringside report --quiet $sample/log" \
    "$ringside report --quiet $sample/log --calibration $sample/step --tuner builtin:epyc-turin --format json" \
    "$ringside inspect --quiet --format json $sample/log"
}

[ $# -gt 0 ] || die "usage: run.sh CASE... (nccl awk gzip engine kineto jq calibrate files linear start)"
for case in "$@"; do
  case $case in
    nccl | engine | kineto | calibrate | files | linear | start) "$case" ;;
    awk) count_by_size ;;
    jq) with_jq ;;
    gzip) gzip_log ;;
    *) die "unknown case $case" ;;
  esac
done
