// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory, registrations (which change nothing: all memory is reachable), operations of a program's
// own.
#include <cstring>

#include "nccl/Comm.h"
#include "support/Mutex.h"

namespace anywarp::nccl {

/// Of no bytes and of null as cudaMalloc and cudaFree: nccl-tests asks so for fewer bytes than
/// there are ranks.
ncclResult_t ncclMemAlloc(void **ptr, size_t size) {
  if (library::ensureContext())
    return ncclUnhandledCudaError;
  if (!size) {
    *ptr = nullptr;
    return ncclSuccess;
  }
  CUdeviceptr address = 0;
  const CUresult result = library::cu().cuMemAlloc(&address, size);
  *ptr = reinterpret_cast<void *>(address);
  return toResult(result);
}

ncclResult_t ncclMemFree(void *ptr) {
  if (!ptr)
    return ncclSuccess;
  return toResult(library::cu().cuMemFree(reinterpret_cast<CUdeviceptr>(ptr)));
}

static ncclResult_t add(ncclComm_t handle, void *buffer, size_t size, void **registration) {
  if (!buffer || !size)
    return ncclInvalidArgument;
  Comm &comm = of(handle);
  LockGuard lock(comm.mutex);
  *registration = new char;
  comm.registrations.emplace(*registration, buffer);
  return ncclSuccess;
}

static ncclResult_t remove(ncclComm_t handle, void *registration) {
  Comm &comm = of(handle);
  LockGuard lock(comm.mutex);
  if (!comm.registrations.erase(registration))
    return ncclInvalidArgument;
  delete static_cast<char *>(registration);
  return ncclSuccess;
}

ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buff, size_t size, void **handle) {
  return add(comm, buff, size, handle);
}
ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle) {
  return remove(comm, handle);
}
ncclResult_t ncclCommWindowRegister(ncclComm_t comm, void *buff, size_t size, ncclWindow_t *win,
                                    int) {
  void *made = nullptr;
  const ncclResult_t result = add(comm, buff, size, &made);
  *win = static_cast<ncclWindow_t>(made);
  return result;
}
ncclResult_t ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t win) {
  return remove(comm, win);
}
ncclResult_t ncclWinGetUserPtr(ncclComm_t handle, ncclWindow_t win, void **outUserPtr) {
  Comm &comm = of(handle);
  LockGuard lock(comm.mutex);
  const auto place = comm.registrations.find(win);
  if (place == comm.registrations.end())
    return ncclInvalidArgument;
  *outUserPtr = place->second;
  return ncclSuccess;
}

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *op, void *scalar, ncclDataType_t datatype,
                                      ncclScalarResidence_t residence, ncclComm_t handle) {
  Comm &comm = of(handle);
  Comm::Factor factor{datatype, 0, nullptr};
  if (residence == ncclScalarDevice)
    factor.device = scalar;
  else
    std::memcpy(&factor.bits, scalar, sizeOf(datatype));
  LockGuard lock(comm.mutex);
  const int number = comm.factors.empty() ? ncclNumOps : comm.factors.rbegin()->first + 1;
  comm.factors.emplace(number, factor);
  *op = ncclRedOp_t(number);
  return ncclSuccess;
}

ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t handle) {
  Comm &comm = of(handle);
  LockGuard lock(comm.mutex);
  return comm.factors.erase(int(op)) ? ncclSuccess : ncclInvalidArgument;
}

} // namespace anywarp::nccl
