// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "External Resource Interoperability".
#include "driver/stream/External.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <thread>
#include <unistd.h>

#include "driver/context/Device.h"
#include "driver/graph/Capture.h"
#include "driver/memory/Array.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

/// What is behind a descriptor, in bytes; negative: it has no size.
static off_t sizeOf(int descriptor) {
  struct stat file;
  if (fstat(descriptor, &file) != 0)
    return -1;
  return S_ISREG(file.st_mode) ? file.st_size : lseek(descriptor, 0, SEEK_END);
}

static bool isEventDescriptor(int descriptor) {
  char path[64], target[64];
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(path, target, sizeof target);
  return length > 0 && std::string_view(target, size_t(length)) == "anon_inode:[eventfd]";
}

#include "driver/rules/External.inc"

// -- Memory ---------------------------------------------------------------------------------------

CUresult ExternalMemory::import(const CUDA_EXTERNAL_MEMORY_HANDLE_DESC &from,
                                Ref<ExternalMemory> &made) {
  if (CUresult result = checkExternalMemory(from))
    return result;
  int descriptor = from.handle.fd;
  // It must be possible to map it.
  void *probe = mmap(nullptr, from.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (probe == MAP_FAILED)
    return CUDA_ERROR_INVALID_VALUE;
  munmap(probe, from.size);
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  made = Ref<ExternalMemory>::adopt(new ExternalMemory(descriptor, from.size));
  return CUDA_SUCCESS;
}

ExternalMemory::~ExternalMemory() { close(descriptor_); }

CUresult MemoryMap::mapExternal(Context &context, const ExternalMemory &external, size_t offset,
                                size_t bytes, CUdeviceptr &address) {
  size_t page = size_t(sysconf(_SC_PAGESIZE)), start = offset / page * page;
  size_t mapped = offset + bytes - start;
  void *at = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_SHARED, external.descriptor(),
                  off_t(start));
  if (at == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  LockGuard lock(mutex_);
  Allocation allocation;
  allocation.base = address = uintptr_t(at) + (offset - start);
  allocation.size = bytes;
  allocation.kind = Allocation::Kind::External;
  allocation.context = &context;
  allocation.id = nextId_++;
  add(allocation);
  // Inode 0: nothing that is shared by its file will be taken for it.
  imports_.emplace(allocation.base, Import{0, 0, uintptr_t(at), mapped, /*opened=*/1});
  return CUDA_SUCCESS;
}

/// Makes an object of the current context of what a handle of another API names.
template <typename Made, typename Handle, typename Descriptor>
static CUresult importAs(Handle *handle, Object::Kind kind,
                         CUresult (*read)(const Descriptor &, Ref<Made> &),
                         const Descriptor &descriptor) {
  Ref<Made> made;
  if (CUresult result = read(descriptor, made))
    return result;
  if (CUresult result = currentContext().publish(kind, made))
    return result;
  *handle = handleOf(*made);
  return CUDA_SUCCESS;
}

CUresult cuImportExternalMemory(CUexternalMemory *extMem_out,
                                const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc) {
  return importAs(extMem_out, Object::KindExternalMemory, &ExternalMemory::import, *memHandleDesc);
}

/// The levels lie behind each other, each as rows of texels without gaps.
CUresult cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, ExternalMemory &external,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc) {
  CUDA_ARRAY3D_DESCRIPTOR shape = mipmapDesc->arrayDesc;
  unsigned texelBytes;
  if (CUresult result = checkArray(shape, texelBytes))
    return result;
  if (mipmapDesc->numLevels != levelCount(shape, mipmapDesc->numLevels))
    return CUDA_ERROR_INVALID_VALUE;
  Context &context = currentContext();
  Ref<MipmappedArray> made = make<MipmappedArray>();
  size_t offset = mipmapDesc->offset;
  for (unsigned i = 0; i < mipmapDesc->numLevels; ++i) {
    size_t bytes = shape.Width * std::max<size_t>(shape.Height, 1) *
                   std::max<size_t>(shape.Depth, 1) * texelBytes;
    if (CUresult result = checkExternalLevel(external, offset, bytes))
      return result;
    CUdeviceptr data;
    if (CUresult result = Process::get().memory.mapExternal(context, external, offset, bytes, data))
      return result;
    Ref<Array> level = make<Array>(context, shape, texelBytes, data);
    if (CUresult result = context.publish(Object::KindArray, level))
      return result;
    level->isLevel = true;
    made->levels.push_back(std::move(level));
    offset += bytes;
    halve(shape);
  }
  if (CUresult result = context.publish(Object::KindMipmappedArray, made))
    return result;
  *mipmap = handleOf(*made);
  return CUDA_SUCCESS;
}

// -- Semaphores -----------------------------------------------------------------------------------

