#!/bin/sh
# samples.sh DIR: runs the unit tests of the programs under samples/. Called by pom.xml; without Python that is no error.
cd "$1" || exit 1
if ! command -v python3 > /dev/null 2>&1; then
  echo "ringside: no python3: the samples' tests are left out"
  exit 0
fi
for test in */test_*.py; do
  said=$(cd "${test%/*}" && python3 -B -W error -m unittest -q "$(basename "$test" .py)" 2>&1) || {
    echo "$said"
    exit 1
  }
done
