// Built-in vector types: size, alignment, make_ functions, loads and stores through memory.
#include <cstdio>
template <class T> __global__ void rot(T *p) { T a = p[threadIdx.x]; __syncthreads(); p[(threadIdx.x + 1) % blockDim.x] = a; }
template <class T> void info(const char *n) { printf("%s %zu %zu", n, sizeof(T), alignof(T)); unsigned char *p; cudaMallocManaged(&p, 8 * sizeof(T)); for (unsigned i = 0; i < 8 * sizeof(T); ++i) p[i] = i; rot<<<1, 8>>>((T *)p); cudaDeviceSynchronize(); for (unsigned i = 0; i < 8 * sizeof(T); i += sizeof(T)) printf(" %u", p[i]); printf("\n"); cudaFree(p); }
#define V(b) info<b##1>(#b "1"); info<b##2>(#b "2"); info<b##3>(#b "3"); info<b##4>(#b "4")
__global__ void make(double *o) { char3 a = make_char3(1, -2, 3); ushort4 b = make_ushort4(1, 2, 65535, 4); longlong2 c = make_longlong2(-1, 1ll << 40); double3 d = make_double3(1.5, 2.5, 3.5); uint1 e = make_uint1(7); ulong3 f = make_ulong3(1, 2, 3); float1 g = make_float1(0.5f); int i = 0; o[i++] = a.x + a.y * 10 + a.z * 100; o[i++] = b.x + b.y + b.z + b.w; o[i++] = c.x + double(c.y); o[i++] = d.x * d.y * d.z; o[i++] = e.x; o[i++] = f.x + f.y + f.z; o[i++] = g.x; dim3 q(3); dim3 r(2, 5); uint3 u = r; o[i++] = q.x * 100 + q.y * 10 + q.z; o[i++] = u.x * 100 + u.y * 10 + u.z; }
int main() { V(char); V(uchar); V(short); V(ushort); V(int); V(uint); V(long); V(ulong); V(longlong); V(ulonglong); V(float); V(double); info<dim3>("dim3");
#if CUDART_VERSION >= 13000
  info<double4_16a>("double4_16a"); info<double4_32a>("double4_32a"); info<long4_16a>("long4_16a"); info<ulonglong4_32a>("ulonglong4_32a"); info<longlong4_16a>("longlong4_16a"); info<ulong4_32a>("ulong4_32a");
#endif
  double *o; cudaMallocManaged(&o, 200); make<<<1, 1>>>(o); cudaDeviceSynchronize(); for (int i = 0; i < 9; ++i) printf("%.17g ", o[i]); printf("\n"); }
