#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# machines.sh PROGRAM [CASE]: four ranks of PROGRAM, each in a network of its own with memory of its own. A bridge joins the
# networks, whose addresses are of IPv$FAMILY (4). Those of IPv6 come up while the programs run, that of rank 3 last.
# In the case "cut" the link of rank 2 goes when it asks for that. 77: this
# machine does not permit that, or lacks the tools.
if [ "$1" != --inside ]; then
  command -v ip >/dev/null || { echo "skipped: no ip (Debian: iproute2)"; exit 77; }
  unshare -rnm true 2>/dev/null || { echo "skipped: no name spaces of its own for this user (unshare -rnm)"; exit 77; }
  exec unshare -rnm --propagation private "$0" --inside "$@"
fi
program=$2 case=${3:-all}
folder=$(mktemp -d) || exit 1
trap 'umount "$folder"; rmdir "$folder"' EXIT
mount -t tmpfs machines "$folder" && ip link add bridge type bridge && ip link set bridge up || { echo "skipped: no bridge"; exit 77; }
pids=
for rank in 0 1 2 3; do
  mkfifo "$folder/go$rank"
  unshare -nm --propagation private sh -c '
    case "$FAMILY" in
    6) address="fd00:9:8::$((10 + $2))/64" delay=$(($2 / 3)) ;;
    *) address="10.9.8.$((10 + $2))/24" delay=0 ;;
    esac
    mount -t tmpfs memory /dev/shm && read -r _ <"$1/go$2" && ip link set lo up && ip link set eth0 up || exit 1
    if [ $delay = 0 ]; then ip address add $address dev eth0 || exit 1; else (sleep $delay; ip address add $address dev eth0) & fi
    exec "$3" "$2" "$1/id" "$4"' - "$folder" $rank "$program" "$case" &
  pids="$pids $!"
done
rank=0
for pid in $pids; do
  # unshare becomes the shell, whose networks are ready when they differ from ours
  while [ "$(readlink /proc/$pid/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
  ip link add "rank$rank" type veth peer name eth0 netns "$pid" && ip link set "rank$rank" master bridge up || exit 1
  rank=$((rank + 1))
done
for rank in 0 1 2 3; do echo >"$folder/go$rank"; done
if [ "$case" = cut ]; then
  until [ -e "$folder/id.cut" ]; do sleep 0.05; done
  ip link set rank2 down && touch "$folder/id.is-cut"
fi
result=0
for pid in $pids; do wait "$pid" || result=1; done
exit $result
