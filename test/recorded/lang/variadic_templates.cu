// variadic templates: folds, sequences, tuples, packs of kernels, overload sets
#include <cstdio>
#include <utility>
#include <tuple>
#include <array>
#include <type_traits>
template <class... T> __host__ __device__ auto sum(T... t) { return (t + ... + 0); }
template <class... T> __host__ __device__ bool all(T... t) { return (... && t); }
template <class... T> __host__ __device__ int count(T &&...t) { int n = 0; ((n = n * 10 + (int)t), ...); return n; }
template <class T, class... R> __host__ __device__ T largest(T a, R... r) { if constexpr (sizeof...(r) == 0) return a; else { T b = largest(r...); return a > b ? a : b; } }
template <int... I> struct Seq { static constexpr int n = sizeof...(I); static constexpr int total = (I + ... + 0); __device__ static int at(int i) { const int v[] = {I...}; return v[i % n]; } };
template <class F, size_t... I> __device__ int unrolled(F f, std::index_sequence<I...>) { return (f(std::integral_constant<int, I>()) + ...); }
template <class... T> struct Tup; template <> struct Tup<> { __host__ __device__ int hash() const { return 17; } }; template <class H, class... R> struct Tup<H, R...> : Tup<R...> { H h; __host__ __device__ Tup(H h, R... r) : Tup<R...>(r...), h(h) {} __host__ __device__ int hash() const { return Tup<R...>::hash() * 31 + (int)(h * 2); } };
template <class... T> Tup(T...) -> Tup<T...>;
template <template <class...> class C, class... A> struct Apply { using type = C<A...>; };
template <class... A> __global__ void pack(int *o, A... a) { o[threadIdx.x] = sum((int)a...) * 100 + (int)sizeof...(a) + threadIdx.x; }
template <auto... V> __global__ void vals(int *o) { int r = 0; ((r = r * 7 + (int)V), ...); o[threadIdx.x] = r; }
template <class... F> struct Over : F... { using F::operator()...; }; template <class... F> Over(F...) -> Over<F...>;
__global__ void k(int *o) {
  int i = threadIdx.x, r = sum(i, 2, 3.7f, 'a') + sum() + all(i > 3, i < 20) * 1000; r = r * 3 + count(1, 2, i); r = r * 3 + largest(i, 7, 19, -3); r = r * 3 + Seq<3, 1, 4, 1, 5>::at(i) + Seq<1, 2, 3>::total;
  r = r * 3 + unrolled([=](auto c) { return c.value * i + (c.value % 2 ? 1 : -1); }, std::make_index_sequence<7>()); r = r * 3 + Tup(i, 2.5f, 'x', (short)-4).hash(); r = r * 3 + Apply<Tup, int, float>::type(i, 1.f).hash();
  auto t = std::make_tuple(i, 2.0 * i, 'c'); r = r * 3 + (int)std::get<1>(t) + std::get<0>(t) + std::get<2>(t); auto [x, y, z] = t; r += x + (int)y - z;
  Over ov{[](int a) { return a + 1; }, [](float a) { return (int)(a * 2); }, [](const char *a) { return (int)a[0]; }}; r = r * 3 + ov(i) + ov(i * 0.5f) + ov("q"); std::array<int, 5> a{{1, 2, 3, 4, i}}; for (int v : a) r += v * v;
  o[i] = r;
}
static void show(const char *n, int *o) { cudaDeviceSynchronize(); printf("%s:", n); for (int i = 0; i < 32; i += 3) printf(" %d", o[i]); puts(""); }
int main() { int *o; cudaMallocManaged(&o, 128); k<<<1, 32>>>(o); show("k", o); pack<<<1, 32>>>(o); show("p0", o); pack<<<1, 32>>>(o, 1, 2.9f, (short)3, 4ull, 'b', true); show("p6", o); vals<1, 'a', true, -5, 7ull><<<1, 32>>>(o); show("v", o); vals<><<<1, 32>>>(o); show("v0", o); }
