// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A unit of the matrix: one entity of each kind, under the same names in every unit, with values
// that tell the unit (ID). LINKAGE is empty, or static where two units meet in one link. RUN is the
// unit's function: what it returns for an entity is written down in `matrix`.
#include <cstdio>

#ifndef UNIT
#define UNIT Unit
#endif
// Each file of a whole program has its instance; those of a device link are one, so types differ.
#ifdef __CUDACC_RDC__
struct UNIT {};
#else
typedef int UNIT;
#endif
// As a header has it: a table for each file, and a template that reads it.
static __constant__ int table[2] = {ID * 100, 2};
template <class T, int N> __global__ void instance(int *o) { *o = table[0] + table[1] * N; }

LINKAGE __global__ void kernel(int *o) { *o = ID * 100 + 1; }
LINKAGE __device__ int variable = ID * 100 + 3;
LINKAGE __managed__ int managed = ID * 100 + 5;
LINKAGE __constant__ int constant = ID * 100 + 7;
LINKAGE __global__ void next(int *o) { *o = ++variable; }
LINKAGE __global__ void manage() { managed += 10; }
LINKAGE __global__ void read(int *o) { *o = constant; }
LINKAGE __global__ void fetch(cudaTextureObject_t texture, int *o) {
  *o = tex1Dfetch<int>(texture, 1);
}
LINKAGE __global__ void linger(int *o) {
  for (const long long start = clock64(); clock64() - start < 20000000;)
    ;
  *o = ID * 100 + 2;
}
// Constant initialisers that are none: the host finds managed variables by a pointer.
static int *const *addresses() {
  static int *const list[] = {nullptr, &managed};
  return list;
}

namespace { // a class of this name is in every unit

/// An integer in managed memory that a kernel writes.
struct Result {
  int *word = nullptr;
  Result() { cudaMallocManaged(&word, sizeof *word), *word = -1; }
  ~Result() { cudaFree(word); }
  operator int *() { return word; }
  int get() {
    const cudaError_t error = cudaDeviceSynchronize();
    return error ? -int(error) : *word;
  }
};

int callKernel() {
  Result result;
  kernel<<<1, 1>>>(result);
  return result.get();
}

int useVariable() {
  Result result;
  next<<<1, 1>>>(result);
  int host = -1;
  if (cudaMemcpyFromSymbol(&host, variable, sizeof host) || host != result.get())
    return -2;
  return host;
}

int useManaged() {
  managed += 1;
  manage<<<1, 1>>>();
  return cudaDeviceSynchronize() || addresses()[1] != &managed ? -2 : managed;
}

int useConstant() {
  Result before, after;
  read<<<1, 1>>>(before);
  const int value = ID * 100 + 8;
  if (before.get() < 0 || cudaMemcpyToSymbol(constant, &value, sizeof value))
    return -2;
  read<<<1, 1>>>(after);
  return before.get() * 1000 + after.get();
}

int useTexture() {
  Result result;
  int *texels, host[2] = {0, ID * 100 + 9};
  cudaResourceDesc resource = {};
  cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  if (cudaMalloc(&texels, sizeof host) ||
      cudaMemcpy(texels, host, sizeof host, cudaMemcpyHostToDevice))
    return -2;
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = texels;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = sizeof host;
  how.readMode = cudaReadModeElementType;
  if (cudaCreateTextureObject(&texture, &resource, &how, nullptr))
    return -2;
  fetch<<<1, 1>>>(texture, result);
  const int value = result.get();
  cudaDestroyTextureObject(texture);
  cudaFree(texels);
  return value;
}

/// Uses the device before main, or in dlopen, and after it, or in dlclose. (NVIDIA's objects crash
/// there in all files of a device link but the last: LATE.)
struct Global {
  int before, bound, &alias;
  Global() : before(callKernel()), alias(managed) { bound = alias; }
  ~Global() { printf("unit %d destructor %d\n", ID, callKernel()); }
};
#ifndef LATE
Global global;
int *const early[] = {nullptr, &managed};
#endif

} // namespace

extern "C" int RUN(int entity) {
  switch (entity) {
  case 0:
    return callKernel();
  case 1: {
    Result result;
    instance<UNIT, 3><<<1, 1>>>(result);
    return result.get();
  }
  case 2:
    return useVariable();
  case 3:
    return useManaged();
  case 4:
    return useConstant();
  case 5:
    return useTexture();
#ifndef LATE
  case 6:
    return early[1] == &managed && global.before == ID * 100 + 1 && global.bound == ID * 100 + 5 &&
                   &global.alias == &managed
               ? global.before
               : -global.before;
#endif
  }
  return -1;
}

/// Of a unit that is a plugin: the word that a kernel writes which is at work when this returns.
#define NAME(run) NAME_OF(run)
#define NAME_OF(run) run##Leave
extern "C" int *NAME(RUN)() {
  int *word = nullptr;
  if (cudaMallocManaged(&word, sizeof *word))
    return nullptr;
  *word = 0;
  linger<<<1, 1>>>(word);
  return word;
}
