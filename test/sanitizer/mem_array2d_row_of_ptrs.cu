// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of different lengths, the last element of each past its end.
#include <cstdio>
__global__ void k(int **rows, int n) { for (int r = threadIdx.y; r < n; r += blockDim.y) for (int c = threadIdx.x; c <= r + 1; c += blockDim.x)
  rows[r][c] = r * c; //! memcheck oob global write 4
}
int main() { int *h[7], **d; for (int r = 0; r < 7; ++r) cudaMalloc(&h[r], (r + 1) * 4); cudaMalloc(&d, sizeof h); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); k<<<1, dim3(4, 2)>>>(d, 7); printf("%d\n", cudaDeviceSynchronize()); for (auto p : h) cudaFree(p); cudaFree(d); }
