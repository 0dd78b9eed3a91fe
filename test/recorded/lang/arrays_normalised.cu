// arrays of the normalised kinds: descriptions, copies, textures, surfaces, refusals
#include <cstdio>
#include <vector>
__global__ void sample(cudaTextureObject_t t, float4 *o, int n, float shift) { int i = threadIdx.x; if (i < n) o[i] = tex2D<float4>(t, i + 0.5f + shift, 0.5f); }
__global__ void load(cudaSurfaceObject_t s, unsigned *o, int n) { int i = threadIdx.x; if (i < n) { o[i] = surf2Dread<unsigned>(s, i * 4, 0); surf2Dwrite<unsigned>(o[i] ^ 1023u, s, i * 4, 0); } }
template <cudaChannelFormatKind K> void kind(const char *name, int bytes) {
  auto d = cudaCreateChannelDesc<K>(); printf("%s: %d %d %d %d kind %d\n", name, d.x, d.y, d.z, d.w, int(d.f)); const int n = 12; cudaArray_t a = 0;
  cudaError_t e = cudaMallocArray(&a, &d, n, 2, cudaArraySurfaceLoadStore); printf(" with surfaces %s", cudaGetErrorName(e)); if (e) { cudaGetLastError(); printf(", without %s", cudaGetErrorName(cudaMallocArray(&a, &d, n, 2))); } printf("\n"); if (!a) { cudaGetLastError(); return; }
  cudaChannelFormatDesc g; cudaExtent x; unsigned f; cudaArrayGetInfo(&g, &x, &f, a); printf(" %d %d %d %d kind %d extent %zu %zu %zu flags %u\n", g.x, g.y, g.z, g.w, int(g.f), x.width, x.height, x.depth, f);
  std::vector<unsigned> w(n * 4 * 2); for (size_t i = 0; i < w.size(); ++i) w[i] = i * 2654435761u ^ (i << 30) ^ i >> 1; w[0] = 0; w[1] = ~0u; w[2] = 1023; w[3] = 1023 << 10; w[4] = 1023 << 20; w[5] = 1u << 30; w[6] = 2u << 30;
  printf(" copy %s\n", cudaGetErrorName(cudaMemcpy2DToArray(a, 0, 0, w.data(), n * bytes, n * bytes, 2, cudaMemcpyHostToDevice)));
  float4 *o; cudaMallocManaged(&o, 4096);
  for (int mode = 0; mode < 2; ++mode) for (int filter = 0; filter < 2; ++filter) {
    cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a; cudaTextureDesc t = {}; t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp; t.readMode = mode ? cudaReadModeNormalizedFloat : cudaReadModeElementType; t.filterMode = filter ? cudaFilterModeLinear : cudaFilterModePoint;
    cudaTextureObject_t tex; e = cudaCreateTextureObject(&tex, &r, &t, 0); printf(" mode %d filter %d %s\n", mode, filter, cudaGetErrorName(e)); if (e) { cudaGetLastError(); continue; }
    for (float shift : {0.f, 0.3f}) { sample<<<1, 32>>>(tex, o, n, shift); printf("  %s", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < n; ++i) printf(" %a,%a,%a,%a", o[i].x, o[i].y, o[i].z, o[i].w); printf("\n"); if (!filter) break; }
    cudaDestroyTextureObject(tex);
  }
  if (f & cudaArraySurfaceLoadStore && bytes == 4) { cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a; cudaSurfaceObject_t s; e = cudaCreateSurfaceObject(&s, &r); printf(" surface %s", cudaGetErrorName(e)); if (!e) { unsigned *p = (unsigned *)o; load<<<1, 32>>>(s, p, n); printf(" %s", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < n; ++i) printf(" %08x", p[i]); std::vector<unsigned> back(n); cudaMemcpy2DFromArray(back.data(), n * 4, a, 0, 0, n * 4, 1, cudaMemcpyDeviceToHost); for (unsigned v : back) printf(" %08x", v); } printf("\n"); }
  cudaGetLastError(); cudaFree(o); printf(" free %s\n", cudaGetErrorName(cudaFreeArray(a)));
}
int main() {
  kind<cudaChannelFormatKindUnsignedNormalized8X4>("unorm 8 x 4", 4); kind<cudaChannelFormatKindSignedNormalized8X4>("snorm 8 x 4", 4);
  kind<cudaChannelFormatKindUnsignedNormalized16X2>("unorm 16 x 2", 4); kind<cudaChannelFormatKindSignedNormalized16X2>("snorm 16 x 2", 4); kind<cudaChannelFormatKindSignedNormalized16X4>("snorm 16 x 4", 8); kind<cudaChannelFormatKindUnsignedNormalized8X1>("unorm 8", 1); kind<cudaChannelFormatKindSignedNormalized16X1>("snorm 16", 2);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
