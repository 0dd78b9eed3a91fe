// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches: results, the two ways to pass parameters, what is refused, attributes, occupancy.
#include "Check.h"

static const std::string kKernels = std::string(kPtxHead) + R"(
.extern .shared .align 16 .b8 dynamic[];
.visible .entry bounded() .maxntid 128, 1, 1 { ret; }
.visible .entry required() .reqntid 64, 2, 1 { ret; }
.visible .entry sizes(.param .u64 out) {
  .reg .u32 %r<7>; .reg .u64 %d; .reg .pred %p;
  .shared .align 4 .b8 fixed[256];
  ld.param.u64 %d, [out];
  mov.u32 %r1, %nctaid.x; mov.u32 %r2, %nctaid.y; mov.u32 %r3, %nctaid.z;
  mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y; mov.u32 %r6, %ntid.z;
  st.global.u32 [%d], %r1; st.global.u32 [%d+4], %r2; st.global.u32 [%d+8], %r3;
  st.global.u32 [%d+12], %r4; st.global.u32 [%d+16], %r5; st.global.u32 [%d+20], %r6;
  mov.u32 %r1, %dynamic_smem_size; st.global.u32 [%d+24], %r1;
  st.shared.u32 [fixed], %r1;
  ret;
}
.visible .entry mixed(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[12], .param .f64 d, .param .u64 out) {
  .reg .u16 %h; .reg .u32 %r<4>; .reg .u64 %d<3>; .reg .f64 %f;
  ld.param.u64 %d1, [out];
  ld.param.u8 %h, [a]; st.global.u8 [%d1], %h;
  ld.param.u64 %d2, [b]; st.global.u64 [%d1+8], %d2;
  ld.param.u32 %r1, [c]; st.global.u32 [%d1+16], %r1;
  ld.param.u32 %r1, [c+8]; st.global.u32 [%d1+20], %r1;
  ld.param.f64 %f, [d]; st.global.f64 [%d1+24], %f;
  ret;
}
.visible .entry useDynamic() {
  .reg .u32 %r;
  mov.u32 %r, dynamic;
  st.shared.u32 [%r], %r;
  ret;
}
)";

static void results() {
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction iota = kernelOf(module, "iota");
  for (unsigned n : {1u, 31u, 32u, 33u, 1000u, 4097u})
    for (unsigned block : {1u, 17u, 32u, 100u, 1024u}) {
      CUdeviceptr out;
      OK(cuMemAlloc(&out, n * 4));
      OK(cuMemsetD8(out, 0xff, n * 4));
      OK(launch1(iota, (n + block - 1) / block, block, {&out, &n}));
      std::vector<unsigned> host(n);
      OK(cuMemcpyDtoH(host.data(), out, n * 4));
      bool same = true;
      for (unsigned i = 0; i < n; ++i)
        same &= host[i] == i;
      CHECK(same);
      OK(cuMemFree(out));
    }
  OK(cuModuleUnload(module));
}

struct Mixed {
  unsigned char a = 200;
  unsigned long long b = 0x1122334455667788;
  unsigned c[3] = {7, 8, 9};
  double d = 2.5;
};

static void checkMixed(CUdeviceptr out) {
  unsigned char got[32];
  OK(cuMemcpyDtoH(got, out, sizeof got));
  Mixed m;
  CHECK(got[0] == 200);
  CHECK(!std::memcmp(got + 8, &m.b, 8) && !std::memcmp(got + 16, &m.c[0], 4));
  CHECK(!std::memcmp(got + 20, &m.c[2], 4) && !std::memcmp(got + 24, &m.d, 8));
  OK(cuMemsetD8(out, 0, 64));
}

