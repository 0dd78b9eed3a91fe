// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of MemoryMap that shares memory with other processes.
#include <sys/mman.h>
#include <unistd.h>

#include "driver/base/SharedFile.h"
#include "driver/memory/MemPool.h"
#include "driver/memory/MemoryMap.h"

namespace anywarp::driver {

bool MemoryMap::share(uintptr_t address, Allocation &allocation, Backing::Shared &shared) {
  LockGuard lock(mutex_);
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
  LockGuard lock(mutex_);
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
  LockGuard lock(mutex_);
  auto import = imports_.find(address);
  if (import == imports_.end())
    return CUDA_ERROR_INVALID_VALUE;
  if (--import->second.opened == 0)
    remove(allocations_.find(address));
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
