// kernel templates: parameters of every kind, variadic, specialised, explicitly instantiated, overloaded, as pointers, with default arguments, in classes and namespaces
#include <cstdio>
#include <utility>
#include <type_traits>
enum class Op : short { Add, Mul = 7 };
struct Lit { int a; };
__device__ int table[4] = {1, 2, 3, 4};
template <auto V> __global__ void autoK(int *o) { o[0] = (int)V; o[1] = sizeof(V); }
template <Op P, int... I> __global__ void packK(int *o) { int n = 0; ((o[n++] = I * (P == Op::Mul ? 10 : 1)), ...); o[n] = sizeof...(I); }
template <int (*F)(int)> __global__ void fnK(int *o) { o[0] = F(5); }
__host__ __device__ int sq(int x) { return x * x; } __host__ __device__ int neg(int x) { return -x; }

template <template <class> class C, class T> __global__ void ttK(C<T> c, T *o) { *o = c.get(); }
template <class T> struct Box { T v; __host__ __device__ T get() const { return v * 2; } };
template <class T> __global__ void spec(T *o) { *o = T(1); } template <> __global__ void spec<float>(float *o) { *o = 2.5f; } template <> __global__ void spec(double *o) { *o = 3.25; }
template <class T> __global__ void inst(T *o) { *o = T(9); } template __global__ void inst<long>(long *); 
template <class... T> __global__ void var(double *o, T... a) { int n = 0; ((o[n++] = double(a)), ...); o[n] = sizeof...(T); }
__global__ void over(int *o) { *o = 1; } __global__ void over(float *o) { *o = 2; } __global__ void over(int *o, int v) { *o = v; }
template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0> __global__ void sf(T *o) { *o = 100; } template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> __global__ void sf(T *o) { *o = 0.5; }
__global__ void defs(int *o, int a = 4, int b = sq(3)) { *o = a * 100 + b; }
namespace n1 { namespace { __global__ void anon(int *o) { *o = 31; } } inline namespace v2 { __global__ void in(int *o) { *o = 32; } } }
template <class T> class Holder { public: void run(int *o); };
template <class U, class T> __global__ void hk(U *o, T t) { *o = U(t) + U(1); } template <class T> void Holder<T>::run(int *o) { hk<int><<<1, 1>>>(o, T(41)); }
template <class T> __device__ T vt = T(3); template <class T> constexpr int wide = sizeof(T) * 8;
template <class T> __global__ void vtK(int *o) { o[0] = int(vt<T>) + wide<T>; vt<T> = T(5); }
extern "C" __global__ void plain(int *o) { *o = 77; }
template <class F, class... A> __global__ void call(F f, A... a) { f(a...); } struct Fn { int *o; __device__ void operator()(int x, float y) const { *o = x + int(y * 10); } };
template <int N> __global__ void rec(int *o) { if constexpr (N > 0) { o[N] = N; } } template <int... N> void all(std::integer_sequence<int, N...>, int *o) { (rec<N><<<1, 1>>>(o), ...); }
int main() { int *o; cudaMallocManaged(&o, 4096); float *f = (float *)(o + 100); double *d = (double *)(o + 200); long *l = (long *)(o + 300); auto S = [&](const char *n, int c) { printf("%s %s:", n, cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < c; ++i) printf(" %d", o[i]); printf("\n"); };
  autoK<'c'><<<1, 1>>>(o); S("auto char", 2); autoK<5ll><<<1, 1>>>(o); S("auto ll", 2); autoK<Op::Mul><<<1, 1>>>(o); S("auto enum", 2); autoK<true><<<1, 1>>>(o); S("bool", 2); packK<Op::Mul, 3, 1, 4><<<1, 1>>>(o); S("pack", 4); packK<Op::Add><<<1, 1>>>(o); S("empty", 1); fnK<sq><<<1, 1>>>(o); S("fn", 1); fnK<&neg><<<1, 1>>>(o); S("fn2", 1); 
  ttK<<<1, 1>>>(Box<int>{21}, o); S("tt", 1); spec<<<1, 1>>>(o); spec<<<1, 1>>>(f); spec<<<1, 1>>>(d); inst<<<1, 1>>>(l); S("spec", 1); printf("%g %g %ld\n", *f, *d, *l); var<<<1, 1>>>(d, 1, 2.5f, 'a', true, 7ull); cudaDeviceSynchronize(); for (int i = 0; i < 6; ++i) printf("%g ", d[i]); printf("\n");
  over<<<1, 1>>>(o); S("over", 1); over<<<1, 1>>>(o, 3); S("over2", 1); over<<<1, 1>>>(f); S("over3", 1); printf("%g\n", *f); sf<<<1, 1>>>(o); sf<<<1, 1>>>(d); S("sfinae", 1); printf("%g\n", *d); defs<<<1, 1>>>(o); S("default", 1); defs<<<1, 1>>>(o, 5); S("default2", 1); n1::anon<<<1, 1>>>(o); S("anon", 1); n1::in<<<1, 1>>>(o); S("inline ns", 1); Holder<short>().run(o); S("holder", 1); hk<int, char><<<1, 1>>>(o, (char)98); S("holder2", 1);
  vtK<double><<<1, 1>>>(o); S("var tmpl", 1); vtK<double><<<1, 1>>>(o); S("var tmpl", 1); vtK<short><<<1, 1>>>(o); S("var tmpl", 1); void (*p)(int *) = plain; p<<<1, 1>>>(o); S("pointer", 1); p = fnK<sq>; (*p)<<<1, 1>>>(o); S("pointer2", 1); void (*arr[])(int *) = {over, fnK<neg>, plain}; for (auto q : arr) { q<<<1, 1>>>(o); S("array", 1); } call<<<1, 1>>>(Fn{o}, 3, 1.25f); S("call", 1); for (int i = 0; i < 8; ++i) o[i] = 0; all(std::make_integer_sequence<int, 6>(), o); S("sequence", 7); auto kp = &n1::in; (*kp)<<<dim3{1}, {1}>>>(o); S("auto pointer", 1); (0, plain)<<<1, 1>>>(o); S("comma", 1); (true ? plain : n1::in)<<<1, 1>>>(o); S("cond", 1); }
