#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# nodes.sh PROGRAM: runs it on two processors that the system calls two NUMA nodes. 77: this machine does not permit that, or has
# one processor.
if [ "$1" != --inside ]; then
  unshare -rm true 2>/dev/null || { echo "skipped: no name spaces of its own for this user (unshare -rm)"; exit 77; }
  taskset -c 0,1 true 2>/dev/null && [ "$(taskset -c 0,1 nproc)" = 2 ] || { echo "skipped: no processors 0 and 1"; exit 77; }
  exec unshare -rm --propagation private "$0" --inside "$@"
fi
mount -t tmpfs nodes /sys/devices/system/node || { echo "skipped: /sys cannot be covered"; exit 77; }
echo 0-1 >/sys/devices/system/node/online
for node in 0 1; do
  mkdir /sys/devices/system/node/node$node
  echo $node >/sys/devices/system/node/node$node/cpulist
done
ANYWARP_CPU_DEVICES=numa exec taskset -c 0,1 "$2"
