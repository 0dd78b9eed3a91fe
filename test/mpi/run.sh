#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh openmpi|mpich BUILD PROGRAM.cpp [ARGUMENT...|%F CASE...]: builds the program with that MPI's compiler (Debian: libopenmpi-dev,
# libmpich-dev) and runs RANKS (4) processes of it, started by that MPI; with NETWORKS=1 four, in networks of their own
# (networks.sh). %F: for each case once, with a file that all see. 77: it is not installed.
mpi=$1 build=$2 source=$3
shift 3
command -v mpicxx.$mpi >/dev/null && command -v mpirun.$mpi >/dev/null || { echo "skipped: no $mpi (Debian: lib$mpi-dev, $mpi)"; exit 77; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
OMPI_CXX=${CXX:-c++} MPICH_CXX=${CXX:-c++} mpicxx.$mpi -std=c++20 -O1 -DAW_MPI -I"$build/include" "$source" -o "$folder/program" \
  -L"$build/lib" -Wl,-rpath,"$build/lib" -lnccl -lcudart -lcuda || exit 1
case $mpi in
openmpi) # in a container, as root, with more ranks than cores
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
  options="--oversubscribe --bind-to none" ;;
mpich) options= ;;
esac
[ -z "$NETWORKS" ] || { "$(dirname "$0")/networks.sh" $mpi "$folder/program" "$@"; exit; }
# A preloaded library is the program's alone.
run() { mpirun.$mpi $options -n "${RANKS:-4}" ${PRELOAD:+env LD_PRELOAD="$PRELOAD" ANYWARP_TEST_PRELOADED=1} "$folder/program" "$@"; }
[ "$1" = %F ] || { run "$@"; exit; }
shift
for case; do
  mkdir "$folder/$case" && run "$folder/$case/file" "$case" || { echo "$case: $?"; exit 1; }
done
