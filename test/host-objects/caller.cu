// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches the kernel of another file of the same link, and with -rdc=true uses its variables.
extern __global__ void kernel(int *o);
#ifdef __CUDACC_RDC__
extern __device__ int variable;
extern __managed__ int managed;
#endif

extern "C" int runCaller() {
  int *word, value = -1;
  if (cudaMallocManaged(&word, sizeof *word))
    return -1;
  kernel<<<1, 1>>>(word);
  if (!cudaDeviceSynchronize())
    value = *word;
  cudaFree(word);
#ifdef __CUDACC_RDC__
  int host = 0;
  if (cudaMemcpyFromSymbol(&host, variable, sizeof host) || host / 100 != value / 100 ||
      managed / 100 != value / 100)
    return -2;
#endif
  return value;
}
