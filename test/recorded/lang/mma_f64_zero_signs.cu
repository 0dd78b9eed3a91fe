// f64 products of mma: zeros of both signs, infinities, denormals, mixed over the threads

#include <cstdio>
// zeros of both signs, small sums: one value for all elements
__global__ void m884(double *o, double av, double bv, double cv) { double d0, d1; asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};" : "=d"(d0), "=d"(d1) : "d"(av), "d"(bv), "d"(cv), "d"(cv)); if (threadIdx.x == 0) o[0] = d0; }
__global__ void m16k4(double *o, double av, double bv, double cv) { double d0, d1, d2, d3; asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};" : "=d"(d0), "=d"(d1), "=d"(d2), "=d"(d3) : "d"(av), "d"(av), "d"(bv), "d"(cv)); if (threadIdx.x == 0) o[0] = d3; }
__global__ void m16k8(double *o, double av, double bv, double cv) { double d0, d1, d2, d3; asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%5,%5}, {%6,%6,%6,%6};" : "=d"(d0), "=d"(d1), "=d"(d2), "=d"(d3) : "d"(av), "d"(bv), "d"(cv)); if (threadIdx.x == 0) o[0] = d2; }
__global__ void m16k16(double *o, double av, double bv, double cv) { double d0, d1, d2, d3; asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%4,%4,%4,%4,%4,%4,%4}, {%5,%5,%5,%5}, {%6,%6,%6,%6};" : "=d"(d0), "=d"(d1), "=d"(d2), "=d"(d3) : "d"(av), "d"(bv), "d"(cv)); if (threadIdx.x == 0) o[0] = d1; }
// every thread its own signs
__global__ void mixed(double *o, int seed) { unsigned t = threadIdx.x, s = seed * 2654435761u + t * 40503u; double z[] = {0.0, -0.0, 1.0, -1.0, 1e-320, -1e-320}; double a = z[(s >> 8) % 6], b = z[(s >> 16) % 6], c = z[(s >> 24) % 2], d0, d1; asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%4};" : "=d"(d0), "=d"(d1) : "d"(a), "d"(b), "d"(c)); o[2 * t] = d0; o[2 * t + 1] = d1; }
int main() { double *o; cudaMallocManaged(&o, 4096); double v[] = {0.0, -0.0, 1.0, -1.0, 1e-200, -1e-200, 1.0 / 0.0, 1e-320};
  for (double a : v) for (double b : v) for (double c : {0.0, -0.0, 1.0, -1.0 / 0.0}) { printf("%g %g %g:", a, b, c);
#define D(k) k<<<1, 32>>>(o, a, b, c); cudaDeviceSynchronize(); printf(" %llx", *(unsigned long long *)o)
    D(m884); D(m16k4); D(m16k8); D(m16k16); printf("\n"); }
  for (int s = 0; s < 20; ++s) { mixed<<<1, 32>>>(o, s); cudaDeviceSynchronize(); printf("mixed %d:", s); for (int i = 0; i < 64; ++i) printf(" %llx", ((unsigned long long *)o)[i]); printf("\n"); }
}
