// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_DEVICE=all through the runtime API: every device works, on many threads, too.
#include "Drivers.h"

#include <atomic>
#include <thread>

__device__ int perDevice = 5;
__managed__ int shared_ = 40;

__global__ void bump() { atomicAdd(&perDevice, 1); }
__global__ void bumpShared() { shared_ += 1; }
__global__ void sample(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 2);
}

static void each(int device) {
  OK(cudaSetDevice(device));
  int current = -1;
  OK(cudaGetDevice(&current));
  EQUAL(device, current);
  std::vector<int> data(kCount);
  int *memory = filled(device, device);
  OK(cudaMemcpy(data.data(), memory, kBytes, cudaMemcpyDeviceToHost));
  CHECK(isFilled(data, device));
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, memory + 5));
  EQUAL(device, attributes.device);
  EQUAL(cudaMemoryTypeDevice, attributes.type);

  // Variables are each device's own, managed ones are everybody's.
  int value = 0;
  bump<<<1, 10>>>();
  OK(cudaMemcpyFromSymbol(&value, perDevice, sizeof value));
  EQUAL(15, value);
  OK(cudaDeviceSynchronize());
  int before = shared_;
  bumpShared<<<1, 1>>>();
  OK(cudaDeviceSynchronize());
  EQUAL(before + 1, shared_);

  cudaStream_t stream;
  cudaEvent_t start, end;
  OK(cudaStreamCreate(&stream));
  OK(cudaEventCreate(&start));
  OK(cudaEventCreate(&end));
  OK(cudaEventRecord(start, stream));
  addOne<<<kCount / 256, 256, 0, stream>>>(memory);
  OK(cudaEventRecord(end, stream));
  OK(cudaEventSynchronize(end));
  float milliseconds = -1;
  OK(cudaEventElapsedTime(&milliseconds, start, end));
  CHECK(milliseconds >= 0);

  int *managed = nullptr, *pinned = nullptr, *pool = nullptr;
  OK(cudaMallocManaged(&managed, kBytes));
  fill<<<kCount / 256, 256>>>(managed, 9);
  OK(cudaDeviceSynchronize());
  EQUAL(9 + 3 * 100, managed[100]);
  OK(cudaMallocHost(&pinned, kBytes));
  OK(cudaMemcpyAsync(pinned, memory, kBytes, cudaMemcpyDefault, stream));
  OK(cudaMallocAsync(&pool, kBytes, stream));
  OK(cudaMemcpyAsync(pool, pinned, kBytes, cudaMemcpyDefault, stream));
  OK(cudaMemsetAsync(memory, 0, kBytes, stream));
  OK(cudaMemcpyAsync(memory, pool, kBytes, cudaMemcpyDeviceToDevice, stream));
  OK(cudaFreeAsync(pool, stream));
  OK(cudaStreamSynchronize(stream));
  EQUAL(device + 1, pinned[0]);
  OK(cudaMemcpy(data.data(), memory, kBytes, cudaMemcpyDefault));
  CHECK(isFilled(data, device + 1));

  cudaFuncAttributes facts;
  OK(cudaFuncGetAttributes(&facts, fill));
  CHECK(facts.maxThreadsPerBlock >= 256);
  int blocks = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0));
  CHECK(blocks >= 1);
  OK(cudaFreeHost(pinned));
  OK(cudaFree(managed));
  OK(cudaFree(memory));
  OK(cudaEventDestroy(start));
  OK(cudaEventDestroy(end));
  OK(cudaStreamDestroy(stream));
}

static void graphs(int device) {
  int *memory = filled(device, 0);
  OK(cudaDeviceSynchronize());
  cudaGraph_t graph;
  cudaGraphNode_t kernel, copy, nodes[2];
  cudaGraphExec_t executable;
  std::vector<int> data(kCount);
  int start = 50;
  void *arguments[] = {&memory, &start};
  cudaKernelNodeParams params{};
  params.func = reinterpret_cast<void *>(fill);
  params.gridDim = dim3(kCount / 256);
  params.blockDim = dim3(256);
  params.kernelParams = arguments;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &params));
  OK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, data.data(), memory, kBytes,
                              cudaMemcpyDeviceToHost));
  cudaKernelNodeParams seen{};
  OK(cudaGraphKernelNodeGetParams(kernel, &seen));
  CHECK(seen.func == params.func);
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphLaunch(executable, 0));
  OK(cudaDeviceSynchronize());
  CHECK(isFilled(data, 50));
  start = 60;
  OK(cudaGraphExecKernelNodeSetParams(executable, kernel, &params));
  OK(cudaGraphLaunch(executable, 0));
  OK(cudaDeviceSynchronize());
  CHECK(isFilled(data, 60));
  size_t count = 2;
  OK(cudaGraphGetNodes(graph, nodes, &count));
  EQUAL(2, count);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));

  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  fill<<<kCount / 256, 256, 0, stream>>>(memory, 70);
  addOne<<<kCount / 256, 256, 0, stream>>>(memory);
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaMemcpy(data.data(), memory, kBytes, cudaMemcpyDeviceToHost));
  CHECK(isFilled(data, 71));
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(memory));
}

static void textures(int device) {
  OK(cudaSetDevice(device));
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  std::vector<float> texels(8 * 4), seen(8);
  for (size_t i = 0; i < texels.size(); ++i)
    texels[i] = float(i);
  OK(cudaMallocArray(&array, &format, 8, 4));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), 32, 32, 4, cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  float *out;
  OK(cudaMalloc(&out, 32));
  sample<<<1, 8>>>(texture, out);
  OK(cudaMemcpy(seen.data(), out, 32, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i)
    EQUAL(16 + i, int(seen[i]));
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
  OK(cudaFree(out));
}

static void threads() {
  std::vector<std::thread> running;
  std::atomic<int> wrong = 0;
  for (int number = 0; number < 4 * devices; ++number)
    running.emplace_back([number, &wrong] {
      for (int round = 0; round < 10; ++round) {
        const int device = (number + round * (number & 1)) % devices;
        std::vector<int> data(kCount);
        int *memory = nullptr;
        bool isRight =
            cudaSetDevice(device) == cudaSuccess && cudaMalloc(&memory, kBytes) == cudaSuccess;
        fill<<<kCount / 256, 256>>>(memory, number + round);
        isRight &= cudaSetDevice((device + 1) % devices) == cudaSuccess;
        isRight &= cudaMemcpyPeer(data.data(), 0, data.data(), 0, 0) == cudaSuccess;
        isRight &= cudaSetDevice(device) == cudaSuccess;
        isRight &= cudaMemcpy(data.data(), memory, kBytes, cudaMemcpyDeviceToHost) == cudaSuccess;
        isRight &= isFilled(data, number + round);
        isRight &= cudaFree(memory) == cudaSuccess;
        wrong += !isRight;
      }
    });
  for (std::thread &thread : running)
    thread.join();
  EQUAL(0, wrong.load());
  // A thread that has no device frees the memory of all.
  std::vector<int *> all;
  for (int device = 0; device < devices; ++device)
    all.push_back(filled(device, 1));
  std::thread([&] {
    for (int *memory : all)
      OK(cudaFree(memory));
  }).join();
}

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
  list();
  for (int device = 0; device < devices; ++device)
    each(device);
  for (int device = 0; device < devices; ++device) {
    OK(cudaSetDevice(device));
    graphs(device);
    textures(device);
  }
  threads();
  resetAll();
  return finish("both_drivers");
}
