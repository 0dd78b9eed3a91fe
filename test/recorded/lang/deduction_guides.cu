// Class template argument deduction by written guides, in device and host code.
#include <cstdio>
template <class T> struct W { T v; template <class U, class = decltype(T(U()))> __host__ __device__ explicit W(U &&u) : v(u) {} }; template <class T> W(T) -> W<T>; template <class... F> struct Over : F... { using F::operator()...; }; template <class... F> Over(F...) -> Over<F...>; template <class T, int N> struct Arr { T a[N]; }; template <class T, class... U> Arr(T, U...) -> Arr<T, 1 + sizeof...(U)>;
__global__ void k(int *o) { W w(3); W c('a'); o[0] = w.v + c.v + sizeof(c); Over f{[](int i) { return i; }, [](double d) { return int(d * 10); }}; o[1] = f(2) + f(2.5); Arr a{1, 2, 3, 4}; o[2] = sizeof(a) + a.a[3]; }
int main() { int *o; cudaMallocManaged(&o, 16); k<<<1, 1>>>(o); cudaError_t e = cudaDeviceSynchronize(); printf("%s %d %d %d\n", cudaGetErrorName(e), o[0], o[1], o[2]); W w(2.5); Arr a{1.0, 2.0}; printf("%g %zu\n", w.v, sizeof(a)); }
