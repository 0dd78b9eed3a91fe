// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four processes of a machine, a rank each: every collective, type and operation; a rank that is
// killed while the others wait for it; a thousand communicators.
#include "Check.h"

#include <csignal>

static constexpr int kRanks = 4;

static ncclUniqueId uniqueId() {
  int ends[2];
  CHECK(pipe(ends) == 0);
  ncclUniqueId id = {};
  pid_t child = fork(); // this process uses no CUDA before the ranks are made
  if (!child) {
    ncclUniqueId made;
    ncclResult_t result = ncclGetUniqueId(&made);
    _exit(result || write(ends[1], &made, sizeof made) != sizeof made);
  }
  CHECK(read(ends[0], &id, sizeof id) == sizeof id);
  int status;
  waitpid(child, &status, 0);
  EQUAL(0, status);
  close(ends[0]);
  close(ends[1]);
  return id;
}

/// Runs `body(rank)` in a process for each rank. `killed`: this one is expected to end by SIGKILL.
static void ranks(const std::function<void(int)> &body, int killed = -1) {
  pid_t children[kRanks];
  for (int rank = 0; rank < kRanks; ++rank)
    if (!(children[rank] = fork())) {
      failures = 0;
      body(rank);
      std::fflush(stdout);
      _exit(failures != 0);
    }
  for (int rank = 0; rank < kRanks; ++rank) {
    int status;
    waitpid(children[rank], &status, 0);
    CHECK(rank == killed ? WIFSIGNALED(status) : status == 0);
  }
}

static void collectives(size_t count) {
  const ncclUniqueId id = uniqueId();
  ranks([&](int rank) {
    ncclComm_t comm;
    OK(ncclCommInitRank(&comm, kRanks, id, rank));
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    checkCollectives(comm, rank, kRanks, count, stream);
    OK(ncclCommDestroy(comm));
  });
}

/// More than one piece of staging memory.
static void large() {
  const ncclUniqueId id = uniqueId();
  ranks([&](int rank) {
    constexpr size_t kCount = 1500007; // the results are more than caches are thought to hold
    ncclComm_t comm;
    OK(ncclCommInitRank(&comm, kRanks, id, rank));
    auto own = [&](size_t i) { return int((i + size_t(rank) * 7) % 1000); };
    Buffer in(elements(ncclInt32, kCount, own)), next(kCount * 4);
    OK(ncclGroupStart());
    OK(ncclSend(in.get(), kCount, ncclInt32, (rank + 1) % kRanks, comm, 0));
    OK(ncclRecv(next.get(), kCount, ncclInt32, (rank + 3) % kRanks, comm, 0));
    OK(ncclGroupEnd());
    OK(ncclAllReduce(in.get(), in.get(), kCount, ncclInt32, ncclSum, comm, 0));
    OK(cudaDeviceSynchronize());
    CHECK(next.values() == elements(ncclInt32, kCount, [&](size_t i) {
            return int((i + size_t((rank + 3) % kRanks) * 7) % 1000);
          }));
    CHECK(in.values() == elements(ncclInt32, kCount, [&](size_t i) {
            int sum = 0;
            for (size_t r = 0; r < kRanks; ++r)
              sum += int((i + r * 7) % 1000);
            return sum;
          }));
    OK(ncclCommDestroy(comm));
  });
}

