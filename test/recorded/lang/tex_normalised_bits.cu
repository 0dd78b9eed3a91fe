// the bits that a normalised coordinate keeps, in all address modes
#include <cstdio>
#include <cstring>
#include <cmath>
#include <vector>
__global__ void k1(cudaTextureObject_t t, float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = tex1D<float>(t, x[i]); }
__global__ void k2(cudaTextureObject_t t, float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = tex2D<float>(t, x[i], 0.5f); }
int main() {
  for (int W : {5, 7, 64, 1000, 4097}) {
    std::vector<float> d(W); for (int i = 0; i < W; ++i) d[i] = i;
    cudaChannelFormatDesc c = cudaCreateChannelDesc<float>(); cudaArray_t a; cudaMallocArray(&a, &c, W, 1); cudaMemcpy2DToArray(a, 0, 0, d.data(), W * 4, W * 4, 1, cudaMemcpyHostToDevice);
    std::vector<float> xs;
    for (int base : {-3, -1, 0, 1, 2, 17}) for (int k = 0; k < 12; ++k) { int j = k * W / 12; float x = base + float(j) / W; for (int u = -4; u <= 4; ++u) { float y = x; for (int q = 0; q < abs(u); ++q) y = nextafterf(y, u < 0 ? -1e30f : 1e30f); xs.push_back(y); } }
    for (int e = -30; e < 0; ++e) { xs.push_back(ldexpf(1, e)); xs.push_back(-ldexpf(1, e)); xs.push_back(1 - ldexpf(1, e)); }
    int n = xs.size(); float *x, *o; cudaMalloc(&x, n * 4); cudaMalloc(&o, n * 4); cudaMemcpy(x, xs.data(), n * 4, cudaMemcpyHostToDevice);
    for (int kind = 0; kind < 2; ++kind) for (int lin = 0; lin < 2; ++lin) for (int m : {0, 1, 2, 3}) {
      cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a; cudaTextureDesc t = {}; t.addressMode[0] = (cudaTextureAddressMode)m; t.addressMode[1] = cudaAddressModeClamp; t.filterMode = lin ? cudaFilterModeLinear : cudaFilterModePoint; t.normalizedCoords = 1; t.borderColor[0] = -7;
      cudaTextureObject_t tex; cudaCreateTextureObject(&tex, &r, &t, 0); if (kind) k2<<<(n + 127) / 128, 128>>>(tex, o, x, n); else k1<<<(n + 127) / 128, 128>>>(tex, o, x, n);
      std::vector<float> h(n); cudaMemcpy(h.data(), o, n * 4, cudaMemcpyDeviceToHost); printf("W %d kind %d lin %d mode %d:", W, kind, lin, m); unsigned f = 2166136261u; for (int i = 0; i < n * 4; ++i) f = (f ^ ((unsigned char *)h.data())[i]) * 16777619u; printf(" %08x", f); for (int i = 0; i < n; i += 37) printf(" %.9g", h[i]); printf("\n"); cudaDestroyTextureObject(tex); }
    cudaFreeArray(a); cudaFree(x); cudaFree(o);
  }
}
