// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators in one process (ANYWARP_CPU_DEVICES=4): what they tell, splits, refusals, faults,
// and a thousand of them.
#include "Check.h"

static constexpr int kRanks = 4;

static void refusals() {
  int value;
  OK(ncclGetVersion(&value));
  EQUAL(NCCL_VERSION_CODE, value);
  EXPECT(ncclInvalidArgument, ncclGetVersion(nullptr));
  EXPECT(ncclInvalidArgument, ncclCommCount(nullptr, &value));
  EXPECT(ncclInvalidArgument, ncclGetUniqueId(nullptr));
  EXPECT(ncclInvalidUsage, ncclGroupEnd());
  OK(ncclCommDestroy(nullptr));
  ncclComm_t comms[8];
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  EXPECT(ncclInvalidArgument, ncclCommInitRank(comms, 2, id, 2));
  EXPECT(ncclInvalidArgument, ncclCommInitRank(comms, 0, id, 0));
  EXPECT(ncclInvalidArgument, ncclCommInitAll(comms, 5, nullptr));
  const int twice[] = {1, 1};
  EXPECT(ncclInvalidUsage, ncclCommInitAll(comms, 2, twice));
  OK(ncclGroupStart()); // one device for two ranks
  for (int r = 0; r < 2; ++r)
    OK(ncclCommInitRank(&comms[r], 2, id, r));
  EXPECT(ncclInvalidUsage, ncclGroupEnd());
  OK(ncclGroupStart()); // one rank twice
  OK(ncclCommInitRank(&comms[0], 2, id, 0));
  OK(ncclCommInitRank(&comms[1], 2, id, 0));
  EXPECT(ncclInvalidUsage, ncclGroupEnd());
  ncclUniqueId none = {};
  EXPECT(ncclSystemError, ncclCommInitRank(comms, 1, none, 0));

  OK(ncclCommInitRank(comms, 1, id, 0));
  float *data;
  OK(cudaMalloc(&data, 64));
  EXPECT(ncclInvalidArgument, ncclAllReduce(data, data, 1, ncclNumTypes, ncclSum, comms[0], 0));
  EXPECT(ncclInvalidArgument, ncclAllReduce(data, data, 1, ncclFloat, ncclNumOps, comms[0], 0));
  EXPECT(ncclInvalidArgument, ncclAllReduce(data, nullptr, 1, ncclFloat, ncclSum, comms[0], 0));
  EXPECT(ncclInvalidArgument, ncclBroadcast(data, data, 1, ncclFloat, 1, comms[0], 0));
  EXPECT(ncclInvalidArgument, ncclSend(data, 1, ncclFloat, -1, comms[0], 0));
  OK(ncclAllReduce(data, data, 16, ncclFloat, ncclSum, comms[0], 0));
  OK(ncclAllReduce(nullptr, nullptr, 0, ncclFloat, ncclSum, comms[0], 0));
  OK(cudaDeviceSynchronize());
  void *handle;
  OK(ncclCommRegister(comms[0], data, 64, &handle));
  OK(ncclCommDeregister(comms[0], handle));
  EXPECT(ncclInvalidArgument, ncclCommDeregister(comms[0], handle));
  ncclWindow_t window;
  void *user = nullptr;
  OK(ncclCommWindowRegister(comms[0], data, 64, &window, 0));
  OK(ncclWinGetUserPtr(comms[0], window, &user));
  CHECK(user == data);
  OK(ncclCommWindowDeregister(comms[0], window));
  EXPECT(ncclInvalidArgument, ncclWinGetUserPtr(comms[0], window, &user));
  uint64_t bytes;
  EXPECT(ncclInvalidUsage, ncclCommMemStats(comms[0], ncclStatGpuMemTotal, &bytes)); // absent
  OK(ncclCommDestroy(comms[0]));
  EXPECT(ncclInvalidArgument, ncclCommDestroy(comms[0]));
  OK(cudaFree(data));
}

