// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: matrix products with types as parameters.

class ExType<string name> : In<"cudaDataType", name>;
defvar ComputeAndAlgo = [In<"cublasComputeType_t", "computeType">, In<"cublasGemmAlgo_t", "algo">];

foreach s = BothSizes in {
  defvar ops = [Op<"transa">, Op<"transb">, In<s.I, "m">, In<s.I, "n">, In<s.I, "k">];
  defvar as = [ExType<"Atype">, In<s.I, "lda">];
  defvar bs = [ExType<"Btype">, In<s.I, "ldb">];
  defvar cs = [ExType<"Ctype">, In<s.I, "ldc">];
  defvar count = In<s.I, "batchCount">;
  defvar alpha = Read<"void", "alpha">;
  defvar beta = Read<"void", "beta">;

  let Errors = Also<gemmChecks, [NoOperandType]>.All in {
    def "cublasGemmEx" # s.X
        : Blas<"GemmEx", s.X, "gemmEx", !listconcat(ops, [alpha, Read<"void", "A">], as, [Read<"void", "B">], bs, [beta, Write<"void", "C">], cs, ComputeAndAlgo)>;
    def "cublasSgemmEx" # s.X
        : Blas<"SgemmEx", s.X, "gemmEx", !listconcat(ops, [Read<"float", "alpha">, Read<"void", "A">], as, [Read<"void", "B">], bs, [Read<"float", "beta">, Write<"void", "C">], cs)>;
  }
  // Complex results only, which is looked at first (seen).
  let Errors = Also<[Fails<"CUBLAS_STATUS_NOT_SUPPORTED", "Ctype != CUDA_C_32F">], Also<gemmChecks, [NoOperandType]>.All>.All in
    foreach routine = ["gemmEx", "gemm3mEx"] in
      def "cublasC" # routine # s.X
          : Blas<"C" # routine, s.X, "gemmEx", !listconcat(ops, [Read<"cuComplex", "alpha">, Read<"void", "A">], as, [Read<"void", "B">], bs, [Read<"cuComplex", "beta">, Write<"void", "C">], cs)>;
  let Errors = Also<gemmChecks, [NoOperandType, Fails<"CUBLAS_STATUS_INVALID_VALUE", "!cublas::isComputeType(computeType)">]>.All in {
    def "cublasGemmBatchedEx" # s.X
        : Blas<"GemmBatchedEx", s.X, "gemmBatchedEx",
               !listconcat(ops, [alpha, ReadArray<"void", "Aarray">], as, [ReadArray<"void", "Barray">], bs, [beta, WriteArray<"void", "Carray">], cs, [count],
                           ComputeAndAlgo)>;
    def "cublasGemmStridedBatchedEx" # s.X
        : Blas<"GemmStridedBatchedEx", s.X, "gemmStridedBatchedEx",
               !listconcat(ops, [alpha, Read<"void", "A">], as, [In<"long long int", "strideA">, Read<"void", "B">], bs, [In<"long long int", "strideB">, beta, Write<"void", "C">], cs,
                           [In<"long long int", "strideC">, count], ComputeAndAlgo)>;
  }
  def "cublasGemmGroupedBatchedEx" # s.X
      : Blas<"GemmGroupedBatchedEx", s.X, "gemmGroupedBatchedEx",
             [Read<"cublasOperation_t", "transa_array">, Read<"cublasOperation_t", "transb_array">, Read<s.I, "m_array">, Read<s.I, "n_array">,
              Read<s.I, "k_array">, Read<"void", "alpha_array">, ReadArray<"void", "Aarray">, ExType<"Atype">, Read<s.I, "lda_array">,
              ReadArray<"void", "Barray">, ExType<"Btype">, Read<s.I, "ldb_array">, Read<"void", "beta_array">, WriteArray<"void", "Carray">,
              ExType<"Ctype">, Read<s.I, "ldc_array">, In<s.I, "group_count">, Read<s.I, "group_size">, In<"cublasComputeType_t", "computeType">]>;

  // Products of a matrix with itself.
  defvar rankK = [Uplo, Op<"trans">, In<s.I, "n">, In<s.I, "k">];
  let Errors = [BadUplo, BadOp<"trans">, Negative<"n">, Negative<"k">, Below<"lda", "cublas::isPlain(trans) ? n : k">, Below<"ldc", "n">, NoType<"Atype">, NoType<"Ctype">] in
    foreach f = [["syrkEx", "cuComplex"], ["syrk3mEx", "cuComplex"], ["herkEx", "float"], ["herk3mEx", "float"]] in
      def "cublasC" # f[0] # s.X
          : Blas<"C" # f[0], s.X, f[0],
                 !listconcat(rankK, [Read<f[1], "alpha">, Read<"void", "A">], as, [Read<f[1], "beta">, Write<"void", "C">], cs)>;
}

let State = Absent in
def cublasUint8gemmBias
    : Blas<"Uint8gemmBias", "", "uint8gemmBias",
           [Op<"transa">, Op<"transb">, Op<"transc">, In<"int", "m">, In<"int", "n">, In<"int", "k">, Read<"unsigned char", "A">, In<"int", "A_bias">,
            In<"int", "lda">, Read<"unsigned char", "B">, In<"int", "B_bias">, In<"int", "ldb">, Write<"unsigned char", "C">, In<"int", "C_bias">,
            In<"int", "ldc">, In<"int", "C_mult">, In<"int", "C_shift">]>,
      Because<"no manual says how its result is scaled">;
