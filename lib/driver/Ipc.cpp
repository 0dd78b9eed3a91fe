// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and events of several processes: the manual's functions cuIpc*.
#include "driver/Ipc.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "driver/Device.h"
#include "driver/Event.h"
#include "driver/MemPool.h"
#include "driver/Process.h"
#include "support/PrivateFile.h"

namespace anywarp::driver {

static constexpr int kSeals = F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;

// -- Files ----------------------------------------------------------------------------------------

uint64_t inodeOf(int descriptor) {
  struct stat file;
  return fstat(descriptor, &file) == 0 ? file.st_ino : 0;
}

SharedFile::SharedFile(Kind kind, int descriptor)
    : kind(kind), process(getpid()), descriptor(descriptor), inode(inodeOf(descriptor)) {}

bool SharedFile::isOwn() const { return process == getpid(); }

int SharedFile::open() const {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/fd/%d", process, descriptor);
  int own = ::open(path, O_RDWR | O_CLOEXEC);
  if (own < 0)
    return -1;
  struct stat file;
  int seals = fcntl(own, F_GET_SEALS);
  if (seals >= 0 && (seals & kSeals) == kSeals && fstat(own, &file) == 0 &&
      uint64_t(file.st_ino) == inode && uint64_t(file.st_size) >= fileBytes &&
      offset <= fileBytes && bytes <= fileBytes - offset)
    return own;
  close(own);
  return -1;
}

// -- Memory ---------------------------------------------------------------------------------------

bool MemoryMap::share(uintptr_t address, Allocation &allocation, Backing::Shared &shared) {
  std::unique_lock lock(mutex_);
  auto it = allocations_.upper_bound(address);
  if (it == allocations_.begin() || address >= std::prev(it)->second.end())
    return false;
  allocation = std::prev(it)->second;
  if (allocation.kind != Allocation::Kind::Device || allocation.isFreed)
    return false;
  shared = (allocation.isLow ? low_ : backing_)
               .share(reinterpret_cast<void *>(allocation.base), allocation.size);
  return true;
}

CUresult MemoryMap::importShared(Context &context, const SharedFile &file, CUdeviceptr &address,
                                 MemoryPool *pool) {
  std::unique_lock lock(mutex_);
  for (auto &[at, import] : imports_)
    if (import.inode == file.inode && import.offset == file.offset) {
      ++import.opened;
      address = at;
      return CUDA_SUCCESS;
    }
  int descriptor = file.bytes ? file.open() : -1;
  if (descriptor < 0)
    return CUDA_ERROR_MAP_FAILED;
  size_t page = size_t(sysconf(_SC_PAGESIZE));
  size_t mapped = (file.fileBytes + page - 1) / page * page;
  void *start = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (start == MAP_FAILED)
    return CUDA_ERROR_MAP_FAILED;
  Allocation allocation;
  allocation.base = address = uintptr_t(start) + file.offset;
  allocation.size = file.bytes;
  allocation.kind = Allocation::Kind::Imported;
  allocation.context = &context;
  allocation.pool = pool;
  allocation.isPooledHost = pool && pool->place().isHosts();
  allocation.id = nextId_++;
  if (pool)
    pool->retain();
  add(allocation);
  imports_.emplace(allocation.base,
                   Import{file.inode, file.offset, uintptr_t(start), mapped, /*opened=*/1});
  return CUDA_SUCCESS;
}

CUresult MemoryMap::closeImported(uintptr_t address) {
  std::unique_lock lock(mutex_);
  auto import = imports_.find(address);
  if (import == imports_.end())
    return CUDA_ERROR_INVALID_VALUE;
  if (--import->second.opened == 0)
    remove(allocations_.find(address));
  return CUDA_SUCCESS;
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *pHandle, CUdeviceptr dptr) {
  Process &process = Process::get();
  Allocation allocation;
  Backing::Shared shared;
  bool isKnown = false;
  // The memory, with what lies beside it, gets a file below it: nobody may write while that
  // happens.
  process.scheduler.whileIdle([&] { isKnown = process.memory.share(dptr, allocation, shared); });
  if (!isKnown)
    return CUDA_ERROR_INVALID_VALUE;
  if (shared.descriptor < 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  SharedFile file(SharedFile::Kind::Memory, shared.descriptor);
  file.offset = allocation.base - shared.start;
  file.bytes = allocation.size;
  file.fileBytes = shared.bytes;
  file.write(*pHandle);
  return CUDA_SUCCESS;
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags) {
  if (Flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)
    return CUDA_ERROR_INVALID_VALUE;
  SharedFile file;
  if (!file.read(handle, SharedFile::Kind::Memory))
    return CUDA_ERROR_INVALID_VALUE;
  if (file.isOwn()) // handles are for other processes
    return CUDA_ERROR_INVALID_CONTEXT;
  return Process::get().memory.importShared(currentContext(), file, *pdptr);
}

CUresult cuIpcOpenMemHandle_v1(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags) {
  return driver::cuIpcOpenMemHandle(pdptr, handle, Flags);
}

CUresult cuIpcCloseMemHandle(CUdeviceptr dptr) {
  Process &process = Process::get();
  if (std::optional<Allocation> allocation = process.memory.find(dptr))
    process.scheduler.wait(*allocation->context);
  return process.memory.closeImported(dptr);
}

// -- Events ---------------------------------------------------------------------------------------

std::shared_ptr<SharedEvent> SharedEvent::map(int descriptor) {
  void *page = mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (page == MAP_FAILED) {
    close(descriptor);
    return nullptr;
  }
  return std::shared_ptr<SharedEvent>(new SharedEvent(descriptor, static_cast<State *>(page)));
}

std::shared_ptr<SharedEvent> SharedEvent::make() {
  int descriptor = memfd_create("cuda-event", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0)
    return nullptr;
  if (!resizeFile(descriptor, sizeof(State)) || fcntl(descriptor, F_ADD_SEALS, kSeals) != 0) {
    close(descriptor);
    return nullptr;
  }
  return map(descriptor); // all zero: never recorded
}

std::shared_ptr<SharedEvent> SharedEvent::open(const SharedFile &file) {
  if (file.fileBytes < sizeof(State))
    return nullptr;
  int descriptor = file.open();
  return descriptor < 0 ? nullptr : map(descriptor);
}

SharedFile SharedEvent::file() const {
  SharedFile file(SharedFile::Kind::Event, descriptor_);
  file.bytes = file.fileBytes = sizeof(State);
  return file;
}

SharedEvent::~SharedEvent() {
  munmap(state_, sizeof(State));
  close(descriptor_);
}

uint64_t SharedEvent::record() {
  state_->recorder.store(getpid());
  return state_->recorded.fetch_add(1) + 1;
}

void SharedEvent::complete(uint64_t number) {
  uint64_t before = state_->completed.load();
  while (before < number && !state_->completed.compare_exchange_weak(before, number)) {
  }
  state_->changes.fetch_add(1);
  syscall(SYS_futex, &state_->changes, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
}

bool SharedEvent::isDone(uint64_t number) const {
  if (state_->completed.load() >= number)
    return true;
  int recorder = state_->recorder.load();
  return recorder != getpid() && kill(recorder, 0) != 0 && errno == ESRCH;
}

void SharedEvent::rest(uint64_t number) const {
  uint32_t seen = state_->changes.load();
  if (isDone(number))
    return;
  timespec limit{0, 20'000'000};
  syscall(SYS_futex, &state_->changes, FUTEX_WAIT, seen, &limit, nullptr, 0);
}

CUresult cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent hEvent) {
  Event *event = find<Event>(hEvent);
  if (!event)
    return hEvent ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE; // seen
  if (!event->shared())
    return CUDA_ERROR_INVALID_HANDLE; // not made for that
  SharedFile file = event->shared()->file();
  file.write(*pHandle);
  return CUDA_SUCCESS;
}

CUresult cuIpcOpenEventHandle(CUevent *phEvent, CUipcEventHandle handle) {
  SharedFile file;
  if (!file.read(handle, SharedFile::Kind::Event))
    return CUDA_ERROR_MAP_FAILED;
  if (file.isOwn())
    return CUDA_ERROR_INVALID_CONTEXT;
  std::shared_ptr<SharedEvent> shared = SharedEvent::open(file);
  if (!shared)
    return CUDA_ERROR_MAP_FAILED;
  Context &context = currentContext();
  Ref<Event> event =
      make<Event>(context, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING, std::move(shared));
  if (CUresult result = context.publish(Object::KindEvent, event))
    return result;
  *phEvent = handleOf(*event);
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
