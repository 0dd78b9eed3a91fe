// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch in device code asks the device runtime for a parameter buffer, fills it with the layout of the
// kernel's parameters and launches; a refused buffer skips the launch.
// RUN: nvcc -rdc=true -ptx %s -o - | FileCheck %s
// RUN: nvcc -rdc=true -ptx -G %s -o - | FileCheck %s --check-prefix=COUNT
struct Wide {
  double d;
  int v[4];
};
__global__ void child(int *p, char c, Wide w, short s) { p[threadIdx.x] = c + w.v[1] + s; }
template <class T> __global__ void templated(T *p) { *p = 1; }
extern __global__ void elsewhere(int *p);

// CHECK-LABEL: .visible .entry _Z6singlePi(
// CHECK: mov.u64 [[KERNEL:%rd[0-9]+]], _Z5childPic4Wides;
// CHECK: __cudaCDP2GetParameterBufferV2,
// CHECK: ld.param.b64 [[BUFFER:%rd[0-9]+]], [retval0+0];
// CHECK: setp.eq.s64 {{%p[0-9]+}}, [[BUFFER]], 0;
// CHECK: st.u64 {{\[}}[[BUFFER]]],
// CHECK: st.u8 {{\[}}[[BUFFER]]+8],
// CHECK: st.u16 {{\[}}[[BUFFER]]+40],
// CHECK: __cudaCDP2LaunchDeviceV2,
__global__ void single(int *p) { child<<<dim3(1, 2), 32, 16>>>(p, 'a', Wide(), 3); }

// Other forms: control flow in the arguments, templates, pointers, kernels of other files, loops.
// COUNT-COUNT-6: __cudaCDP2LaunchDeviceV2,
__global__ void forms(int *p, int n, void (*pointer)(int *)) {
  child<<<n > 4 ? 1 : 2, n>>>(p, n ? 'x' : 'y', Wide(), short(n > 1 ? 3 : 4));
  templated<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
  for (int i = 0; i < n; ++i)
    elsewhere<<<i, 1>>>(p + i);
  (n ? pointer : templated<int>)<<<1, 1>>>(p);
  [=] { child<<<1, 1>>>(p, 'z', Wide(), 5); }();
  *p = cudaGetLastError();
}
