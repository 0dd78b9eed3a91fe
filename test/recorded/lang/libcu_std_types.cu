// cuda::std in kernels: complex, array, tuple, optional, variant, span, mdspan, pair, numeric_limits, bit, chrono, expected, string_view-free algorithms.
#include <cuda/std/complex>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/optional>
#include <cuda/std/variant>
#include <cuda/std/span>
#include <cuda/std/mdspan>
#include <cuda/std/utility>
#include <cuda/std/limits>
#include <cuda/std/chrono>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/numeric>

#include <cuda/std/inplace_vector>
#include <cstdio>
namespace s = cuda::std;
__global__ void k(double *o, const int *in) { int i = 0; s::complex<float> a(1, 2), b(3, -1); auto c = a * b + s::conj(a); o[i++] = c.real(); o[i++] = c.imag(); o[i++] = s::abs(s::complex<double>(3, 4)); o[i++] = s::arg(s::complex<double>(0, 1)); o[i++] = s::norm(a); auto e = s::exp(s::complex<double>(0, 1)); o[i++] = e.real(); auto q = a / b; o[i++] = q.imag(); auto pw = s::sqrt(s::complex<double>(-4, 0)); o[i++] = pw.imag(); s::array<int, 4> arr{4, 3, 2, 1}; o[i++] = arr[1] + arr.size() + arr.back(); auto t = s::make_tuple(1, 2.5, 'c'); o[i++] = s::get<1>(t) + s::get<2>(t); auto [x, y, z] = t; o[i++] = x + y; s::optional<int> op; o[i++] = op.value_or(-3); op = 8; o[i++] = *op + op.has_value(); s::variant<int, float, double> v = 2.5f; o[i++] = v.index(); o[i++] = s::visit([](auto w) -> double { return w * 2; }, v); s::span<const int> sp(in, 6); o[i++] = sp.last(2)[0]; s::mdspan<const int, s::extents<int, 2, 3>> m(in); o[i++] = m(1, 2) + m.extent(1); s::mdspan<const int, s::dextents<int, 2>, s::layout_left> ml(in, 3, 2); o[i++] = ml(1, 1); o[i++] = s::numeric_limits<float>::epsilon(); o[i++] = s::numeric_limits<long long>::max() / 1e18; o[i++] = s::chrono::duration_cast<s::chrono::milliseconds>(s::chrono::seconds(3)).count(); s::expected<int, char> ex = s::unexpected('e'); o[i++] = ex.has_value() + ex.error(); o[i++] = s::accumulate(sp.begin(), sp.end(), 100); int loc[6]; for (int j = 0; j < 6; ++j) loc[j] = in[5 - j]; o[i++] = loc[0]; o[i++] = s::gcd(12, 18) + s::lcm(4, 6) * 100; s::plus<> pl; o[i++] = pl(2, 0.5); o[i++] = s::transform_reduce(in, in + 6, in, 0); auto bf = s::bind_front([](int l, int r) { return l - r; }, 10); o[i++] = bf(3); s::pair<int, float> pr{1, 2.f}; s::swap(pr.first, loc[0]); o[i++] = pr.first * 10 + pr.second; o[i++] = s::apply([](auto... w) { return (w + ...); }, s::make_tuple(1, 2, 3.5)); s::inplace_vector<int, 4> iv; iv.push_back(5); iv.push_back(6); o[i++] = iv.size() * 100 + iv[1]; o[i++] = s::midpoint(3, 8); o[i++] = s::cmp_greater(2u, -1); o[i++] = s::cmp_less(-1, 1u); s::reference_wrapper<int> rw(loc[2]); o[i++] = rw; }
int main() { double *o; int *in; cudaMallocManaged(&o, 800); cudaMallocManaged(&in, 400); for (int i = 0; i < 6; ++i) in[i] = i * 2 + 1; for (int i = 0; i < 60; ++i) o[i] = -99; k<<<1, 1>>>(o, in); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 40; ++i) printf("%.9g\n", o[i]); }
