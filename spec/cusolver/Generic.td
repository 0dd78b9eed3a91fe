// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: the 64-bit interface.

// Types that do not fit together, or are no numbers: info is 0 (seen).
class MixedTypes<string condition> : Bad<"", condition # " || !cusolver::isNumber(dataTypeA)">;
class IsNumber<string type> : Bad<"", "!cusolver::isNumber(" # type # ")">;
// Cholesky looks at types where the upper triangle is asked for, and leaves info (seen).
defvar MixedUpper = Invalid<"uplo == CUBLAS_FILL_MODE_UPPER && (computeType != dataTypeA || !cusolver::isNumber(dataTypeA))">;
defvar MixedW = MixedTypes<"dataTypeW != cusolver::realOf(dataTypeA) || computeType != dataTypeA">;

def cusolverDnXtrtri_bufferSize : LibraryFunction<[
    Dn, Fill, In<"cublasDiagType_t", "diag">, Int64<"n">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">,
    Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]>; // no triangle is looked at (seen)
def cusolverDnXtrtri : LibraryFunction<[
    Dn, Fill, In<"cublasDiagType_t", "diag">, Int64<"n">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">,
    In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">,
    In<"size_t", "workspaceInBytesOnHost">, Info<"info">]> {
    let Errors = [Uplo, Diag, Negative<"n">, Leading<"lda", "n">, Bad<"", "!cusolver::isNumber(dataTypeA)", "NOT_SUPPORTED">];
}
def cusolverDnXsytrs_bufferSize : LibraryFunction<[
    Dn, Fill, Int64<"n">, Int64<"nrhs">, DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, In<"const int64_t *", "ipiv">,
    DataType<"dataTypeB">, In<"void *", "B">, Int64<"ldb">, Out<"size_t *", "workspaceInBytesOnDevice">,
    Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [Uplo];
}
def cusolverDnXsytrs : LibraryFunction<[
    Dn, Fill, Int64<"n">, Int64<"nrhs">, DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, In<"const int64_t *", "ipiv">,
    DataType<"dataTypeB">, In<"void *", "B">, Int64<"ldb">, In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">,
    In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">, Info<"info">]> {
    let Errors = [Uplo, Negative<"n">, Negative<"nrhs">, Leading<"lda", "n">, Leading<"ldb", "n">, MixedTypes<"dataTypeB != dataTypeA">];
}
def cusolverDnXpotrf_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Fill, Int64<"n">, DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">,
    DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [Uplo, LiveParams, MixedUpper];
}
def cusolverDnXpotrf : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Fill, Int64<"n">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">,
    DataType<"computeType">, In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">,
    In<"size_t", "workspaceInBytesOnHost">, Info<"info">]>, NumberedAsTyped {
    let Errors = [LiveParams, Uplo, Negative<"n">, Leading<"lda", "n">, MixedUpper, IsNumber<"dataTypeA">];
}
def cusolverDnXpotrs : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Fill, Int64<"n">, Int64<"nrhs">, DataType<"dataTypeA">, In<"const void *", "A">,
    Int64<"lda">, DataType<"dataTypeB">, In<"void *", "B">, Int64<"ldb">, Info<"info">]>, NumberedAsTyped {
    let Errors = [LiveParams, Uplo, Negative<"n">, Negative<"nrhs">, Leading<"lda", "n">, Leading<"ldb", "n">,
      Invalid<"dataTypeB != dataTypeA || !cusolver::isNumber(dataTypeA)">];
}
def cusolverDnXgeqrf_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Int64<"m">, Int64<"n">, DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">,
    DataType<"dataTypeTau">, In<"const void *", "tau">, DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">,
    Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams, MixedTypes<"dataTypeTau != dataTypeA || computeType != dataTypeA">];
}
def cusolverDnXgeqrf : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Int64<"m">, Int64<"n">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">,
    DataType<"dataTypeTau">, In<"void *", "tau">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">, Info<"info">]>, NumberedAsTyped {
    let Errors = [LiveParams, Negative<"m">, Negative<"n">, Leading<"lda", "m">, MixedTypes<"dataTypeTau != dataTypeA || computeType != dataTypeA">];
}
def cusolverDnXgetrf_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Int64<"m">, Int64<"n">, DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">,
    DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams];
}
def cusolverDnXgetrf : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Int64<"m">, Int64<"n">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">,
    In<"int64_t *", "ipiv">, DataType<"computeType">, In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">,
    In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">, Info<"info">]>, NumberedAsTyped {
    let Errors = [LiveParams, Invalid<"m < 0 || n < 0">, Bad<"lda", "lda < 1 || lda < m", "SUCCESS">, IsNumber<"dataTypeA">];
}
def cusolverDnXgetrs : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cublasOperation_t", "trans">, Int64<"n">, Int64<"nrhs">, DataType<"dataTypeA">,
    In<"const void *", "A">, Int64<"lda">, In<"const int64_t *", "ipiv">, DataType<"dataTypeB">, In<"void *", "B">, Int64<"ldb">,
    In<"int *", "info">]> {
    let Errors = [LiveParams, Trans, Negative<"n">, Negative<"nrhs">, Leading<"lda", "n">, Leading<"ldb", "n">, Invalid<"dataTypeB != dataTypeA">,
      Idle<"n == 0 || nrhs == 0">];
}
def cusolverDnXsyevd_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Fill, Int64<"n">, DataType<"dataTypeA">,
    In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"const void *", "W">, DataType<"computeType">,
    Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams, MixedW];
}
def cusolverDnXsyevd : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Fill, Int64<"n">, DataType<"dataTypeA">,
    In<"void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"void *", "W">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">, Info<"info">]> {
    let Errors = [LiveParams, Jobz, Uplo, Negative<"n">, Leading<"lda", "n">, MixedW];
}
def cusolverDnXsyevBatched_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Fill, Int64<"n">, DataType<"dataTypeA">,
    In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"const void *", "W">, DataType<"computeType">,
    Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">, Int64<"batchSize">]> {
    let Errors = [LiveParams, MixedW];
}
def cusolverDnXsyevBatched : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Fill, Int64<"n">, DataType<"dataTypeA">,
    In<"void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"void *", "W">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">,
    Info<"info">, Int64<"batchSize">]> {
    let Errors = [LiveParams, Jobz, Uplo, Negative<"n">, Leading<"lda", "n">, Bad<"batchSize", "batchSize < 1">, MixedW, Bad<"", "n == 0", "SUCCESS">];
}
def cusolverDnXsyevdx_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, In<"cusolverEigRange_t", "range">, Fill, Int64<"n">,
    DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, In<"void *", "vl">, In<"void *", "vu">, Int64<"il">, Int64<"iu">,
    In<"int64_t *", "h_meig">, DataType<"dataTypeW">, In<"const void *", "W">, DataType<"computeType">,
    Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams, MixedW];
}
def cusolverDnXsyevdx : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, In<"cusolverEigRange_t", "range">, Fill, Int64<"n">,
    DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">, In<"void *", "vl">, In<"void *", "vu">, Int64<"il">, Int64<"iu">,
    In<"int64_t *", "meig64">, DataType<"dataTypeW">, In<"void *", "W">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">, Info<"info">]> {
    let Errors = !listconcat([LiveParams, Jobz, Range, Uplo, Negative<"n">, Leading<"lda", "n">], SelectionOfIndices<"n">.Errors, [MixedW]);
}
defvar BadGeev = "n < 0 || lda < std::max<int64_t>(1, n) || (jobvl == CUSOLVER_EIG_MODE_VECTOR && ldvl < std::max<int64_t>(1, n)) || "
                 "(jobvr == CUSOLVER_EIG_MODE_VECTOR && ldvr < std::max<int64_t>(1, n))";
