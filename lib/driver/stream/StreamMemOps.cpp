// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Stream Memory Operations": streams that write a word or wait for one.
#include "driver/stream/StreamMemOps.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "driver/graph/Capture.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

static constexpr unsigned kConditionMask = 3;

template <typename T> static bool holds(CUdeviceptr address, T value, unsigned condition) {
  T now = std::atomic_ref<T>(*reinterpret_cast<T *>(address)).load(std::memory_order_acquire);
  switch (condition) {
  case CU_STREAM_WAIT_VALUE_GEQ: // cyclic, as documented
    return std::make_signed_t<T>(now - value) >= 0;
  case CU_STREAM_WAIT_VALUE_EQ:
    return now == value;
  case CU_STREAM_WAIT_VALUE_AND:
    return (now & value) != 0;
  default: // NOR
    return T(~(now | value)) != 0;
  }
}

template <typename T> static void store(CUdeviceptr address, T value) {
  std::atomic_ref<T>(*reinterpret_cast<T *>(address)).store(value, std::memory_order_seq_cst);
}

void MemOp::run(Context &context) const {
  if (kind == Kind::Write)
    return is64 ? store(address, value) : store(address, uint32_t(value));
  for (unsigned tries = 0; kind == Kind::Wait; ++tries) {
    if (is64 ? holds(address, value, condition) : holds(address, uint32_t(value), condition))
      return;
    if (Process::get().scheduler.isStopping() || context.error() != CUDA_SUCCESS)
      return;
    if (tries > 1000)
      std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

CUresult MemOpAction::run(const Turn &turn) const {
  for (const MemOp &op : ops) {
    if (turn.context.error() != CUDA_SUCCESS) // lost during a wait
      break;
    op.run(turn.context);
  }
  return CUDA_SUCCESS;
}

Command::Runs MemOpAction::runs() const {
  const bool waits = std::any_of(ops.begin(), ops.end(),
                                 [](const MemOp &op) { return op.kind == MemOp::Kind::Wait; });
  return waits ? Command::Runs::OnExecutor : Command::Runs::Anywhere;
}

static CUresult checkWord(CUdeviceptr address, size_t bytes) {
  return address % bytes == 0 && Process::get().memory.contains(address, bytes)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

#include "driver/rules/StreamMemOps.inc"

static CUresult readWait(CUdeviceptr address, uint64_t value, unsigned flags, bool is64,
                         MemOp &op) {
  if (CUresult result = checkWaitFlags(flags))
    return result;
  op = {MemOp::Kind::Wait, is64, address, value, flags & kConditionMask};
  return checkWord(address, is64 ? 8 : 4);
}

static CUresult readWrite(CUdeviceptr address, uint64_t value, unsigned flags, bool is64,
                          MemOp &op) {
  if (CUresult result = checkWriteFlags(flags))
    return result;
  op = {MemOp::Kind::Write, is64, address, value, 0};
  return checkWord(address, is64 ? 8 : 4);
}

static CUresult readMemOp(const CUstreamBatchMemOpParams &params, MemOp &op) {
  const auto &wait = params.waitValue;
  const auto &write = params.writeValue;
  if (CUresult result = checkMemOpKind(params.operation))
    return result;
  switch (params.operation) {
  case CU_STREAM_MEM_OP_WAIT_VALUE_32:
    return readWait(wait.address, wait.value, wait.flags, /*is64=*/false, op);
  case CU_STREAM_MEM_OP_WAIT_VALUE_64:
    return readWait(wait.address, wait.value64, wait.flags, /*is64=*/true, op);
  case CU_STREAM_MEM_OP_WRITE_VALUE_32:
    return readWrite(write.address, write.value, write.flags, /*is64=*/false, op);
  case CU_STREAM_MEM_OP_WRITE_VALUE_64:
    return readWrite(write.address, write.value64, write.flags, /*is64=*/true, op);
  default: // a barrier: what a stream does is ordered anyway
    op = {};
    return CUDA_SUCCESS;
  }
}

CUresult readMemOps(const CUstreamBatchMemOpParams *params, size_t count, MemOpAction &action) {
  action.ops.resize(count);
  for (size_t i = 0; i < count; ++i)
    if (CUresult result = readMemOp(params[i], action.ops[i]))
      return result;
  return CUDA_SUCCESS;
}

/// All operations are checked before the first is done.
static CUresult submit(CUstream handle, const CUstreamBatchMemOpParams *params, unsigned count) {
  Stream *stream;
  if (CUresult result = findStream(handle, stream))
    return result;
  MemOpAction action;
  if (CUresult result = readMemOps(params, count, action))
    return result;
  MemOpNode node;
  node.operations.assign(params, params + count);
  node.context = Ref<Context>(&stream->context());
  return submit(*stream, std::move(action), std::move(node));
}

static CUresult submitWait(CUstream stream, CUstreamBatchMemOpType type, CUdeviceptr address,
                           uint64_t value, unsigned flags) {
  CUstreamBatchMemOpParams params{};
  params.waitValue.operation = type;
  params.waitValue.address = address;
  if (type == CU_STREAM_MEM_OP_WAIT_VALUE_64)
    params.waitValue.value64 = value;
  else
    params.waitValue.value = cuuint32_t(value);
  params.waitValue.flags = flags;
  return submit(stream, &params, 1);
}

static CUresult submitWrite(CUstream stream, CUstreamBatchMemOpType type, CUdeviceptr address,
                            uint64_t value, unsigned flags) {
  CUstreamBatchMemOpParams params{};
  params.writeValue.operation = type;
  params.writeValue.address = address;
  if (type == CU_STREAM_MEM_OP_WRITE_VALUE_64)
    params.writeValue.value64 = value;
  else
    params.writeValue.value = cuuint32_t(value);
  params.writeValue.flags = flags;
  return submit(stream, &params, 1);
}

#include "driver/bodies/StreamMemOps.inc"

} // namespace anywarp::driver
