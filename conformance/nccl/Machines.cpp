// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranks that share no memory: every collective, type and operation, large ones, messages, splits,
// bits, faults. "Machines RANK FILE [CASE]" is one of four ranks, which find each other by the id
// that rank 0 puts into the file. Without arguments the program starts them all on this machine.
// The case "cut" needs somebody who cuts a link of rank 2 when there is FILE.cut, and tells so by
// FILE.is-cut. With AW_MPI an MPI starts the ranks as "Machines FILE [CASE]", and carries the
// messages.
#include "Check.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#ifdef AW_MPI
#include <dlfcn.h>
#include <mpi.h>
#endif

static constexpr int kRanks = 4;

static void put(const std::string &file) { std::ofstream(file).flush(); }

/// However long that takes: the test has a limit.
static void waitFor(const std::string &file) {
  while (access(file.c_str(), F_OK) != 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

/// All ranks of `[0, ranks)` have put their files.
static void waitForRanks(const std::string &file, int ranks) {
  for (int r = 0; r < ranks; ++r)
    waitFor(file + std::to_string(r));
}

static ncclUniqueId uniqueId(int rank, const std::string &file) {
  ncclUniqueId id = {};
  if (rank == 0) {
    OK(ncclGetUniqueId(&id));
    std::ofstream(file + ".new", std::ios::binary).write(id.internal, sizeof id.internal);
    CHECK(std::rename((file + ".new").c_str(), file.c_str()) == 0);
    return id;
  }
  waitFor(file);
  std::ifstream(file, std::ios::binary).read(id.internal, sizeof id.internal);
  return id;
}

static void large(ncclComm_t comm, int rank) {
  constexpr size_t kCount = 3000007; // more than a window, and not a multiple of the ranks
  auto own = [](int r) { return [r](size_t i) { return int((i + size_t(r) * 7) % 1000); }; };
  auto sum = [&](size_t i) {
    int all = 0;
    for (int r = 0; r < kRanks; ++r)
      all += own(r)(i);
    return all;
  };
  Buffer in(elements(ncclInt32, kCount, own(rank))), next(kCount * 4), out(kCount * 4);
  OK(ncclGroupStart());
  OK(ncclSend(in.get(), kCount, ncclInt32, (rank + 1) % kRanks, comm, 0));
  OK(ncclRecv(next.get(), kCount, ncclInt32, (rank + 3) % kRanks, comm, 0));
  OK(ncclGroupEnd());
  OK(ncclReduce(in.get(), out.get(), kCount, ncclInt32, ncclSum, 2, comm, 0));
  OK(cudaDeviceSynchronize());
  CHECK(next.values() == elements(ncclInt32, kCount, own((rank + 3) % kRanks)));
  if (rank == 2)
    CHECK(out.values() == elements(ncclInt32, kCount, sum));
  const size_t part = kCount / kRanks; // in place
  OK(ncclReduceScatter(in.get(), in.get() + size_t(rank) * part * 4, part, ncclInt32, ncclSum, comm,
                       0));
  OK(ncclAllGather(in.get() + size_t(rank) * part * 4, in.get(), part, ncclInt32, comm, 0));
  OK(cudaDeviceSynchronize());
  Bytes found = in.values();
  found.resize(part * kRanks * 4);
  CHECK(found == elements(ncclInt32, part * kRanks, sum));
  Buffer again(elements(ncclInt32, kCount, own(rank)));
  OK(ncclAllReduce(again.get(), again.get(), kCount, ncclInt32, ncclSum, comm, 0));
  OK(cudaDeviceSynchronize());
  CHECK(again.values() == elements(ncclInt32, kCount, sum));
}

/// Sums that depend on the order are those of a loop over the ranks.
static void bits(ncclComm_t comm, int rank) {
  for (size_t count : {3, 50001}) {
    auto own = [](int r, size_t i) { return 0.1f * float(i % 1000) * float(r + 1); };
    Buffer in(elements(ncclFloat32, count, [&](size_t i) { return own(rank, i); }));
    OK(ncclAllReduce(in.get(), in.get(), count, ncclFloat32, ncclSum, comm, 0));
    OK(cudaDeviceSynchronize());
    CHECK(in.values() == elements(ncclFloat32, count, [&](size_t i) {
            float sum = own(0, i);
            for (int r = 1; r < kRanks; ++r)
              sum += own(r, i);
            return sum;
          }));
  }
}

/// Even and odd ranks, in the reverse order; a rank alone; a rank that stays out.
static void splits(ncclComm_t comm, int rank) {
  ncclComm_t part = nullptr, lonely = nullptr;
  OK(ncclCommSplit(comm, rank % 2, -rank, &part, nullptr));
  OK(ncclCommSplit(comm, rank == 3 ? NCCL_SPLIT_NOCOLOR : rank, 0, &lonely, nullptr));
  CHECK((lonely == nullptr) == (rank == 3));
  int place = -1;
  OK(ncclCommUserRank(part, &place));
  EQUAL(rank < 2 ? 1 : 0, place);
  Buffer data(elements(ncclInt32, 5000, [&](size_t) { return rank; }));
  OK(ncclAllReduce(data.get(), data.get(), 5000, ncclInt32, ncclSum, part, 0));
  OK(ncclAllReduce(data.get(), data.get(), 5000, ncclInt32, ncclSum, comm, 0));
  if (lonely)
    OK(ncclAllReduce(data.get(), data.get(), 5000, ncclInt32, ncclSum, lonely, 0));
  OK(cudaDeviceSynchronize());
  CHECK(data.values() == elements(ncclInt32, 5000, [](size_t) { return 12; }));
  OK(ncclCommDestroy(part));
  OK(ncclCommDestroy(lonely));
}

/// Ends with an error that is told. Which one tells whether a rank noticed it or waited in vain.
template <typename Call> void fails(ncclComm_t comm, Call call, std::vector<ncclResult_t> allowed) {
  const ncclResult_t result = call();
  OK(cudaDeviceSynchronize());
  ncclResult_t error = ncclSuccess;
  OK(ncclCommGetAsyncError(comm, &error));
  error = result ? result : error;
  CHECK(std::find(allowed.begin(), allowed.end(), error) != allowed.end());
  if (std::find(allowed.begin(), allowed.end(), error) == allowed.end())
    std::printf("    is %d\n", int(error));
  OK(ncclCommAbort(comm));
}

/// Half of the ranks come late, but in time.
static void halfLate(ncclComm_t comm, int rank) {
  if (rank > 1)
    std::this_thread::sleep_for(std::chrono::seconds(3));
  Buffer data(elements(ncclInt32, 5000, [&](size_t) { return rank; }));
  OK(ncclAllReduce(data.get(), data.get(), 5000, ncclInt32, ncclSum, comm, 0));
  OK(cudaDeviceSynchronize());
  CHECK(data.values() == elements(ncclInt32, 5000, [](size_t) { return 6; }));
}

/// Communicators come and go.
static void many(ncclComm_t comm, int rank) {
  Held before;
  for (int i = 0; i < 100; ++i) {
    ncclComm_t part;
    OK(ncclCommSplit(comm, i % 3 ? rank % 2 : 0, -rank, &part, nullptr));
    OK(ncclCommDestroy(part));
    if (i < 10)
      before = Held();
  }
  before.checkSameNow();
}

/// Somebody cuts the link of rank 2.
static void waitForCut(int rank, const std::string &file) {
  if (rank == 2)
    put(file + ".cut");
  waitFor(file + ".is-cut");
}

static void rankMain(int rank, const std::string &file, const std::string &which) {
  ncclComm_t comm = nullptr;
  OK(cudaFree(nullptr));
  put(file + ".here" + std::to_string(rank)); // how long programs take to start does not count
  waitForRanks(file + ".here", kRanks);
  EQUAL(ncclSuccess, ncclCommInitRank(&comm, kRanks, uniqueId(rank, file), rank));
  if (failures)
    return;
  if (which == "all") {
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    checkCollectives(comm, rank, kRanks, 1, stream);
    checkCollectives(comm, rank, kRanks, 1000, stream);
    OK(cudaStreamDestroy(stream));
    large(comm, rank);
    bits(comm, rank);
    splits(comm, rank);
    halfLate(comm, rank);
    many(comm, rank);
    OK(ncclCommDestroy(comm));
    return;
  }
  Buffer data(4000);
  OK(ncclAllReduce(data.get(), data.get(), 1000, ncclInt32, ncclMax, comm, 0));
  OK(cudaDeviceSynchronize());
  if (which == "killed") {
    if (rank == 2)
      raise(SIGKILL);
    fails(comm,
          [&] { return ncclAllReduce(data.get(), data.get(), 1000, ncclInt32, ncclMax, comm, 0); },
          {ncclRemoteError});
  } else if (which == "counts") {
    fails(comm,
          [&] {
            return ncclAllReduce(data.get(), data.get(), rank == 1 ? 9 : 10, ncclInt32, ncclMax,
                                 comm, 0);
          },
          {ncclInvalidUsage, ncclRemoteError});
  } else if (which == "types") {
    fails(comm,
          [&] {
            return ncclAllReduce(data.get(), data.get(), 1000, rank == 1 ? ncclFloat : ncclInt32,
                                 ncclMax, comm, 0);
          },
          {ncclInvalidUsage, ncclRemoteError});
  } else if (which == "cut") {
    waitForCut(rank, file);
    fails(comm,
          [&] { return ncclAllReduce(data.get(), data.get(), 1000, ncclInt32, ncclMax, comm, 0); },
          {ncclSystemError, ncclRemoteError});
  } else if (which == "messages") {
    if (rank > 1) // they wait for nobody
      OK(ncclCommDestroy(comm));
    else
      fails(comm,
            [&] {
              return rank ? ncclRecv(data.get(), 100, ncclInt32, 0, comm, 0)
                          : ncclSend(data.get(), 101, ncclInt32, 1, comm, 0);
            },
            {ncclInvalidUsage, ncclRemoteError});
  } else if (which == "late") {
    if (rank == 3)
      waitForRanks(file + ".over", 3);
    // Who comes when the others have given up hears of that.
    const std::vector<ncclResult_t> errors =
        rank == 3 ? std::vector{ncclRemoteError} : std::vector{ncclSystemError, ncclRemoteError};
    fails(
        comm,
        [&] { return ncclAllReduce(data.get(), data.get(), 1000, ncclInt32, ncclMax, comm, 0); },
        errors);
    put(file + ".over" + std::to_string(rank));
  } else if (which == "aborted") {
    if (rank == 0)
      OK(ncclCommAbort(comm));
    else
      fails(
          comm,
          [&] { return ncclAllReduce(data.get(), data.get(), 1000, ncclInt32, ncclMax, comm, 0); },
          {ncclRemoteError});
  }
}

/// All ranks, in processes of this machine.
static void startAll(const char *program, const std::string &which, const char *seconds) {
  char folder[] = "/tmp/anywarp-machines-XXXXXX";
  CHECK(mkdtemp(folder) != nullptr);
  const std::string file = std::string(folder) + "/id";
  setenv("NCCL_SHM_DISABLE", "1", 0);
  setenv("ANYWARP_NCCL_TIMEOUT", seconds, 1);
  pid_t children[kRanks];
  for (int rank = 0; rank < kRanks; ++rank)
    if (!(children[rank] = fork())) {
      execl(program, program, std::to_string(rank).c_str(), file.c_str(), which.c_str(), nullptr);
      _exit(127);
    }
  for (int rank = 0; rank < kRanks; ++rank) {
    int status;
    waitpid(children[rank], &status, 0);
    const bool isKilled = which == "killed" && rank == 2;
    if (!(isKilled ? WIFSIGNALED(status) : status == 0)) {
      std::printf("%s, rank %d: status %x\n", which.c_str(), rank, status);
      ++failures;
    }
  }
  std::filesystem::remove_all(folder);
}

#ifdef AW_MPI
int main(int argc, char **argv) {
  int level = 0, rank = 0, answer = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  EQUAL(MPI_THREAD_MULTIPLE, level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Nothing of NCCL's messages meets the program's own.
  MPI_Request any;
  MPI_Irecv(&answer, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &any);
  rankMain(rank, argv[1], argc > 2 ? argv[2] : "all");
  const int question = 40 + rank;
  MPI_Send(&question, 1, MPI_INT, (rank + 1) % kRanks, 5, MPI_COMM_WORLD);
  MPI_Wait(&any, MPI_STATUS_IGNORE);
  EQUAL(40 + (rank + kRanks - 1) % kRanks, answer);
  CHECK(!dlopen("libanywarp-wire.so", RTLD_NOW | RTLD_NOLOAD)); // the other way was not taken
  MPI_Finalize();
  return failures != 0;
}
#else
int main(int argc, char **argv) {
  if (argc > 2) {
    rankMain(std::atoi(argv[1]), argv[2], argc > 3 ? argv[3] : "all");
  } else {
    startAll("/proc/self/exe", "all", "60");
    for (const char *which : {"killed", "counts", "types", "messages", "aborted"})
      startAll("/proc/self/exe", which, "60");
    startAll("/proc/self/exe", "late", "15");
  }
  return failures != 0;
}
#endif
