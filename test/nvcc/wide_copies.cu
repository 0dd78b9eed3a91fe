// Values that are aligned to 16 bytes are copied 16 bytes at a time; others in parts that fit.
// RUN: nvcc -ptx -o - %s | FileCheck %s
struct alignas(16) Wide {
  float data[8];
};
struct Narrow {
  float data[4];
};

// CHECK-LABEL: .entry copyFloat4(
// CHECK-COUNT-1: ld.global.v4
// CHECK-NOT: ld.global
// CHECK-COUNT-1: st.global.v4
extern "C" __global__ void copyFloat4(const float4 *a, float4 *b) { b[threadIdx.x] = a[threadIdx.x]; }

// CHECK-LABEL: .entry copyWide(
// CHECK-COUNT-2: ld.global.v4
// CHECK-NOT: ld.global
extern "C" __global__ void copyWide(const Wide *a, Wide *b) { b[threadIdx.x] = a[threadIdx.x]; }

// CHECK-LABEL: .entry copyNarrow(
// CHECK-NOT: ld.global.v4
extern "C" __global__ void copyNarrow(const Narrow *a, Narrow *b) { b[threadIdx.x] = a[threadIdx.x]; }

// What is filled with one byte is like a copy of it.
// CHECK-LABEL: .entry clearFloat4(
// CHECK: st.shared.v4
// CHECK-NOT: st.shared
// CHECK: st.global.v4
// CHECK-NOT: st.global
extern "C" __global__ void clearFloat4(float4 *b) {
  __shared__ float4 tile[64];
  tile[threadIdx.x] = float4{};
  __syncthreads();
  b[threadIdx.x] = tile[63 - threadIdx.x];
}

// CHECK-LABEL: .entry clearWide(
// CHECK-COUNT-2: st.global.v4
// CHECK-NOT: st.global
extern "C" __global__ void clearWide(Wide *b) { b[threadIdx.x] = Wide{}; }

// CHECK-LABEL: .entry clearNarrow(
// CHECK-NOT: st.global.v4
// CHECK: ret
extern "C" __global__ void clearNarrow(Narrow *b) { b[threadIdx.x] = Narrow{}; }

// One number of four is changed: no local memory.
// CHECK-LABEL: .entry changeOne(
// CHECK-NOT: .local
// CHECK: ld.global.v4.f32
// CHECK-NOT: ld.{{global|local|f32|u32|u64}}
// CHECK: ld.global.f32
// CHECK-NOT: st.{{local|u32|u64}}
// CHECK: st.global.v4.f32
// CHECK-NOT: st.
extern "C" __global__ void changeOne(const float4 *a, const float *c, float4 *b) {
  float4 value = a[threadIdx.x];
  value.x += c[threadIdx.x];
  b[threadIdx.x] = value;
}
