#!/usr/bin/env bash
# All measurements of one host, each part in one command of less than ten minutes, over NVLink (or whatever P2P there is) and over
# host memory (NCCL_P2P_DISABLE=1). Works with any number of GPUs of one node. README.md says what comes out.
#   proof.sh sweep OUT                          step sweeps, data checks, NCCL logs, graph dump and its way back
#   proof.sh second OUT P2P_TUNER SHM_TUNER [--hidden N --layers N --tokens N,... --prefill N,...]
#                                               another model shape, without and with the plugin
#   proof.sh isolated OUT                       AllReduces alone
#   proof.sh graph OUT P2P_GRAPH SHM_GRAPH      loads graph files made elsewhere
# With one GPU, two ranks share it over sockets, as if on two hosts. What NCCL chooses is real; times mean nothing, none are taken:
#   proof.sh one-gpu OUT                        plugin-proof/one-gpu.csv: load line, choices, bits, data; two ranks, then three
#   proof.sh one-gpu-graph OUT [GRAPH]...       dumps a graph and loads it back, then each graph file made elsewhere
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
part=${1:?sweep, second, isolated, graph, one-gpu or one-gpu-graph}
out=$(mkdir -p "${2:?folder for the results}" && cd "$2" && pwd)
work=$(mktemp -d)
failed=0
export PYTHONUNBUFFERED=1
# NVLink multicast stays off: a program that uses it wrongly can stop GPUs that others share.
export NCCL_NVLS_ENABLE=0 TORCH_SYMM_MEM_DISABLE_MULTICAST=1 NVSHMEM_DISABLE_NVLS=1
second_shape=(--hidden 5120 --layers 24 --tokens "1,2,4,8,12,16,24,32,40,48,56,64,72,80,96,128,192" --prefill "512,1024,1600")

# name, seconds at most, command
stage() {
  local name=$1 seconds=$2 began=$SECONDS
  shift 2
  echo "== $name"
  if ! timeout -k 5 "$seconds" "$@"; then
    failed=$((failed + 1))
    echo "== $name FAILED"
  fi
  echo "== $name: $((SECONDS - began)) s"
  pack
}

# Names of this machine out, everything into one archive: what there is after each stage survives a later timeout.
pack() {
  find "$work" -type f \( -name '*.log' -o -name '*.out' -o -name '*.csv' -o -name '*.json' \) -exec sed -i -E \
    -e "s/\b$(hostname -s | sed 's/[^A-Za-z0-9-]/./g'):([0-9]+:[0-9]+ )/node01:\1/g" -e "s#$work#/var/tmp/run#g" -e "s#$root/##g" \
    -e 's/\b(10|169|172|192)(\.[0-9]+){3}</192.0.2.2</g' {} +
  tar -C "$work" -czf "$out/$part.tgz" .
}

over() {
  if [ "$1" = shm ]; then export NCCL_P2P_DISABLE=1; else unset NCCL_P2P_DISABLE; fi
  mkdir -p "$work/$1"
}

smoke() {
  stage smoke 120 python3 "$here/step_sweep.py" --hidden 1024 --layers 2 --tokens 1,8 --prefill 64 --choices default,Ring/LL128 \
    --rounds 1 --budget 5 --nccl-log-dir "$work/smoke" --out "$work/smoke.csv" --check "$work/smoke-check.csv"
  if [ "$failed" -gt 0 ]; then
    cat "$work"/smoke/*.out
    exit 1
  fi
}

sweep() {
  smoke
  for transport in p2p shm; do
    over "$transport"
    stage "step sweep, $transport" 200 python3 "$here/step_sweep.py" --budget 110 --out "$work/$transport/step.csv" --check "$work/$transport/check.csv"
    stage "log and graph, $transport" 80 python3 "$root/samples/graph-roundtrip/graph_roundtrip.py" --tokens 1,2,4,8,16,24,32,40,48,56,64 \
      --prefill 512,2048 --rounds 3 --budget 25 --out "$work/$transport/graph"
  done
}

build_plugin() {
  plugin=$root/plugin-native/build/libnccl-tuner-ringside.so
  if command -v make >/dev/null && command -v cc >/dev/null; then
    stage "build the plugin" 60 make -s -C "$root/plugin-native" build/libnccl-tuner-ringside.so
  fi
  [ -f "$plugin" ] || { echo "no $plugin, and no make and cc here to build it"; exit 2; }
}

second() {
  build_plugin
  local p2p_tuner=$1 shm_tuner=$2
  shift 2
  if [ $# -gt 0 ]; then second_shape=("$@"); fi
  for transport in p2p shm; do
    over "$transport"
    local tuner=$p2p_tuner more=(--no-override)
    if [ "$transport" = shm ]; then tuner=$shm_tuner more=(); fi
    cp "$tuner" "$work/$transport/tuner.csv"
    stage "second shape, $transport" 230 python3 "$root/samples/plugin-proof/plugin_proof.py" "${second_shape[@]}" --rounds 6 --budget 150 \
      --plugin "$plugin" --tuner "$work/$transport/tuner.csv" --out "$work/$transport" ${more[@]+"${more[@]}"}
  done
}

isolated() {
  for transport in p2p shm; do
    over "$transport"
    stage "isolated, $transport" 200 python3 "$here/step_sweep.py" --tokens 1 --prefill "" --layers 4 --rounds 1 --budget 5 \
      --out "$work/$transport/unused.csv" --isolated "$work/$transport/isolated"
  done
}

graph() {
  for transport in p2p shm; do
    over "$transport"
    local file=$1
    if [ "$transport" = shm ]; then file=$2; fi
    stage "graph file, $transport" 90 python3 "$root/samples/graph-roundtrip/graph_roundtrip.py" --graph "$file" --out "$work/$transport/graph"
  done
}

one_gpu() {
  build_plugin
  for ranks in 2 3; do
    local seconds=280 passes=20 tokens="1,2,4,8,12,16,24,32,40,48,56,64,72,80,96,128,160,192,256"
    if [ "$ranks" = 3 ]; then seconds=160 passes=10 tokens="2,8,24,40,72,96,160"; fi
    stage "one GPU, $ranks ranks" "$seconds" python3 "$root/samples/plugin-proof/plugin_proof.py" --one-gpu --nranks "$ranks" --layers 2 \
      --tokens "$tokens" --prefill 320 --check --check-passes "$passes" --plugin "$plugin" --tuner "$root/samples/plugin-proof/one-gpu.csv" --out "$work/$ranks"
  done
  # The data check again, longer, for the choice that was seen to fail and its neighbours.
  stage "one GPU, LL128 data" 150 python3 "$here/step_sweep.py" --one-gpu --layers 2 --tokens 160 --prefill "" --rounds 0 --check-passes 1500 \
    --choices Tree/LL128,Ring/LL128,Tree/Simple --check "$work/data.csv" --check-all --out "$work/unused.csv"
}

one_gpu_graph() {
  local number=0
  for file in "" "$@"; do
    stage "one GPU, graph file ${file:-as dumped}" 120 python3 "$root/samples/graph-roundtrip/graph_roundtrip.py" --one-gpu --layers 2 \
      --graph "$file" --out "$work/graph$((number++))"
  done
}

case $part in
  sweep | isolated) "$part" ;;
  one-gpu) one_gpu ;;
  one-gpu-graph) one_gpu_graph "${@:3}" ;;
  second | graph) "$part" "${3:?file for P2P}" "${4:?file for host memory}" "${@:5}" ;;
  *) echo "unknown part $part"; exit 2 ;;
esac
exit "$failed"
