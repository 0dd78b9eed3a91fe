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
/// How many ways n queens can stand on a board that begin with each pair (row 0's column * n + row
/// 1's); n at most 16. `isBoard`: with a byte for each row instead of bit masks.
void queensCuda(const int *pairs, int count, int n, unsigned *found, bool isBoard);
/// Levels of a breadth-first search; frontier, visited and cost hold where it begins, `more` is one
/// word.
void breadthFirstCuda(const int *first, const int *target, unsigned char *frontier,
                      unsigned char *reached, unsigned char *visited, int *cost, int *more,
                      int nodes);
/// Alignment scores of (length + 1)² cells, the first row and column given; length a multiple
/// of 16.
void alignCuda(const int *similarity, int *score, int length, int penalty);
/// One block of width² threads, at most 1024: steps that points of a Julia set stay.
void juliaCuda(unsigned *out, int width, int steps);
/// Blocks of 256 threads, the b-th with (b + 1) * rounds rounds.
void unequalCuda(unsigned *out, int blocks, int rounds);
/// One block; hashes of parts of `bytes` bytes each.
void hashPartsCuda(const unsigned char *text, unsigned *out, int parts, int bytes);
/// `turns` uniform numbers of each of the XORWOW states, or their sums; 65,536 states.
void uniformCuda(unsigned *states, float *out, int threads, int turns, bool isSum);
/// n × n, n a multiple of 32.
void transposeCuda(const float *in, float *out, int n);
/// A sum for each block of 256 threads.
void sumCuda(const float *in, float *sums, int n, int blocks);
/// y = A x; A has entries `column`, `value`, those of a row from first[row] on.
void sparseCuda(const int *first, const int *column, const float *value, const float *x, float *y,
                int rows);
/// As matmulTiledCuda, with 16 results a thread; n a multiple of 64.
void matmulSquaresCuda(const float *a, const float *b, float *c, int n);
/// Two steps of a diffusion with closed borders.
void heatCuda(const float *in, float *out, int width, int height);
void emptyCuda();
/// Milliseconds from the first launch of a small kernel to its end, its compilation included.
double firstLaunchCuda();

} // namespace bench
