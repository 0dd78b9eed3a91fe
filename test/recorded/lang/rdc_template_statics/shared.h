#include <cstdio>
static __constant__ int table[4] = {V, V, V, V};
static __device__ int counter = V * 10;
template <int N> __global__ void times(int *o) {
  o[threadIdx.x] = table[threadIdx.x] * N + counter;
}
template <class T> __device__ T twice(T x) { return x * 2 + table[0]; }
inline __device__ int once() {
  static int calls = 0;
  return ++calls;
}
namespace {
__global__ void hidden(int *o) { o[0] = V; }
struct Mine {
  enum { v = V };
};
} // namespace
template <class T> __global__ void ofType(int *o, T) { o[0] = T::v; }
