// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which ranks meet in the program's MPI (NCCL_SHM_DISABLE=1, four ranks): not those of a first
// communicator of some ranks only; all ranks; then some again. The last communicator outlives MPI.
#include "../nccl/Check.h"

#include <dlfcn.h>
#include <mpi.h>

static int rank;

/// A communicator of the ranks from first to last; null for others.
static ncclComm_t make(int first, int last) {
  ncclUniqueId id = {};
  if (rank == first)
    OK(ncclGetUniqueId(&id));
  MPI_Bcast(&id, sizeof id, MPI_BYTE, first, MPI_COMM_WORLD);
  ncclComm_t comm = nullptr;
  if (rank < first || rank > last)
    return comm;
  OK(ncclCommInitRank(&comm, last - first + 1, id, rank - first));
  int all = 0, *data;
  OK(cudaMalloc(&data, sizeof(int)));
  OK(cudaMemcpy(data, &rank, sizeof rank, cudaMemcpyHostToDevice));
  OK(ncclAllReduce(data, data, 1, ncclInt, ncclSum, comm, 0));
  OK(cudaMemcpy(&all, data, sizeof all, cudaMemcpyDeviceToHost));
  EQUAL((last - first + 1) * (first + last) / 2, all);
  OK(cudaFree(data));
  return comm;
}

static bool hasSockets() { return dlopen("libanywarp-wire.so", RTLD_NOW | RTLD_NOLOAD); }

int main(int argc, char **argv) {
  int level = 0, answer = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  EQUAL(MPI_THREAD_MULTIPLE, level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  ncclComm_t two = make(0, 1);
  EQUAL(rank < 2, hasSockets());
  // Nothing of what follows goes to a receive from anyone.
  MPI_Request any;
  MPI_Irecv(&answer, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &any);
  ncclComm_t all = make(0, 3), three = make(1, 3);
  EQUAL(rank < 2, hasSockets());
  if (two)
    OK(ncclCommDestroy(two));
  if (three)
    OK(ncclCommDestroy(three));
  MPI_Send(&rank, 1, MPI_INT, (rank + 1) % 4, 7, MPI_COMM_WORLD);
  MPI_Wait(&any, MPI_STATUS_IGNORE);
  EQUAL((rank + 3) % 4, answer);
  MPI_Finalize();
  OK(ncclCommDestroy(all));
  return failures != 0;
}
