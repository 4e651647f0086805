#!/bin/sh
# Called by pom.xml: runs make where there is a C compiler. Without one the Java part is whole, so that is no error.
cd "$(dirname "$0")" || exit 1
for compiler in "$CC" cc gcc clang; do
  [ -n "$compiler" ] && command -v "$compiler" > /dev/null 2>&1 && command -v make > /dev/null 2>&1 &&
    exec make --silent CC="$compiler" HOSTCC="$compiler" "${1:-all}"
done
echo "ringside: no C compiler: the tuner plugin is left out"
