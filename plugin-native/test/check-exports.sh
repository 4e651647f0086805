#!/bin/sh
# The plugin is loaded into other people's processes and older containers: five symbols out, nothing newer than
# GLIBC_2.28 in. usage: check-exports.sh PLUGIN
plugin=$1
exported=$(nm -D --defined-only "$plugin" | sed 's/.* //; s/@.*//' | sort | tr '\n' ' ')
wanted="ncclTunerPlugin_v2 ncclTunerPlugin_v3 ncclTunerPlugin_v4 ncclTunerPlugin_v5 ncclTunerPlugin_v6 "
if [ "$exported" != "$wanted" ]; then
  echo "$plugin exports $exported" >&2
  exit 1
fi
newest=$(objdump -T "$plugin" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -t. -k1,1n -k2,2n | tail -n 1)
if [ -z "$newest" ]; then
  echo "exports        5 symbols, another libc than glibc"
  exit 0
fi
minor=${newest#2.}
if [ "${minor%%.*}" -gt 28 ]; then
  echo "$plugin needs GLIBC_$newest, the limit is 2.28:" >&2
  objdump -T "$plugin" | grep "GLIBC_$newest" >&2
  exit 1
fi
needed=$(objdump -p "$plugin" | sed -n 's/.*NEEDED *//p' | tr '\n' ' ')
[ "$needed" = "libc.so.6 " ] || { echo "$plugin needs $needed" >&2; exit 1; }
echo "exports        5 symbols, GLIBC_$newest"
