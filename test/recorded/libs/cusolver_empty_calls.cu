// cuSOLVER dense in four types: sizes of 0 and 1, null arrays, in every routine: statuses, info, values of size 1
#include "Recorded.h"
#include <cusolverDn.h>
static cusolverDnHandle_t h; static const auto V = CUSOLVER_EIG_MODE_VECTOR, NV = CUSOLVER_EIG_MODE_NOVECTOR; static const auto L = CUBLAS_FILL_MODE_LOWER, U = CUBLAS_FILL_MODE_UPPER;
#define DN(f) PICK(T, cusolverDnS##f, cusolverDnD##f, cusolverDnC##f, cusolverDnZ##f)
#define DNH(s, c) PICK(T, cusolverDnS##s, cusolverDnD##s, cusolverDnC##c, cusolverDnZ##c)
template <class T> static void all(const char *name) {
  typedef typename RealOf<T>::type R; int *info = devz<int>(64), *piv = devz<int>(64); const int LW = 1 << 16; T *w = devz<T>(LW), *t = devz<T>(64), *u = devz<T>(64), *v = devz<T>(64); R *s = devz<R>(64), *e = devz<R>(64), *rw = devz<R>(LW); std::vector<int> ones(64, 1);
  std::vector<T> a0 = {mk<T>(Z(4, 0)), mk<T>(Z(1, 0)), mk<T>(Z(1, 0)), mk<T>(Z(5, 0))}; a0.resize(64, mk<T>(Z(2, 0))); auto b0 = a0; T *a = devz<T>(64), *b = devz<T>(64);
  bool keepsA = true; auto q = [&](const char *what, int m, int n, auto f) { CK(cudaMemcpy(a, a0.data(), 64 * sizeof(T), cudaMemcpyDefault)); CK(cudaMemcpy(b, b0.data(), 64 * sizeof(T), cudaMemcpyDefault)); CK(cudaMemset(info, 77, 256)); CK(cudaMemset(s, 0, 64 * sizeof(R))); CK(cudaMemcpy(piv, ones.data(), 256, cudaMemcpyDefault)); CK(cudaMemset(t, 0, 64 * sizeof(T))); int st = (int)hush(f), i = get(info, 1)[0]; printf("%s %s %d %d: %d info %d", name, what, m, n, st, i); if (m <= 1 && n <= 1 && keepsA) { show(" a", a, 2); } else printf("\n"); keepsA = true; };
  for (int m : {0, 1}) for (int n : {0, 1}) { int ld = 1;
    q("getrf", m, n, [&] { return DN(getrf)(h, m, n, a, ld, w, piv, info); }); q("getrf null piv", m, n, [&] { return DN(getrf)(h, m, n, a, ld, w, (int *)nullptr, info); });
    if (m && n) q("geqrf", m, n, [&] { return DN(geqrf)(h, m, n, a, ld, t, w, LW, info); }); show(" tau", t, 1);
    keepsA = false; if (m && n) q("gesvd A", m, n, [&] { return DN(gesvd)(h, 'A', 'A', m, n, a, ld, s, u, ld, v, ld, w, LW, rw, info); }); show(" s", s, 1); keepsA = false; q("gesvd N", m, n, [&] { return DN(gesvd)(h, 'N', 'N', m, n, a, ld, s, (T *)nullptr, ld, (T *)nullptr, ld, w, LW, rw, info); });
    if (m && n) q("gebrd", m, n, [&] { return DN(gebrd)(h, m, n, a, ld, s, e, t, u, w, LW, info); }); show(" d", s, 1); show(" tau", t, 1);
    q("laswp", n, n, [&] { return DN(laswp)(h, n, a, ld, 1, m, piv, 1); });
    { gesvdjInfo_t g; OK(cusolverDnCreateGesvdjInfo(&g)); for (auto z : {V, NV}) for (int ec : {0, 1}) { keepsA = false; q("gesvdj", m, n, [&] { return DN(gesvdj)(h, z, ec, m, n, a, ld, s, u, ld, v, ld, w, LW, info, g); }); show(" s", s, 1); } keepsA = false; q("gesvdjBatched", m, n, [&] { return DN(gesvdjBatched)(h, V, m, n, a, ld, s, u, ld, v, ld, w, LW, info, g, 1); }); OK(cusolverDnDestroyGesvdjInfo(g)); }
    for (int k : {0, 1}) { q(k ? "orgqr 1" : "orgqr 0", m, n, [&] { return DNH(orgqr, ungqr)(h, m, n, k, a, ld, t, w, LW, info); }); for (auto sd : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) { q(k ? "ormqr 1" : "ormqr 0", m, n, [&] { return DNH(ormqr, unmqr)(h, sd, CUBLAS_OP_N, m, n, k, a, ld, t, b, ld, w, LW, info); }); keepsA = false; q(k ? "orgbr 1" : "orgbr 0", m, n, [&] { return DNH(orgbr, ungbr)(h, sd, m, n, k, a, ld, t, w, LW, info); }); } }
    for (auto sd : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) q("ormtr", m, n, [&] { return DNH(ormtr, unmtr)(h, sd, L, CUBLAS_OP_N, m, n, a, ld, t, b, ld, w, LW, info); });
    q("getrs", m, n, [&] { return DN(getrs)(h, CUBLAS_OP_N, m, n, a, ld, piv, b, ld, info); }); show(" b", b, 1); q("potrs", m, n, [&] { return DN(potrs)(h, L, m, n, a, ld, b, ld, info); }); show(" b", b, 1);
    { T **pa = dev(std::vector<T *>{a}), **pb = dev(std::vector<T *>{b}); q("potrsBatched", m, n, [&] { return DN(potrsBatched)(h, L, m, n, pa, ld, pb, ld, info, 1); }); if (m) q("potrfBatched", m, n, [&] { return DN(potrfBatched)(h, L, m, pa, ld, info, n); }); }
  }
  for (int n : {0, 1}) for (auto up : {L, U}) { int ld = 1;
    q("potrf", n, n, [&] { return DN(potrf)(h, up, n, a, ld, w, LW, info); }); q("potri", n, n, [&] { return DN(potri)(h, up, n, a, ld, w, LW, info); }); q("lauum", n, n, [&] { return DN(lauum)(h, up, n, a, ld, w, LW, info); });
    q("sytrf", n, n, [&] { return DN(sytrf)(h, up, n, a, ld, piv, w, LW, info); }); q("sytrf null piv", n, n, [&] { return DN(sytrf)(h, up, n, a, ld, (int *)nullptr, w, LW, info); });
    
    q("sytrd", n, n, [&] { return DNH(sytrd, hetrd)(h, up, n, a, ld, s, e, t, w, LW, info); }); show(" d", s, 1); q("orgtr", n, n, [&] { return DNH(orgtr, ungtr)(h, up, n, a, ld, t, w, LW, info); });
    for (auto z : {V, NV}) { keepsA = z == V; q("syevd", n, n, [&] { return DNH(syevd, heevd)(h, z, up, n, a, ld, s, w, LW, info); }); show(" w", s, 1); syevjInfo_t g; OK(cusolverDnCreateSyevjInfo(&g)); keepsA = z == V; q("syevj", n, n, [&] { return DNH(syevj, heevj)(h, z, up, n, a, ld, s, w, LW, info, g); }); show(" w", s, 1); for (int bc : {0, 1, 2}) { q("syevjBatched", n, n, [&] { return DNH(syevjBatched, heevjBatched)(h, z, up, n, a, ld, s, w, LW, info, g, bc); }); show(" w", s, 2); }
      for (auto ty : {CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3}) { keepsA = z == V; q("sygvd", n, n, [&] { return DNH(sygvd, hegvd)(h, ty, z, up, n, a, ld, b, ld, s, w, LW, info); }); show(" w", s, 1); show(" b", b, 1); keepsA = z == V; q("sygvj", n, n, [&] { return DNH(sygvj, hegvj)(h, ty, z, up, n, a, ld, b, ld, s, w, LW, info, g); }); show(" w", s, 1); } OK(cusolverDnDestroySyevjInfo(g)); }
  }
  // work too small by one
  int lw = 0; auto less = [&](const char *what, int s0, auto f) { if (s0 || lw < 1) { printf("%s %s size %d %d\n", name, what, s0, lw > 0); return; } q(what, 2, 2, f); };
  less("potrf less", DN(potrf_bufferSize)(h, L, 2, a, 2, &lw), [&] { return DN(potrf)(h, L, 2, a, 2, w, lw - 1, info); }); less("geqrf less", DN(geqrf_bufferSize)(h, 2, 2, a, 2, &lw), [&] { return DN(geqrf)(h, 2, 2, a, 2, t, w, lw - 1, info); }); less("sytrf less", DN(sytrf_bufferSize)(h, 2, a, 2, &lw), [&] { return DN(sytrf)(h, L, 2, a, 2, piv, w, lw - 1, info); }); less("gesvd less", DN(gesvd_bufferSize)(h, 2, 2, &lw), [&] { return DN(gesvd)(h, 'A', 'A', 2, 2, a, 2, s, u, 2, v, 2, w, lw - 1, rw, info); }); less("sytrd less", DNH(sytrd_bufferSize, hetrd_bufferSize)(h, L, 2, a, 2, s, e, t, &lw), [&] { return DNH(sytrd, hetrd)(h, L, 2, a, 2, s, e, t, w, lw - 1, info); }); less("gebrd less", DN(gebrd_bufferSize)(h, 2, 2, &lw), [&] { return DN(gebrd)(h, 2, 2, a, 2, s, e, t, u, w, lw - 1, info); }); less("orgqr less", DNH(orgqr_bufferSize, ungqr_bufferSize)(h, 2, 2, 2, a, 2, t, &lw), [&] { return DNH(orgqr, ungqr)(h, 2, 2, 2, a, 2, t, w, lw - 1, info); }); less("potri less", DN(potri_bufferSize)(h, L, 2, a, 2, &lw), [&] { return DN(potri)(h, L, 2, a, 2, w, lw - 1, info); });
}
int main() { OK(cusolverDnCreate(&h)); all<float>("s"); all<double>("d"); all<cuComplex>("c"); all<cuDoubleComplex>("z"); sync("end"); }
