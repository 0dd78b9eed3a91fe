// mem_array_copies: arrays: copies of all kinds, descriptors, refusals
#include <cstdio>
#include <cstring>
#include <vector>
static const char *n(cudaError_t e) {
  cudaGetLastError();
  return cudaGetErrorName(e);
}
static unsigned hash(const void *p, size_t n) {
  unsigned h = 2166136261u;
  for (size_t i = 0; i < n; i++)
    h = (h ^ ((const unsigned char *)p)[i]) * 16777619u;
  return h;
}
int main() {
  const int W = 24, H = 10;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<short2>();
  cudaArray_t a, b;
  printf("%s %s\n", n(cudaMallocArray(&a, &f, W, H)), n(cudaMallocArray(&b, &f, W, H)));
  std::vector<unsigned char> h(W * H * 4), r(W * H * 4);
  for (size_t i = 0; i < h.size(); i++)
    h[i] = i * 7 + i / 256;
  unsigned char *d;
  size_t pitch;
  cudaMallocPitch(&d, &pitch, W * 4, H);
  printf("pitch %zu\n", pitch);
  auto back = [&](const char *w, cudaArray_t x) {
    memset(r.data(), 0, r.size());
    cudaError_t e = cudaMemcpy2DFromArray(r.data(), W * 4, x, 0, 0, W * 4, H, cudaMemcpyDeviceToHost);
    printf("%s %s %08x\n", w, n(e), hash(r.data(), r.size()));
  };
  printf("%s\n", n(cudaMemcpy2DToArray(a, 0, 0, h.data(), W * 4, W * 4, H, cudaMemcpyHostToDevice)));
  back("full", a);
  printf("%s\n", n(cudaMemcpy2DToArray(b, 0, 0, h.data(), W * 4, W * 4, H, cudaMemcpyDefault)));
  printf("%s\n", n(cudaMemcpy2DToArray(b, 8, 2, h.data() + 5, 40, 32, 5, cudaMemcpyHostToDevice)));
  back("part", b);
  printf("%s\n", n(cudaMemcpy2DArrayToArray(b, 16, 3, a, 4, 1, 44, 6, cudaMemcpyDeviceToDevice)));
  back("a2a", b);
  printf("%s\n", n(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, 44, 6, cudaMemcpyDefault)));
  back("a2a default", b);
  printf("%s\n", n(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, 44, 6, cudaMemcpyHostToDevice)));
  printf("%s\n", n(cudaMemcpyToArray(b, 12, 2, h.data(), 200, cudaMemcpyHostToDevice)));
  back("toarray", b);
  memset(r.data(), 0, r.size());
  printf("%s", n(cudaMemcpyFromArray(r.data(), a, 20, 1, 150, cudaMemcpyDeviceToHost)));
  printf(" %08x\n", hash(r.data(), r.size()));
  printf("%s\n", n(cudaMemcpyArrayToArray(b, 8, 0, a, 0, 4, 300, cudaMemcpyDeviceToDevice)));
  back("a2a linear", b);
  printf("%s %s %s %s %s\n", n(cudaMemcpyToArray(b, 3, 0, h.data(), 20, cudaMemcpyHostToDevice)),
         n(cudaMemcpyToArray(b, 0, 0, h.data(), 3, cudaMemcpyHostToDevice)),
         n(cudaMemcpyToArray(b, 0, 9, h.data(), 97, cudaMemcpyHostToDevice)),
         n(cudaMemcpyToArray(b, 0, 10, h.data(), 4, cudaMemcpyHostToDevice)),
         n(cudaMemcpyToArray(0, 0, 0, h.data(), 4, cudaMemcpyHostToDevice)));
  printf("%s %s %s %s %s %s\n", n(cudaMemcpy2DToArray(a, 0, 0, h.data(), 95, 96, H, cudaMemcpyHostToDevice)),
         n(cudaMemcpy2DToArray(a, 4, 0, h.data(), 96, 96, H, cudaMemcpyHostToDevice)),
         n(cudaMemcpy2DToArray(a, 0, 1, h.data(), 96, 96, H, cudaMemcpyHostToDevice)),
         n(cudaMemcpy2DToArray(a, 2, 0, h.data(), 96, 4, 1, cudaMemcpyHostToDevice)),
         n(cudaMemcpy2DToArray(a, 0, 0, h.data(), 96, 96, H, cudaMemcpyDeviceToHost)),
         n(cudaMemcpy2DToArray(a, 0, 0, 0, 96, 96, H, cudaMemcpyHostToDevice)));
  cudaStream_t s;
  cudaStreamCreate(&s);
  printf("%s %s", n(cudaMemcpy2DToArrayAsync(a, 0, 0, h.data(), 96, 96, H, cudaMemcpyHostToDevice, s)),
         n(cudaMemcpy2DFromArrayAsync(d, pitch, a, 0, 0, 96, H, cudaMemcpyDeviceToDevice, s)));
  printf(" %s\n", n(cudaStreamSynchronize(s)));
  memset(r.data(), 0, r.size());
  printf("%s", n(cudaMemcpy2D(r.data(), 96, d, pitch, 96, H, cudaMemcpyDeviceToHost)));
  printf(" %d\n", r == h);
  cudaChannelFormatDesc g;
  cudaExtent e;
  unsigned fl;
  printf("%s", n(cudaArrayGetInfo(&g, &e, &fl, a)));
  printf(" %d %d %d %d %d | %zu %zu %zu | %u\n", g.x, g.y, g.z, g.w, g.f, e.width, e.height, e.depth, fl);