static void facts() {
  ncclComm_t comms[3];
  const int devices[] = {2, 0, 3};
  OK(ncclCommInitAll(comms, 3, devices));
  for (int r = 0; r < 3; ++r) {
    int value = -1;
    OK(ncclCommCount(comms[r], &value));
    EQUAL(3, value);
    OK(ncclCommUserRank(comms[r], &value));
    EQUAL(r, value);
    OK(ncclCommCuDevice(comms[r], &value));
    EQUAL(devices[r], value);
  }
  for (ncclComm_t comm : comms)
    OK(ncclCommDestroy(comm));
}

/// Even and odd ranks, in the reverse order; one rank stays out the second time.
static void splits() {
  ncclComm_t comms[kRanks], parts[kRanks], three[kRanks];
  OK(ncclCommInitAll(comms, kRanks, nullptr));
  OK(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r)
    OK(ncclCommSplit(comms[r], r % 2, -r, &parts[r], nullptr));
  OK(ncclGroupEnd());
  OK(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r)
    OK(ncclCommSplit(comms[r], r == 1 ? NCCL_SPLIT_NOCOLOR : 7, 0, &three[r], nullptr));
  OK(ncclGroupEnd());
  CHECK(three[1] == nullptr);
  int *data[kRanks];
  OK(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r) {
    int value = -1;
    OK(ncclCommUserRank(parts[r], &value));
    EQUAL(r < 2 ? 1 : 0, value);
    OK(ncclCommCount(parts[r], &value));
    EQUAL(2, value);
    OK(cudaSetDevice(r));
    OK(cudaMalloc(&data[r], sizeof(int)));
    OK(cudaMemcpy(data[r], &r, sizeof r, cudaMemcpyHostToDevice));
    OK(ncclAllReduce(data[r], data[r], 1, ncclInt, ncclSum, parts[r], 0));
  }
  OK(ncclGroupEnd());
  for (int r = 0; r < kRanks; ++r) {
    OK(cudaSetDevice(r));
    int value = -1;
    OK(cudaMemcpy(&value, data[r], sizeof value, cudaMemcpyDeviceToHost));
    EQUAL(r % 2 ? 4 : 2, value);
    OK(cudaFree(data[r]));
    OK(ncclCommDestroy(parts[r]));
    OK(ncclCommDestroy(three[r]));
    OK(ncclCommDestroy(comms[r]));
  }
}

/// Ranks that call different things, and a rank that goes away: an error, and streams that end.
static void mistakes(bool aborts) {
  ncclComm_t comms[2];
  OK(ncclCommInitAll(comms, 2, nullptr));
  float *data[2];
  for (int r = 0; r < 2; ++r) {
    OK(cudaSetDevice(r));
    OK(cudaMalloc(&data[r], 64));
  }
  OK(cudaSetDevice(0));
  OK(ncclAllReduce(data[0], data[0], 4, ncclFloat, ncclSum, comms[0], 0));
  OK(cudaSetDevice(1));
  if (aborts)
    OK(ncclCommAbort(comms[1]));
  else
    OK(ncclAllReduce(data[1], data[1], 5, ncclFloat, ncclSum, comms[1], 0));
  OK(cudaDeviceSynchronize());
  OK(cudaSetDevice(0));
  OK(cudaDeviceSynchronize());
  ncclResult_t error;
  OK(ncclCommGetAsyncError(comms[0], &error));
  CHECK(error == ncclRemoteError || (!aborts && error == ncclInvalidUsage));
  CHECK(ncclAllReduce(data[0], data[0], 4, ncclFloat, ncclSum, comms[0], 0) != ncclSuccess);
  OK(ncclCommAbort(comms[0]));
  if (!aborts)
    OK(ncclCommAbort(comms[1]));
  for (int r = 0; r < 2; ++r)
    OK(cudaFree(data[r]));
}

