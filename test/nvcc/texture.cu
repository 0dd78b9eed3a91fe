// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface functions are single instructions with the geometry in their name.
// RUN: nvcc -ptx %s -o - | FileCheck %s
// CHECK-LABEL: .entry _Z7textureyPfP6uchar4(
// CHECK: tex.2d.v4.f32.f32
// CHECK: tex.1d.v4.u32.s32
// CHECK: tex.level.a2d.v4.f32.f32
// CHECK: tld4.b.2d.v4.f32.f32
__global__ void texture(cudaTextureObject_t t, float *f, uchar4 *c) {
  f[0] = tex2D<float>(t, 1.f, 2.f);
  c[0] = tex1Dfetch<uchar4>(t, 3);
  f[1] = tex2DLayeredLod<float>(t, 1.f, 2.f, 3, 0.f);
  f[2] = tex2Dgather<float4>(t, 1.f, 2.f, 2).x;
}
// CHECK-LABEL: .entry _Z7surfaceyP4int2(
// CHECK: suld.b.2d.v2.b32.clamp
// CHECK: sust.b.3d.b8.zero
__global__ void surface(cudaSurfaceObject_t s, int2 *p) {
  p[0] = surf2Dread<int2>(s, 8, 1, cudaBoundaryModeClamp);
  surf3Dwrite((unsigned char)1, s, 1, 2, 3, cudaBoundaryModeZero);
}
