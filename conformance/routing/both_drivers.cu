// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_DEVICE=all through the runtime API: NVIDIA's devices come first, CPU devices after them.
// Every device works, and copies between all of them do. The first and the last device are of
// different drivers.
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "../runtime/Check.h"

constexpr int kCount = 1 << 16;
constexpr size_t kBytes = kCount * sizeof(int);
static int devices = 0;

__device__ int perDevice = 5;
__constant__ int factor = 3;
__managed__ int shared_ = 40;

__global__ void fill(int *out, int start) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount)
    out[i] = i * factor + start;
}
__global__ void addOne(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount)
    out[i] += 1;
}
__global__ void bump() { atomicAdd(&perDevice, 1); }
__global__ void bumpShared() { shared_ += 1; }
__global__ void slowFill(int *out, int value) {
  for (long long start = clock64(); clock64() - start < 50000000;)
    ;
  for (int i = threadIdx.x; i < kCount; i += blockDim.x)
    out[i] = value;
}
__global__ void sample(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 2);
}

static bool isFilled(const std::vector<int> &data, int start) {
  for (int i = 0; i < kCount; ++i)
    if (data[i] != i * 3 + start)
      return false;
  return true;
}

static int *filled(int device, int start) {
  int *memory = nullptr;
  OK(cudaSetDevice(device));
  OK(cudaMalloc(&memory, kBytes));
  fill<<<kCount / 256, 256>>>(memory, start);
  OK(cudaGetLastError());
  return memory;
}

static void list() {
  OK(cudaGetDeviceCount(&devices));
  CHECK(devices >= 2);
  for (int i = 0; i < devices; ++i) {
    cudaDeviceProp properties;
    OK(cudaGetDeviceProperties(&properties, i));
    std::printf("%d: %s, %d.%d, %d multiprocessors\n", i, properties.name, properties.major,
                properties.minor, properties.multiProcessorCount);
    char id[32];
    int found = -1;
    OK(cudaDeviceGetPCIBusId(id, sizeof id, i));
    OK(cudaDeviceGetByPCIBusId(&found, id));
    if (i > 0 && !std::getenv("STANDIN_DRIVER")) // which has the same ids
      EQUAL(i, found);
  }
  cudaDeviceProp properties;
  EXPECT(cudaErrorInvalidDevice, cudaGetDeviceProperties(&properties, devices));
  EXPECT(cudaErrorInvalidDevice, cudaSetDevice(devices));
  int access = 1;
  OK(cudaDeviceCanAccessPeer(&access, 0, devices - 1));
  EQUAL(0, access);
  access = 1;
  OK(cudaDeviceCanAccessPeer(&access, devices - 1, 0));
  EQUAL(0, access);
  OK(cudaSetDevice(0));
  EXPECT(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(devices - 1, 0));
  OK(cudaSetDevice(devices - 1));
  EXPECT(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));
  int value = 1;
  OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, devices - 1));
  EQUAL(0, value);
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

