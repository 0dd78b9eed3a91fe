// launches by kernels: templates, structures, shared memory, 3-D grids, trees, function pointers, refused ones
#include <cstdio>
struct Arg { int a; double d; short s[3]; int *p; };
__device__ int trace_[64], at;
__global__ void leaf(int v, int *o) { int k = atomicAdd(&at, 1); trace_[k] = v; atomicAdd(o, v); }
__global__ void st(Arg a) { if (threadIdx.x == 0 && blockIdx.x == 0) a.p[0] += a.a + (int)a.d + a.s[2]; }
template <class T, int N> __global__ void tm(T v, int *o) { extern __shared__ char raw[]; T *sh = (T *)raw; sh[threadIdx.x] = v * T(threadIdx.x); __syncthreads(); if (threadIdx.x == 0) { T s = 0; for (int i = 0; i < N; ++i) s += sh[i]; atomicAdd(o, (int)s); } }
__global__ void grid3(int *o) { atomicAdd(o, blockIdx.x + 10 * blockIdx.y + 100 * blockIdx.z + threadIdx.x * 3 + threadIdx.y * 5); }
__global__ void serial(int *o) { for (int i = 0; i < 6; ++i) leaf<<<1, 1>>>(i + 1, o); }
__global__ void tree(int d, int n, int *o) { if (threadIdx.x < 2 && d) tree<<<1, 2>>>(d - 1, n * 2 + threadIdx.x, o); if (!d) atomicAdd(o, n); }
__global__ void sum(int *p, int n) { if (n == 1) return; int h = n / 2; for (int i = threadIdx.x; i < h; i += blockDim.x) p[i] += p[i + h]; __syncthreads(); if (threadIdx.x == 0) sum<<<1, 32>>>(p, h); }
typedef void (*K)(int, int *); __device__ K table[2] = {leaf, leaf};
__global__ void root(int *o, int *p) { Arg a{5, 2.5, {1, 2, 3}, o}; st<<<2, 32>>>(a); tm<float, 16><<<1, 16, 64>>>(1.5f, o + 1); tm<int, 8><<<3, 8, 32>>>(2, o + 2); grid3<<<dim3(2, 3, 4), dim3(4, 2)>>>(o + 3); tree<<<1, 2>>>(3, 1, o + 4); sum<<<1, 32>>>(p, 256); cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); leaf<<<1, 1, 0, s>>>(100, o + 5); cudaStreamDestroy(s); table[1]<<<1, 1>>>(7, o + 6); o[8] = cudaGetLastError(); leaf<<<1, 2000>>>(1, o + 7); o[9] = cudaGetLastError(); leaf<<<0, 1>>>(1, o + 7); o[10] = cudaGetLastError(); tm<int, 8><<<1, 8, 1 << 20>>>(2, o + 7); o[11] = cudaGetLastError(); }
__global__ void all(int *o) { leaf<<<1, 1>>>(1, o + 12); if (threadIdx.x & 1) leaf<<<1, 2, 0, cudaStreamFireAndForget>>>(1, o + 13); }
int main() { int *o, *p; cudaMallocManaged(&o, 256); cudaMallocManaged(&p, 1024); for (int i = 0; i < 256; ++i) p[i] = i; serial<<<1, 1>>>(o + 15); cudaDeviceSynchronize(); int t[64]; cudaMemcpyFromSymbol(t, trace_, 256); for (int i = 0; i < 6; ++i) printf("%d ", t[i]); puts(""); root<<<1, 1>>>(o, p); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); int z = 0; cudaMemcpyToSymbol(at, &z, 4); all<<<1, 16>>>(o); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 16; ++i) printf("%d ", o[i]); printf("| %d\n", p[0]); }
