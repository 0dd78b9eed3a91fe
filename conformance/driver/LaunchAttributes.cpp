// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of kernels and occupancy.
#include "LaunchKernels.h"

static int attribute(CUfunction f, CUfunction_attribute a) {
  int value = -77;
  OK(cuFuncGetAttribute(&value, a, f));
  return value;
}

/// Names a hundred values before it uses the first: an assembler reads them again where it needs
/// them (ptxas 13: 18 registers), and a block of 1,024 threads starts.
static void manyValues() {
  constexpr int kValues = 100, kThreads = 1024;
  std::string head = std::string(kPtxHead) +
                     ".visible .entry many(.param .u64 out, .param .align 4 "
                     ".b8 values[" +
                     std::to_string(4 * kValues) +
                     "]) {\n.reg .u32 %v<100>; .reg .u32 %t<3>; .reg .u64 %d<3>;\n"
                     "ld.param.u64 %d0, [out]; mov.u32 %t0, %tid.x; mul.wide.u32 %d1, %t0, 4;\n"
                     "add.u64 %d2, %d0, %d1;\n",
              tail;
  int values[kValues];
  for (int i = 0; i < kValues; ++i) {
    values[i] = 1000 * i;
    head += "ld.param.u32 %v" + std::to_string(i) + ", [values+" + std::to_string(4 * i) + "];\n";
    tail += "add.u32 %t1, %v" + std::to_string(i) + ", %t0; st.global.u32 [%d2+" +
            std::to_string(4 * kThreads * i) + "], %t1;\n";
  }
  CUmodule module = loadPtx(head + tail + "ret; }\n");
  CUfunction many = kernelOf(module, "many");
  EQUAL(kThreads, attribute(many, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
  CUdeviceptr out;
  std::vector<int> seen(kValues * kThreads, -1);
  OK(cuMemAlloc(&out, seen.size() * sizeof(int)));
  void *params[] = {&out, values};
  OK(cuLaunchKernel(many, 1, 1, 1, kThreads, 1, 1, 0, nullptr, params, nullptr));
  OK(cuMemcpyDtoH(seen.data(), out, seen.size() * sizeof(int)));
  int wrong = 0;
  for (int i = 0; i < kValues * kThreads; ++i)
    wrong += seen[i] != values[i / kThreads] + i % kThreads;
  EQUAL(0, wrong);
  OK(cuMemFree(out));
  OK(cuModuleUnload(module));
}

static void attributes(CUmodule module) {
  CUfunction sizes = kernelOf(module, "sizes"), bounded = kernelOf(module, "bounded");
  EQUAL(256, attribute(sizes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
  EQUAL(1024, attribute(sizes, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
  EQUAL(128, attribute(bounded, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
  EQUAL(0, attribute(sizes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
  EQUAL(70, attribute(sizes, CU_FUNC_ATTRIBUTE_PTX_VERSION));
  EQUAL(90, attribute(sizes, CU_FUNC_ATTRIBUTE_BINARY_VERSION));
  EQUAL((48 << 10) - 256, attribute(sizes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
  EQUAL(-1, attribute(sizes, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT));
  CHECK(attribute(sizes, CU_FUNC_ATTRIBUTE_NUM_REGS) >= 4);
  OK(cuFuncSetAttribute(sizes, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 50));
  EQUAL(50, attribute(sizes, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuFuncSetAttribute(sizes, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 101));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncSetAttribute(sizes, CU_FUNC_ATTRIBUTE_NUM_REGS, 10));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuFuncSetAttribute(sizes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1));
  int value = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncGetAttribute(&value, CUfunction_attribute(100), sizes));
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, nullptr));
}

static void occupancy(CUmodule module) {
  CUmodule simple = loadPtx(kIotaPtx);
  CUfunction empty = kernelOf(simple, "empty"), sizes = kernelOf(module, "sizes"),
             bounded = kernelOf(module, "bounded"), iota = kernelOf(simple, "iota");
  auto blocks = [](CUfunction f, int threads, size_t shared) {
    int n = -1;
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, f, threads, shared));
    return n;
  };
  EQUAL(32, blocks(empty, 32, 0));
  EQUAL(16, blocks(empty, 128, 0));
  EQUAL(2, blocks(empty, 1024, 0));
  EQUAL(0, blocks(empty, 1025, 0));
  EQUAL(4, blocks(empty, 32, 48 << 10));
  EQUAL(0, blocks(empty, 32, 100 << 10)); // seen: more than the kernel was allowed
  OK(cuFuncSetAttribute(empty, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 227 << 10));
  EQUAL(2, blocks(empty, 32, 100 << 10));
  EQUAL(1, blocks(empty, 32, 227 << 10));
  EQUAL(0, blocks(empty, 32, 228 << 10));
  EQUAL(2, blocks(sizes, 32, 47 << 10)); // seen: the carve-out of 50 % leaves 132 kB
  OK(cuFuncSetAttribute(sizes, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, -1));
  EQUAL(4, blocks(sizes, 32, 47 << 10));
  EQUAL(8, blocks(bounded, 256, 0)); // seen: launch bounds do not count
  int n = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, 0, 0));
  int grid = 0, block = 0, processors = 0;
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, empty, nullptr, 0, 0));
  OK(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  EQUAL(1024, block);
  EQUAL(2 * processors, grid);
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, bounded, nullptr, 0, 0));
  EQUAL(128, block);
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, empty, nullptr, 0, 96));
  EQUAL(64, block);
  size_t available = 0;
  OK(cuOccupancyAvailableDynamicSMemPerBlock(&available, iota, 2, 128));
  EQUAL(48 << 10, available);
  OK(cuOccupancyAvailableDynamicSMemPerBlock(&available, iota, 16, 128));
  EQUAL((228 << 10) / 16, available); // seen
  for (int n : {1, 3, 5, 9})
    for (int threads : {32, 100}) {
      OK(cuOccupancyAvailableDynamicSMemPerBlock(&available, sizes, n, threads));
      std::printf("available: sizes, %d blocks of %d: %zu\n", n, threads, available);
    }
  OK(cuModuleUnload(simple));
}

int main() {
  usePrimary();
  CUmodule module = loadPtx(kKernels);
  attributes(module);
  manyValues();
  occupancy(module);
  OK(cuModuleUnload(module));
  return finish("LaunchAttributes");
}
