// rows and slices that pitched pointers must have in 3D copies and fills
#include <cstdio>
#include <cstdlib>
static int num;
#define T(x) do { cudaError_t e_ = (x); printf("%d %s\n", ++num, cudaGetErrorName(e_)); cudaGetLastError(); } while (0)
int main() {
  char *a, *b; cudaMalloc(&a, 1 << 16); cudaMalloc(&b, 1 << 16); auto DD = cudaMemcpyDeviceToDevice;
  auto go = [&](void *s, size_t sp, size_t sx, size_t sy, void *d, size_t dp, size_t dx, size_t dy, cudaPos spos, cudaPos dpos, cudaExtent e, cudaMemcpyKind k) { cudaMemcpy3DParms p = {}; p.srcPtr = make_cudaPitchedPtr(s, sp, sx, sy); p.dstPtr = make_cudaPitchedPtr(d, dp, dx, dy); p.srcPos = spos; p.dstPos = dpos; p.extent = e; p.kind = k; T(cudaMemcpy3D(&p)); T(cudaMemcpy3DAsync(&p, 0)); };
  cudaPos o = make_cudaPos(0, 0, 0);
  for (auto k : {DD}) { void *s = b;
    for (size_t ys : {0, 1, 2, 3, 4}) for (size_t yd : {0, 2, 4}) for (size_t hh : {1, 2, 3}) for (size_t dd : {1, 2}) { printf("ys %zu yd %zu h %zu d %zu: ", ys, yd, hh, dd); go(s, 16, 16, ys, a, 16, 16, yd, o, o, make_cudaExtent(16, hh, dd), k); }
    for (size_t xs : {0, 8, 16}) { printf("xs %zu: ", xs); go(s, 16, xs, 4, a, 16, xs, 4, o, o, make_cudaExtent(16, 2, 1), k); }
    for (size_t y : {0, 1, 2, 3}) for (size_t z : {0, 1}) { printf("pos y %zu z %zu: ", y, z); go(s, 16, 16, 2, a, 16, 16, 4, make_cudaPos(0, y, z), o, make_cudaExtent(16, 1, 1), k); go(s, 16, 16, 4, a, 16, 16, 2, o, make_cudaPos(0, y, z), make_cudaExtent(16, 1, 1), k); }
    printf("huge: "); go(s, 1ull << 33, 16, 4, a, 16, 16, 4, o, o, make_cudaExtent(16, 1, 1), k); go(s, 1ull << 33, 16, 4, a, 16, 16, 4, o, o, make_cudaExtent(16, 2, 1), k); go(s, 16, 16, 4, a, 0, 0, 0, o, o, make_cudaExtent(16, 1, 1), k); go(s, 16, 16, 4, a, 0, 0, 0, o, o, make_cudaExtent(16, 2, 1), k); go(s, 16, 16, 4, 0, 16, 16, 4, o, o, make_cudaExtent(16, 2, 1), k); }
  cudaArray_t ar; cudaExtent ae = make_cudaExtent(16, 4, 4); auto cd = cudaCreateChannelDesc<char>(); T(cudaMalloc3DArray(&ar, &cd, ae));
  for (size_t ys : {0, 1, 2, 4}) for (size_t hh : {1, 2, 4}) for (size_t dd : {1, 2}) { cudaMemcpy3DParms p = {}; p.srcPtr = make_cudaPitchedPtr(b, 16, 16, ys); p.dstArray = ar; p.extent = make_cudaExtent(16, hh, dd); p.kind = DD; printf("array ys %zu h %zu d %zu: ", ys, hh, dd); T(cudaMemcpy3D(&p)); }
  for (size_t ys : {0, 2, 4}) for (size_t w : {8, 16, 32}) for (size_t hh : {1, 3}) for (size_t dd : {1, 2}) { printf("set ys %zu w %zu h %zu d %zu: ", ys, w, hh, dd); T(cudaMemset3D(make_cudaPitchedPtr(a, 16, 16, ys), 1, make_cudaExtent(w, hh, dd))); }
}
