// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device pointers in calls of MPI: every kind of memory, from 8 bytes to what goes from process to
// process in one copy. "DeviceMemory KIND": that kind alone. With libanywarp-mpi.so, which
// ANYWARP_TEST_PRELOADED tells of, the MPI says that it may.
#include "../Check.h"

#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <mpi.h>
#include <string>
#include <vector>

#define OK(call) EXPECT(0, call)

extern "C" __attribute__((weak)) int MPIX_Query_cuda_support();

static int rank, ranks;

/// Memory of one kind.
struct Memory {
  char *data = nullptr;
  std::function<void()> release = [] {};
};

static Memory allocateDevice(size_t bytes) {
  void *data = nullptr;
  OK(cudaMalloc(&data, bytes));
  return {static_cast<char *>(data), [=] { OK(cudaFree(data)); }};
}
static Memory allocatePinned(size_t bytes) {
  void *data = nullptr;
  OK(cudaMallocHost(&data, bytes));
  return {static_cast<char *>(data), [=] { OK(cudaFreeHost(data)); }};
}
static Memory allocateRegistered(size_t bytes) {
  char *data = static_cast<char *>(aligned_alloc(4096, (bytes + 4095) / 4096 * 4096));
  OK(cudaHostRegister(data, bytes, cudaHostRegisterMapped));
  void *device = nullptr;
  OK(cudaHostGetDevicePointer(&device, data, 0));
  return {static_cast<char *>(device), [=] {
            OK(cudaHostUnregister(data));
            std::free(data);
          }};
}
static Memory allocateManaged(size_t bytes) {
  void *data = nullptr;
  OK(cudaMallocManaged(&data, bytes));
  return {static_cast<char *>(data), [=] { OK(cudaFree(data)); }};
}
static Memory allocatePooled(size_t bytes) {
  void *data = nullptr;
  OK(cudaMallocAsync(&data, bytes, cudaStreamPerThread));
  OK(cudaStreamSynchronize(cudaStreamPerThread));
  return {static_cast<char *>(data), [=] {
            OK(cudaFreeAsync(data, cudaStreamPerThread));
            OK(cudaStreamSynchronize(cudaStreamPerThread));
          }};
}
static Memory allocateExportable(size_t bytes) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  props.location = {cudaMemLocationTypeDevice, 0};
  cudaMemPool_t pool = nullptr;
  OK(cudaMemPoolCreate(&pool, &props));
  void *data = nullptr;
  OK(cudaMallocFromPoolAsync(&data, bytes, pool, cudaStreamPerThread));
  OK(cudaStreamSynchronize(cudaStreamPerThread));
  return {static_cast<char *>(data), [=] {
            OK(cudaFreeAsync(data, cudaStreamPerThread));
            OK(cudaStreamSynchronize(cudaStreamPerThread));
            OK(cudaMemPoolDestroy(pool));
          }};
}
static Memory allocateMapped(size_t bytes) {
  CUmemAllocationProp prop = {};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  size_t unit = 0;
  OK(cuMemGetAllocationGranularity(&unit, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  const size_t size = (bytes + unit - 1) / unit * unit;
  CUmemGenericAllocationHandle handle;
  CUdeviceptr address = 0;
  OK(cuMemCreate(&handle, size, &prop, 0));
  OK(cuMemAddressReserve(&address, size, 0, 0, 0));
  OK(cuMemMap(address, size, 0, handle, 0));
  CUmemAccessDesc access = {};
  access.location = prop.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  OK(cuMemSetAccess(address, size, &access, 1));
  return {reinterpret_cast<char *>(address), [=] {
            OK(cuMemUnmap(address, size));
            OK(cuMemAddressFree(address, size));
            OK(cuMemRelease(handle));
          }};
}
/// The memory of the rank before this one.
static Memory openIpc(size_t bytes) {
  Memory own = allocateDevice(bytes);
  cudaIpcMemHandle_t handle, others;
  OK(cudaIpcGetMemHandle(&handle, own.data));
  MPI_Sendrecv(&handle, sizeof handle, MPI_BYTE, (rank + 1) % ranks, 1, &others, sizeof others,
               MPI_BYTE, (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  void *data = nullptr;
  OK(cudaIpcOpenMemHandle(&data, others, cudaIpcMemLazyEnablePeerAccess));
  return {static_cast<char *>(data), [=, release = own.release] {
            MPI_Barrier(MPI_COMM_WORLD);
            OK(cudaIpcCloseMemHandle(data));
            MPI_Barrier(MPI_COMM_WORLD);
            release();
          }};
}
/// A __device__ variable.
static Memory variable(size_t bytes) {
  const std::string ptx = ".version 8.1\n.target sm_50\n.address_size 64\n.visible .global .align "
                          "16 .b8 buffer[" +
                          std::to_string(bytes) + "];\n";
  CUmodule module;
  CUdeviceptr address = 0;
  size_t size = 0;
  OK(cuModuleLoadData(&module, ptx.c_str()));
  OK(cuModuleGetGlobal(&address, &size, module, "buffer"));
  EQUAL(bytes, size);
  return {reinterpret_cast<char *>(address), [=] { OK(cuModuleUnload(module)); }};
}

static int element(int of, size_t i) { return int((i * 7 + size_t(of) * 1001) % 10007); }

static void fill(const Memory &memory, int of, size_t count) {
  std::vector<int> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = element(of, i);
  OK(cudaMemcpy(memory.data, values.data(), count * sizeof(int), cudaMemcpyDefault));
}
template <typename Of> void check(const Memory &memory, size_t count, const char *what, Of of) {
  std::vector<int> values(count);
  OK(cudaMemcpy(values.data(), memory.data, count * sizeof(int), cudaMemcpyDefault));
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i)
    wrong += values[i] != of(i);
  if (wrong)
    std::printf("%s: %zu of %zu elements are wrong\n", what, wrong, count);
  EQUAL(0u, wrong);
}

/// Messages of both ways, collectives, one-sided ones.
static void exchange(const std::function<Memory(size_t)> &allocate, size_t count) {
  const size_t all = count * size_t(ranks);
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks, n = int(count);
  Memory in = allocate(all * sizeof(int)), out = allocate(all * sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD); // opened memory is another rank's
  auto fresh = [&](size_t elements) {
    fill(in, rank, elements);
    OK(cudaMemset(out.data, 0, elements * sizeof(int)));
    OK(cudaDeviceSynchronize());
    MPI_Barrier(MPI_COMM_WORLD);
  };
  fresh(count);
  MPI_Sendrecv(in.data, n, MPI_INT, next, 2, out.data, n, MPI_INT, before, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  check(out, count, "MPI_Sendrecv", [&](size_t i) { return element(before, i); });
  fresh(count);
  MPI_Request requests[2];
  MPI_Irecv(out.data, n, MPI_INT, next, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(in.data, n, MPI_INT, before, 3, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  check(out, count, "MPI_Irecv", [&](size_t i) { return element(next, i); });
  fresh(count);
  MPI_Allreduce(in.data, out.data, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  check(out, count, "MPI_Allreduce", [&](size_t i) {
    int sum = 0;
    for (int r = 0; r < ranks; ++r)
      sum += element(r, i);
    return sum;
  });
  fresh(count);
  MPI_Bcast(in.data, n, MPI_INT, ranks - 1, MPI_COMM_WORLD);
  check(in, count, "MPI_Bcast", [&](size_t i) { return element(ranks - 1, i); });
  fresh(all);
  MPI_Alltoall(in.data, n, MPI_INT, out.data, n, MPI_INT, MPI_COMM_WORLD);
  check(out, all, "MPI_Alltoall",
        [&](size_t i) { return element(int(i / count), size_t(rank) * count + i % count); });
  fresh(count);
  MPI_Win window;
  MPI_Win_create(out.data, MPI_Aint(count * sizeof(int)), sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(in.data, n, MPI_INT, next, 0, n, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  check(out, count, "MPI_Put", [&](size_t i) { return element(before, i); });
  MPI_Barrier(MPI_COMM_WORLD);
  in.release();
  out.release();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const std::string only = argc > 1 ? argv[1] : "";
  OK(cudaFree(nullptr));
  if (getenv("ANYWARP_TEST_PRELOADED"))
    EQUAL(1, MPIX_Query_cuda_support ? MPIX_Query_cuda_support() : -1);
  const struct {
    const char *name;
    std::function<Memory(size_t)> allocate;
  } kinds[] = {
      {"device", allocateDevice},   {"pinned", allocatePinned}, {"registered", allocateRegistered},
      {"managed", allocateManaged}, {"pooled", allocatePooled}, {"exportable", allocateExportable},
      {"mapped", allocateMapped},   {"ipc", openIpc},           {"variable", variable}};
  for (const auto &[name, allocate] : kinds)
    if (only.empty() || only == name) {
      const int before = failures;
      for (size_t count : {2, 300007})
        exchange(allocate, count);
      if (failures != before)
        std::printf("rank %d: %s memory fails\n", rank, name);
    }
  int all = 0;
  MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (!rank && !all)
    std::printf("DeviceMemory: ok\n");
  MPI_Finalize();
  return all != 0;
}
