// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVERMg: several devices.

def cusolverMgCreate : LibraryFunction<[Out<"cusolverMgHandle_t *", "handle">]>;
def cusolverMgDestroy : LibraryFunction<[Mg]>;
def cusolverMgDeviceSelect : LibraryFunction<[Mg, Int<"nbDevices">, In<"int *", "deviceId">]>;
def cusolverMgCreateDeviceGrid : LibraryFunction<[
    Out<"cudaLibMgGrid_t *", "grid">, In<"int32_t", "numRowDevices">, In<"int32_t", "numColDevices">,
    In<"const int32_t *", "deviceId">, In<"cusolverMgGridMapping_t", "mapping">]>;
def cusolverMgDestroyGrid : LibraryFunction<[In<"cudaLibMgGrid_t", "grid">]>;
def cusolverMgCreateMatrixDesc : LibraryFunction<[
    Out<"cudaLibMgMatrixDesc_t *", "desc">, Int64<"numRows">, Int64<"numCols">, Int64<"rowBlockSize">, Int64<"colBlockSize">,
    DataType<"dataType">, In<"const cudaLibMgGrid_t", "grid">]>;
def cusolverMgDestroyMatrixDesc : LibraryFunction<[In<"cudaLibMgMatrixDesc_t", "desc">]>;
def cusolverMgSyevd_bufferSize : LibraryFunction<[
    Mg, In<"cusolverEigMode_t", "jobz">, Fill, Int<"N">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">,
    In<"cudaLibMgMatrixDesc_t", "descrA">, In<"void *", "W">, DataType<"dataTypeW">, DataType<"computeType">, Out<"int64_t *", "lwork">]>;
def cusolverMgSyevd : LibraryFunction<[
    Mg, In<"cusolverEigMode_t", "jobz">, Fill, Int<"N">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">,
    In<"cudaLibMgMatrixDesc_t", "descrA">, In<"void *", "W">, DataType<"dataTypeW">, DataType<"computeType">,
    In<"void **", "array_d_work">, Int64<"lwork">, In<"int *", "info">]>;
def cusolverMgGetrf_bufferSize : LibraryFunction<[
    Mg, Int<"M">, Int<"N">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">, In<"cudaLibMgMatrixDesc_t", "descrA">,
    In<"int **", "array_d_IPIV">, DataType<"computeType">, Out<"int64_t *", "lwork">]>;
def cusolverMgGetrf : LibraryFunction<[
    Mg, Int<"M">, Int<"N">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">, In<"cudaLibMgMatrixDesc_t", "descrA">,
    In<"int **", "array_d_IPIV">, DataType<"computeType">, In<"void **", "array_d_work">, Int64<"lwork">, In<"int *", "info">]>;
def cusolverMgGetrs_bufferSize : LibraryFunction<[
    Mg, In<"cublasOperation_t", "TRANS">, Int<"N">, Int<"NRHS">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">,
    In<"cudaLibMgMatrixDesc_t", "descrA">, In<"int **", "array_d_IPIV">, In<"void **", "array_d_B">, Int<"IB">, Int<"JB">,
    In<"cudaLibMgMatrixDesc_t", "descrB">, DataType<"computeType">, Out<"int64_t *", "lwork">]>;
def cusolverMgGetrs : LibraryFunction<[
    Mg, In<"cublasOperation_t", "TRANS">, Int<"N">, Int<"NRHS">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">,
    In<"cudaLibMgMatrixDesc_t", "descrA">, In<"int **", "array_d_IPIV">, In<"void **", "array_d_B">, Int<"IB">, Int<"JB">,
    In<"cudaLibMgMatrixDesc_t", "descrB">, DataType<"computeType">, In<"void **", "array_d_work">, Int64<"lwork">, In<"int *", "info">]>;
def cusolverMgPotrf_bufferSize : LibraryFunction<[
    Mg, Fill, Int<"N">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">, In<"cudaLibMgMatrixDesc_t", "descrA">,
    DataType<"computeType">, Out<"int64_t *", "lwork">]>;
def cusolverMgPotrf : LibraryFunction<[
    Mg, Fill, Int<"N">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">, In<"cudaLibMgMatrixDesc_t", "descrA">,
    DataType<"computeType">, In<"void **", "array_d_work">, Int64<"lwork">, In<"int *", "h_info">]>;
def cusolverMgPotrs_bufferSize : LibraryFunction<[
    Mg, Fill, Int<"n">, Int<"nrhs">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">, In<"cudaLibMgMatrixDesc_t", "descrA">,
    In<"void **", "array_d_B">, Int<"IB">, Int<"JB">, In<"cudaLibMgMatrixDesc_t", "descrB">, DataType<"computeType">,
    Out<"int64_t *", "lwork">]>;
def cusolverMgPotrs : LibraryFunction<[
    Mg, Fill, Int<"n">, Int<"nrhs">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">, In<"cudaLibMgMatrixDesc_t", "descrA">,
    In<"void **", "array_d_B">, Int<"IB">, Int<"JB">, In<"cudaLibMgMatrixDesc_t", "descrB">, DataType<"computeType">,
    In<"void **", "array_d_work">, Int64<"lwork">, In<"int *", "h_info">]>;
def cusolverMgPotri_bufferSize : LibraryFunction<[
    Mg, Fill, Int<"N">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">, In<"cudaLibMgMatrixDesc_t", "descrA">,
    DataType<"computeType">, Out<"int64_t *", "lwork">]>;
def cusolverMgPotri : LibraryFunction<[
    Mg, Fill, Int<"N">, In<"void **", "array_d_A">, Int<"IA">, Int<"JA">, In<"cudaLibMgMatrixDesc_t", "descrA">,
    DataType<"computeType">, In<"void **", "array_d_work">, Int64<"lwork">, In<"int *", "h_info">]>;
