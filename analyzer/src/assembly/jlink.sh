#!/bin/sh
# jlink.sh JLINK DIR: a Java runtime with the modules that ringside needs.
set -eu
rm -rf "$2"
exec "$1" --add-modules java.base,java.desktop,java.logging,java.management,java.naming,java.sql,java.xml,jdk.unsupported,jdk.zipfs \
  --strip-debug --no-header-files --no-man-pages --compress=2 --output "$2"
