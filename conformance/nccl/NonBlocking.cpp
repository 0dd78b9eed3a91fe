// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators that do not block (ANYWARP_CPU_DEVICES=4): calls that make and finalize them return
// ncclInProgress, and ncclCommGetAsyncError tells when that has ended, and how.
#include "Check.h"

static constexpr int kRanks = 4;

static ncclConfig_t config(int blocking) {
  ncclConfig_t made = NCCL_CONFIG_INITIALIZER;
  made.blocking = blocking;
  return made;
}

static bool isOver(ncclResult_t result) {
  return result == ncclSuccess || result == ncclInProgress;
}

/// Waits for the communicator, as the manual has it.
static ncclResult_t stateOf(ncclComm_t comm) {
  ncclResult_t state = ncclInProgress;
  while (state == ncclInProgress) {
    if (ncclCommGetAsyncError(comm, &state))
      return ncclInternalError;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return state;
}

static void sum(ncclComm_t *comms, int ranks, int expected) {
  int *data[kRanks];
  cudaStream_t streams[kRanks];
  for (int r = 0; r < ranks; ++r) {
    OK(cudaSetDevice(r));
    OK(cudaMalloc(&data[r], sizeof(int)));
    OK(cudaMemcpy(data[r], &r, sizeof r, cudaMemcpyHostToDevice));
    OK(cudaStreamCreate(&streams[r]));
  }
  OK(ncclGroupStart());
  for (int r = 0; r < ranks; ++r)
    CHECK(isOver(ncclAllReduce(data[r], data[r], 1, ncclInt, ncclSum, comms[r], streams[r])));
  CHECK(isOver(ncclGroupEnd()));
  for (int r = 0; r < ranks; ++r) {
    EQUAL(ncclSuccess, stateOf(comms[r]));
    OK(cudaStreamSynchronize(streams[r]));
    int value = -1;
    OK(cudaMemcpy(&value, data[r], sizeof value, cudaMemcpyDeviceToHost));
    EQUAL(expected, value);
    OK(cudaFree(data[r]));
    OK(cudaStreamDestroy(streams[r]));
  }
}

/// Made in a group, split (children inherit the setting), finalized, destroyed.
static void life() {
  ncclComm_t comms[kRanks] = {}, parts[kRanks] = {};
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  ncclConfig_t wanted = config(0);
  OK(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r) {
    OK(cudaSetDevice(r));
    CHECK(isOver(ncclCommInitRankConfig(&comms[r], kRanks, id, r, &wanted)));
  }
  EXPECT(ncclInProgress, ncclGroupEnd());
  for (ncclComm_t comm : comms)
    EQUAL(ncclSuccess, stateOf(comm));
  sum(comms, kRanks, 6);
  OK(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r)
    CHECK(isOver(ncclCommSplit(comms[r], r < 3 ? 5 : NCCL_SPLIT_NOCOLOR, r, &parts[r], nullptr)));
  EXPECT(ncclInProgress, ncclGroupEnd());
  for (ncclComm_t comm : comms) // a program may ask the parents, too
    EQUAL(ncclSuccess, stateOf(comm));
  CHECK(parts[3] == nullptr);
  for (int r = 0; r < 3; ++r) {
    EQUAL(ncclSuccess, stateOf(parts[r]));
    int value = -1;
    OK(ncclCommUserRank(parts[r], &value));
    EQUAL(r, value);
  }
  sum(parts, 3, 3);
  for (int r = 0; r < kRanks; ++r) {
    CHECK(isOver(ncclCommFinalize(comms[r])));
    EQUAL(ncclSuccess, stateOf(comms[r]));
    OK(ncclCommDestroy(comms[r]));
    OK(ncclCommDestroy(parts[r]));
  }
}

/// Finalizing tells that work is still under way.
static void finalizes() {
  ncclComm_t comm;
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  ncclConfig_t wanted = config(0);
  OK(cudaSetDevice(0));
  CHECK(isOver(ncclCommInitRankConfig(&comm, 1, id, 0, &wanted)));
  EQUAL(ncclSuccess, stateOf(comm));
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  std::atomic<bool> goesOn = false;
  OK(cudaLaunchHostFunc(
      stream,
      [](void *flag) {
        while (!*static_cast<std::atomic<bool> *>(flag))
          std::this_thread::yield();
      },
      &goesOn));
  int *data;
  OK(cudaMalloc(&data, sizeof(int)));
  OK(ncclAllReduce(data, data, 1, ncclInt, ncclSum, comm, stream));
  EXPECT(ncclInProgress, ncclCommFinalize(comm));
  ncclResult_t state;
  OK(ncclCommGetAsyncError(comm, &state));
  EQUAL(ncclInProgress, state);
  goesOn = true;
  EQUAL(ncclSuccess, stateOf(comm));
  OK(ncclCommDestroy(comm));
  OK(cudaFree(data));
  OK(cudaStreamDestroy(stream));
}

/// A rank that nobody joins: it can only be asked and aborted.
static void alone() {
  ncclComm_t comm = nullptr;
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  ncclConfig_t wanted = config(0);
  OK(cudaSetDevice(0));
  EXPECT(ncclInProgress, ncclCommInitRankConfig(&comm, 2, id, 0, &wanted));
  CHECK(comm != nullptr);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  ncclResult_t state;
  OK(ncclCommGetAsyncError(comm, &state));
  EQUAL(ncclInProgress, state);
  int value, *data;
  OK(cudaMalloc(&data, sizeof(int)));
  EXPECT(ncclInvalidArgument, ncclCommCount(comm, &value));
  EXPECT(ncclInvalidArgument, ncclAllReduce(data, data, 1, ncclInt, ncclSum, comm, 0));
  EXPECT(ncclInvalidArgument, ncclCommDestroy(comm));
  OK(ncclCommAbort(comm)); // else it would wait for 600 s
  EXPECT(ncclInvalidArgument, ncclCommGetAsyncError(comm, &state));
  OK(cudaFree(data));
}

/// What goes wrong is told by the state, and the communicator can be aborted or destroyed.
static void failing() {
  for (bool aborts : {true, false}) {
    ncclComm_t comms[2] = {};
    ncclUniqueId id;
    OK(ncclGetUniqueId(&id));
    ncclConfig_t wanted = config(0);
    OK(cudaSetDevice(0)); // one device for two ranks
    OK(ncclGroupStart());
    for (int r = 0; r < 2; ++r)
      CHECK(isOver(ncclCommInitRankConfig(&comms[r], 2, id, r, &wanted)));
    EXPECT(ncclInProgress, ncclGroupEnd());
    for (ncclComm_t comm : comms) {
      EQUAL(ncclInvalidUsage, stateOf(comm));
      EXPECT(aborts ? ncclSuccess : ncclInvalidUsage,
             aborts ? ncclCommAbort(comm) : ncclCommDestroy(comm));
    }
  }
  ncclComm_t comm = nullptr;
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  ncclConfig_t wrong = config(2);
  EXPECT(ncclInvalidArgument, ncclCommInitRankConfig(&comm, 1, id, 0, &wrong));
}

/// A program that was built with the header of a newer NCCL.
static void newer() {
  struct {
    ncclConfig_t known = NCCL_CONFIG_INITIALIZER;
    int more[8] = {};
  } wanted;
  wanted.known.size = sizeof wanted;
  wanted.known.version = NCCL_VERSION(2, 99, 0);
  ncclComm_t comm = nullptr;
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  OK(ncclCommInitRankConfig(&comm, 1, id, 0, &wanted.known));
  OK(ncclCommDestroy(comm));
  wanted.known.magic = 1;
  EXPECT(ncclInvalidArgument, ncclCommInitRankConfig(&comm, 1, id, 0, &wanted.known));
}

/// As cudaMalloc and cudaFree.
static void noBytes() {
  void *data = &data;
  OK(ncclMemAlloc(&data, 0));
  CHECK(!data);
  OK(ncclMemFree(data));
}

int main() {
  noBytes();
  newer();
  life();
  finalizes();
  alone();
  failing();
  return failures != 0;
}
