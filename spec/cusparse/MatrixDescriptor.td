// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: descriptors of the older functions and what analyses keep.

def cusparseCreateMatDescr : LibraryFunction<[Out<"cusparseMatDescr_t *", "descrA">]>;
def cusparseDestroyMatDescr : LibraryFunction<[In<"cusparseMatDescr_t", "descrA">]>, AnyHandle;
def cusparseSetMatType : LibraryFunction<[In<"cusparseMatDescr_t", "descrA">, In<"cusparseMatrixType_t", "type">]>, AnyHandle;
def cusparseGetMatType : LibraryFunction<[Descr<"descrA">]>, Returns<"cusparseMatrixType_t">, AnyHandle;
def cusparseSetMatFillMode : LibraryFunction<[
    In<"cusparseMatDescr_t", "descrA">, In<"cusparseFillMode_t", "fillMode">]>, AnyHandle;
def cusparseGetMatFillMode : LibraryFunction<[Descr<"descrA">]>, Returns<"cusparseFillMode_t">, AnyHandle;
def cusparseSetMatDiagType : LibraryFunction<[
    In<"cusparseMatDescr_t", "descrA">, In<"cusparseDiagType_t", "diagType">]>, AnyHandle;
def cusparseGetMatDiagType : LibraryFunction<[Descr<"descrA">]>, Returns<"cusparseDiagType_t">, AnyHandle;
def cusparseSetMatIndexBase : LibraryFunction<[
    In<"cusparseMatDescr_t", "descrA">, In<"cusparseIndexBase_t", "base">]>, AnyHandle {
  let Errors = [Bad<"!cusparse::isValid(base)">];
}
def cusparseGetMatIndexBase : LibraryFunction<[Descr<"descrA">]>, Returns<"cusparseIndexBase_t">, AnyHandle;
def cusparseCreateCsric02Info : LibraryFunction<[Out<"csric02Info_t *", "info">]>;
def cusparseDestroyCsric02Info : LibraryFunction<[In<"csric02Info_t", "info">]>, AnyHandle;
def cusparseCreateBsric02Info : LibraryFunction<[Out<"bsric02Info_t *", "info">]>;
def cusparseDestroyBsric02Info : LibraryFunction<[In<"bsric02Info_t", "info">]>, AnyHandle;
def cusparseCreateCsrilu02Info : LibraryFunction<[Out<"csrilu02Info_t *", "info">]>;
def cusparseDestroyCsrilu02Info : LibraryFunction<[In<"csrilu02Info_t", "info">]>, AnyHandle;
def cusparseCreateBsrilu02Info : LibraryFunction<[Out<"bsrilu02Info_t *", "info">]>;
def cusparseDestroyBsrilu02Info : LibraryFunction<[In<"bsrilu02Info_t", "info">]>, AnyHandle;
def cusparseCreateBsrsv2Info : LibraryFunction<[Out<"bsrsv2Info_t *", "info">]>;
def cusparseDestroyBsrsv2Info : LibraryFunction<[In<"bsrsv2Info_t", "info">]>, AnyHandle;
def cusparseCreateBsrsm2Info : LibraryFunction<[Out<"bsrsm2Info_t *", "info">]>;
def cusparseDestroyBsrsm2Info : LibraryFunction<[In<"bsrsm2Info_t", "info">]>, AnyHandle;
def cusparseCreateCsru2csrInfo : LibraryFunction<[Out<"csru2csrInfo_t *", "info">]>;
def cusparseDestroyCsru2csrInfo : LibraryFunction<[In<"csru2csrInfo_t", "info">]>, AnyHandle;
def cusparseCreateColorInfo : LibraryFunction<[Out<"cusparseColorInfo_t *", "info">]>;
def cusparseDestroyColorInfo : LibraryFunction<[In<"cusparseColorInfo_t", "info">]>, AnyHandle;
def cusparseCreatePruneInfo : LibraryFunction<[Out<"pruneInfo_t *", "info">]>;
def cusparseDestroyPruneInfo : LibraryFunction<[In<"pruneInfo_t", "info">]>, AnyHandle;
