// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASXt: level 3 of matrices in host or device memory. Calls return when the work is done.

defvar XtHandle = In<"cublasXtHandle_t", "handle">;
class XtSize<string name> : In<"size_t", name>;
class XtRefused<string condition> : Fails<"CUBLAS_STATUS_INVALID_VALUE", condition>;

def cublasXtCreate : LibraryFunction<[Out<"cublasXtHandle_t *", "handle">]>;
def cublasXtDestroy : LibraryFunction<[XtHandle]>, AnyHandle;
// Settings tell a null handle as a wrong value (seen).
let BadContext = "CUBLAS_STATUS_INVALID_VALUE" in {
let Errors = [XtRefused<"nbDevices <= 0 || !deviceId">] in {
  def cublasXtGetNumBoards : LibraryFunction<[In<"int", "nbDevices">, In<"int *", "deviceId">, Out<"int *", "nbBoards">]>;
  def cublasXtDeviceSelect : LibraryFunction<[XtHandle, In<"int", "nbDevices">, In<"int *", "deviceId">]>;
}
def cublasXtMaxBoards : LibraryFunction<[Out<"int *", "nbGpuBoards">]>;
let Errors = [XtRefused<"blockDim <= 0">] in
  def cublasXtSetBlockDim : LibraryFunction<[XtHandle, In<"int", "blockDim">]>;
def cublasXtGetBlockDim : LibraryFunction<[XtHandle, Out<"int *", "blockDim">]>;
let Errors = [XtRefused<"unsigned(mode) > CUBLASXT_PINNING_ENABLED">] in
  def cublasXtSetPinningMemMode : LibraryFunction<[XtHandle, In<"cublasXtPinnedMemMode_t", "mode">]>;
def cublasXtGetPinningMemMode : LibraryFunction<[XtHandle, Out<"cublasXtPinnedMemMode_t *", "mode">]>;
let Errors = [XtRefused<"unsigned(blasOp) >= CUBLASXT_ROUTINE_MAX || unsigned(type) > CUBLASXT_DOUBLECOMPLEX">] in
  def cublasXtSetCpuRoutine
      : LibraryFunction<[XtHandle, In<"cublasXtBlasOp_t", "blasOp">, In<"cublasXtOpType_t", "type">, In<"void *", "blasFunctor">]>;
// Products only; any ratio is taken (seen).
let Errors = [XtRefused<"unsigned(blasOp) >= CUBLASXT_ROUTINE_MAX || unsigned(type) > CUBLASXT_DOUBLECOMPLEX">,
              Fails<"CUBLAS_STATUS_NOT_SUPPORTED", "blasOp != CUBLASXT_GEMM">] in
  def cublasXtSetCpuRatio
      : LibraryFunction<[XtHandle, In<"cublasXtBlasOp_t", "blasOp">, In<"cublasXtOpType_t", "type">, In<"float", "ratio">]>;
}

class Xt<string routine, string work, list<Param> params> : LibraryFunction<!listconcat([XtHandle], params)> {
  let Symbol = "cublasXt" # routine;
  let Calls = "xt::" # work;
  let Errors = !foreach(p, !filter(p, params, !or(!eq(p.Name, "alpha"), !eq(p.Name, "beta"))), XtRefused<"!" # p.Name>);
}
foreach t = AllNumbers in {
  defvar isReal = !eq(t.T, t.R);
  defvar alpha = Read<t.T, "alpha">;
  defvar a = [Read<t.T, "A">, XtSize<"lda">];
  defvar b = [Read<t.T, "B">, XtSize<"ldb">];
  defvar c = [Write<t.T, "C">, XtSize<"ldc">];
  defvar sizes = [XtSize<"m">, XtSize<"n">];
  defvar rank = [Uplo, Op<"trans">, XtSize<"n">, XtSize<"k">];
  def "cublasXt" # t.L # "gemm"
      : Xt<t.L # "gemm", "gemm", !listconcat([Op<"transa">, Op<"transb">, XtSize<"m">, XtSize<"n">, XtSize<"k">, alpha], a, b, [Read<t.T, "beta">], c)>;
  foreach h = !if(isReal, [0], [0, 1]) in {
    defvar sy = !if(h, "he", "sy");
    defvar scalar = !if(h, t.R, t.T);
    def "cublasXt" # t.L # sy # "mm" : Xt<t.L # sy # "mm", sy # "mm", !listconcat([Side, Uplo], sizes, [alpha], a, b, [Read<t.T, "beta">], c)>;
    def "cublasXt" # t.L # sy # "rk" : Xt<t.L # sy # "rk", sy # "rk", !listconcat(rank, [Read<scalar, "alpha">], a, [Read<scalar, "beta">], c)>;
    def "cublasXt" # t.L # sy # "r2k" : Xt<t.L # sy # "r2k", sy # "r2k", !listconcat(rank, [alpha], a, b, [Read<scalar, "beta">], c)>;
    def "cublasXt" # t.L # sy # "rkx" : Xt<t.L # sy # "rkx", sy # "rkx", !listconcat(rank, [alpha], a, b, [Read<scalar, "beta">], c)>;
  }
  def "cublasXt" # t.L # "spmm"
      : Xt<t.L # "spmm", "spmm", !listconcat([Side, Uplo], sizes, [alpha, Read<t.T, "AP">], b, [Read<t.T, "beta">], c)>;
  def "cublasXt" # t.L # "trsm"
      : Xt<t.L # "trsm", "trsm", !listconcat([Side, Uplo, Op<"trans">, Diag], sizes, [alpha], a, [Write<t.T, "B">, XtSize<"ldb">])>;
  def "cublasXt" # t.L # "trmm" : Xt<t.L # "trmm", "trmm", !listconcat([Side, Uplo, Op<"trans">, Diag], sizes, [alpha], a, b, c)>;
}
