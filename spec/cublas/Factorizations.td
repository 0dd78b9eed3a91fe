// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: factorisations and what uses them, batched.

// A leading dimension is looked at where the matrix has elements (seen).
foreach t = AllNumbers in {
  defvar n = In<"int", "n">;
  defvar info = Write<"int", "info">;
  defvar count = In<"int", "batchSize">;
  let Errors = [Negative<"n">, Illegal<"lda", "lda < n">, Negative<"batchSize">] in
    def "cublas" # t.L # "getrfBatched" : Blas<t.L # "getrfBatched", "", "getrfBatched", [n, WriteArray<t.T, "A">, In<"int", "lda">, Write<"int", "P">, info, count]>;
  let Errors = [Negative<"n">, Illegal<"lda", "lda < n">, Illegal<"ldc", "ldc < n">, Negative<"batchSize">] in
    def "cublas" # t.L # "getriBatched"
        : Blas<t.L # "getriBatched", "", "getriBatched", [n, ReadArray<t.T, "A">, In<"int", "lda">, Read<"int", "P">, WriteArray<t.T, "C">, In<"int", "ldc">, info, count]>;
  // The status is told in *info too, which lies in host memory.
  def "cublas" # t.L # "getrsBatched"
      : Blas<t.L # "getrsBatched", "", "getrsBatched", [Op<"trans">, n, In<"int", "nrhs">, ReadArray<t.T, "Aarray">, In<"int", "lda">, Read<"int", "devIpiv">,
                                                        WriteArray<t.T, "Barray">, In<"int", "ldb">, info, count]>;
  let Errors = [Illegal<"n", "n < 0">, Fails<"CUBLAS_STATUS_INVALID_VALUE", "n > 32">, Illegal<"lda", "lda < n">, Illegal<"lda_inv", "lda_inv < n">, Negative<"batchSize">] in
    def "cublas" # t.L # "matinvBatched"
        : Blas<t.L # "matinvBatched", "", "matinvBatched", [n, ReadArray<t.T, "A">, In<"int", "lda">, WriteArray<t.T, "Ainv">, In<"int", "lda_inv">, info, count]>;
  def "cublas" # t.L # "geqrfBatched"
      : Blas<t.L # "geqrfBatched", "", "geqrfBatched", [In<"int", "m">, n, WriteArray<t.T, "Aarray">, In<"int", "lda">, WriteArray<t.T, "TauArray">, info, count]>;
  def "cublas" # t.L # "gelsBatched"
      : Blas<t.L # "gelsBatched", "", "gelsBatched", [Op<"trans">, In<"int", "m">, n, In<"int", "nrhs">, WriteArray<t.T, "Aarray">, In<"int", "lda">,
                                                      WriteArray<t.T, "Carray">, In<"int", "ldc">, info, Write<"int", "devInfoArray">, count]>;
}
