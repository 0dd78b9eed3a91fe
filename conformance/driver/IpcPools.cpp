// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pool of two processes.
#include "TwoProcesses.h"

static void poolOwner(Link link) {
  usePrimary();
  CUmemPoolProps props{};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemoryPool pool, plain;
  int fd = -1;
  OK(cuMemPoolCreate(&pool, &props));
  OK(cuDeviceGetDefaultMemPool(&plain, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, // made without a handle type
         cuMemPoolExportToShareableHandle(&fd, plain, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK(cuMemPoolExportToShareableHandle(&fd, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  link.sendDescriptor(fd);
  close(fd);
  CUdeviceptr p, q;
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_DEFAULT));
  OK(cuMemAllocFromPoolAsync(&p, 5000, pool, s));
  OK(cuMemsetD32Async(p, 0x77777777, 1250, s));
  OK(cuStreamSynchronize(s));
  CUmemPoolPtrExportData data;
  OK(cuMemPoolExportPointer(&data, p));
  OK(cuMemAlloc(&q, 100));
  CUmemPoolPtrExportData none;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&none, q));
  link.send(data);
  link.await();
  EQUAL(0x12345678, word(p + 4996));
  OK(cuMemFreeAsync(p, s));
  OK(cuStreamSynchronize(s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&none, p));
  OK(cuMemPoolDestroy(pool));
  OK(cuMemFree(q));
}

static void poolUser(Link link) {
  usePrimary();
  int fd = link.receiveDescriptor();
  CUmemoryPool pool;
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuMemPoolImportFromShareableHandle(&pool, reinterpret_cast<void *>(intptr_t(0)),
                                            CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK(cuMemPoolImportFromShareableHandle(&pool, reinterpret_cast<void *>(intptr_t(fd)),
                                        CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  close(fd);
  auto data = link.receive<CUmemPoolPtrExportData>();
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_DEFAULT));
  CUdeviceptr p = 0, q = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAllocFromPoolAsync(&q, 100, pool, s)); // documented
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceSetMemPool(0, pool));               // documented
  CUmemPoolPtrExportData junk{};
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&p, pool, &junk));
  OK(cuMemPoolImportPointer(&p, pool, &data));
  EQUAL(0x77777777, word(p));
  OK(cuMemsetD32(p + 4996, 0x12345678, 1));
  OK(cuCtxSynchronize());
  OK(cuMemFreeAsync(p, s)); // before the owner does
  OK(cuStreamSynchronize(s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, s));
  OK(cuMemPoolDestroy(pool));
  link.tell();
}

int main() {
  twoProcesses("pools", poolOwner, poolUser);
  return finish("IpcPools");
}
