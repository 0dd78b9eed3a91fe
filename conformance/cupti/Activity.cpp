// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUPTI: records of kernels, copies, fills, calls and synchronisation agree with what the program
// did.
#include "Program.h"

#include <cstdlib>
#include <map>
#include <set>
#include <unistd.h>
#include <vector>

static std::vector<std::vector<uint8_t>> delivered;
static size_t bufferBytes = 1 << 16;

static void request(uint8_t **buffer, size_t *size, size_t *most) {
  *size = bufferBytes;
  *most = 0;
  *buffer = bufferBytes ? static_cast<uint8_t *>(std::aligned_alloc(8, bufferBytes)) : nullptr;
}
static void complete(CUcontext, uint32_t, uint8_t *buffer, size_t, size_t valid) {
  delivered.emplace_back(buffer, buffer + valid);
  std::free(buffer);
}

static std::vector<CUpti_Activity *> records() {
  std::vector<CUpti_Activity *> found;
  for (auto &buffer : delivered) {
    CUpti_Activity *record = nullptr;
    CUptiResult result;
    while ((result = cuptiActivityGetNextRecord(buffer.data(), buffer.size(), &record)) ==
           CUPTI_SUCCESS)
      found.push_back(record);
    EQUAL(CUPTI_ERROR_MAX_LIMIT_REACHED, result);
  }
  return found;
}

static const CUpti_ActivityKind kKinds[] = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                            CUPTI_ACTIVITY_KIND_MEMCPY,
                                            CUPTI_ACTIVITY_KIND_MEMSET,
                                            CUPTI_ACTIVITY_KIND_RUNTIME,
                                            CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
                                            CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
                                            CUPTI_ACTIVITY_KIND_DEVICE};

struct Seen {
  std::map<int, int> counts;
  std::map<uint32_t, uint32_t> calls; ///< number by correlation
  std::map<uint32_t, uint64_t> callStarts;
  std::set<uint32_t> streams, external;
  std::vector<const CUpti_ActivityKernel10 *> kernels;
  std::vector<const CUpti_ActivityMemcpy6 *> copies;
  std::vector<const CUpti_ActivityMemset4 *> fills;
};

static Seen sort(const std::vector<CUpti_Activity *> &all) {
  Seen seen;
  for (CUpti_Activity *record : all) {
    ++seen.counts[record->kind];
    if (record->kind == CUPTI_ACTIVITY_KIND_RUNTIME) {
      auto *call = reinterpret_cast<CUpti_ActivityAPI *>(record);
      CHECK(call->start <= call->end);
      EQUAL(uint32_t(getpid()), call->processId);
      CHECK(seen.calls.emplace(call->correlationId, call->cbid).second);
      seen.callStarts[call->correlationId] = call->start;
    } else if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
      seen.kernels.push_back(reinterpret_cast<CUpti_ActivityKernel10 *>(record));
    } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
      seen.copies.push_back(reinterpret_cast<CUpti_ActivityMemcpy6 *>(record));
    } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
      seen.fills.push_back(reinterpret_cast<CUpti_ActivityMemset4 *>(record));
    } else if (record->kind == CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION) {
      auto *external = reinterpret_cast<CUpti_ActivityExternalCorrelation *>(record);
      EQUAL(4242, external->externalId);
      seen.external.insert(external->correlationId);
    }
  }
  return seen;
}

template <typename Record>
static void checkWork(const Seen &seen, const Record &record, uint32_t call) {
  CHECK(record.start && record.start <= record.end);
  CHECK(seen.calls.count(record.correlationId));
  EQUAL(call, seen.calls.at(record.correlationId));
  CHECK(seen.callStarts.at(record.correlationId) <= record.start);
  CHECK(seen.external.count(record.correlationId));
  CHECK(seen.streams.count(record.streamId));
}