/// Without one rank: in the usual way, and after that rank has left the others waiting.
static void shrinks(bool aborts) {
  ncclComm_t comms[kRanks], rest[kRanks] = {};
  OK(ncclCommInitAll(comms, kRanks, nullptr));
  int *data[kRanks];
  for (int r = 0; r < kRanks; ++r) {
    OK(cudaSetDevice(r));
    OK(cudaMalloc(&data[r], sizeof(int)));
    OK(cudaMemcpy(data[r], &r, sizeof r, cudaMemcpyHostToDevice));
    if (aborts && r != 2)
      OK(ncclAllReduce(data[r], data[r], 1, ncclInt, ncclSum, comms[r], 0));
  }
  int out[] = {2}, twice[] = {2, 2};
  EXPECT(ncclInvalidArgument, ncclCommShrink(comms[0], out, 0, rest, nullptr, 0));
  EXPECT(ncclInvalidArgument, ncclCommShrink(comms[0], out, 1, rest, nullptr, 2));
  EXPECT(ncclInvalidArgument, ncclCommShrink(comms[0], twice, 2, rest, nullptr, 0));
  EXPECT(ncclInvalidUsage, ncclCommShrink(comms[2], out, 1, rest, nullptr, 0));
  OK(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r)
    if (r != 2)
      OK(ncclCommShrink(comms[r], out, 1, &rest[r], nullptr,
                        aborts ? NCCL_SHRINK_ABORT : NCCL_SHRINK_DEFAULT));
  OK(ncclGroupEnd());
  OK(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r)
    if (r != 2) {
      int value = -1;
      OK(ncclCommUserRank(rest[r], &value));
      EQUAL(r == 3 ? 2 : r, value);
      OK(ncclCommCount(rest[r], &value));
      EQUAL(3, value);
      OK(cudaSetDevice(r));
      OK(ncclAllReduce(data[r], data[r], 1, ncclInt, ncclSum, rest[r], 0));
    }
  OK(ncclGroupEnd());
  for (int r = 0; r < kRanks; ++r) {
    int value = -1;
    OK(cudaSetDevice(r));
    OK(cudaMemcpy(&value, data[r], sizeof value, cudaMemcpyDeviceToHost));
    EQUAL(r == 2 ? 2 : 4, value);
    OK(cudaFree(data[r]));
    OK(ncclCommDestroy(rest[r]));
    OK(ncclCommAbort(comms[r]));
  }
}

/// What waits ends; nothing new is taken.
static void revokes() {
  ncclComm_t comms[2];
  OK(ncclCommInitAll(comms, 2, nullptr));
  OK(cudaSetDevice(0));
  float *data;
  OK(cudaMalloc(&data, 64));
  OK(ncclAllReduce(data, data, 4, ncclFloat, ncclSum, comms[0], 0));
  EXPECT(ncclInvalidArgument, ncclCommRevoke(comms[0], 1));
  OK(ncclCommRevoke(comms[0], NCCL_REVOKE_DEFAULT));
  OK(cudaDeviceSynchronize());
  EXPECT(ncclInvalidUsage, ncclAllReduce(data, data, 4, ncclFloat, ncclSum, comms[0], 0));
  OK(cudaFree(data));
  for (ncclComm_t comm : comms)
    OK(ncclCommAbort(comm));
}

static void thousand() {
  Held before;
  for (int i = 0; i < 1000; ++i) {
    ncclComm_t comms[2];
    OK(ncclCommInitAll(comms, 2, nullptr));
    for (ncclComm_t comm : comms)
      OK(ncclCommDestroy(comm));
    if (i < 10)
      before = Held();
  }
  before.checkSameNow();
}

int main() {
  refusals();
  facts();
  splits();
  mistakes(false);
  mistakes(true);
  shrinks(false);
  shrinks(true);
  revokes();
  thousand();
  return failures != 0;
}
