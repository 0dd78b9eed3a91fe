// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches: results, the two ways to pass parameters, what is refused.
#include "LaunchKernels.h"

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
  withConfig();
  OK(cuModuleUnload(module));
  return finish("Launch");
}
