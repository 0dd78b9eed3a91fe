// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams, events, pools and addresses that are reserved before there is memory behind them.
#include <unistd.h>

#include "driver/TestSupport.h"

namespace anywarp::driver {
namespace {

using StreamApi = DeviceTest;
using PoolApi = DeviceTest;
using VirtualMemoryApi = DeviceTest;

TEST_F(StreamApi, StreamsKnowWhatTheyWereMadeWith) {
  int least, greatest, priority;
  OK(cuCtxGetStreamPriorityRange(&least, &greatest));
  EXPECT_LE(greatest, least);
  CUstream stream;
  OK(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, greatest));
  unsigned flags;
  CUcontext owner;
  unsigned long long id, other;
  CUdevice device = -1;
  OK(cuStreamGetFlags(stream, &flags));
  OK(cuStreamGetPriority(stream, &priority));
  OK(cuStreamGetCtx(stream, &owner));
  OK(cuStreamGetId(stream, &id));
  OK(cuStreamGetId(nullptr, &other));
  OK(cuStreamGetDevice(stream, &device));
  EXPECT_EQ(unsigned(CU_STREAM_NON_BLOCKING), flags);
  EXPECT_EQ(greatest, priority);
  EXPECT_EQ(context_, owner);
  EXPECT_NE(other, id);
  EXPECT_EQ(device_, device);
  CUstreamAttrValue policy = {};
  policy.syncPolicy = CU_SYNC_POLICY_YIELD;
  CUstream copy;
  OK(cuStreamCreate(&copy, CU_STREAM_DEFAULT));
  OK(cuStreamSetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &policy));
  OK(cuStreamCopyAttributes(copy, stream));
  policy.syncPolicy = CU_SYNC_POLICY_AUTO;
  OK(cuStreamGetAttribute(copy, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &policy));
  EXPECT_EQ(CU_SYNC_POLICY_YIELD, policy.syncPolicy);
  FAILS(INVALID_VALUE, cuStreamCreate(&copy, 77));
  OK(cuStreamDestroy(copy));
  OK(cuStreamDestroy(stream));
}

TEST_F(StreamApi, WorkRunsInOrderAndEventsMarkIt) {
  CUstream stream, other;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
  CUevent begin, end, untimed;
  OK(cuEventCreate(&begin, CU_EVENT_DEFAULT));
  OK(cuEventCreate(&end, CU_EVENT_BLOCKING_SYNC));
  OK(cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING));
  const CUdeviceptr flag = words(4);
  // The stream waits for a value that the host writes later.
  OK(cuEventRecord(begin, stream));
  OK(cuStreamWaitValue32(stream, flag, 3, CU_STREAM_WAIT_VALUE_GEQ));
  OK(cuStreamWriteValue32(stream, flag + 4, 9, CU_STREAM_WRITE_VALUE_DEFAULT));
  std::vector<int> order;
  auto note = [](void *list) { static_cast<std::vector<int> *>(list)->push_back(1); };
  OK(cuLaunchHostFunc(stream, note, &order));
  OK(cuStreamAddCallback(
      stream,
      [](CUstream, CUresult, void *list) { static_cast<std::vector<int> *>(list)->push_back(2); },
      &order, 0));
  OK(cuEventRecordWithFlags(end, stream, CU_EVENT_RECORD_DEFAULT));
  FAILS(NOT_READY, cuStreamQuery(stream));
  FAILS(NOT_READY, cuEventQuery(end));
  float milliseconds;
  FAILS(NOT_READY, cuEventElapsedTime(&milliseconds, begin, end));
  OK(cuStreamWriteValue32(other, flag, 3, CU_STREAM_WRITE_VALUE_DEFAULT));
  OK(cuEventSynchronize(end));
  OK(cuStreamQuery(stream));
  EXPECT_EQ((std::vector<int>{1, 2}), order);
  OK(cuEventElapsedTime(&milliseconds, begin, end));
  EXPECT_GE(milliseconds, 0.0f);
  OK(cuEventRecord(untimed, stream));
  OK(cuStreamWaitEvent(other, untimed, CU_EVENT_WAIT_DEFAULT));
  OK(cuStreamSynchronize(other));
  FAILS(INVALID_HANDLE, cuEventElapsedTime(&milliseconds, begin, untimed));

  CUstreamBatchMemOpParams operations[2] = {};
  operations[0].writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, flag + 8, {5}, 0, 0};
  operations[1].waitValue = {
      CU_STREAM_MEM_OP_WAIT_VALUE_32, flag + 8, {5}, CU_STREAM_WAIT_VALUE_EQ, 0};
  OK(cuStreamBatchMemOp(stream, 2, operations, 0));
  OK(cuStreamWriteValue64(stream, flag + 8, 1ull << 32, CU_STREAM_WRITE_VALUE_DEFAULT));
  OK(cuStreamWaitValue64(stream, flag + 8, 1ull << 32, CU_STREAM_WAIT_VALUE_AND));
  OK(cuStreamSynchronize(stream));
  EXPECT_EQ((std::vector<unsigned>{3, 9, 0, 1}), read(flag, 4));
  for (CUevent event : {begin, end, untimed})
    OK(cuEventDestroy(event));
  OK(cuMemFree(flag));
  OK(cuStreamDestroy(stream));
  OK(cuStreamDestroy(other));
}

