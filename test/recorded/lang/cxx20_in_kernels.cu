// C++20 in kernels: parenthesised aggregates, class-type template arguments, bit_cast, constinit, lambdas in unevaluated contexts, ranges of for with initialiser, char8_t, conditional explicit
#include <cstdio>
#include <bit>
#include <utility>
#include <compare>
#include <concepts>
#include <span>
#include <array>
#include <type_traits>
struct Agg { int a; float b; int c[2]; }; struct Fx { int v; constexpr bool operator==(const Fx &) const = default; }; template <Fx F> struct Use { static constexpr int v = F.v; __device__ int get() const { return F.v * 2; } };
template <std::size_t N> struct Str { char s[N]; constexpr Str(const char (&t)[N]) { for (std::size_t i = 0; i < N; ++i) s[i] = t[i]; } }; template <Str S> __device__ int hash() { int h = 0; for (char c : S.s) h = h * 31 + c; return h; }
template <class T> concept Num = std::integral<T> || std::floating_point<T>; template <class T> concept Has = requires(T t) { { t.size() } -> std::convertible_to<int>; t.data(); };
__device__ int pick(Num auto x) { return 1; } __device__ int pick(Has auto x) { return 2; } template <class T> requires(sizeof(T) == 8) __device__ int big(T) { return 8; } template <class T> requires(sizeof(T) < 8) __device__ int big(T) { return 1; }
struct Ord { int a; double b; __host__ __device__ constexpr auto operator<=>(const Ord &) const = default; }; template <class T> struct Ex { T v; template <class U> __host__ __device__ explicit(!std::is_same_v<T, U>) Ex(U u) : v(u) {} };
__host__ __device__ consteval int cube(int x) { return x * x * x; } __device__ constinit int ci = cube(3); enum class Col { R, G = 5, Bl }; struct Nu { [[no_unique_address]] struct {} e; int i; };
__host__ __device__ constexpr int ce(int n) { int s = 0; for (int i = 0; i < n; ++i) { if (std::is_constant_evaluated()) s += 1; else s += 2; } return s; }
template <class... A> __device__ auto fwd(A... a) { return [... b = a]() { return (b + ...); }; } using Cmp = decltype([](int a, int b) { return a > b; });
struct Virt { constexpr __host__ __device__ virtual int f() const { return 1; } }; struct Virt2 : Virt { constexpr __host__ __device__ int f() const override { return 2; } };
__global__ void k(int *o, std::array<int, 4> arr) { int n = 0; Agg g(1, 2.5f); o[n++] = g.a + int(g.b * 10) + g.c[1]; Agg d{.a = 3, .c = {4, 5}}; o[n++] = d.a * 100 + d.c[1] + int(d.b); o[n++] = Use<Fx{21}>().get() + Use<Fx{4}>::v; o[n++] = hash<"abc">(); o[n++] = std::bit_cast<int>(1.5f); o[n++] = pick(3) * 1000 + pick(2.5) * 100 + pick(arr) * 10; o[n++] = big(1.0) * 10 + big(1); o[n++] = (Ord{1, 2} < Ord{1, 3}) * 4 + (Ord{2, 0} >= Ord{1, 9}) * 2 + ((Ord{1, 1} <=> Ord{1, 1}) == 0); Ex<int> e(5); Ex<int> e2 = 6; o[n++] = e.v + e2.v; o[n++] = ci++; using enum Col; Col c = Bl; o[n++] = c == Bl ? (int)G : 0; o[n++] = sizeof(Nu); constexpr int cc = ce(5); o[n++] = cc * 100 + ce(o[0] > 0 ? 5 : 6); o[n++] = fwd(1, 2, 3)(); o[n++] = Cmp{}(3, 2); for (int s = 0; int x : arr) { s += x; o[n] = s; } ++n; auto tl = []<class T, int N>(const T (&)[N]) { return N * (int)sizeof(T); }; short sa[5] = {}; o[n++] = tl(sa); constexpr Virt2 v2; o[n++] = v2.f(); o[n++] = sizeof(char8_t) + (u8'a' == 97); std::span<int> sp(arr); o[n++] = sp[2] + (int)sp.size() + sp.back(); o[n++] = std::popcount(255u) * 10 + std::countl_zero(1u); o[n++] = (int)std::rotl(0x80000001u, 4) + std::bit_width(1000u); if (o[0] > 0) [[likely]] o[n++] = 1; else [[unlikely]] o[n++] = 2; auto cmp = 1.0 <=> NAN; o[n++] = cmp == std::partial_ordering::unordered; int x = 5; auto lam = [=, &x]() mutable { return ++x; }; o[n++] = lam() + x; o[n++] = requires(int q) { q + 1; }; o[n++] = std::has_single_bit(64u) + (int)std::bit_ceil(33u); o[n++] = std::cmp_less(-1, 1u); }
int main() { int *o; cudaMallocManaged(&o, 4096); k<<<1, 1>>>(o, {10, 20, 30, 40}); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 28; ++i) printf("%d: %d\n", i, o[i]); }
