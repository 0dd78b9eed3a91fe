// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels for ptx-pair, which holds the PTX of two compilers side by side on one GPU. All have the
// same parameters: two inputs of numbers in [0, 1), the output, and a size.
#include <math.h>

#define KERNEL extern "C" __global__ void
#define PARAMETERS const float *a, const float *b, float *c, int n

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ float normalDistribution(float d) {
  const float tail = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  const float sum =
      tail *
      (0.31938153f + tail * (-0.356563782f +
                             tail * (1.781477937f + tail * (-1.821255978f + tail * 1.330274429f))));
  const float c = 0.3989422804f * expf(-0.5f * d * d) * sum;
  return d > 0 ? 1.0f - c : c;
}
KERNEL blackScholes(PARAMETERS) {
  const int i = index();
  if (i >= n)
    return;
  float price = a[i] * 50 + 5;
  const float strike = b[i] * 90 + 1, years = a[i] * 9 + 0.25f, rate = 0.02f, volatility = 0.30f;
  for (int k = 0; k < 8; ++k) {
    const float root = sqrtf(years);
    const float d1 = (logf(price / strike) + (rate + 0.5f * volatility * volatility) * years) /
                     (volatility * root);
    const float d2 = d1 - volatility * root, discount = expf(-rate * years);
    price = price * normalDistribution(d1) - strike * discount * normalDistribution(d2) + 1.0f;
  }
  c[i] = price;
}
KERNEL nbody(PARAMETERS) {
  __shared__ float4 tile[256];
  const float4 *bodies = (const float4 *)a;
  const float4 me = bodies[index()];
  float x = 0, y = 0, z = 0;
  for (int first = 0; first < n; first += 256) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j) {
      const float4 other = tile[j];
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float factor = other.w * inverse * inverse * inverse;
      x += dx * factor, y += dy * factor, z += dz * factor;
    }
    __syncthreads();
  }
  ((float4 *)c)[index()] = make_float4(x, y, z, 0);
}
KERNEL matmulNaive(PARAMETERS) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = index();
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
KERNEL matmulTiled(PARAMETERS) {
  __shared__ float as[16][16], bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = index();
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    as[ty][tx] = a[row * n + t + tx];
    bs[ty][tx] = b[(t + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
KERNEL mandelbrot(PARAMETERS) {
  const int x = index(), y = blockIdx.y * blockDim.y + threadIdx.y;
  const float cx = 3.0f * x / n - 2.0f, cy = 2.0f * y / n - 1.0f;
  float zx = 0, zy = 0;
  int k = 0;
  for (; k < 512 && zx * zx + zy * zy < 4.0f; ++k) {
    const float next = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = next;
  }
  c[y * n + x] = k;
}
KERNEL reduce(PARAMETERS) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = index(); i < n; i += gridDim.x * 256)
    sum += a[i];
  part[t] = sum;
  __syncthreads();
  for (int half = 128; half; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0)
    c[blockIdx.x] = part[0];
}
KERNEL transpose(PARAMETERS) {
  __shared__ float tile[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y, left = blockIdx.x * 32, top = blockIdx.y * 32;
  for (int k = 0; k < 32; k += 8)
    tile[ty + k][tx] = a[(top + ty + k) * n + left + tx];
  __syncthreads();
  for (int k = 0; k < 32; k += 8)
    c[(left + ty + k) * n + top + tx] = tile[tx][ty + k];
}
KERNEL histogram(PARAMETERS) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = index(); i < n; i += gridDim.x * blockDim.x) {
    const unsigned value = ((const unsigned *)a)[i];
    atomicAdd(&bins[value & 255], 1u);
    atomicAdd(&bins[value >> 8 & 255], 1u);
  }
  __syncthreads();
  atomicAdd((unsigned *)c + threadIdx.x, bins[threadIdx.x]);
}
KERNEL stencil(PARAMETERS) {
  const int x = index(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
    return;
  const float *at = a + y * n + x;
  c[y * n + x] = 0.2f * (at[0] + at[-1] + at[1] + at[-n] + at[n]);
}
KERNEL sparse(PARAMETERS) {
  const int i = index();
  if (i >= n)
    return;
  float sum = 0;
  for (int first = i * 15, k = first; k < first + 8 + (i * 7 & 15); ++k)
    sum += a[k] * b[(k * 17) & (n - 1)];
  c[i] = sum;
}
KERNEL softmax(PARAMETERS) {
  __shared__ float part[8];
  const int t = threadIdx.x, first = blockIdx.x * 1024 + t;
  float value[4], most = -INFINITY, sum = 0;
  for (int k = 0; k < 4; ++k)
    most = fmaxf(most, value[k] = a[first + k * 256]);
  for (int d = 16; d; d /= 2)
    most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  if (t % 32 == 0)
    part[t / 32] = most;
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    most = fmaxf(most, part[k]);
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    sum += value[k] = expf(value[k] - most);
  for (int d = 16; d; d /= 2)
    sum += __shfl_xor_sync(~0u, sum, d);
  if (t % 32 == 0)
    part[t / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += part[k];
  for (int k = 0; k < 4; ++k)
    c[first + k * 256] = value[k] / sum;
}
KERNEL layerNorm(PARAMETERS) {
  const float *row = a + blockIdx.x * 1024;
  float sum = 0, squares = 0;
  for (int k = threadIdx.x; k < 1024; k += 32)
    sum += row[k], squares += row[k] * row[k];
  for (int d = 16; d; d /= 2) {
    sum += __shfl_xor_sync(~0u, sum, d);
    squares += __shfl_xor_sync(~0u, squares, d);
  }
  const float mean = sum / 1024, scale = rsqrtf(squares / 1024 - mean * mean + 1e-5f);
  for (int k = threadIdx.x; k < 1024; k += 32)
    c[blockIdx.x * 1024 + k] = (row[k] - mean) * scale;
}
KERNEL sortBitonic(PARAMETERS) {
  __shared__ float keys[512];
  const int t = threadIdx.x, first = blockIdx.x * 512 + t;
  keys[t] = a[first], keys[t + 256] = a[first + 256];
  for (int size = 2; size <= 512; size *= 2)
    for (int step = size / 2; step; step /= 2) {
      __syncthreads();
      const int i = 2 * t - (t & (step - 1));
      const float low = keys[i], high = keys[i + step];
      if ((low > high) == ((i & size) == 0))
        keys[i] = high, keys[i + step] = low;
    }
  __syncthreads();
  c[first] = keys[t], c[first + 256] = keys[t + 256];
}
KERNEL monteCarlo(PARAMETERS) {
  unsigned long long state = index() * 6364136223846793005ull + 1442695040888963407ull;
  auto uniform = [&] {
    state = state * 6364136223846793005ull + 1;
    return unsigned(state >> 40) * 0x1p-24f;
  };
  int inside = 0;
  for (int k = 0; k < 256; ++k) {
    const float x = uniform(), y = uniform();
    inside += x * x + y * y < 1;
  }
  c[index()] = inside;
}
KERNEL divide(PARAMETERS) {
  int x = ((const int *)a)[index()], y = ((const int *)b)[index()] | 1, sum = 0;
  for (int k = 0; k < 16; ++k) {
    sum += x / y + x % (y + 2 * k);
    x ^= sum;
  }
  ((int *)c)[index()] = sum;
}
KERNEL saxpy(PARAMETERS) {
  if (const int i = index(); i < n)
    c[i] = 2.5f * a[i] + b[i];
}

// A function of x and y again and again on its own result.
#define FUNCTION(NAME, TYPE, TIMES, VALUE)                                                         \
  KERNEL NAME(PARAMETERS) {                                                                        \
    const int i = index();                                                                         \
    if (i >= n)                                                                                    \
      return;                                                                                      \
    TYPE x = a[i] * 4 + 0.1f, y = b[i] + 0.5f;                                                     \
    for (int k = 0; k < TIMES; ++k)                                                                \
      x = VALUE;                                                                                   \
    c[i] = float(x);                                                                               \
  }
#define SINGLE(NAME, VALUE) FUNCTION(NAME##f_, float, 16, VALUE)
#define DOUBLE(NAME, VALUE) FUNCTION(NAME##_, double, 8, VALUE)
SINGLE(sin, sinf(x) + y)
SINGLE(cos, cosf(x) + y)
SINGLE(tan, tanf(x * 0.1f) + y)
SINGLE(exp, expf(-x) + y)
SINGLE(log, logf(x) + 2 + y)
SINGLE(pow, powf(x, y))
SINGLE(sqrt, sqrtf(x) + y)
SINGLE(rsqrt, rsqrtf(x) + y)
SINGLE(divide, y / x + 1.0f)
SINGLE(tanh, tanhf(x) + y)
SINGLE(erf, erff(x) + y)
SINGLE(atan2, atan2f(x, y) + 1.5f)
SINGLE(exp2, exp2f(-x) + y)
SINGLE(fmod, fmodf(x + 3, y) + 1)
SINGLE(cbrt, cbrtf(x) + y)
SINGLE(hypot, hypotf(x, y))
SINGLE(asin, asinf(x * 0.1f) + y)
SINGLE(log1p, log1pf(x) + y)
DOUBLE(sin, sin(x) + y)
DOUBLE(exp, exp(-x) + y)
DOUBLE(log, log(x) + 2 + y)
DOUBLE(sqrt, sqrt(x) + y)
DOUBLE(divide, y / x + 1.0)
DOUBLE(pow, pow(x, y))
DOUBLE(rsqrt, rsqrt(x) + y)
