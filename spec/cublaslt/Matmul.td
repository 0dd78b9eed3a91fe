// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASLt: products, transformations, algorithms.

class Layout<string name> : In<"cublasLtMatrixLayout_t", name>;
defvar Operation = In<"cublasLtMatmulDesc_t", "operationDesc">;
defvar Layouts = [Layout<"Adesc">, Layout<"Bdesc">, Layout<"Cdesc">, Layout<"Ddesc">];
defvar Types = [In<"cublasComputeType_t", "computeType">, In<"cudaDataType_t", "scaleType">, In<"cudaDataType_t", "Atype">,
                In<"cudaDataType_t", "Btype">, In<"cudaDataType_t", "Ctype">, In<"cudaDataType_t", "Dtype">];
class Bad<string condition> : Fails<"CUBLAS_STATUS_INVALID_VALUE", condition>;

let Errors = [Bad<"!computeDesc || !Adesc || !Bdesc || !Cdesc || !Ddesc">] in
  def cublasLtMatmul
      : LibraryFunction<[Light, In<"cublasLtMatmulDesc_t", "computeDesc">, In<"const void *", "alpha">, In<"const void *", "A">, Layout<"Adesc">,
                         In<"const void *", "B">, Layout<"Bdesc">, In<"const void *", "beta">, In<"const void *", "C">, Layout<"Cdesc">,
                         In<"void *", "D">, Layout<"Ddesc">, In<"const cublasLtMatmulAlgo_t *", "algo">, In<"void *", "workspace">,
                         In<"size_t", "workspaceSizeInBytes">, In<"cudaStream_t", "stream">]>;
let Errors = [Bad<"!transformDesc || !Adesc || !Cdesc">] in
  def cublasLtMatrixTransform
      : LibraryFunction<[Light, In<"cublasLtMatrixTransformDesc_t", "transformDesc">, In<"const void *", "alpha">, In<"const void *", "A">,
                         Layout<"Adesc">, In<"const void *", "beta">, In<"const void *", "B">, Layout<"Bdesc">, In<"void *", "C">,
                         Layout<"Cdesc">, In<"cudaStream_t", "stream">]>;
let Errors = [Bad<"!operationDesc || !Adesc || !Bdesc || !Cdesc || !Ddesc">, Bad<"!preference || requestedAlgoCount <= 0 || !heuristicResultsArray">] in
  def cublasLtMatmulAlgoGetHeuristic
      : LibraryFunction<!listconcat([Light, Operation], Layouts,
                                    [In<"cublasLtMatmulPreference_t", "preference">, In<"int", "requestedAlgoCount">,
                                     In<"cublasLtMatmulHeuristicResult_t *", "heuristicResultsArray">, Out<"int *", "returnAlgoCount">])>;
let Errors = [Bad<"requestedAlgoCount <= 0 || !algoIdsArray">] in
  def cublasLtMatmulAlgoGetIds
      : LibraryFunction<!listconcat([Light], Types, [In<"int", "requestedAlgoCount">, In<"int *", "algoIdsArray">, Out<"int *", "returnAlgoCount">])>;
def cublasLtMatmulAlgoInit : LibraryFunction<!listconcat([Light], Types, [In<"int", "algoId">, Out<"cublasLtMatmulAlgo_t *", "algo">])>;
let Errors = [Bad<"!operationDesc || !Adesc || !Bdesc || !Cdesc || !Ddesc || !algo">] in
  def cublasLtMatmulAlgoCheck
      : LibraryFunction<!listconcat([Light, Operation], Layouts,
                                    [In<"const cublasLtMatmulAlgo_t *", "algo">, Out<"cublasLtMatmulHeuristicResult_t *", "result">])>;
let Errors = [Bad<"!algo">] in {
  def cublasLtMatmulAlgoCapGetAttribute
      : LibraryFunction<[In<"const cublasLtMatmulAlgo_t *", "algo">, In<"cublasLtMatmulAlgoCapAttributes_t", "attr">, In<"void *", "buf">,
                         In<"size_t", "sizeInBytes">, In<"size_t *", "sizeWritten">]>;
  def cublasLtMatmulAlgoConfigSetAttribute
      : LibraryFunction<[In<"cublasLtMatmulAlgo_t *", "algo">, In<"cublasLtMatmulAlgoConfigAttributes_t", "attr">, In<"const void *", "buf">,
                         In<"size_t", "sizeInBytes">]>;
  def cublasLtMatmulAlgoConfigGetAttribute
      : LibraryFunction<[In<"const cublasLtMatmulAlgo_t *", "algo">, In<"cublasLtMatmulAlgoConfigAttributes_t", "attr">, In<"void *", "buf">,
                         In<"size_t", "sizeInBytes">, In<"size_t *", "sizeWritten">]>;
}
