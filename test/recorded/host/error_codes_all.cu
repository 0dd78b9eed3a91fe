// every error code from 0 to 902: names and texts of runtime and driver
#include <cstdio>
#include <cstring>
#include <cuda.h>
int main() {
  for (int i = -1; i < 903; ++i) { const char *n = cudaGetErrorName((cudaError_t)i), *t = cudaGetErrorString((cudaError_t)i), *dn = 0, *dt = 0; CUresult a = cuGetErrorName((CUresult)i, &dn), b = cuGetErrorString((CUresult)i, &dt); if (strcmp(n, "unrecognized error code") || a == CUDA_SUCCESS || i < 0) printf("%d: %s: %s | %d %s: %d %s\n", i, n, t, int(a), dn ? dn : "none", int(b), dt ? dt : "none"); }
  printf("%s %s\n", cudaGetErrorName(cudaPeekAtLastError()), cudaGetErrorName(cudaGetLastError()));
}
