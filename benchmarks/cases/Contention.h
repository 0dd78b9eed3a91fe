// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA forms of Contention.cu: each launches on the default stream and waits.
#pragma once

namespace bench {

void histogramCuda(const unsigned char *data, int n, unsigned *bins);
void countOnesCuda(const unsigned char *data, int n, unsigned *count);
/// Value i is added to sum i / 32 % places.
void sumByExchangeCuda(const float *values, int n, double *sums, int places);
/// n threads that allocate 16 to 128 bytes, use them and give them back.
void deviceHeapCuda(int n, unsigned *sums);

/// A texture of one float a texel, clamped, linearly filtered.
class TexturedImage {
public:
  TexturedImage(const float *texels, int width, int height);
  ~TexturedImage();
  TexturedImage(const TexturedImage &) = delete;
  /// Samples it along rotated rows.
  void rotate(float *out) const;

private:
  int width_, height_;
  void *array_;
  unsigned long long object_;
};

} // namespace bench
