// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All-reduces among processes, by NCCL and by the MPI that started them, on the same device
// buffers, in turn. "processes [ROUNDS]"; test/mpi/run.sh builds and starts it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <mpi.h>
#include <nccl.h>
#include <vector>

static void check(int result, const char *call) {
  if (!result)
    return;
  std::printf("%s: %d\n", call, result);
  MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CALL(call) check(call, #call)

/// Microseconds of one, of the slowest rank.
template <typename Give, typename End> static double time(int times, Give give, End end) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double began = MPI_Wtime();
  for (int i = 0; i < times; ++i)
    give();
  end();
  double own = (MPI_Wtime() - began) / times * 1e6, most;
  MPI_Allreduce(&own, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return most;
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}
static double best(const std::vector<double> &values) {
  return *std::min_element(values.begin(), values.end());
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 11;
  constexpr size_t kMost = size_t(64) << 20;
  ncclUniqueId id;
  if (rank == 0)
    CALL(ncclGetUniqueId(&id));
  MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
  ncclComm_t comm;
  CALL(ncclCommInitRank(&comm, ranks, id, rank));
  cudaStream_t stream;
  CALL(cudaStreamCreate(&stream));
  float *in, *out;
  CALL(cudaMalloc(&in, kMost));
  CALL(cudaMalloc(&out, kMost));
  CALL(cudaMemset(in, 0, kMost));
  CALL(cudaMemset(out, 0, kMost));
  auto wait = [&] { CALL(cudaStreamSynchronize(stream)); };
  if (!rank)
    std::printf("%d processes, medians (best) of %d rounds, us\n%10s %20s %20s %20s %14s\n", ranks,
                rounds, "bytes", "NCCL, queued", "NCCL, one by one", "MPI", "queued / MPI");
  for (size_t bytes : {size_t(8), size_t(4) << 10, size_t(64) << 10, size_t(1) << 20, kMost}) {
    const int times = bytes > 1 << 20 ? 2 : bytes > 64 << 10 ? 50 : 1000;
    auto reduce = [&] {
      CALL(ncclAllReduce(in, out, bytes / 4, ncclFloat, ncclSum, comm, stream));
    };
    std::vector<double> queued, single, others;
    for (int i = 0; i <= rounds; ++i) { // the first warms up
      const double a = time(times, reduce, wait);
      const double b = time(times, [&] { reduce(), wait(); }, [] {});
      const double c = time(
          times,
          [&] { MPI_Allreduce(in, out, int(bytes / 4), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); },
          [] {});
      if (!i)
        continue;
      queued.push_back(a);
      single.push_back(b);
      others.push_back(c);
    }
    if (!rank)
      std::printf("%10zu %11.2f (%6.2f) %11.2f (%6.2f) %11.2f (%6.2f) %6.2f (%.2f)\n", bytes,
                  median(queued), best(queued), median(single), best(single), median(others),
                  best(others), median(queued) / median(others), best(queued) / best(others));
  }
  CALL(ncclCommDestroy(comm));
  MPI_Finalize();
}
