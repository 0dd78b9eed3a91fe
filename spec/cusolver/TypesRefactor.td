// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: types of refactorization.

def cusolverRfHandle_t : Handle<"cusolverRfCommon">;
def cusolverRfResetValuesFastMode_t : Enum<[
    Value<"CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF", 0>,
    Value<"CUSOLVERRF_RESET_VALUES_FAST_MODE_ON", 1>]>;
def cusolverRfMatrixFormat_t : Enum<[
    Value<"CUSOLVERRF_MATRIX_FORMAT_CSR", 0>,
    Value<"CUSOLVERRF_MATRIX_FORMAT_CSC", 1>]>;
def cusolverRfUnitDiagonal_t : Enum<[
    Value<"CUSOLVERRF_UNIT_DIAGONAL_STORED_L", 0>,
    Value<"CUSOLVERRF_UNIT_DIAGONAL_STORED_U", 1>,
    Value<"CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L", 2>,
    Value<"CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U", 3>]>;
def cusolverRfFactorization_t : Enum<[
    Value<"CUSOLVERRF_FACTORIZATION_ALG0", 0>,
    Value<"CUSOLVERRF_FACTORIZATION_ALG1", 1>,
    Value<"CUSOLVERRF_FACTORIZATION_ALG2", 2>]>;
def cusolverRfTriangularSolve_t : Enum<[
    Value<"CUSOLVERRF_TRIANGULAR_SOLVE_ALG1", 1>,
    Value<"CUSOLVERRF_TRIANGULAR_SOLVE_ALG2", 2>,
    Value<"CUSOLVERRF_TRIANGULAR_SOLVE_ALG3", 3>]>;
def cusolverRfNumericBoostReport_t : Enum<[
    Value<"CUSOLVERRF_NUMERIC_BOOST_NOT_USED", 0>,
    Value<"CUSOLVERRF_NUMERIC_BOOST_USED", 1>]>;
