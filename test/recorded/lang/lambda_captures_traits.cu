// Extended lambdas: captures of arrays, structured objects, this, nested; host device; traits; std::function-like wrapper; generic calls.
#include <cstdio>
#include <nvfunctional>
template <class F> __global__ void run(F f, int *o) { o[threadIdx.x] = f(threadIdx.x); }
template <class F, class... A> __global__ void call(F f, int *o, A... a) { o[threadIdx.x] = f(int(threadIdx.x), a...); }
struct S { int m; int arr[3]; template <class F> void go(F f, int *o) { run<<<1, 4>>>(f, o); } void self(int *o) { go([*this] __device__(int i) { return m * i + arr[i % 3]; }, o); } };
template <class F> bool dev() { return __nv_is_extended_device_lambda_closure_type(F); }
template <class F> bool hd() { return __nv_is_extended_host_device_lambda_closure_type(F); }
__device__ int apply(nvstd::function<int(int)> f, int x) { return f ? f(x) : -1; }
__global__ void nv(int *o) { int k = threadIdx.x * 3; nvstd::function<int(int)> f = [=](int v) { return v + k; }; nvstd::function<int(int)> g; nvstd::function<int(int)> c = f; g = c; o[threadIdx.x] = apply(f, 1) * 100 + apply(g, 2); nvstd::function<int(int)> e; if (threadIdx.x == 3) o[3] = apply(e, 1); f.swap(e); if (threadIdx.x == 2) o[2] = apply(f, 1) * 1000 + apply(e, 1); }
template <class T> T host_sum(T (*f)(T), T a) { return f(a) + f(a + 1); }
int main() { int *o; cudaMallocManaged(&o, 400); auto show = [&](const char *n, int c) { printf("%s %s", n, cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < c; ++i) printf(" %d", o[i]); printf("\n"); };
  int a = 5; int arr[4] = {1, 2, 3, 4}; double dd = 2.5; auto l1 = [=] __device__(int i) { return a * i + arr[i % 4] + int(dd * 2); }; run<<<1, 8>>>(l1, o); show("capture", 8);
  auto l2 = [=] __host__ __device__(int i) { return a - i; }; run<<<1, 8>>>(l2, o); show("hd", 8); printf("host %d %d\n", l2(1), l2(7));
  auto l3 = [x = a * 2, y = 7] __device__(int i) mutable { x += i; return x * y; }; run<<<1, 4>>>(l3, o); show("init", 4);
  S s{3, {10, 20, 30}}; s.self(o); show("this", 4);
  auto l4 = [=] __device__(int i, int b, float c) { auto in = [=](int q) { return q * b; }; return in(i) + int(c); }; call<<<1, 4>>>(l4, o, 9, 2.75f); show("nested", 4);
  auto l5 = [] __host__ __device__(int i) -> int { return i ? i * 2 : 9; }; run<<<1, 4>>>(l5, o); show("stateless", 4);
  printf("traits %d %d %d %d\n", dev<decltype(l1)>(), hd<decltype(l1)>(), dev<decltype(l2)>(), hd<decltype(l2)>());
  auto plain = [](int x) { return x + 1; }; printf("plain %d %d %d\n", dev<decltype(plain)>(), hd<decltype(plain)>(), host_sum<int>(plain, 4));
  printf("sizes %zu %zu %zu\n", sizeof(l1), sizeof(l3), sizeof(l5)); nv<<<1, 6>>>(o); show("nvstd", 6);
  auto gen = [=] __device__(auto x) { return int(x) * a; }; run<<<1, 3>>>(gen, o); show("generic", 3); }