/// Work of all sizes follows without a pause, in a stream and from a graph; ranks are late in turn.
static void inTurn() {
  const ncclUniqueId id = uniqueId();
  ranks([&](int rank) {
    constexpr size_t kCounts[] = {1, 2, 48, 49, 300, 4096, 131072, 131073, 300000}, kMost = 300000;
    ncclComm_t comm;
    OK(ncclCommInitRank(&comm, kRanks, id, rank));
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    Buffer sum(kMost * 4), few(64), got(64);
    Buffer in(elements(ncclInt32, kMost, [&](size_t i) { return int(i % 1000) + rank; }));
    Buffer own(elements(ncclInt32, 16, [&](size_t i) { return int(i) + 100 * rank; }));
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    OK(ncclAllReduce(own.get(), few.get(), 16, ncclInt32, ncclSum, comm, stream));
    cudaGraph_t graph;
    cudaGraphExec_t run;
    OK(cudaStreamEndCapture(stream, &graph));
    OK(cudaGraphInstantiate(&run, graph, 0));
    for (int i = 0; i < 150; ++i) {
      const size_t count = kCounts[size_t(i) % std::size(kCounts)];
      if (i % kRanks == rank)
        usleep(i % 3 * 200);
      OK(ncclAllReduce(in.get(), sum.get(), count, ncclInt32, ncclSum, comm, stream));
      if (i % 5 == 0)
        OK(cudaGraphLaunch(run, stream));
      OK(ncclGroupStart());
      OK(ncclSend(own.get(), 16, ncclInt32, (rank + 1) % kRanks, comm, stream));
      OK(ncclRecv(got.get(), 16, ncclInt32, (rank + 3) % kRanks, comm, stream));
      OK(ncclGroupEnd());
      if (i % 10 >= 2)
        continue;
      OK(cudaStreamSynchronize(stream));
      auto reduced = sum.values(), first = few.values();
      reduced.resize(count * 4);
      CHECK(reduced == elements(ncclInt32, count, [](size_t k) { return 4 * int(k % 1000) + 6; }));
      CHECK(first == elements(ncclInt32, 16, [](size_t k) { return 4 * int(k) + 600; }));
      CHECK(got.values() == elements(ncclInt32, 16, [&](size_t k) {
              return int(k) + 100 * ((rank + 3) % kRanks);
            }));
    }
    OK(cudaGraphExecDestroy(run));
    OK(cudaGraphDestroy(graph));
    OK(ncclCommDestroy(comm));
  });
}

static void thousand() {
  const ncclUniqueId id = uniqueId();
  ranks([&](int rank) {
    ncclComm_t comm;
    OK(ncclCommInitRank(&comm, kRanks, id, rank));
    Held before;
    for (int i = 0; i < 1000 / kRanks; ++i) {
      ncclComm_t part;
      OK(ncclCommSplit(comm, i % 3 ? rank % 2 : 0, -rank, &part, nullptr));
      OK(ncclCommDestroy(part));
      if (i < 10)
        before = Held();
    }
    before.checkSameNow();
    OK(ncclCommDestroy(comm));
  });
}

static void killed() {
  const ncclUniqueId id = uniqueId();
  ranks(
      [&](int rank) {
        ncclComm_t comm;
        OK(ncclCommInitRank(&comm, kRanks, id, rank));
        Buffer data(400);
        OK(ncclAllReduce(data.get(), data.get(), 100, ncclFloat, ncclSum, comm, 0));
        OK(cudaDeviceSynchronize());
        if (rank == 2)
          raise(SIGKILL);
        ncclResult_t result =
            ncclAllReduce(data.get(), data.get(), 100, ncclFloat, ncclSum, comm, 0);
        CHECK(result == ncclSuccess || result == ncclRemoteError);
        OK(cudaDeviceSynchronize());
        ncclResult_t error;
        OK(ncclCommGetAsyncError(comm, &error));
        EQUAL(ncclRemoteError, error);
        OK(ncclCommAbort(comm));
      },
      2);
}

/// A rank gives an address that is none: its context is lost, and the others hear of its end.
static void faults() {
  const ncclUniqueId id = uniqueId();
  ranks([&](int rank) {
    ncclComm_t comm;
    OK(ncclCommInitRank(&comm, kRanks, id, rank));
    Buffer data(8);
    OK(ncclAllReduce(data.get(), data.get(), 2, ncclFloat, ncclSum, comm, 0));
    OK(cudaDeviceSynchronize());
    if (rank == 1) {
      (void)ncclAllReduce(reinterpret_cast<void *>(16), data.get(), 2, ncclFloat, ncclSum, comm, 0);
      EQUAL(cudaErrorIllegalAddress, cudaDeviceSynchronize());
      std::fflush(stdout);
      _exit(failures != 0);
    }
    (void)ncclAllReduce(data.get(), data.get(), 2, ncclFloat, ncclSum, comm, 0);
    OK(cudaDeviceSynchronize());
    ncclResult_t error;
    OK(ncclCommGetAsyncError(comm, &error));
    EQUAL(ncclRemoteError, error);
    OK(ncclCommAbort(comm));
  });
}

int main() {
  collectives(1);
  collectives(1000);
  large();
  inTurn();
  thousand();
  killed();
  faults();
  return failures != 0;
}
