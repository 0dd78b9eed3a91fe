// textures of normalised integers: every value of 8 bits read, pairs of texels blended, in 1-D and 2-D, as bits
#include <cstdio>
#include <cstring>
#include <vector>
__global__ void line(cudaTextureObject_t t, unsigned *o, const float *x, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) o[i] = __float_as_uint(tex1D<float>(t, x[i])); }
__global__ void plane(cudaTextureObject_t t, unsigned *o, const float *x, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) o[i] = __float_as_uint(tex2D<float>(t, x[2 * i], x[2 * i + 1])); }
cudaTextureObject_t make(cudaArray_t a, bool linear) {
  cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a;
  cudaTextureDesc t = {}; t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp; t.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint; t.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t o = 0; if (auto e = cudaCreateTextureObject(&o, &r, &t, 0)) printf("%s\n", cudaGetErrorName(e)); return o;
}
float *dx; unsigned *dout;
void show(const char *what, cudaTextureObject_t t, const std::vector<float> &x, bool flat) {
  int n = flat ? x.size() / 2 : x.size(); cudaMemcpy(dx, x.data(), x.size() * 4, cudaMemcpyHostToDevice);
  if (flat) plane<<<1, 128>>>(t, dout, dx, n); else line<<<1, 128>>>(t, dout, dx, n);
  std::vector<unsigned> h(n); cudaMemcpy(h.data(), dout, n * 4, cudaMemcpyDeviceToHost);
  printf("%s:", what); for (unsigned v : h) printf(" %08x", v); printf("\n"); cudaDestroyTextureObject(t);
}
template <class T> void kind(const char *name, const std::vector<T> &pairs) {
  auto d = cudaCreateChannelDesc<T>(); cudaArray_t a, b; char text[64]; const int n = pairs.size();
  cudaMallocArray(&a, &d, n); cudaMemcpy2DToArray(a, 0, 0, pairs.data(), n * sizeof(T), n * sizeof(T), 1, cudaMemcpyHostToDevice);
  std::vector<float> x; for (int i = 0; i < n; ++i) x.push_back(i + 0.5f);
  sprintf(text, "%s values", name); show(text, make(a, false), x, false);
  sprintf(text, "%s values linear", name); show(text, make(a, true), x, false);
  x.clear(); for (int i = 0; i + 1 < n; i += 2) for (int w : {1, 2, 3, 5, 16, 31, 64, 85, 100, 127, 128, 129, 171, 200, 254, 255}) x.push_back(i + 0.5f + w / 256.f);
  sprintf(text, "%s pairs", name); show(text, make(a, true), x, false); cudaFreeArray(a);
  cudaMallocArray(&b, &d, 4, n / 4); cudaMemcpy2DToArray(b, 0, 0, pairs.data(), 4 * sizeof(T), 4 * sizeof(T), n / 4, cudaMemcpyHostToDevice);
  x.clear(); for (int y = 0; y + 1 < n / 4; y += 2) for (int c = 0; c < 3; c += 2) for (int w : {1, 37, 128, 200, 255}) for (int v : {3, 77, 128, 191}) { x.push_back(c + 0.5f + w / 256.f); x.push_back(y + 0.5f + v / 256.f); }
  sprintf(text, "%s squares", name); show(text, make(b, true), x, true); cudaFreeArray(b);
}
int main() {
  cudaMalloc(&dx, 1 << 16); cudaMalloc(&dout, 1 << 16);
  { auto d = cudaCreateChannelDesc<signed char>(); cudaArray_t a; cudaMallocArray(&a, &d, 256); signed char v[256]; std::vector<float> x; for (int i = 0; i < 256; ++i) { v[i] = i - 128; x.push_back(i + 0.5f); } cudaMemcpy2DToArray(a, 0, 0, v, 256, 256, 1, cudaMemcpyHostToDevice); show("all s8", make(a, false), x, false); show("all s8 linear", make(a, true), x, false); }
  { auto d = cudaCreateChannelDesc<unsigned char>(); cudaArray_t a; cudaMallocArray(&a, &d, 256); unsigned char v[256]; std::vector<float> x; for (int i = 0; i < 256; ++i) { v[i] = i; x.push_back(i + 0.5f); } cudaMemcpy2DToArray(a, 0, 0, v, 256, 256, 1, cudaMemcpyHostToDevice); show("all u8", make(a, false), x, false); show("all u8 linear", make(a, true), x, false); }
  kind<signed char>("s8", {-128, -127, -128, 127, 0, 1, 0, -1, 1, -1, 63, 64, 64, 65, -64, -63, 100, -100, 127, 126, -127, 127, 5, 90, -90, -5, 127, 0, -128, 0, 33, -77});
  kind<unsigned char>("u8", {0, 1, 0, 255, 255, 254, 127, 128, 128, 129, 3, 200, 77, 78, 1, 254});
  kind<short>("s16", {-32768, -32767, -32768, 32767, 0, 1, 0, -1, 1, -1, 16383, 16384, 100, -100, -32767, 32767, 1234, -31000, 32767, 32766, -32768, 0, 7, 8});
  kind<unsigned short>("u16", {0, 1, 0, 65535, 65535, 65534, 32767, 32768, 1000, 50000, 3, 2, 12345, 12346, 1, 65535});
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
