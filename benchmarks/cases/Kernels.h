// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA forms: each launches on the default stream and waits. Sizes in elements unless said.
#pragma once

namespace bench {

void vectorAddCuda(const float *a, const float *b, float *c, int n);
/// c = a × b, all n × n, row-major, n a multiple of 16.
void matmulNaiveCuda(const float *a, const float *b, float *c, int n);
void matmulTiledCuda(const float *a, const float *b, float *c, int n);
/// Accelerations of n bodies (x, y, z, mass); n a multiple of 256.
void nbodyCuda(const float *bodies, float *accelerations, int n);
/// 5 × 5 filter over a width × height image with repeated border; multiples of 16.
void convolutionCuda(const float *in, const float *filter, float *out, int width, int height);
/// European call and put prices of n options.
void blackScholesCuda(const float *price, const float *strike, const float *years, float *call,
                      float *put, int n);
/// Inclusive scan of each block of 256 elements; n a multiple of 256.
void scanCuda(const float *in, float *out, int n);
void emptyCuda();
/// Milliseconds from the first launch of a small kernel to its end, its compilation included.
double firstLaunchCuda();

} // namespace bench
