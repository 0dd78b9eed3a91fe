// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda::stream_ref, as libcu++ documents it.
#include <cuda/stream_ref>
#include <type_traits>

#include "Check.h"

static_assert(std::is_convertible<cudaStream_t, cuda::stream_ref>::value, "");
static_assert(!std::is_constructible<cuda::stream_ref, int>::value, "");
static_assert(!std::is_constructible<cuda::stream_ref, decltype(nullptr)>::value, "");

static __global__ void set(int *p, int value) { *p = value; }
static cudaError_t hostWork(cuda::stream_ref stream, int *p) {
  set<<<1, 1, 0, stream.get()>>>(p, 9);
  return cudaGetLastError();
}

static void CUDART_CB hold(void *flag) {
  while (!*static_cast<volatile bool *>(flag))
    ;
}

int main() {
  int least = 0, greatest = 0, *p = nullptr, value = 0;
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t first, second;
  OK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithPriority(&second, cudaStreamNonBlocking, greatest));
  cuda::stream_ref a = first, b{second}, again{first};
  CHECK(a == again && a != b && a.get() == first);
  EQUAL(0, a.priority());
  EQUAL(greatest, b.priority());

  OK(cudaMalloc(&p, sizeof(int)));
  OK(hostWork(a, p));
  a.wait();
  CHECK(a.ready());
  OK(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost));
  EQUAL(9, value);

  volatile bool flag = false;
  OK(cudaLaunchHostFunc(second, hold, const_cast<bool *>(&flag)));
  CHECK(!b.ready());
  EQUAL(cudaSuccess, cudaGetLastError()); // not ready is no error
  flag = true;
  b.wait();
  CHECK(b.ready());

  OK(cudaFree(p));
  OK(cudaStreamDestroy(first));
  OK(cudaStreamDestroy(second));
  return finish("StreamRef");
}