def cusolverDnXgeev_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobvl">, In<"cusolverEigMode_t", "jobvr">, Int64<"n">,
    DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"const void *", "W">,
    DataType<"dataTypeVL">, In<"const void *", "VL">, Int64<"ldvl">, DataType<"dataTypeVR">, In<"const void *", "VR">, Int64<"ldvr">,
    DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams, Fails<"CUSOLVER_STATUS_INTERNAL_ERROR", "jobvl == CUSOLVER_EIG_MODE_VECTOR">, // left vectors (seen)
      Invalid<BadGeev # " || ldvl < 1 || ldvr < 1">, Invalid<"dataTypeVL != dataTypeA || dataTypeVR != dataTypeA">, // seen
      MixedTypes<"(dataTypeW != dataTypeA && dataTypeW != cusolver::complexOf(dataTypeA)) || computeType != dataTypeA">];
}
def cusolverDnXgeev : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobvl">, In<"cusolverEigMode_t", "jobvr">, Int64<"n">,
    DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"void *", "W">, DataType<"dataTypeVL">,
    In<"void *", "VL">, Int64<"ldvl">, DataType<"dataTypeVR">, In<"void *", "VR">, Int64<"ldvr">, DataType<"computeType">,
    In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">,
    In<"size_t", "workspaceInBytesOnHost">, Info<"info">]> {
    let Errors = [LiveParams, Fails<"CUSOLVER_STATUS_INTERNAL_ERROR", BadGeev>,
      MixedTypes<"(dataTypeW != dataTypeA && dataTypeW != cusolver::complexOf(dataTypeA)) || computeType != dataTypeA">];
}
def cusolverDnXgesvd_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"signed char", "jobu">, In<"signed char", "jobvt">, Int64<"m">, Int64<"n">,
    DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeS">, In<"const void *", "S">,
    DataType<"dataTypeU">, In<"const void *", "U">, Int64<"ldu">, DataType<"dataTypeVT">, In<"const void *", "VT">, Int64<"ldvt">,
    DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams, Invalid<"dataTypeU != dataTypeA || dataTypeVT != dataTypeA">, Invalid<"m < n">, MixedTypes<"dataTypeS != cusolver::realOf(dataTypeA) || computeType != dataTypeA">];
}
def cusolverDnXgesvd : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"signed char", "jobu">, In<"signed char", "jobvt">, Int64<"m">, Int64<"n">,
    DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">, DataType<"dataTypeS">, In<"void *", "S">, DataType<"dataTypeU">,
    In<"void *", "U">, Int64<"ldu">, DataType<"dataTypeVT">, In<"void *", "VT">, Int64<"ldvt">, DataType<"computeType">,
    In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">,
    In<"size_t", "workspaceInBytesOnHost">, Info<"info">]>, NumberedAsTyped {
    let Errors = [LiveParams, Invalid<"dataTypeU != dataTypeA || dataTypeVT != dataTypeA">, JobU<"jobu">, JobU<"jobvt", "jobu">, Negative<"m">, Negative<"n">, 
      Bad<"", "m == 0 || n == 0", "SUCCESS">,
      Invalid<"m < n && (dataTypeS != cusolver::realOf(dataTypeA) || computeType != dataTypeA)">, // info stays (seen)
      Wide<"INVALID_VALUE">, Leading<"lda", "m">, VectorsU,
      VectorsVt, MixedTypes<"dataTypeS != cusolver::realOf(dataTypeA) || computeType != dataTypeA">];
}
def cusolverDnXgesvdp_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Int<"econ">, Int64<"m">, Int64<"n">,
    DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeS">, In<"const void *", "S">,
    DataType<"dataTypeU">, In<"const void *", "U">, Int64<"ldu">, DataType<"dataTypeV">, In<"const void *", "V">, Int64<"ldv">,
    DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams, Invalid<"dataTypeU != dataTypeA || dataTypeV != dataTypeA">, MixedTypes<"dataTypeS != cusolver::realOf(dataTypeA) || computeType != dataTypeA">];
}
def cusolverDnXgesvdp : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Int<"econ">, Int64<"m">, Int64<"n">,
    DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">, DataType<"dataTypeS">, In<"void *", "S">, DataType<"dataTypeU">,
    In<"void *", "U">, Int64<"ldu">, DataType<"dataTypeV">, In<"void *", "V">, Int64<"ldv">, DataType<"computeType">,
    In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">,
    In<"size_t", "workspaceInBytesOnHost">, Info<"d_info">, In<"double *", "h_err_sigma">]>, NumberedAsTyped {
    let Errors = [LiveParams, Invalid<"dataTypeU != dataTypeA || dataTypeV != dataTypeA">, Jobz, Fails<"CUSOLVER_STATUS_INTERNAL_ERROR", "m < 0 || n < 0">, Leading<"lda", "m">, Vectors<"ldu", "m">,
      Vectors<"ldv", "n">, MixedTypes<"dataTypeS != cusolver::realOf(dataTypeA) || computeType != dataTypeA">];
}
defvar BadGesvdr = "(jobu != 'S' && jobu != 'N') || (jobv != 'S' && jobv != 'N') || m < 0 || n < 0 || k < 0 || p < 0 || niters < 0 || "
                   "k + p > std::min(m, n) || lda < std::max<int64_t>(1, m)";
