#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# networks.sh openmpi|mpich PROGRAM [ARGUMENT...]: four ranks of PROGRAM, started by that MPI, each in a network of its own with
# memory and a name of its own. A bridge joins the networks. %F in an argument is a file that all see. 77: this machine does not
# permit that, or lacks the tools.
if [ "$1" != --inside ]; then
  command -v ip >/dev/null || { echo "skipped: no ip (Debian: iproute2)"; exit 77; }
  unshare -rnmu true 2>/dev/null || { echo "skipped: no name spaces of its own for this user (unshare -rnmu)"; exit 77; }
  exec unshare -rnmu --propagation private "$0" --inside "$@"
fi
mpi=$2 program=$3
shift 3
folder=$(mktemp -d) || exit 1
pids=
trap 'for pid in $pids; do kill $pid; done; umount "$folder"; rmdir "$folder"' EXIT
mount -t tmpfs machines "$folder" && ip link add bridge type bridge && ip link set bridge up || { echo "skipped: no bridge"; exit 77; }
for rank in 0 1 2 3; do
  unshare -nmu --propagation private sh -c 'mount -t tmpfs memory /dev/shm && hostname "rank$2" && touch "$1/is$2" && exec sleep 1000' - \
    "$folder" $rank &
  pid=$!
  pids="$pids $pid"
  until [ -e "$folder/is$rank" ]; do kill -0 $pid || exit 1; sleep 0.05; done
  ip link add "rank$rank" type veth peer name eth0 netns $pid && ip link set "rank$rank" master bridge up &&
    nsenter -t $pid -n -u sh -c "ip address add 10.9.7.$((10 + rank))/24 dev eth0 && ip link set lo up && ip link set eth0 up" || exit 1
  echo $pid >"$folder/10.9.7.$((10 + rank))"
done
# What the MPI takes for ssh.
cat >"$folder/ssh" <<END
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do shift; done
host=\$1
shift
exec nsenter -t "\$(cat "$folder/\$host")" -n -m -u sh -c "\$*"
END
chmod +x "$folder/ssh"
for argument; do
  shift
  case $argument in %F) argument=$folder/file ;; esac
  set -- "$@" "$argument"
done
hosts=10.9.7.10,10.9.7.11,10.9.7.12,10.9.7.13
case $mpi in
openmpi)
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
  set -- --host $hosts --bind-to none -mca plm_rsh_agent "$folder/ssh" -mca pml ob1 -mca btl tcp,self -mca btl_tcp_if_include 10.9.7.0/24 \
    -mca oob_tcp_if_include 10.9.7.0/24 -x ANYWARP_DEVICE -x ANYWARP_NCCL_TIMEOUT -x OMPI_MCA_mpi_yield_when_idle -n 4 "$program" "$@" ;;
mpich) set -- -launcher ssh -launcher-exec "$folder/ssh" -hosts $hosts -ppn 1 -iface eth0 -n 4 "$program" "$@" ;;
esac
nsenter -t "$(cat "$folder/10.9.7.10")" -n -m -u mpirun.$mpi "$@"