TEST_F(PoolApi, MemoryComesAndGoesInTheOrderOfTheStream) {
  CUmemPoolProps wanted = {};
  wanted.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, device_};
  CUmemoryPool pool, usual, current;
  OK(cuMemPoolCreate(&pool, &wanted));
  OK(cuDeviceGetDefaultMemPool(&usual, device_));
  OK(cuDeviceGetMemPool(&current, device_));
  EXPECT_EQ(usual, current);
  OK(cuDeviceSetMemPool(device_, pool));
  OK(cuDeviceGetMemPool(&current, device_));
  EXPECT_EQ(pool, current);
  cuuint64_t threshold = 1 << 20, seen = 0;
  OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &seen));
  EXPECT_EQ(threshold, seen);
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUdeviceptr first, second;
  OK(cuMemAllocAsync(&first, 4096, stream)); // of the device's pool
  OK(cuMemAllocFromPoolAsync(&second, 4096, pool, stream));
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &seen));
  EXPECT_GE(seen, 8192u);
  CUmemoryPool owner;
  OK(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, second));
  EXPECT_EQ(pool, owner);

  // Another process would import the pool and the pointer.
  int file = -1;
  OK(cuMemPoolExportToShareableHandle(&file, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CUmemPoolPtrExportData data;
  OK(cuMemPoolExportPointer(&data, first));
  CUmemoryPool imported;
  OK(cuMemPoolImportFromShareableHandle(&imported, reinterpret_cast<void *>(intptr_t(file)),
                                        CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CUdeviceptr same;
  OK(cuStreamSynchronize(stream));
  OK(cuMemPoolImportPointer(&same, imported, &data));
  OK(cuMemsetD32(first, 6, 4));
  EXPECT_EQ(6u, read(same, 4)[3]);
  OK(cuMemFree(same));
  OK(cuMemPoolDestroy(imported));
  close(file);

  OK(cuMemFreeAsync(first, stream));
  OK(cuMemFreeAsync(second, stream));
  OK(cuStreamSynchronize(stream));
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &seen));
  EXPECT_EQ(0u, seen);
  OK(cuMemPoolTrimTo(pool, 0));
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &seen));
  EXPECT_EQ(0u, seen);
  CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, device_};
  CUmemAccess_flags access;
  OK(cuMemPoolGetAccess(&access, pool, &here));
  EXPECT_EQ(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, access);
  OK(cuDeviceSetMemPool(device_, usual));
  OK(cuMemPoolDestroy(pool));
  OK(cuStreamDestroy(stream));
}

TEST_F(VirtualMemoryApi, MemoryIsMappedWhereTheProgramSays) {
  CUmemAllocationProp wanted = {}, seen = {};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, device_};
  wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  size_t unit;
  OK(cuMemGetAllocationGranularity(&unit, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CUmemGenericAllocationHandle memory, again;
  FAILS(INVALID_VALUE, cuMemCreate(&memory, unit + 1, &wanted, 0));
  OK(cuMemCreate(&memory, unit, &wanted, 0));
  OK(cuMemGetAllocationPropertiesFromHandle(&seen, memory));
  EXPECT_EQ(wanted.location.id, seen.location.id);
  CUdeviceptr range;
  OK(cuMemAddressReserve(&range, 2 * unit, 0, 0, 0));
  OK(cuMemMap(range, unit, 0, memory, 0));
  OK(cuMemMap(range + unit, unit, 0, memory, 0)); // the same memory a second time
  CUmemAccessDesc access = {wanted.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  OK(cuMemSetAccess(range, 2 * unit, &access, 1));
  unsigned long long flags = 0;
  OK(cuMemGetAccess(&flags, &wanted.location, range));
  EXPECT_EQ(static_cast<unsigned long long>(CU_MEM_ACCESS_FLAGS_PROT_READWRITE), flags);
  OK(cuMemsetD32(range, 4, 8));
  EXPECT_EQ(std::vector<unsigned>(8, 4), read(range + unit, 8));
  OK(cuMemRetainAllocationHandle(&again, reinterpret_cast<void *>(range)));
  EXPECT_EQ(memory, again);
  OK(cuMemRelease(again));

  int file = -1;
  OK(cuMemExportToShareableHandle(&file, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK(cuMemImportFromShareableHandle(&again, reinterpret_cast<void *>(intptr_t(file)),
                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  close(file);
  OK(cuMemUnmap(range + unit, unit));
  OK(cuMemMap(range + unit, unit, 0, again, 0));
  OK(cuMemSetAccess(range + unit, unit, &access, 1));
  EXPECT_EQ(std::vector<unsigned>(8, 4), read(range + unit, 8));
  FAILS(INVALID_VALUE, cuMemAddressFree(range, unit)); // not the whole
  OK(cuMemUnmap(range, 2 * unit));
  OK(cuMemAddressFree(range, 2 * unit));
  OK(cuMemRelease(memory));
  OK(cuMemRelease(again));
}

} // namespace
} // namespace anywarp::driver