static void parameters(CUmodule module) {
  CUfunction mixed = kernelOf(module, "mixed"), sizes = kernelOf(module, "sizes");
  CUdeviceptr out;
  OK(cuMemAlloc(&out, 64));
  Mixed m;
  void *pointers[] = {&m.a, &m.b, m.c, &m.d, &out};
  OK(cuLaunchKernel(mixed, 1, 1, 1, 1, 1, 1, 0, nullptr, pointers, nullptr));
  checkMixed(out);
  // One buffer, laid out as the parameters are.
  struct {
    unsigned char a;
    alignas(8) unsigned long long b;
    unsigned c[3];
    alignas(8) double d;
    CUdeviceptr out;
  } buffer{m.a, m.b, {7, 8, 9}, m.d, out};
  size_t size = sizeof buffer;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  OK(cuLaunchKernel(mixed, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  checkMixed(out);
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuLaunchKernel(mixed, 1, 1, 1, 1, 1, 1, 0, nullptr, pointers, extra)); // both
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuLaunchKernel(mixed, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr)); // none
  size = sizeof buffer + 100;
  EXPECT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, // seen
         cuLaunchKernel(mixed, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  void *alone[] = {&out};
  OK(cuLaunchKernel(sizes, 3, 2, 4, 5, 6, 7, 1000, nullptr, alone, nullptr));
  unsigned seen[7];
  OK(cuMemcpyDtoH(seen, out, sizeof seen));
  const unsigned expected[] = {3, 2, 4, 5, 6, 7, 1000};
  for (int i = 0; i < 7; ++i)
    EQUAL(expected[i], seen[i]);
  OK(cuMemFree(out));
}

static void refused(CUmodule module) {
  CUmodule simple = loadPtx(kIotaPtx);
  CUfunction empty = kernelOf(simple, "empty"), bounded = kernelOf(module, "bounded"),
             required = kernelOf(module, "required"), dynamic = kernelOf(module, "useDynamic");
  auto go = [](CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
               unsigned bz, unsigned shared = 0) {
    return cuLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, nullptr, nullptr, nullptr);
  };
  OK(go(empty, 1, 1, 1, 1024, 1, 1));
  OK(go(empty, 1, 65535, 1, 1, 1, 64));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(empty, 0, 1, 1, 1, 1, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(empty, 1, 0, 1, 1, 1, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(empty, 1, 1, 1, 0, 1, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(empty, 1, 1, 1, 1, 1, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(empty, 1, 1, 1, 1025, 1, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(empty, 1, 1, 1, 64, 32, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(empty, 1, 1, 1, 1, 1, 65));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(empty, 1, 65536, 1, 1, 1, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(empty, 1, 1, 65536, 1, 1, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(empty, 0x80000000u, 1, 1, 1, 1, 1));
  OK(go(bounded, 1, 1, 1, 128, 1, 1));
  OK(go(bounded, 1, 1, 1, 4, 32, 1));                                // the product counts
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(bounded, 1, 1, 1, 129, 1, 1)); // seen
  OK(go(required, 1, 1, 1, 64, 2, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(required, 1, 1, 1, 128, 1, 1)); // seen
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(required, 1, 1, 1, 32, 1, 1));  // seen
  OK(go(dynamic, 1, 1, 1, 1, 1, 1, 48 << 10));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(dynamic, 1, 1, 1, 1, 1, 1, (48 << 10) + 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuFuncSetAttribute(dynamic, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 300 << 10));
  OK(cuFuncSetAttribute(dynamic, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100 << 10));
  OK(go(dynamic, 1, 1, 1, 1, 1, 1, 100 << 10));
  EXPECT(CUDA_ERROR_INVALID_VALUE, go(dynamic, 1, 1, 1, 1, 1, 1, (100 << 10) + 4));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, go(nullptr, 1, 1, 1, 1, 1, 1));
  OK(cuCtxSynchronize());
  // A refused launch is no lost context.
  OK(go(empty, 1, 1, 1, 1, 1, 1));
  OK(cuCtxSynchronize());
  OK(cuModuleUnload(simple));
}

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

static void withConfig() {
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction iota = kernelOf(module, "iota");
  unsigned n = 64;
  CUdeviceptr out;
  OK(cuMemAlloc(&out, n * 4));
  void *params[] = {&out, &n};
  CUlaunchAttribute attributes[2]{};
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attributes[0].value.cooperative = 1;
  attributes[1].id = CU_LAUNCH_ATTRIBUTE_IGNORE;
  CUlaunchConfig config{};
  config.gridDimX = 2;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = 32;
  config.attrs = attributes;
  config.numAttrs = 2;
  OK(cuLaunchKernelEx(&config, iota, params, nullptr));
  std::vector<unsigned> host(n);
  OK(cuMemcpyDtoH(host.data(), out, n * 4));
  CHECK(host[0] == 0 && host[63] == 63);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernelEx(nullptr, iota, params, nullptr));
  OK(cuLaunchCooperativeKernel(iota, 2, 1, 1, 32, 1, 1, 0, nullptr, params));
  EXPECT(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
         cuLaunchCooperativeKernel(iota, 1000000, 1, 1, 32, 1, 1, 0, nullptr, params));
  // Clusters: at most 8 blocks unless the kernel allows more, and the grid is whole clusters.
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  auto cluster = [&](unsigned x, unsigned grid) {
    attributes[0].value.clusterDim = {x, 1, 1};
    config.gridDimX = grid;
    return cuLaunchKernelEx(&config, iota, params, nullptr);
  };
  OK(cluster(2, 4));
  EXPECT(CUDA_ERROR_INVALID_CLUSTER_SIZE, cluster(9, 9)); // seen
  EXPECT(CUDA_ERROR_INVALID_CLUSTER_SIZE, cluster(2, 3)); // seen
  EXPECT(CUDA_ERROR_INVALID_CLUSTER_SIZE, cluster(0, 2)); // seen
  OK(cuCtxSynchronize());
  OK(cuMemFree(out));
  OK(cuModuleUnload(module));
}

int main() {
  usePrimary();
  CUmodule module = loadPtx(kKernels);
  results();
  parameters(module);
  refused(module);
  attributes(module);
  manyValues();
  occupancy(module);
  withConfig();
  OK(cuModuleUnload(module));
  return finish("Launch");
}