CUresult ExternalSemaphore::import(const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC &from,
                                   Ref<ExternalSemaphore> &made) {
  int descriptor = from.handle.fd;
  Counter *counter = nullptr;
  if (CUresult result = checkExternalSemaphore(from))
    return result;
  if (from.type == CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD) {
    void *at = mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (at == MAP_FAILED)
      return CUDA_ERROR_INVALID_VALUE;
    counter = static_cast<Counter *>(at);
  }
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  made = Ref<ExternalSemaphore>::adopt(new ExternalSemaphore(descriptor, counter));
  return CUDA_SUCCESS;
}

ExternalSemaphore::~ExternalSemaphore() {
  if (counter_)
    munmap(counter_, sizeof *counter_);
  close(descriptor_);
}

void ExternalSemaphore::signal(uint64_t value) {
  if (counter_) {
    counter_->store(value, std::memory_order_release);
    return;
  }
  uint64_t one = 1;
  [[maybe_unused]] ssize_t written = write(descriptor_, &one, sizeof one);
}

/// Takes one signal of the eventfd; false if there is none, after a short while.
bool ExternalSemaphore::take() {
  pollfd ready{descriptor_, POLLIN, 0};
  if (poll(&ready, 1, /*milliseconds=*/20) != 1)
    return false;
  uint64_t count;
  iovec into{&count, sizeof count};
  ssize_t got = preadv2(descriptor_, &into, 1, -1, RWF_NOWAIT); // others may wait, too
  if (got < 0 && errno == EOPNOTSUPP)
    got = read(descriptor_, &count, sizeof count);
  return got == ssize_t(sizeof count);
}

void ExternalSemaphore::wait(uint64_t value, const Context &context) {
  for (unsigned tries = 0;; ++tries) {
    if (counter_ ? counter_->load(std::memory_order_acquire) >= value : take())
      return;
    if (Process::get().scheduler.isStopping() || context.error() != CUDA_SUCCESS)
      return;
    if (counter_ && tries > 1000)
      std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

CUresult SemaphoreAction::run(const Turn &turn) const {
  for (const Step &step : steps) {
    if (isSignal)
      step.semaphore->signal(step.value);
    else
      step.semaphore->wait(step.value, turn.context);
  }
  return CUDA_SUCCESS;
}

template <typename Params>
static CUresult readSteps(const CUexternalSemaphore *semaphores, const Params *params,
                          unsigned count, SemaphoreAction &action) {
  if (CUresult result = checkSteps(semaphores, params, count))
    return result;
  for (unsigned i = 0; i < count; ++i) {
    Ref<ExternalSemaphore> semaphore(find<ExternalSemaphore>(semaphores[i]));
    if (CUresult result = checkStep(semaphore.get(), params[i].flags))
      return result;
    action.steps.push_back({std::move(semaphore), params[i].params.fence.value});
  }
  return CUDA_SUCCESS;
}

CUresult readSignals(const CUexternalSemaphore *semaphores,
                     const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *params, unsigned count,
                     SemaphoreAction &action) {
  action.isSignal = true;
  return readSteps(semaphores, params, count, action);
}

CUresult readWaits(const CUexternalSemaphore *semaphores,
                   const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *params, unsigned count,
                   SemaphoreAction &action) {
  action.isSignal = false;
  return readSteps(semaphores, params, count, action);
}

static CUresult submit(SemaphoreAction action, SemaphoreNode node, CUstream handle) {
  Stream *stream;
  if (CUresult result = findStream(handle, stream))
    return result;
  node.context = Ref<Context>(&stream->context());
  return submit(*stream, std::move(action), std::move(node));
}

CUresult cuImportExternalSemaphore(CUexternalSemaphore *extSem_out,
                                   const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc) {
  return importAs(extSem_out, Object::KindExternalSemaphore, &ExternalSemaphore::import,
                  *semHandleDesc);
}

CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                         const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                         unsigned int numExtSems, CUstream stream) {
  SemaphoreAction action;
  if (CUresult result = readSignals(extSemArray, paramsArray, numExtSems, action))
    return result;
  SemaphoreNode node;
  node.isSignal = true;
  node.handles.assign(extSemArray, extSemArray + numExtSems);
  node.signals.assign(paramsArray, paramsArray + numExtSems);
  return submit(std::move(action), std::move(node), stream);
}

CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                       const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                       unsigned int numExtSems, CUstream stream) {
  SemaphoreAction action;
  if (CUresult result = readWaits(extSemArray, paramsArray, numExtSems, action))
    return result;
  SemaphoreNode node;
  node.handles.assign(extSemArray, extSemArray + numExtSems);
  node.waits.assign(paramsArray, paramsArray + numExtSems);
  return submit(std::move(action), std::move(node), stream);
}

#include "driver/bodies/External.inc"

} // namespace anywarp::driver
