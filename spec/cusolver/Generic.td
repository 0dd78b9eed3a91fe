// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: the 64-bit interface.

def cusolverDnXtrtri_bufferSize : LibraryFunction<[
    Dn, Fill, In<"cublasDiagType_t", "diag">, Int64<"n">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">,
    Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [Uplo];
}
def cusolverDnXtrtri : LibraryFunction<[
    Dn, Fill, In<"cublasDiagType_t", "diag">, Int64<"n">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">,
    In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">,
    In<"size_t", "workspaceInBytesOnHost">, In<"int *", "info">]> {
    let Errors = [Uplo, Negative<"n">, Leading<"lda", "n">];
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
    In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">, In<"int *", "info">]> {
    let Errors = [Uplo, Negative<"n">, Negative<"nrhs">, Leading<"lda", "n">, Leading<"ldb", "n">];
}
def cusolverDnXpotrf_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Fill, Int64<"n">, DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">,
    DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [Uplo, LiveParams];
}
def cusolverDnXpotrf : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Fill, Int64<"n">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">,
    DataType<"computeType">, In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">,
    In<"size_t", "workspaceInBytesOnHost">, In<"int *", "info">]> {
    let Errors = [Uplo, LiveParams, Negative<"n">, Leading<"lda", "n">];
}
def cusolverDnXpotrs : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Fill, Int64<"n">, Int64<"nrhs">, DataType<"dataTypeA">, In<"const void *", "A">,
    Int64<"lda">, DataType<"dataTypeB">, In<"void *", "B">, Int64<"ldb">, In<"int *", "info">]> {
    let Errors = [Uplo, LiveParams, Negative<"n">, Negative<"nrhs">, Leading<"lda", "n">, Leading<"ldb", "n">];
}
def cusolverDnXgeqrf_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Int64<"m">, Int64<"n">, DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">,
    DataType<"dataTypeTau">, In<"const void *", "tau">, DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">,
    Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams];
}
def cusolverDnXgeqrf : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Int64<"m">, Int64<"n">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">,
    DataType<"dataTypeTau">, In<"void *", "tau">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">, In<"int *", "info">]> {
    let Errors = [LiveParams, Negative<"m">, Negative<"n">, Leading<"lda", "m">];
}
def cusolverDnXgetrf_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Int64<"m">, Int64<"n">, DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">,
    DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams];
}
def cusolverDnXgetrf : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, Int64<"m">, Int64<"n">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">,
    In<"int64_t *", "ipiv">, DataType<"computeType">, In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">,
    In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">, In<"int *", "info">]> {
    let Errors = [LiveParams, Negative<"m">, Negative<"n">, Leading<"lda", "m">];
}
def cusolverDnXgetrs : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cublasOperation_t", "trans">, Int64<"n">, Int64<"nrhs">, DataType<"dataTypeA">,
    In<"const void *", "A">, Int64<"lda">, In<"const int64_t *", "ipiv">, DataType<"dataTypeB">, In<"void *", "B">, Int64<"ldb">,
    In<"int *", "info">]> {
    let Errors = [LiveParams, Trans, Negative<"n">, Negative<"nrhs">, Leading<"lda", "n">, Leading<"ldb", "n">];
}
def cusolverDnXsyevd_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Fill, Int64<"n">, DataType<"dataTypeA">,
    In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"const void *", "W">, DataType<"computeType">,
    Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [Uplo, Jobz, LiveParams];
}
def cusolverDnXsyevd : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Fill, Int64<"n">, DataType<"dataTypeA">,
    In<"void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"void *", "W">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">, In<"int *", "info">]> {
    let Errors = [Uplo, Jobz, LiveParams, Negative<"n">, Leading<"lda", "n">];
}
def cusolverDnXsyevBatched_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Fill, Int64<"n">, DataType<"dataTypeA">,
    In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"const void *", "W">, DataType<"computeType">,
    Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">, Int64<"batchSize">]> {
    let Errors = [Uplo, Jobz, LiveParams];
}
def cusolverDnXsyevBatched : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Fill, Int64<"n">, DataType<"dataTypeA">,
    In<"void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"void *", "W">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">,
    In<"int *", "info">, Int64<"batchSize">]> {
    let Errors = [Uplo, Jobz, LiveParams, Negative<"n">, Negative<"batchSize">, Leading<"lda", "n">];
}
def cusolverDnXsyevdx_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, In<"cusolverEigRange_t", "range">, Fill, Int64<"n">,
    DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, In<"void *", "vl">, In<"void *", "vu">, Int64<"il">, Int64<"iu">,
    In<"int64_t *", "h_meig">, DataType<"dataTypeW">, In<"const void *", "W">, DataType<"computeType">,
    Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [Uplo, Jobz, Range, LiveParams];
}
def cusolverDnXsyevdx : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, In<"cusolverEigRange_t", "range">, Fill, Int64<"n">,
    DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">, In<"void *", "vl">, In<"void *", "vu">, Int64<"il">, Int64<"iu">,
    In<"int64_t *", "meig64">, DataType<"dataTypeW">, In<"void *", "W">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">, In<"int *", "info">]> {
    let Errors = [Uplo, Jobz, Range, LiveParams, Negative<"n">, Leading<"lda", "n">];
}
def cusolverDnXgeev_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobvl">, In<"cusolverEigMode_t", "jobvr">, Int64<"n">,
    DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"const void *", "W">,
    DataType<"dataTypeVL">, In<"const void *", "VL">, Int64<"ldvl">, DataType<"dataTypeVR">, In<"const void *", "VR">, Int64<"ldvr">,
    DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams];
}
def cusolverDnXgeev : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobvl">, In<"cusolverEigMode_t", "jobvr">, Int64<"n">,
    DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">, DataType<"dataTypeW">, In<"void *", "W">, DataType<"dataTypeVL">,
    In<"void *", "VL">, Int64<"ldvl">, DataType<"dataTypeVR">, In<"void *", "VR">, Int64<"ldvr">, DataType<"computeType">,
    In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">,
    In<"size_t", "workspaceInBytesOnHost">, In<"int *", "info">]> {
    let Errors = [LiveParams, Negative<"n">, Leading<"lda", "n">];
}
def cusolverDnXgesvd_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"signed char", "jobu">, In<"signed char", "jobvt">, Int64<"m">, Int64<"n">,
    DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeS">, In<"const void *", "S">,
    DataType<"dataTypeU">, In<"const void *", "U">, Int64<"ldu">, DataType<"dataTypeVT">, In<"const void *", "VT">, Int64<"ldvt">,
    DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams];
}
def cusolverDnXgesvd : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"signed char", "jobu">, In<"signed char", "jobvt">, Int64<"m">, Int64<"n">,
    DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">, DataType<"dataTypeS">, In<"void *", "S">, DataType<"dataTypeU">,
    In<"void *", "U">, Int64<"ldu">, DataType<"dataTypeVT">, In<"void *", "VT">, Int64<"ldvt">, DataType<"computeType">,
    In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">,
    In<"size_t", "workspaceInBytesOnHost">, In<"int *", "info">]> {
    let Errors = [LiveParams, Negative<"m">, Negative<"n">, Leading<"lda", "m">];
}
def cusolverDnXgesvdp_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Int<"econ">, Int64<"m">, Int64<"n">,
    DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeS">, In<"const void *", "S">,
    DataType<"dataTypeU">, In<"const void *", "U">, Int64<"ldu">, DataType<"dataTypeV">, In<"const void *", "V">, Int64<"ldv">,
    DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">, Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [Jobz, LiveParams];
}
def cusolverDnXgesvdp : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverEigMode_t", "jobz">, Int<"econ">, Int64<"m">, Int64<"n">,
    DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">, DataType<"dataTypeS">, In<"void *", "S">, DataType<"dataTypeU">,
    In<"void *", "U">, Int64<"ldu">, DataType<"dataTypeV">, In<"void *", "V">, Int64<"ldv">, DataType<"computeType">,
    In<"void *", "bufferOnDevice">, In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">,
    In<"size_t", "workspaceInBytesOnHost">, In<"int *", "d_info">, In<"double *", "h_err_sigma">]> {
    let Errors = [Jobz, LiveParams, Negative<"m">, Negative<"n">, Leading<"lda", "m">];
}
def cusolverDnXgesvdr_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"signed char", "jobu">, In<"signed char", "jobv">, Int64<"m">, Int64<"n">, Int64<"k">,
    Int64<"p">, Int64<"niters">, DataType<"dataTypeA">, In<"const void *", "A">, Int64<"lda">, DataType<"dataTypeSrand">,
    In<"const void *", "Srand">, DataType<"dataTypeUrand">, In<"const void *", "Urand">, Int64<"ldUrand">, DataType<"dataTypeVrand">,
    In<"const void *", "Vrand">, Int64<"ldVrand">, DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">,
    Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams];
}
def cusolverDnXgesvdr : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"signed char", "jobu">, In<"signed char", "jobv">, Int64<"m">, Int64<"n">, Int64<"k">,
    Int64<"p">, Int64<"niters">, DataType<"dataTypeA">, In<"void *", "A">, Int64<"lda">, DataType<"dataTypeSrand">,
    In<"void *", "Srand">, DataType<"dataTypeUrand">, In<"void *", "Urand">, Int64<"ldUrand">, DataType<"dataTypeVrand">,
    In<"void *", "Vrand">, Int64<"ldVrand">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">,
    In<"int *", "d_info">]> {
    let Errors = [LiveParams, Negative<"m">, Negative<"n">, Negative<"k">, Leading<"lda", "m">];
}
def cusolverDnXlarft_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverDirectMode_t", "direct">, In<"cusolverStorevMode_t", "storev">, Int64<"n">,
    Int64<"k">, DataType<"dataTypeV">, In<"const void *", "V">, Int64<"ldv">, DataType<"dataTypeTau">, In<"const void *", "tau">,
    DataType<"dataTypeT">, In<"void *", "T">, Int64<"ldt">, DataType<"computeType">, Out<"size_t *", "workspaceInBytesOnDevice">,
    Out<"size_t *", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams];
}
def cusolverDnXlarft : LibraryFunction<[
    Dn, In<"cusolverDnParams_t", "params">, In<"cusolverDirectMode_t", "direct">, In<"cusolverStorevMode_t", "storev">, Int64<"n">,
    Int64<"k">, DataType<"dataTypeV">, In<"const void *", "V">, Int64<"ldv">, DataType<"dataTypeTau">, In<"const void *", "tau">,
    DataType<"dataTypeT">, In<"void *", "T">, Int64<"ldt">, DataType<"computeType">, In<"void *", "bufferOnDevice">,
    In<"size_t", "workspaceInBytesOnDevice">, In<"void *", "bufferOnHost">, In<"size_t", "workspaceInBytesOnHost">]> {
    let Errors = [LiveParams, Negative<"n">, Negative<"k">, Leading<"ldt", "k">];
}