#define CH(T)                                                                                                                    \
  {                                                                                                                              \
    auto c = cudaCreateChannelDesc<T>();                                                                                         \
    cudaArray_t x = 0;                                                                                                           \
    cudaError_t er = cudaMallocArray(&x, &c, 8, 4);                                                                              \
    cudaChannelFormatDesc q = {};                                                                                                \
    if (x)                                                                                                                       \
      cudaGetChannelDesc(&q, x);                                                                                                 \
    printf(#T " %d %d %d %d %d %s %d %d\n", c.x, c.y, c.z, c.w, c.f, n(er), q.x, q.f);                                           \
    if (x)                                                                                                                       \
      cudaFreeArray(x);                                                                                                          \
  }
  CH(char)
  CH(signed char) CH(uchar2) CH(char4) CH(short) CH(ushort4) CH(int) CH(uint2) CH(int4) CH(long) CH(float) CH(float2) CH(float4)
      CH(unsigned long) CH(char3) CH(float3) CH(int1)
          cudaChannelFormatDesc bad[] = {{8, 16, 0, 0, cudaChannelFormatKindUnsigned},
                                         {0, 8, 0, 0, cudaChannelFormatKindUnsigned},
                                         {64, 0, 0, 0, cudaChannelFormatKindUnsigned},
                                         {16, 0, 0, 0, cudaChannelFormatKindFloat},
                                         {8, 0, 0, 0, cudaChannelFormatKindFloat},
                                         {24, 0, 0, 0, cudaChannelFormatKindSigned},
                                         {8, 8, 8, 8, cudaChannelFormatKindNone},
                                         {8, 8, 8, 8, cudaChannelFormatKindUnsignedNormalized8X4},
                                         {8, 0, 0, 0, cudaChannelFormatKindUnsignedNormalized8X1},
                                         {8, 8, 8, 0, cudaChannelFormatKindSigned},
                                         {0, 0, 0, 0, cudaChannelFormatKindSigned},
                                         {-8, 0, 0, 0, cudaChannelFormatKindSigned}};
  for (auto &c : bad) {
    cudaArray_t x = 0;
    cudaError_t er = cudaMallocArray(&x, &c, 8, 4);
    printf("bad %d %d %d %d %d: %s\n", c.x, c.y, c.z, c.w, c.f, n(er));
    if (x)
      cudaFreeArray(x);
  }
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(h.data(), 96, 24, 10);
  p.dstArray = a;
  p.extent = make_cudaExtent(24, 10, 1);
  p.kind = cudaMemcpyHostToDevice;
  printf("%s", n(cudaMemcpy3D(&p)));
  p.extent.depth = 2;
  printf(" %s", n(cudaMemcpy3D(&p)));
  p.extent = make_cudaExtent(25, 10, 1);
  printf(" %s", n(cudaMemcpy3D(&p)));
  p.extent = make_cudaExtent(24, 10, 0);
  printf(" %s", n(cudaMemcpy3D(&p)));
  p.extent.depth = 1;
  p.srcArray = b;
  printf(" %s", n(cudaMemcpy3D(&p)));
  p.srcPtr = {};
  printf(" %s", n(cudaMemcpy3D(&p)));
  p.kind = cudaMemcpyDeviceToDevice;
  printf(" %s", n(cudaMemcpy3D(&p)));
  p.dstPos = make_cudaPos(1, 0, 0);
  printf(" %s", n(cudaMemcpy3D(&p)));
  p.extent.width = 23;
  printf(" %s\n", n(cudaMemcpy3D(&p)));
  printf("%s %s\n", n(cudaFreeArray(a)), n(cudaFreeArray(0)));
}
