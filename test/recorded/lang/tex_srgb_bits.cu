// sRGB textures: every value of colour and alpha, pairs and squares of texels blended, as bits; formats that cannot be sRGB
#include <cstdio>
#include <vector>
__global__ void sample(cudaTextureObject_t t, uint4 *o, const float *x, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) { float4 v = tex2D<float4>(t, x[2 * i], x[2 * i + 1]); o[i] = make_uint4(__float_as_uint(v.x), __float_as_uint(v.y), __float_as_uint(v.z), __float_as_uint(v.w)); } }
float *dx; uint4 *dout;
cudaTextureObject_t make(cudaArray_t a, bool linear, bool real = true) {
  cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a; cudaTextureDesc t = {}; t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp; t.sRGB = 1;
  t.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint; t.readMode = real ? cudaReadModeNormalizedFloat : cudaReadModeElementType; cudaTextureObject_t o = 0; if (auto e = cudaCreateTextureObject(&o, &r, &t, 0)) printf("%s\n", cudaGetErrorName(e)); return o;
}
void show(const char *what, cudaTextureObject_t t, const std::vector<float> &x) {
  int n = x.size() / 2; cudaMemcpy(dx, x.data(), x.size() * 4, cudaMemcpyHostToDevice); sample<<<1, 128>>>(t, dout, dx, n);
  std::vector<uint4> h(n); cudaMemcpy(h.data(), dout, n * 16, cudaMemcpyDeviceToHost); printf("%s:", what); for (uint4 v : h) { printf(" %08x", v.x); if (v.y != v.x || v.z != v.x) printf("/%08x/%08x", v.y, v.z); printf(",%08x", v.w); } printf("\n");
}
int main() {
  cudaMalloc(&dx, 1 << 16); cudaMalloc(&dout, 1 << 16); auto d = cudaCreateChannelDesc<uchar4>(); cudaArray_t a; cudaMallocArray(&a, &d, 256, 1); std::vector<uchar4> v(256); std::vector<float> x;
  for (int i = 0; i < 256; ++i) { v[i] = make_uchar4(i, i, i, i); x.push_back(i + 0.5f); x.push_back(0.5f); }
  cudaMemcpy2DToArray(a, 0, 0, v.data(), 1024, 1024, 1, cudaMemcpyHostToDevice); show("all", make(a, false), x); show("all linear", make(a, true), x);
  std::vector<unsigned char> p = {0, 1, 0, 255, 255, 254, 10, 11, 127, 128, 3, 200, 77, 78, 1, 254, 50, 60, 30, 220}; cudaArray_t b; int n = p.size(); cudaMallocArray(&b, &d, n, 1);
  for (int i = 0; i < n; ++i) v[i] = make_uchar4(p[i], p[i], p[i], p[i]); cudaMemcpy2DToArray(b, 0, 0, v.data(), n * 4, n * 4, 1, cudaMemcpyHostToDevice);
  x.clear(); for (int i = 0; i < n; i += 2) for (int w : {1, 2, 5, 31, 64, 100, 127, 128, 129, 200, 254, 255}) { x.push_back(i + 0.5f + w / 256.f); x.push_back(0.5f); } show("pairs", make(b, true), x);
  cudaArray_t c; cudaMallocArray(&c, &d, 4, 4); for (int i = 0; i < 16; ++i) v[i] = make_uchar4(i * 17, 255 - i * 15, i * 7 + 3, i * 13); cudaMemcpy2DToArray(c, 0, 0, v.data(), 16, 16, 4, cudaMemcpyHostToDevice);
  x.clear(); for (int y : {0, 1, 2}) for (int w : {1, 77, 128, 200}) for (int u : {3, 128, 255}) if (w != 1 || u != 3) { x.push_back(y + 0.5f + w / 256.f); x.push_back(y + 0.5f + u / 256.f); } show("squares", make(c, true), x);
  cudaArray_t e; auto d2 = cudaCreateChannelDesc<uchar2>(), d1 = cudaCreateChannelDesc<unsigned char>(), f4 = cudaCreateChannelDesc<float4>(), s4 = cudaCreateChannelDesc<char4>(), h4 = cudaCreateChannelDesc<ushort4>();
  int k = 0; for (auto *q : {&d2, &d1, &f4, &s4, &h4}) { cudaMallocArray(&e, q, 4, 4); cudaMemset(dout, 0, 64); printf("kind %d\n", k++); std::vector<unsigned char> raw(256, 100); int size = (q->x + q->y + q->z + q->w) / 8; cudaMemcpy2DToArray(e, 0, 0, raw.data(), size * 4, size * 4, 4, cudaMemcpyHostToDevice); auto t = make(e, false, q != &f4); if (t && q != &f4) show("kind", t, {0.5f, 0.5f}); cudaGetLastError(); }
  printf("element type "); make(c, false, false); printf("\n%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
