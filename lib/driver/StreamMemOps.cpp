// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Stream Memory Operations": streams that write a word or wait for one.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "driver/Process.h"
#include "driver/Stream.h"

namespace anywarp::driver {

namespace {
template <typename T> class WriteValue final : public Command {
public:
  WriteValue(CUdeviceptr address, T value)
      : Command(Runs::Anywhere), address_(reinterpret_cast<T *>(address)), value_(value) {}
  CUresult run(CUresult context) override {
    if (context == CUDA_SUCCESS)
      std::atomic_ref<T>(*address_).store(value_, std::memory_order_seq_cst);
    return CUDA_SUCCESS;
  }

private:
  T *address_;
  T value_;
};

/// Occupies an executor while it waits: whoever waits for the stream must not be kept from making
/// the condition true.
template <typename T> class WaitValue final : public Command {
public:
  WaitValue(CUdeviceptr address, T value, unsigned condition)
      : Command(Runs::OnExecutor), address_(reinterpret_cast<T *>(address)), value_(value),
        condition_(condition) {}
  CUresult run(CUresult context) override {
    Stream &own = *stream();
    for (unsigned tries = 0; context == CUDA_SUCCESS && !holds(); ++tries) {
      if (Process::get().scheduler.isStopping())
        break;
      context = own.context().error();
      if (tries > 1000)
        std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    return CUDA_SUCCESS;
  }

private:
  bool holds() const {
    T now = std::atomic_ref<T>(*address_).load(std::memory_order_acquire);
    switch (condition_) {
    case CU_STREAM_WAIT_VALUE_GEQ: // cyclic, as documented
      return std::make_signed_t<T>(now - value_) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ:
      return now == value_;
    case CU_STREAM_WAIT_VALUE_AND:
      return (now & value_) != 0;
    default: // NOR
      return ~(now | value_) != 0;
    }
  }
  T *address_;
  T value_;
  unsigned condition_;
};

constexpr unsigned kConditionMask = 3;
} // namespace

static CUresult checkWord(CUdeviceptr address, size_t bytes) {
  return address % bytes == 0 && Process::get().memory.contains(address, bytes)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

template <typename T>
static CUresult makeWait(CUdeviceptr address, T value, unsigned flags, Ref<Command> &command) {
  if (flags & ~(kConditionMask | unsigned(CU_STREAM_WAIT_VALUE_FLUSH)))
    return CUDA_ERROR_INVALID_VALUE;
  if (flags & CU_STREAM_WAIT_VALUE_FLUSH)
    return CUDA_ERROR_NOT_SUPPORTED; // as the device's attribute says
  if (CUresult result = checkWord(address, sizeof(T)))
    return result;
  command = make<WaitValue<T>>(address, value, flags & kConditionMask);
  return CUDA_SUCCESS;
}

template <typename T>
static CUresult makeWrite(CUdeviceptr address, T value, unsigned flags, Ref<Command> &command) {
  if (flags & ~unsigned(CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER))
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult result = checkWord(address, sizeof(T)))
    return result;
  command = make<WriteValue<T>>(address, value);
  return CUDA_SUCCESS;
}

static CUresult submit(CUstream handle, const std::vector<Ref<Command>> &commands) {
  Stream *stream;
  if (CUresult result = findStream(handle, stream))
    return result;
  for (const Ref<Command> &command : commands)
    Process::get().scheduler.enqueue(command, *stream);
  return CUDA_SUCCESS;
}

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                             unsigned int flags) {
  Ref<Command> command;
  if (CUresult result = makeWait<uint32_t>(addr, value, flags, command))
    return result;
  return submit(stream, {command});
}

CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                             unsigned int flags) {
  Ref<Command> command;
  if (CUresult result = makeWait<uint64_t>(addr, value, flags, command))
    return result;
  return submit(stream, {command});
}

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                              unsigned int flags) {
  Ref<Command> command;
  if (CUresult result = makeWrite<uint32_t>(addr, value, flags, command))
    return result;
  return submit(stream, {command});
}

CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                              unsigned int flags) {
  Ref<Command> command;
  if (CUresult result = makeWrite<uint64_t>(addr, value, flags, command))
    return result;
  return submit(stream, {command});
}

/// All operations are checked before the first is enqueued.
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count,
                            CUstreamBatchMemOpParams *paramArray, unsigned int flags) {
  constexpr unsigned kMaxOperations = 256;
  if (flags || count > kMaxOperations || (count && !paramArray))
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<Ref<Command>> commands;
  for (unsigned i = 0; i < count; ++i) {
    const CUstreamBatchMemOpParams &op = paramArray[i];
    Ref<Command> command;
    CUresult result = CUDA_SUCCESS;
    switch (op.operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
      result = makeWait<uint32_t>(op.waitValue.address, op.waitValue.value, op.waitValue.flags,
                                  command);
      break;
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
      result = makeWait<uint64_t>(op.waitValue.address, op.waitValue.value64, op.waitValue.flags,
                                  command);
      break;
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
      result = makeWrite<uint32_t>(op.writeValue.address, op.writeValue.value,
                                   op.writeValue.flags, command);
      break;
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
      result = makeWrite<uint64_t>(op.writeValue.address, op.writeValue.value64,
                                   op.writeValue.flags, command);
      break;
    case CU_STREAM_MEM_OP_BARRIER: // commands of a stream are ordered anyway
      continue;
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
      return CUDA_ERROR_NOT_SUPPORTED;
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
    if (result)
      return result;
    commands.push_back(std::move(command));
  }
  return submit(stream, commands);
}

} // namespace anywarp::driver
