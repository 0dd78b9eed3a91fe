// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT's FFTW interface: null plans, wrong sizes, flags, housekeeping functions, alignment, plans executed on other arrays
#include "Recorded.h"
#include <cufftw.h>
int main() {
  fftw_complex *a = (fftw_complex *)fftw_malloc(sizeof(fftw_complex) * 4096), *b = (fftw_complex *)fftw_malloc(sizeof(fftw_complex) * 4096);
  fftwf_complex *c = (fftwf_complex *)fftwf_malloc(sizeof(fftwf_complex) * 4096);
  printf("memory %d %d\n", a != nullptr, c != nullptr);
  for (int n : {-1, 0, 1, 2, 7, 100}) {
    fftw_plan p = fftw_plan_dft_1d(n, a, b, FFTW_FORWARD, FFTW_ESTIMATE);
    printf("1d %d: %d\n", n, p != nullptr);
    if (p) fftw_destroy_plan(p);
  }
  for (int rank : {-1, 0, 1, 2, 3, 4, 5}) {
    int n[5] = {4, 4, 4, 2, 2};
    fftw_plan p = fftw_plan_dft(rank, n, a, b, FFTW_BACKWARD, FFTW_MEASURE);
    printf("rank %d: %d\n", rank, p != nullptr);
    if (p) fftw_destroy_plan(p);
  }
  for (unsigned flags : {FFTW_ESTIMATE, FFTW_MEASURE, FFTW_PATIENT, FFTW_EXHAUSTIVE, FFTW_ESTIMATE | FFTW_UNALIGNED, FFTW_ESTIMATE | FFTW_DESTROY_INPUT, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT, FFTW_WISDOM_ONLY}) {
    for (int i = 0; i < 64; ++i) a[i][0] = i % 5, a[i][1] = i % 3;
    fftw_plan p = fftw_plan_dft_1d(64, a, b, FFTW_FORWARD, flags);
    printf("flags %x: %d", flags, p != nullptr);
    if (p) {
      fftw_execute(p);
      printf(" %.3f %.3f", b[0][0], b[3][1]);
      fftw_execute_dft(p, a, a);
      printf(" %.3f", a[0][0]);
      fftw_destroy_plan(p);
    }
    printf("\n");
  }
  for (int n : {1, 2, 3, 8, 15}) {
    double *r = (double *)a;
    for (int i = 0; i < n; ++i) r[i] = i + 1;
    fftw_plan p = fftw_plan_dft_r2c_1d(n, r, b, FFTW_ESTIMATE), q = fftw_plan_dft_c2r_1d(n, b, r, FFTW_ESTIMATE);
    printf("real %d: %d %d", n, p != nullptr, q != nullptr);
    if (p && q) {
      fftw_execute(p);
      printf(" %.3f", b[0][0]);
      fftw_execute(q);
      printf(" %.3f %.3f", r[0], r[n - 1]);
      fftw_execute_dft_r2c(p, r, b);
      printf(" %.3f", b[0][0]);
      fftw_execute_dft_c2r(q, b, r);
      printf(" %.3f", r[n - 1]);
    }
    printf("\n");
    fftw_destroy_plan(p);
    fftw_destroy_plan(q);
  }
  fftwf_plan f = fftwf_plan_dft_2d(8, 4, c, c, FFTW_FORWARD, FFTW_ESTIMATE);
  for (int i = 0; i < 32; ++i) c[i][0] = i, c[i][1] = 0;
  fftwf_execute(f);
  printf("2d %.3f %.3f %.3f\n", c[0][0], c[1][0], c[4][1]);
  fftwf_destroy_plan(f);
  fftw_cleanup();
  fftw_set_timelimit(1.0);
  fftw_free(a);
  fftw_free(b);
  fftwf_free(c);
  sync("end");
}
