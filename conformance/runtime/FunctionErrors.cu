// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as functions, on two threads at once: what is told of them and set, what is no kernel, and
// texts of which no kernel is made.
#include "Functions.h"

#include <cstdlib>
#include <string>

__global__ void shares(int *p, int v) {
  extern __shared__ int words[];
  words[threadIdx.x] = v;
  __syncthreads();
  if (threadIdx.x == 0)
    *p = words[blockDim.x - 1];
}

static void facts(int thread) {
  cudaFuncAttributes attributes{};
  const char *name = nullptr;
  size_t offset = 9, size = 9;
  OK(cudaFuncGetAttributes(&attributes, of(bounded)));
  EQUAL(64, attributes.maxThreadsPerBlock);
  OK(cudaFuncGetName(&name, of(put)));
  CHECK(name && std::strstr(name, "put"));
  OK(cudaFuncGetParamInfo(of(put), 1, &offset, &size));
  EQUAL(8, offset);
  EQUAL(4, size);
  OK(cudaFuncGetParamInfo(of(put), 0, &offset, nullptr));
  EQUAL(0, offset);
  EXPECT(cudaErrorInvalidValue, cudaFuncGetParamInfo(of(put), 2, &offset, &size));
  EXPECT(cudaErrorInvalidValue, cudaFuncGetParamInfo(of(put), 0, nullptr, &size));
  EXPECT(cudaErrorInvalidDeviceFunction, cudaFuncGetParamInfo(nullptr, 0, &offset, &size));
  EXPECT(cudaErrorInvalidValue, cudaFuncGetAttributes(nullptr, of(put)));
  EXPECT(cudaErrorInvalidValue, cudaFuncGetName(nullptr, of(put)));
  EXPECT(cudaErrorInvalidDeviceFunction, cudaFuncGetName(&name, nullptr));

  for (cudaFuncCache each : {cudaFuncCachePreferShared, cudaFuncCachePreferL1,
                             cudaFuncCachePreferEqual, cudaFuncCachePreferNone})
    OK(cudaFuncSetCacheConfig(of(put), each));
  EXPECT(cudaErrorInvalidValue, cudaFuncSetCacheConfig(of(put), cudaFuncCache(4)));
  EXPECT(cudaErrorInvalidDeviceFunction,
         cudaFuncSetCacheConfig((const void *)nullptr, cudaFuncCachePreferL1));
  EXPECT(cudaErrorInvalidResourceHandle, cudaFuncSetCacheConfig(none, cudaFuncCachePreferL1));
  OK(cudaFuncSetSharedMemConfig(of(put), cudaSharedMemBankSizeDefault));
  EXPECT(cudaErrorInvalidValue, cudaFuncSetSharedMemConfig(of(put), cudaSharedMemConfig(3)));
  EXPECT(cudaErrorInvalidDeviceFunction,
         cudaFuncSetSharedMemConfig(nullptr, cudaSharedMemBankSizeDefault));
  int most = 0;
  OK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  const auto dynamic = cudaFuncAttributeMaxDynamicSharedMemorySize;
  const auto carveout = cudaFuncAttributePreferredSharedMemoryCarveout;
  if (thread == 0) { // one sets what the other would see
    OK(cudaFuncSetAttribute(of(shares), dynamic, most));
    OK(cudaFuncGetAttributes(&attributes, of(shares)));
    EQUAL(most, attributes.maxDynamicSharedSizeBytes);
    OK(cudaFuncSetAttribute(of(shares), dynamic, 0));
  }
  for (int percent : {-1, 0, 100})
    OK(cudaFuncSetAttribute(of(put), carveout, percent));
  EXPECT(cudaErrorInvalidValue, cudaFuncSetAttribute(of(put), carveout, 101));
  EXPECT(cudaErrorInvalidValue, cudaFuncSetAttribute(of(put), carveout, -2));
  EXPECT(cudaErrorInvalidValue, cudaFuncSetAttribute(of(put), dynamic, most + 1));
  EXPECT(cudaErrorInvalidValue, cudaFuncSetAttribute(of(put), dynamic, -1));
  EXPECT(cudaErrorInvalidValue, cudaFuncSetAttribute(of(put), cudaFuncAttribute(99), 1));
  EXPECT(cudaErrorInvalidDeviceFunction, cudaFuncSetAttribute((const void *)nullptr, dynamic, 1));
  EXPECT(cudaErrorInvalidResourceHandle, cudaFuncSetAttribute(none, dynamic, 1));
  cudaFunction_t function = nullptr;
  cudaKernel_t kernel = nullptr;
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue, cudaGetFuncBySymbol(nullptr, of(put)));
  EXPECT(cudaErrorInvalidDeviceFunction, cudaGetFuncBySymbol(&function, nullptr));
  EXPECT(cudaErrorInvalidDeviceFunction, cudaGetKernel(&kernel, nullptr));

  int blocks = -1, clusters = -1, cluster = -1;
  size_t bytes = 0;
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = dim3(32);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, of(put), 1024, 0));
  CHECK(blocks >= 1);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, of(put), 32, 0,
                                                            cudaOccupancyDisableCachingOverride));
  OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, of(put), 1, 32));
  OK(cudaOccupancyMaxPotentialClusterSize(&cluster, of(put), &config));
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  OK(cudaOccupancyMaxActiveClusters(&clusters, of(put), &config));
  CHECK(clusters >= 1);
  EXPECT(cudaErrorInvalidValue,
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, of(put), 32, 0));
  EXPECT(cudaErrorInvalidValue,
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, of(put), -1, 0));
  EXPECT(cudaErrorInvalidDeviceFunction,
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)nullptr, 32, 0));
  EXPECT(cudaErrorInvalidValue, cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, of(put), 0, 32));
  EXPECT(cudaErrorInvalidValue,
         cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, of(put), 1, 1025));
  EXPECT(cudaErrorInvalidDeviceFunction,
         cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, (const void *)nullptr, 1, 32));
  EXPECT(cudaErrorInvalidDeviceFunction, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                                             &blocks, (const void *)nullptr, 32, 0, 0));
  EXPECT(cudaErrorInvalidDeviceFunction,
         cudaOccupancyMaxActiveClusters(&clusters, (const void *)nullptr, &config));
  EXPECT(cudaErrorInvalidDeviceFunction,
         cudaOccupancyMaxPotentialClusterSize(&cluster, (const void *)nullptr, &config));
  EXPECT(cudaErrorInvalidValue, cudaOccupancyMaxActiveClusters(nullptr, of(put), &config));
  if (!onNvidia()) { // crashes
    EXPECT(cudaErrorInvalidValue,
           cudaOccupancyAvailableDynamicSMemPerBlock(nullptr, of(put), 1, 32));
    EXPECT(cudaErrorInvalidValue, cudaOccupancyMaxActiveClusters(&clusters, of(put), nullptr));
    config.dynamicSmemBytes = size_t(1) << 32;
    EXPECT(cudaErrorInvalidValue, cudaOccupancyMaxActiveClusters(&clusters, of(put), &config));
    EXPECT(cudaErrorInvalidValue, cudaOccupancyMaxPotentialClusterSize(&cluster, of(put), &config));
    EXPECT(cudaErrorInvalidValue, cudaOccupancyMaxPotentialClusterSize(&cluster, of(put), nullptr));
  }
}