def cusolverDnXgesvdr_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"signed char", "jobu">, In<"signed char", "jobv">, Int64<"m">, Int64<"n">, Int64<"k">,
    Int64<"p">, Int64<"niters">, DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeSrand">,
    In<"const void *", "Srand">, DataType<"dataTypeUrand">, In<"const void *", "Urand">, Int64<"ldUrand">, DataType<"dataTypeVrand">,
    In<"const void *", "Vrand">, Int64<"ldVrand">, DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">,
    Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams, Invalid<BadGesvdr # " || ldUrand < std::max<int64_t>(1, m) || ldVrand < std::max<int64_t>(1, n)">, MixedTypes<"dataTypeSrand != cusolver::realOf(dataTypeA) || computeType != dataTypeA">];
}
def cusolverDnXgesvdr : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"signed char", "jobu">, In<"signed char", "jobv">, Int64<"m">, Int64<"n">, Int64<"k">,
    Int64<"p">, Int64<"niters">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">, DataType<"dataTypeSrand">,
    In<"void *", "Srand">, DataType<"dataTypeUrand">, In<"void *", "Urand">, Int64<"ldUrand">, DataType<"dataTypeVrand">,
    In<"void *", "Vrand">, Int64<"ldVrand">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">,
    Info<"d_info">]> {
    let Errors = [LiveParams, Invalid<BadGesvdr # " || ldUrand < std::max<int64_t>(1, m) || ldVrand < std::max<int64_t>(1, n)">, MixedTypes<"dataTypeSrand != cusolver::realOf(dataTypeA) || computeType != dataTypeA">];
}
def cusolverDnXlarft_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverDirectMode_t", "direct">, In<"cusolverStorevMode_t", "storev">, Int64<"n">,
    Int64<"k">, DataType<"dataTypeV">, In<"const void *", "V">, Int64<"ldv">, DataType<"dataTypeTau">, In<"const void *", "tau">,
    DataType<"dataTypeT">, In<"void *", "T">, Int64<"ldt">, DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">,
    Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams,
      Invalid<"dataTypeV != dataTypeTau || dataTypeV != dataTypeT || dataTypeV != computeType">];
}
def cusolverDnXlarft : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverDirectMode_t", "direct">, In<"cusolverStorevMode_t", "storev">, Int64<"n">,
    Int64<"k">, DataType<"dataTypeV">, In<"const void *", "V">, Int64<"ldv">, DataType<"dataTypeTau">, In<"const void *", "tau">,
    DataType<"dataTypeT">, In<"void *", "T">, Int64<"ldt">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams,
      Invalid<"storev != CUBLAS_STOREV_COLUMNWISE || dataTypeV != dataTypeTau || dataTypeV != dataTypeT || dataTypeV != computeType">, Negative<"n">, Leading<"ldt", "k">, Idle<"k <= 0">];
}
