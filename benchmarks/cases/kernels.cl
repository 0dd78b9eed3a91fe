// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenCL forms of the cases, statement by statement the CUDA forms, for PoCL.
__kernel void vectorAdd(__global const float *a, __global const float *b, __global float *c, int n) {
  int i = get_global_id(0);
  if (i < n)
    c[i] = a[i] + b[i];
}

__kernel void matmulNaive(__global const float *a, __global const float *b, __global float *c, int n) {
  int row = get_global_id(1), column = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__kernel void matmulTiled(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float as[16][16], bs[16][16];
  int tx = get_local_id(0), ty = get_local_id(1), row = get_global_id(1), column = get_global_id(0);
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    as[ty][tx] = a[row * n + t + tx];
    bs[ty][tx] = b[(t + ty) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < 16; ++k)
      sum += as[ty][k] * bs[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

__kernel void nbody(__global const float4 *bodies, __global float4 *accelerations, int n) {
  __local float4 tile[256];
  int i = get_global_id(0), l = get_local_id(0);
  float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += 256) {
    tile[l] = bodies[t + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 256; ++j) {
      float4 other = tile[j];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
      float s = other.w * inverse * inverse * inverse;
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  accelerations[i] = (float4)(ax, ay, az, 0);
}

__kernel void convolution(__global const float *in, __constant float *filter, __global float *out, int width,
                          int height) {
  __local float tile[20][20];
  int tx = get_local_id(0), ty = get_local_id(1);
  int left = get_group_id(0) * 16 - 2, top = get_group_id(1) * 16 - 2;
  for (int i = ty * 16 + tx; i < 400; i += 256) {
    int x = min(max(left + i % 20, 0), width - 1), y = min(max(top + i / 20, 0), height - 1);
    tile[i / 20][i % 20] = in[y * width + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
#pragma unroll
  for (int fy = 0; fy < 5; ++fy)
#pragma unroll
    for (int fx = 0; fx < 5; ++fx)
      sum += filter[fy * 5 + fx] * tile[ty + fy][tx + fx];
  out[get_global_id(1) * width + get_global_id(0)] = sum;
}

float cumulative(float d) {
  float k = native_recip(1.0f + 0.2316419f * fabs(d));
  float c = 0.39894228040143267794f * native_exp(-0.5f * d * d) *
            (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - c : c;
}

__kernel void blackScholes(__global const float *price, __global const float *strike, __global const float *years,
                           __global float *call, __global float *put, int n) {
  const float rate = 0.02f, volatility = 0.30f;
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = price[i], x = strike[i], t = years[i], root = sqrt(t);
  float d1 = native_divide(native_log(s / x) + (rate + 0.5f * volatility * volatility) * t, volatility * root);
  float d2 = d1 - volatility * root, c1 = cumulative(d1), c2 = cumulative(d2), discount = native_exp(-rate * t);
  call[i] = s * c1 - x * discount * c2;
  put[i] = x * discount * (1.0f - c2) - s * (1.0f - c1);
}

__kernel void scan(__global const float *in, __global float *out) {
  __local float buffer[2][256];
  int t = get_local_id(0), i = get_global_id(0), from = 0;
  buffer[0][t] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 256; d *= 2) {
    buffer[1 - from][t] = t >= d ? buffer[from][t] + buffer[from][t - d] : buffer[from][t];
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = buffer[from][t];
}

__kernel void nothing(void) {}
