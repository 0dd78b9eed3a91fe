// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every collective, type and operation among the devices of one process (ANYWARP_CPU_DEVICES=4),
// each against a plain loop: a thread for each device, one thread with groups, captured.
#include "Check.h"

static constexpr int kRanks = 4;

static void threads(size_t count) {
  ncclComm_t comms[kRanks];
  OK(ncclCommInitAll(comms, kRanks, nullptr));
  std::vector<std::thread> all;
  for (int rank = 0; rank < kRanks; ++rank)
    all.emplace_back([&, rank] {
      OK(cudaSetDevice(rank));
      cudaStream_t stream;
      OK(cudaStreamCreate(&stream));
      checkCollectives(comms[rank], rank, kRanks, count, stream);
      OK(cudaStreamDestroy(stream));
      OK(ncclCommDestroy(comms[rank]));
    });
  for (std::thread &thread : all)
    thread.join();
}

/// One thread gives work to all devices; floats in place, with other work before and after.
struct OneThread {
  static constexpr size_t kCount = 100003;
  ncclComm_t comms[kRanks];
  cudaStream_t streams[kRanks];
  float *data[kRanks];

  OneThread() {
    OK(ncclCommInitAll(comms, kRanks, nullptr));
    for (int r = 0; r < kRanks; ++r) {
      OK(cudaSetDevice(r));
      OK(cudaStreamCreate(&streams[r]));
      OK(ncclMemAlloc(reinterpret_cast<void **>(&data[r]), kCount * sizeof(float)));
    }
  }
  ~OneThread() {
    for (int r = 0; r < kRanks; ++r) {
      OK(ncclCommFinalize(comms[r]));
      OK(ncclCommDestroy(comms[r]));
      OK(cudaSetDevice(r));
      OK(cudaStreamDestroy(streams[r]));
      OK(ncclMemFree(data[r]));
    }
  }
  void fill(float scale) {
    std::vector<float> values(kCount);
    for (int r = 0; r < kRanks; ++r) {
      for (size_t i = 0; i < kCount; ++i)
        values[i] = scale * float(i % 1000) * float(r + 1);
      OK(cudaMemcpy(data[r], values.data(), kCount * sizeof(float), cudaMemcpyHostToDevice));
    }
  }
  void expect(float factor) {
    std::vector<float> values(kCount);
    for (int r = 0; r < kRanks; ++r) {
      OK(cudaMemcpy(values.data(), data[r], kCount * sizeof(float), cudaMemcpyDeviceToHost));
      size_t wrong = 0;
      for (size_t i = 0; i < kCount; ++i)
        wrong += values[i] != factor * float(i % 1000);
      EQUAL(0u, wrong);
    }
  }
  void reduceAll(ncclRedOp_t op = ncclSum) {
    OK(ncclGroupStart());
    for (int r = 0; r < kRanks; ++r)
      OK(ncclAllReduce(data[r], data[r], kCount, ncclFloat, op, comms[r], streams[r]));
    OK(ncclGroupEnd());
  }
  void synchronize() {
    for (cudaStream_t stream : streams)
      OK(cudaStreamSynchronize(stream));
  }
};

static void groups() {
  OneThread t;
  t.fill(1);
  t.reduceAll();
  t.synchronize();
  t.expect(10);
  t.reduceAll(); // 40 on each
  t.reduceAll(ncclAvg);
  t.synchronize();
  t.expect(40);
}

/// Factors of the ranks' own: 1, 2, 3, 4 times 1, 2, 3, 4; host and device.
static void factors() {
  OneThread t;
  t.fill(1);
  ncclRedOp_t ops[kRanks];
  for (int r = 0; r < kRanks; ++r) {
    float factor = float(r + 1);
    OK(ncclRedOpCreatePreMulSum(&ops[r], &factor, ncclFloat, ncclScalarHostImmediate, t.comms[r]));
  }
  EXPECT(ncclInvalidArgument,
         ncclAllReduce(t.data[0], t.data[0], 1, ncclDouble, ops[0], t.comms[0], t.streams[0]));
  OK(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r)
    OK(ncclAllReduce(t.data[r], t.data[r], t.kCount, ncclFloat, ops[r], t.comms[r], t.streams[r]));
  OK(ncclGroupEnd());
  t.synchronize();
  t.expect(1 + 4 + 9 + 16);
  for (int r = 0; r < kRanks; ++r) {
    OK(ncclRedOpDestroy(ops[r], t.comms[r]));
    EXPECT(ncclInvalidArgument, ncclRedOpDestroy(ops[r], t.comms[r]));
  }
  EXPECT(ncclInvalidArgument,
         ncclAllReduce(t.data[0], t.data[0], 1, ncclFloat, ops[0], t.comms[0], t.streams[0]));
}

/// Captured once for each device, launched three times.
static void graphs() {
  OneThread t;
  t.fill(1);
  cudaGraphExec_t execs[kRanks];
  for (int r = 0; r < kRanks; ++r) {
    cudaGraph_t graph;
    OK(cudaSetDevice(r));
    OK(cudaStreamBeginCapture(t.streams[r], cudaStreamCaptureModeRelaxed));
    OK(ncclAllReduce(t.data[r], t.data[r], t.kCount, ncclFloat, ncclSum, t.comms[r], t.streams[r]));
    OK(cudaStreamEndCapture(t.streams[r], &graph));
    OK(cudaGraphInstantiate(&execs[r], graph, 0));
    OK(cudaGraphDestroy(graph));
  }
  for (int i = 0; i < 3; ++i)
    for (int r = 0; r < kRanks; ++r)
      OK(cudaGraphLaunch(execs[r], t.streams[r]));
  t.synchronize();
  t.expect(10 * 4 * 4);
  for (cudaGraphExec_t exec : execs)
    OK(cudaGraphExecDestroy(exec));
}

