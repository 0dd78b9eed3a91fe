// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions of levels 1 to 3 by the type of their numbers, for the interfaces that
// stand on them: Routines<float>::gemm is cublasSgemm_v2_64.
#pragma once

#include "cublas/Api.h"

namespace anywarp::cublas {

template <typename T> struct Routines;

#define AW_ROUTINE(routine, L, name) static constexpr auto routine = &cublas##L##name##_v2_64;
#define AW_ALL(L, l, Real)                                                                         \
  static constexpr auto nrm2 = &cublas##Real##nrm2_v2_64;                                          \
  static constexpr auto asum = &cublas##Real##asum_v2_64;                                          \
  static constexpr auto amax = &cublasI##l##amax_v2_64;                                            \
  static constexpr auto amin = &cublasI##l##amin_v2_64;                                            \
  static constexpr auto rotg = &cublas##L##rotg_v2;                                                \
  static constexpr auto syrkx = &cublas##L##syrkx_64;                                              \
  static constexpr auto tpttr = &cublas##L##tpttr;                                                 \
  AW_ROUTINE(scal, L, scal)                                                                        \
  AW_ROUTINE(axpy, L, axpy)                                                                        \
  AW_ROUTINE(copy, L, copy)                                                                        \
  AW_ROUTINE(swap, L, swap)                                                                        \
  AW_ROUTINE(rot, L, rot)                                                                          \
  AW_ROUTINE(gemv, L, gemv)                                                                        \
  AW_ROUTINE(gbmv, L, gbmv)                                                                        \
  AW_ROUTINE(trmv, L, trmv)                                                                        \
  AW_ROUTINE(trsv, L, trsv)                                                                        \
  AW_ROUTINE(tbmv, L, tbmv)                                                                        \
  AW_ROUTINE(tbsv, L, tbsv)                                                                        \
  AW_ROUTINE(tpmv, L, tpmv)                                                                        \
  AW_ROUTINE(tpsv, L, tpsv)                                                                        \
  AW_ROUTINE(gemm, L, gemm)                                                                        \
  AW_ROUTINE(symm, L, symm)                                                                        \
  AW_ROUTINE(syrk, L, syrk)                                                                        \
  AW_ROUTINE(syr2k, L, syr2k)                                                                      \
  AW_ROUTINE(trsm, L, trsm)                                                                        \
  AW_ROUTINE(trmm, L, trmm)
#define AW_REAL(T, L, l)                                                                           \
  template <> struct Routines<T> {                                                                 \
    AW_ALL(L, l, L)                                                                                \
    static constexpr auto rotmg = &cublas##L##rotmg_v2;                                            \
    AW_ROUTINE(dot, L, dot)                                                                        \
    AW_ROUTINE(rotm, L, rotm)                                                                      \
    AW_ROUTINE(symv, L, symv)                                                                      \
    AW_ROUTINE(sbmv, L, sbmv)                                                                      \
    AW_ROUTINE(spmv, L, spmv)                                                                      \
    AW_ROUTINE(ger, L, ger)                                                                        \
    AW_ROUTINE(syr, L, syr)                                                                        \
    AW_ROUTINE(spr, L, spr)                                                                        \
    AW_ROUTINE(syr2, L, syr2)                                                                      \
    AW_ROUTINE(spr2, L, spr2)                                                                      \
  };
#define AW_COMPLEX(T, L, l, Real, Mixed)                                                           \
  template <> struct Routines<T> {                                                                 \
    AW_ALL(L, l, Real)                                                                             \
    static constexpr auto herkx = &cublas##L##herkx_64;                                            \
    AW_ROUTINE(realScal, Mixed, scal)                                                              \
    AW_ROUTINE(realRot, Mixed, rot)                                                                \
    AW_ROUTINE(dotu, L, dotu)                                                                      \
    AW_ROUTINE(dotc, L, dotc)                                                                      \
    AW_ROUTINE(hemv, L, hemv)                                                                      \
    AW_ROUTINE(hbmv, L, hbmv)                                                                      \
    AW_ROUTINE(hpmv, L, hpmv)                                                                      \
    AW_ROUTINE(geru, L, geru)                                                                      \
    AW_ROUTINE(gerc, L, gerc)                                                                      \
    AW_ROUTINE(her, L, her)                                                                        \
    AW_ROUTINE(hpr, L, hpr)                                                                        \
    AW_ROUTINE(her2, L, her2)                                                                      \
    AW_ROUTINE(hpr2, L, hpr2)                                                                      \
    AW_ROUTINE(hemm, L, hemm)                                                                      \
    AW_ROUTINE(herk, L, herk)                                                                      \
    AW_ROUTINE(her2k, L, her2k)                                                                    \
  };
AW_REAL(float, S, s)
AW_REAL(double, D, d)
AW_COMPLEX(cuComplex, C, c, Sc, Cs)
AW_COMPLEX(cuDoubleComplex, Z, z, Dz, Zd)
#undef AW_COMPLEX
#undef AW_REAL
#undef AW_ALL
#undef AW_ROUTINE

} // namespace anywarp::cublas
