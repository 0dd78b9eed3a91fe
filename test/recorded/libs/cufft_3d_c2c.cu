// cuFFT 3D C2C and Z2Z: cubes, oblong, sizes of 1, primes, batches through PlanMany with embeds; 2D batches
#include "Recorded.h"
#include <cufft.h>
int main() {
  for (auto [a, b, c] : {std::tuple{4, 4, 4}, {1, 5, 3}, {7, 1, 2}, {3, 4, 1}, {5, 7, 11}, {16, 8, 32}, {2, 3, 64}, {13, 17, 6}}) { int n = a * b * c; auto v = ints<cuDoubleComplex>(n, n); cuDoubleComplex *x = dev(v), *y = devz<cuDoubleComplex>(n); cufftHandle p; ST(cufftPlan3d(&p, a, b, c, CUFFT_Z2Z)); ST(cufftExecZ2Z(p, x, y, CUFFT_FORWARD)); digits = 8; tiny = 1e-9; show("first", y, std::min(n, 20)); ST(cufftExecZ2Z(p, y, y, CUFFT_INVERSE)); auto w = get(y, n); double e = 0; for (int i = 0; i < n; ++i) e = std::max(e, std::abs(z(w[i]) / double(n) - z(v[i]))); good("back", e, 1e-12); cufftDestroy(p); std::vector<cuComplex> f; for (auto q : v) f.push_back({(float)q.x, (float)q.y}); cuComplex *fx = dev(f); OK(cufftPlan3d(&p, a, b, c, CUFFT_C2C)); OK(cufftExecC2C(p, fx, fx, CUFFT_INVERSE)); digits = 3; tiny = 1e-2; show("inverse", fx, std::min(n, 12)); cufftDestroy(p);
    int nn[3] = {a, b, c}, ie[3] = {a, b + 1, c + 2}, oe[3] = {a, b, c + 1}; int s = cufftPlanMany(&p, 3, nn, ie, 1, a * (b + 1) * (c + 2), oe, 2, 2 * a * b * (c + 1) + 3, CUFFT_Z2Z, 2); printf("many %d", s); cuDoubleComplex *X = dev(ints<cuDoubleComplex>(30000, 5)), *Y = devz<cuDoubleComplex>(40000); s = cufftExecZ2Z(p, X, Y, CUFFT_FORWARD); printf(" %d", s); digits = 8; tiny = 1e-9; show("", Y, std::min(40, 2 * n)); show("second", Y + 2 * a * b * (c + 1) + 3, std::min(n, 8)); cufftDestroy(p); }
  sync("end");
}
