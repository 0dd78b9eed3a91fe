// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NCCL in processes that an MPI started: a device for each of them, by its number on the machine;
// every collective, type and operation; workers that share the processors.
#include "../nccl/Check.h"

#include <cstdlib>
#include <mpi.h>
#include <sched.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, local, devices = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm machine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_rank(machine, &local);
  OK(cudaGetDeviceCount(&devices));
  EQUAL(ranks, devices); // all are on this machine
  OK(cudaSetDevice(local));
  // Multiprocessors are workers; the ranks have no more of them than there are processors.
  int workers = 0, all = 0;
  cpu_set_t mask;
  CHECK(sched_getaffinity(0, sizeof mask, &mask) == 0);
  OK(cudaDeviceGetAttribute(&workers, cudaDevAttrMultiProcessorCount, local));
  MPI_Allreduce(&workers, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(all <= std::max(ranks, CPU_COUNT(&mask)));
  ncclUniqueId id;
  if (rank == 0)
    OK(ncclGetUniqueId(&id));
  MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
  ncclComm_t comm;
  OK(ncclCommInitRank(&comm, ranks, id, rank));
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  for (size_t count : {1, 1000})
    checkCollectives(comm, rank, ranks, count, stream);
  OK(ncclCommDestroy(comm));
  int failed = failures, total = 0;
  MPI_Allreduce(&failed, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return total != 0;
}