static const char kHead[] = ".target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n";

/// Texts, by the functions that load them. What is wrong is told when a kernel is asked for (seen).
static void texts(cudaStream_t s) {
  cudaLibrary_t library = nullptr;
  cudaKernel_t kernel = nullptr;
  const auto load = [&](const std::string &text) {
    library = nullptr;
    cudaError_t error =
        cudaLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    (void)cudaGetLastError();
    return error;
  };
  const auto loadFile = [&](const std::string &text) {
    char path[] = "/tmp/cuda-text-XXXXXX";
    int fd = mkstemp(path);
    CHECK(fd >= 0 && write(fd, text.c_str(), text.size()) == ssize_t(text.size()));
    close(fd);
    library = nullptr;
    cudaError_t error =
        cudaLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0);
    (void)cudaGetLastError();
    std::remove(path);
    return error;
  };
  const std::string good = std::string(".version 7.0\n") + kHead;
  EQUAL(cudaSuccess, load(good));
  unsigned number = 0;
  OK(cudaLibraryGetKernelCount(&number, library));
  EQUAL(1, number);
  OK(cudaLibraryEnumerateKernels(&kernel, 1, library));
  OK(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 16, 0));
  OK(cudaLaunchKernel(kernel, dim3(1), dim3(1), nullptr, 0, s));
  OK(cudaStreamSynchronize(s));
  OK(cudaLibraryUnload(library));
  EQUAL(cudaSuccess, loadFile(good));
  OK(cudaLibraryUnload(library));
  const struct {
    std::string text;
    cudaError_t answer;
  } kBad[] = {
      {std::string(".version 99.0\n") + kHead, cudaErrorUnsupportedPtxVersion},
      {std::string(".version 7.0\n") + "junk\n", cudaErrorInvalidPtx},
      {".version 8.7\n.target sm_120\n.address_size 64\n.visible .entry k() { ret; }\n",
       cudaErrorInvalidPtx},
      {"no text of any kind", cudaErrorInvalidKernelImage},
      {"", cudaErrorInvalidKernelImage},
  };
  for (auto &each : kBad) {
    EQUAL(cudaSuccess, load(each.text));
    OK(cudaLibraryGetKernelCount(&number, library)); // which does not look either
    EXPECT(each.answer, cudaLibraryGetKernel(&kernel, library, "k"));
    OK(cudaLibraryUnload(library));
    if (each.text.empty()) { // as a file it is told at once
      EQUAL(each.answer, loadFile(each.text));
      continue;
    }
    EQUAL(cudaSuccess, loadFile(each.text));
    EXPECT(each.answer, cudaLibraryGetKernel(&kernel, library, "k"));
    OK(cudaLibraryUnload(library));
  }
}

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int thread) {
    cudaStream_t stream;
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    facts(thread);
    texts(stream);
    OK(cudaStreamDestroy(stream));
  });
  return finish("FunctionErrors");
}
