// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's side of single calls of two runtimes over one driver, in one process and in turn, so
// that what the machine does to one it does to the other (see the README):
//   ANYWARP_DEVICE=gpu calls-pair NVIDIA/lib64/libcudart.so.13 PREFIX/lib64/libcudart.so.13
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <vector>

namespace {

/// The functions by their C interface: results are 0 for success, handles pointers.
struct Runtime {
  int (*malloc)(void **, size_t), (*free)(void *);
  int (*mallocAsync)(void **, size_t, void *), (*freeAsync)(void *, void *);
  int (*eventCreate)(void **), (*eventRecord)(void *, void *), (*eventQuery)(void *);
  int (*streamQuery)(void *), (*streamSynchronize)(void *), (*deviceSynchronize)();
  int (*memcpy)(void *, const void *, size_t, int), (*memset)(void *, int, size_t);

  void *memory = nullptr, *event = nullptr;
  char host[4] = {};

  explicit Runtime(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      fail(dlerror());
    auto find = [library](auto &function, const char *name) {
      void *found = dlsym(library, name);
      if (!found)
        fail(name);
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
    };
    find(malloc, "cudaMalloc");
    find(free, "cudaFree");
    find(mallocAsync, "cudaMallocAsync");
    find(freeAsync, "cudaFreeAsync");
    find(eventCreate, "cudaEventCreate");
    find(eventRecord, "cudaEventRecord");
    find(eventQuery, "cudaEventQuery");
    find(streamQuery, "cudaStreamQuery");
    find(streamSynchronize, "cudaStreamSynchronize");
    find(deviceSynchronize, "cudaDeviceSynchronize");
    find(memcpy, "cudaMemcpy");
    find(memset, "cudaMemset");
    if (malloc(&memory, 4096) || eventCreate(&event) || eventRecord(event, nullptr) ||
        deviceSynchronize())
      fail("the device cannot be used");
  }

  [[noreturn]] static void fail(const char *what) {
    std::fprintf(stderr, "calls-pair: %s\n", what);
    std::exit(1);
  }
};

template <class Body> double nanoseconds(int repetitions, Body body) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repetitions; ++i)
    body();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin)
             .count() /
         repetitions;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

template <class Body>
void measure(Runtime &first, Runtime &second, const char *name, int repetitions, Body body) {
  constexpr int kRounds = 31;
  Runtime *runtimes[] = {&first, &second};
  std::vector<double> costs[2], ratios;
  for (int round = 0; round < kRounds; ++round) {
    double cost[2];
    for (int which : {round & 1, 1 - (round & 1)}) {
      cost[which] = nanoseconds(repetitions, [&] { body(*runtimes[which]); });
      runtimes[which]->deviceSynchronize();
      costs[which].push_back(cost[which]);
    }
    ratios.push_back(cost[1] / cost[0]);
  }
  std::printf("%-24s first %9.0f ns, second %9.0f ns, second over first %.3f\n", name,
              median(costs[0]), median(costs[1]), median(ratios));
}

} // namespace

int main(int count, char **words) {
  if (count != 3)
    Runtime::fail("two libraries are needed: FIRST SECOND");
  Runtime first(words[1]), second(words[2]);
  auto pair = [&](const char *name, int repetitions, auto body) {
    measure(first, second, name, repetitions, body);
  };
  auto allocation = [](size_t bytes) {
    return [bytes](Runtime &cuda) {
      void *memory;
      if (cuda.malloc(&memory, bytes) || cuda.free(memory))
        Runtime::fail("cudaMalloc or cudaFree");
    };
  };
  pair("malloc+free 256", 30, allocation(256));
  pair("malloc+free 1 MiB", 30, allocation(size_t(1) << 20));
  pair("malloc+free 64 MiB", 20, allocation(size_t(64) << 20));
  pair("mallocAsync+freeAsync", 1000, [](Runtime &cuda) {
    void *memory;
    cuda.mallocAsync(&memory, 256, nullptr);
    cuda.freeAsync(memory, nullptr);
  });
  pair("eventRecord", 500, [](Runtime &cuda) { cuda.eventRecord(cuda.event, nullptr); });
  pair("eventQuery", 5000, [](Runtime &cuda) { cuda.eventQuery(cuda.event); });
  pair("streamQuery", 5000, [](Runtime &cuda) { cuda.streamQuery(nullptr); });
  pair("streamSynchronize", 3000, [](Runtime &cuda) { cuda.streamSynchronize(nullptr); });
  pair("memcpy 4 to device", 200, [](Runtime &cuda) { cuda.memcpy(cuda.memory, cuda.host, 4, 1); });
  pair("memcpy 4 to host", 200, [](Runtime &cuda) { cuda.memcpy(cuda.host, cuda.memory, 4, 2); });
  pair("memset 4", 200, [](Runtime &cuda) { cuda.memset(cuda.memory, 0, 4); });
}