/// Two streams for one communicator: its work keeps the order of the calls.
static void twoStreams() {
  OneThread t;
  t.fill(1);
  cudaStream_t others[kRanks];
  for (int r = 0; r < kRanks; ++r) {
    OK(cudaSetDevice(r));
    OK(cudaStreamCreate(&others[r]));
  }
  for (int i = 0; i < 3; ++i)
    for (int r = 0; r < kRanks; ++r)
      OK(ncclAllReduce(t.data[r], t.data[r], t.kCount, ncclFloat, ncclSum, t.comms[r],
                       i % 2 ? others[r] : t.streams[r]));
  t.synchronize();
  t.expect(10 * 4 * 4);
  for (cudaStream_t stream : others)
    OK(cudaStreamDestroy(stream));
}

/// One thread calls for all ranks in one group: every collective, type and operation.
static void together(size_t count) {
  OneThread t;
  const size_t all = count * kRanks;
  for (int type = 0; type < ncclNumTypes; ++type)
    for (int op = 0; op < ncclNumOps; ++op)
      checkTogether(t.comms, t.streams, kRanks, count, all, ncclDataType_t(type), ncclRedOp_t(op));
}

/// Messages of all ranks in one group take effect in the order of the calls: the last rank gets
/// what the first one has. Without one of the ranks the order would be open, as it is with NCCL.
static void relays() {
  OneThread t;
  t.fill(1);
  OK(ncclGroupStart());
  for (int r = 0; r < kRanks; ++r) {
    if (r)
      OK(ncclRecv(t.data[r], t.kCount, ncclFloat, r - 1, t.comms[r], t.streams[r]));
    if (r + 1 < kRanks)
      OK(ncclSend(t.data[r], t.kCount, ncclFloat, r + 1, t.comms[r], t.streams[r]));
  }
  OK(ncclGroupEnd());
  t.synchronize();
  std::vector<float> values(t.kCount);
  for (int r = 0; r < kRanks; ++r) {
    OK(cudaMemcpy(values.data(), t.data[r], t.kCount * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(values[999] == 999);
  }
}

/// A send whose receive comes in a later group, with another message between the same ranks.
static void late() {
  OneThread t;
  int *numbers[2];
  for (int r = 0; r < 2; ++r) {
    const int values[] = {r, 10 + r, 20 + r, 30 + r};
    OK(cudaSetDevice(r));
    OK(cudaMalloc(&numbers[r], sizeof values));
    OK(cudaMemcpy(numbers[r], values, sizeof values, cudaMemcpyHostToDevice));
  }
  OK(ncclSend(numbers[0], 1, ncclInt, 1, t.comms[0], t.streams[0]));
  OK(ncclGroupStart());
  OK(ncclSend(numbers[0] + 1, 1, ncclInt, 1, t.comms[0], t.streams[0]));
  OK(ncclRecv(numbers[1] + 2, 1, ncclInt, 0, t.comms[1], t.streams[1]));
  for (int r = 2; r < kRanks; ++r) {
    OK(ncclSend(t.data[r], 1, ncclFloat, 5 - r, t.comms[r], t.streams[r]));
    OK(ncclRecv(t.data[r] + 1, 1, ncclFloat, 5 - r, t.comms[r], t.streams[r]));
  }
  OK(ncclGroupEnd());
  OK(ncclRecv(numbers[1] + 3, 1, ncclInt, 0, t.comms[1], t.streams[1]));
  t.synchronize();
  int values[4];
  OK(cudaMemcpy(values, numbers[1], sizeof values, cudaMemcpyDeviceToHost));
  EQUAL(0, values[2]);
  EQUAL(10, values[3]);
  for (int *buffer : numbers)
    OK(cudaFree(buffer));
}

/// Sums of floats that depend on the order: the same bits each time, on each rank.
static void bits() {
  OneThread t;
  std::vector<std::vector<float>> results;
  for (int round = 0; round < 5; ++round) {
    t.fill(0.1f);
    t.reduceAll();
    t.synchronize();
    for (int r = 0; r < kRanks; ++r) {
      results.emplace_back(t.kCount);
      OK(cudaMemcpy(results.back().data(), t.data[r], t.kCount * sizeof(float),
                    cudaMemcpyDeviceToHost));
      CHECK(results.back() == results.front());
    }
  }
  for (size_t i = 0; i < t.kCount; ++i) {
    float sum = 0.1f * float(i % 1000);
    for (int r = 1; r < kRanks; ++r)
      sum += 0.1f * float(i % 1000) * float(r + 1);
    if (sum != results[0][i]) {
      CHECK(sum == results[0][i]);
      break;
    }
  }
}

int main() {
  threads(1);
  threads(1000);
  groups();
  factors();
  graphs();
  twoStreams();
  together(1);
  together(70001);
  relays();
  late();
  bits();
  return failures != 0;
}
