// 1-D textures in border mode, near and outside the edge: point and linear, every kind of format, both ways to address what a 1-D texture has no coordinate for
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <vector>
__global__ void sample(cudaTextureObject_t t, float *o, const float *x, int n, int layered) { int i = threadIdx.x; if (i < n) o[i] = layered ? tex1DLayered<float>(t, x[i], 1) : tex1D<float>(t, x[i]); }
struct Format { const char *name; int bits; cudaChannelFormatKind kind; };
int main() {
  Format formats[] = {{"f32", 32, cudaChannelFormatKindFloat}, {"f16", 16, cudaChannelFormatKindFloat}, {"u8", 8, cudaChannelFormatKindUnsigned}, {"u16", 16, cudaChannelFormatKindUnsigned}, {"s16", 16, cudaChannelFormatKindSigned}};
  const int W = 5; const float xs[] = {-1e9f, -2, -1, -0.75f, -0.5f, -0.4f, -0.25f, 0, 0.1f, 0.25f, 0.5f, 1, 1.3f, 2.5f, 3.75f, 4.4f, 4.5f, 4.75f, 5, 5.25f, 5.5f, 5.6f, 7, 1e9f}; const int n = sizeof xs / 4;
  float *x, *o; cudaMalloc(&x, n * 4); cudaMalloc(&o, n * 4); cudaMemcpy(x, xs, n * 4, cudaMemcpyHostToDevice);
  for (auto &f : formats) for (int layered = 0; layered < 2; ++layered) {
    auto d = cudaCreateChannelDesc(f.bits, 0, 0, 0, f.kind); cudaArray_t a; cudaMalloc3DArray(&a, &d, make_cudaExtent(W, 0, layered * 2), layered ? cudaArrayLayered : 0);
    std::vector<char> data(W * 2 * f.bits / 8);
    for (int i = 0; i < W * 2; ++i) { float v = (i * 7 % 11 + 1) / 12.f; if (f.kind == cudaChannelFormatKindSigned && i % 3 == 0) v = -v; __half h(v); int whole = v * (f.kind == cudaChannelFormatKindSigned ? (1 << (f.bits - 1)) - 1 : (1u << (f.bits & 31)) - 1); memcpy(&data[i * f.bits / 8], f.kind != cudaChannelFormatKindFloat ? (void *)&whole : f.bits == 32 ? (void *)&v : &h, f.bits / 8); }
    cudaMemcpy3DParms p = {}; p.srcPtr = make_cudaPitchedPtr(data.data(), W * f.bits / 8, W, 1); p.dstArray = a; p.extent = make_cudaExtent(W, 1, 1 + layered); p.kind = cudaMemcpyHostToDevice; cudaMemcpy3D(&p);
    for (int linear = 0; linear < 2; ++linear) for (int y : {0, 3}) {
      cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a; cudaTextureDesc t = {}; t.addressMode[0] = cudaAddressModeBorder; t.addressMode[1] = (cudaTextureAddressMode)y; t.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint; t.readMode = f.kind == cudaChannelFormatKindFloat ? cudaReadModeElementType : cudaReadModeNormalizedFloat; t.borderColor[0] = 0.3f;
      cudaTextureObject_t tex; printf("%s layered %d linear %d y %d:", f.name, layered, linear, y); if (auto e = cudaCreateTextureObject(&tex, &r, &t, 0)) printf(" %s", cudaGetErrorName(e));
      sample<<<1, 32>>>(tex, o, x, n, layered); float h[n]; cudaMemcpy(h, o, n * 4, cudaMemcpyDeviceToHost); for (float v : h) printf(" %.9g", v); printf("\n"); cudaDestroyTextureObject(tex);
    }
    cudaFreeArray(a);
  }
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
