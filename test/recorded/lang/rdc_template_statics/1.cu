// relocatable code of two files with one header: kernel templates over static tables, functions, hidden kernels
#define V 1
#include "shared.h"
__global__ void calls1(int *o) { o[0] = once(); o[1] = twice(5); }
void run1(int *o) {
  auto end = [] { cudaDeviceSynchronize(); }; times<3><<<1, 4>>>(o); end(); printf("times %d %d\n", o[0], o[3]); int h[4] = {11, 11, 11, 11}; cudaMemcpyToSymbol(table, h, 16); times<3><<<1, 4>>>(o); end(); printf("filled %d\n", o[0]); int c = 1000 * 1; cudaMemcpyToSymbol(counter, &c, 4); times<3><<<1, 4>>>(o); end(); printf("counter %d\n", o[0]);
  calls1<<<1, 1>>>(o); end(); printf("calls %d %d\n", o[0], o[1]); hidden<<<1, 1>>>(o); end(); printf("hidden %d\n", o[0]); ofType<<<1, 1>>>(o, Mine()); end(); printf("type %d\n", o[0]);
}