static void copies(int from, int to) {
  std::vector<int> data(kCount);
  auto check = [&](int *memory, int start) {
    std::fill(data.begin(), data.end(), 0);
    OK(cudaMemcpy(data.data(), memory, kBytes, cudaMemcpyDefault));
    CHECK(isFilled(data, start));
  };
  int *target = filled(to, 0), *source = filled(from, 0);
  int start = 100;
  auto again = [&] {
    OK(cudaSetDevice(from));
    fill<<<kCount / 256, 256>>>(source, ++start);
  };
  again();
  OK(cudaMemcpyPeer(target, to, source, from, kBytes));
  check(target, start);
  again();
  OK(cudaMemcpy(target, source, kBytes, cudaMemcpyDeviceToDevice));
  check(target, start);
  again();
  OK(cudaMemcpy(target, source, kBytes, cudaMemcpyDefault));
  check(target, start);
  again();
  OK(cudaDeviceSynchronize());
  OK(cudaSetDevice(to));
  OK(cudaMemcpy(target, source, kBytes, cudaMemcpyDefault));
  check(target, start);

  // In a stream of either, with work before and after it.
  for (int device : {from, to}) {
    cudaStream_t stream;
    again();
    OK(cudaDeviceSynchronize());
    OK(cudaSetDevice(device));
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    if (device == from)
      addOne<<<kCount / 256, 256, 0, stream>>>(source);
    OK(cudaMemcpyPeerAsync(target, to, source, from, kBytes, stream));
    if (device == to)
      addOne<<<kCount / 256, 256, 0, stream>>>(target);
    OK(cudaStreamSynchronize(stream));
    check(target, start + 1);
    OK(cudaMemset(target, 0, kBytes));
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpyAsync(target, source, kBytes, cudaMemcpyDefault, stream));
    OK(cudaStreamSynchronize(stream));
    check(target, device == from ? start + 1 : start);
    // Memory of the host into the device whose stream it is not.
    std::vector<int> host(kCount, 77);
    OK(cudaMemcpyAsync(device == from ? target : source, host.data(), kBytes,
                       cudaMemcpyHostToDevice, stream));
    std::fill(host.begin(), host.end(), 0); // pageable: may change as soon as the call is back
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(data.data(), device == from ? target : source, kBytes, cudaMemcpyDeviceToHost));
    EQUAL(77, data[kCount - 1]);
    OK(cudaStreamDestroy(stream));
  }

  // Two dimensions: every second row of 64 numbers.
  again();
  OK(cudaDeviceSynchronize());
  OK(cudaMemset(target, 0, kBytes));
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy2D(target, 256, source, 512, 256, kCount / 128, cudaMemcpyDefault));
  OK(cudaMemcpy(data.data(), target, kBytes, cudaMemcpyDefault));
  bool isRight = true;
  for (int i = 0; i < kCount / 2; ++i)
    isRight &= data[i] == (i / 64 * 128 + i % 64) * 3 + start;
  CHECK(isRight);

  // Through an array of the one into memory of the other.
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  for (int device : {from, to}) {
    again();
    OK(cudaDeviceSynchronize());
    OK(cudaSetDevice(device));
    OK(cudaMallocArray(&array, &format, 256, 256));
    OK(cudaMemcpy2DToArray(array, 0, 0, source, 1024, 1024, 256, cudaMemcpyDefault));
    OK(cudaMemset(target, 0, kBytes));
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy2DFromArray(target, 1024, array, 0, 0, 1024, 256, cudaMemcpyDefault));
    check(target, start);
    OK(cudaFreeArray(array));
  }
  // Freed while another device is current.
  OK(cudaSetDevice(from));
  OK(cudaFree(target));
  OK(cudaSetDevice(to));
  OK(cudaFree(source));
}

static void order(int from, int to) {
  int *source = filled(from, 0), *target = filled(to, 0);
  cudaStream_t producer, consumer;
  cudaEvent_t ready;
  std::vector<int> data(kCount);
  OK(cudaSetDevice(from));
  OK(cudaDeviceSynchronize());
  OK(cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking));
  OK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
  OK(cudaSetDevice(to));
  OK(cudaDeviceSynchronize());
  OK(cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking));
  OK(cudaSetDevice(from));
  slowFill<<<1, 32, 0, producer>>>(source, 1234);
  OK(cudaEventRecord(ready, producer));
  OK(cudaSetDevice(to));
  OK(cudaStreamWaitEvent(consumer, ready, 0));
  OK(cudaMemcpyPeerAsync(target, to, source, from, kBytes, consumer));
  addOne<<<kCount / 256, 256, 0, consumer>>>(target);
  OK(cudaStreamSynchronize(consumer));
  OK(cudaMemcpy(data.data(), target, kBytes, cudaMemcpyDeviceToHost));
  EQUAL(1235, data[0]);
  EQUAL(1235, data[kCount - 1]);

  // What cannot be.
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(ready, consumer));
  OK(cudaStreamDestroy(consumer));
  OK(cudaSetDevice(from));
  OK(cudaStreamDestroy(producer));
  OK(cudaEventDestroy(ready));
  OK(cudaFree(source));
  OK(cudaFree(target));
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

static void entryPoint() {
  void *found = nullptr;
  cudaDriverEntryPointQueryResult status;
  OK(cudaGetDriverEntryPointByVersion("cuMemcpy", &found, 12000, cudaEnableDefault, &status));
  auto *copy = reinterpret_cast<int (*)(unsigned long long, unsigned long long, size_t)>(found);
  int *source = filled(0, 11), *target = filled(devices - 1, 0);
  std::vector<int> data(kCount);
  OK(cudaSetDevice(0));
  OK(cudaDeviceSynchronize());
  EQUAL(0, copy((unsigned long long)target, (unsigned long long)source, kBytes));
  OK(cudaMemcpy(data.data(), target, kBytes, cudaMemcpyDefault));
  CHECK(isFilled(data, 11));
  OK(cudaFree(source));
  OK(cudaFree(target));
}

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
  list();
  for (int device = 0; device < devices; ++device)
    each(device);
  for (int from = 0; from < devices; ++from)
    for (int to = 0; to < devices; ++to)
      if (from != to) {
        copies(from, to);
        order(from, to);
      }
  for (int device = 0; device < devices; ++device) {
    OK(cudaSetDevice(device));
    graphs(device);
    textures(device);
  }
  threads();
  entryPoint();
  for (int device = devices - 1; device >= 0; --device) {
    OK(cudaSetDevice(device));
    OK(cudaDeviceSynchronize());
    OK(cudaDeviceReset());
  }
  return finish("both_drivers");
}