static void activity() {
  Program program;
  EQUAL(CUPTI_SUCCESS, cuptiActivityRegisterCallbacks(request, complete));
  for (CUpti_ActivityKind kind : kKinds)
    EQUAL(CUPTI_SUCCESS, cuptiActivityEnable(kind));
  EQUAL(CUPTI_SUCCESS,
        cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 4242));
  uint64_t before = 0, after = 0, id = 0;
  EQUAL(CUPTI_SUCCESS, cuptiGetTimestamp(&before));
  program.run();
  EQUAL(CUPTI_SUCCESS, cuptiGetTimestamp(&after));
  EQUAL(CUPTI_SUCCESS,
        cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &id));
  EQUAL(4242, id);
  EQUAL(CUPTI_ERROR_QUEUE_EMPTY,
        cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &id));
  EQUAL(CUPTI_SUCCESS, cuptiActivityFlushAll(0));
  Seen seen = sort(records());
  for (cudaStream_t stream : program.streams) {
    uint32_t number = 0;
    EQUAL(CUPTI_SUCCESS, cuptiGetStreamIdEx(nullptr, stream, 0, &number));
    seen.streams.insert(number);
  }
  EQUAL(2, seen.streams.size());
  EQUAL(8, seen.counts[CUPTI_ACTIVITY_KIND_RUNTIME]);
  EQUAL(2, seen.counts[CUPTI_ACTIVITY_KIND_SYNCHRONIZATION]);
  CHECK(seen.counts[CUPTI_ACTIVITY_KIND_DEVICE] >= 1);
  EQUAL(2, seen.kernels.size());
  EQUAL(2, seen.copies.size());
  EQUAL(2, seen.fills.size());
  for (const auto *kernel : seen.kernels) {
    checkWork(seen, *kernel, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000);
    EQUAL(std::string("scale"), std::string(kernel->name));
    EQUAL(kBlocks, kernel->gridX);
    EQUAL(kThreads, kernel->blockX);
    EQUAL(1, kernel->gridY);
    EQUAL(512, kernel->staticSharedMemory);
    EQUAL(64, kernel->dynamicSharedMemory);
    CHECK(before <= kernel->start && kernel->end <= after);
  }
  for (const auto *copy : seen.copies) {
    checkWork(seen, *copy, CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020);
    EQUAL(kBytes, copy->bytes);
    EQUAL(CUPTI_ACTIVITY_MEMCPY_KIND_DTOH, copy->copyKind);
    EQUAL(CUPTI_ACTIVITY_MEMORY_KIND_DEVICE, copy->srcKind);
    EQUAL(CUPTI_ACTIVITY_MEMORY_KIND_PINNED, copy->dstKind);
    EQUAL(CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC, copy->flags);
  }
  for (const auto *fill : seen.fills) {
    checkWork(seen, *fill, CUPTI_RUNTIME_TRACE_CBID_cudaMemsetAsync_v3020);
    EQUAL(kBytes, fill->bytes);
    EQUAL(1, fill->value);
  }
  // In a stream work follows work.
  for (const auto *kernel : seen.kernels)
    for (const auto *copy : seen.copies)
      CHECK(kernel->streamId != copy->streamId || kernel->end <= copy->start);

  // Small buffers come back full; without buffers records are dropped and counted.
  size_t dropped = 7;
  delivered.clear();
  bufferBytes = 512;
  program.run();
  EQUAL(CUPTI_SUCCESS, cuptiActivityFlushAll(0));
  CHECK(delivered.size() > 2);
  EQUAL(2, sort(records()).kernels.size());
  EQUAL(CUPTI_SUCCESS, cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  EQUAL(0, dropped);
  bufferBytes = 0;
  program.run();
  EQUAL(CUPTI_SUCCESS, cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  EQUAL(16, dropped); // 8 calls, 6 of work, 2 of synchronisation
  bufferBytes = 1 << 16;
  delivered.clear();
  for (CUpti_ActivityKind kind : kKinds)
    EQUAL(CUPTI_SUCCESS, cuptiActivityDisable(kind));
  program.run();
  EQUAL(CUPTI_SUCCESS, cuptiActivityFlushAll(0));
  EQUAL(0, delivered.size());

  // The tool's clock, and one call only.
  static uint64_t ticks = 100;
  EQUAL(CUPTI_SUCCESS,
        cuptiActivityRegisterTimestampCallback([]() -> uint64_t { return ++ticks; }));
  EQUAL(CUPTI_SUCCESS, cuptiGetTimestamp(&before));
  EQUAL(101, before);
  EQUAL(CUPTI_SUCCESS,
        cuptiActivityEnableRuntimeApi(CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020, 1));
  int device;
  EQUAL(cudaSuccess, cudaGetDevice(&device));
  EQUAL(cudaSuccess, cudaGetDeviceCount(&device));
  EQUAL(CUPTI_SUCCESS, cuptiFinalize());
  const auto last = records();
  EQUAL(1, last.size());
  if (last.size() == 1)
    CHECK(reinterpret_cast<CUpti_ActivityAPI *>(last[0])->end < 1000);
}

int main() {
  activity();
  return finish("Activity");
}
