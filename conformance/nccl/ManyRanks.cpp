// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eleven ranks that share no memory, which use other algorithms than a few: every collective, from
// one element to many.
#include "Check.h"

#include <string>

static constexpr int kRanks = 11;

static int element(int rank, size_t i) { return int((i * 3 + size_t(rank) * 101) % 1009); }

static Bytes expect(size_t count, const std::function<int(size_t)> &of) {
  return elements(ncclInt32, count, of);
}

static void collectives(ncclComm_t comm, int rank, size_t count) {
  const size_t all = count * kRanks, mine = count * size_t(rank);
  Buffer in(expect(all, [&](size_t i) { return element(rank, i); }));
  Buffer out(all * 4);
  auto sum = [](size_t i) {
    int value = 0;
    for (int r = 0; r < kRanks; ++r)
      value += element(r, i);
    return value;
  };
  auto check = [&](ncclResult_t result, size_t length, const std::function<int(size_t)> &of,
                   int only = -1) {
    OK(result);
    OK(cudaDeviceSynchronize());
    Bytes found = out.values();
    found.resize(length * 4);
    if (only < 0 || only == rank)
      CHECK(found == expect(length, of));
    OK(cudaMemset(out.get(), 0xa5, all * 4));
  };
  auto blocks = [&](size_t i) { return element(int(i / count), i % count); };
  check(ncclAllReduce(in.get(), out.get(), count, ncclInt32, ncclSum, comm, 0), count, sum);
  check(ncclReduce(in.get(), out.get(), count, ncclInt32, ncclSum, 5, comm, 0), count, sum, 5);
  check(ncclReduceScatter(in.get(), out.get(), count, ncclInt32, ncclSum, comm, 0), count,
        [&](size_t i) { return sum(mine + i); });
  check(ncclAllGather(in.get(), out.get(), count, ncclInt32, comm, 0), all, blocks);
  check(ncclGather(in.get(), out.get(), count, ncclInt32, 9, comm, 0), all, blocks, 9);
  check(ncclAlltoAll(in.get(), out.get(), count, ncclInt32, comm, 0), all,
        [&](size_t i) { return element(int(i / count), mine + i % count); });
  for (int root : {0, 3, 10})
    check(ncclBroadcast(in.get(), out.get(), count, ncclInt32, root, comm, 0), count,
          [&](size_t i) { return element(root, i); });
  check(ncclScatter(in.get(), out.get(), count, ncclInt32, 7, comm, 0), count,
        [&](size_t i) { return element(7, mine + i); });
  // The bits of a sum are those of a loop over the ranks.
  Buffer reals(elements(ncclFloat32, count, [&](size_t i) { return 0.1f * float(i + 1 + mine); }));
  OK(ncclAllReduce(reals.get(), reals.get(), count, ncclFloat32, ncclSum, comm, 0));
  OK(cudaDeviceSynchronize());
  CHECK(reals.values() == elements(ncclFloat32, count, [&](size_t i) {
          float value = 0.1f * float(i + 1);
          for (size_t r = 1; r < kRanks; ++r)
            value += 0.1f * float(i + 1 + count * r);
          return value;
        }));
}

/// One rank calls something else: all are told.
static void mistake(ncclComm_t comm, int rank) {
  Buffer data(400);
  (void)ncclAllReduce(data.get(), data.get(), rank == 4 ? 99 : 100, ncclInt32, ncclSum, comm, 0);
  OK(cudaDeviceSynchronize());
  ncclResult_t error;
  OK(ncclCommGetAsyncError(comm, &error));
  CHECK(error == ncclInvalidUsage || error == ncclRemoteError);
  OK(ncclCommAbort(comm));
}

int main() {
  setenv("NCCL_SHM_DISABLE", "1", 0);
  int ids[2];
  CHECK(pipe(ids) == 0);
  pid_t children[kRanks];
  for (int rank = 0; rank < kRanks; ++rank)
    if (!(children[rank] = fork())) {
      ncclUniqueId id;
      if (rank == 0) {
        OK(ncclGetUniqueId(&id));
        for (int r = 1; r < kRanks; ++r)
          CHECK(write(ids[1], &id, sizeof id) == sizeof id);
      } else {
        CHECK(read(ids[0], &id, sizeof id) == sizeof id);
      }
      ncclComm_t comm;
      OK(ncclCommInitRank(&comm, kRanks, id, rank));
      for (size_t count : {1, 10, 100, 300, 3000, 30000})
        collectives(comm, rank, count);
      mistake(comm, rank);
      std::fflush(stdout);
      _exit(failures != 0);
    }
  for (pid_t child : children) {
    int status;
    waitpid(child, &status, 0);
    EQUAL(0, status);
  }
  return failures != 0;
}
