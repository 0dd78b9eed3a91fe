/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuFFTW: FFTW's interface to cuFFT. Data may lie in host or in device memory; a call returns when the
   transform is done. Link with -lcufftw. */
#ifndef _CUFFTW_H_
#define _CUFFTW_H_

#include <stddef.h>
#include <stdio.h>

#include "cufft.h"

/* With <complex.h> before it, C's own complex numbers. */
#if !defined(FFTW_NO_Complex) && defined(_Complex_I) && defined(complex)
typedef double _Complex fftw_complex;
typedef float _Complex fftwf_complex;
#else
typedef double fftw_complex[2];
typedef float fftwf_complex[2];
#endif

#include "anywarp/api/cufftw_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cufftw_functions.h"

#ifdef __cplusplus
}
#endif

#endif
