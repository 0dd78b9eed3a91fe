// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: general matrix products of one type.

def H : Numbers<"H", "__half", "__half">;

// Routine and type. gemm3m: the same product, which NVIDIA's library forms from three real ones.
class GemmForm<string letter, string type, string routine, bit isBatched, bit isV2> {
  string L = letter;
  string T = type;
  string Routine = routine;
  bit IsBatched = isBatched;
  string V = !if(isV2, "_v2", "");
}
def GemmS : GemmForm<"S", "float", "gemm", true, true>;
def GemmD : GemmForm<"D", "double", "gemm", true, true>;
def GemmC : GemmForm<"C", "cuComplex", "gemm", true, true>;
def GemmZ : GemmForm<"Z", "cuDoubleComplex", "gemm", true, true>;
def GemmH : GemmForm<"H", "__half", "gemm", true, false>;
def Gemm3mC : GemmForm<"C", "cuComplex", "gemm3m", true, false>;
def Gemm3mZ : GemmForm<"Z", "cuDoubleComplex", "gemm3m", false, false>;

class GemmChecks {
  list<Fails> Checks = [BadOp<"transa">, BadOp<"transb">, Negative<"m">, Negative<"n">, Negative<"k">, Below<"lda", "cublas::isPlain(transa) ? m : k">,
                        Below<"ldb", "cublas::isPlain(transb) ? k : n">, Below<"ldc", "m">];
}
defvar gemmChecks = GemmChecks<>.Checks;

foreach s = BothSizes in foreach f = [GemmS, GemmD, GemmC, GemmZ, GemmH, Gemm3mC, Gemm3mZ] in {
  defvar sizes = [Op<"transa">, Op<"transb">, In<s.I, "m">, In<s.I, "n">, In<s.I, "k">, Read<f.T, "alpha">];
  defvar lda = In<s.I, "lda">;
  defvar ldb = In<s.I, "ldb">;
  defvar ldc = In<s.I, "ldc">;
  defvar beta = Read<f.T, "beta">;
  defvar count = In<s.I, "batchCount">;
  let IsCplusplus = !eq(f.L, "H"), Errors = !listconcat(gemmChecks, NoFactors<HasElements>.All) in
    def "cublas" # f.L # f.Routine # s.X
        : Blas<f.L # f.Routine, f.V # s.X, "gemm", !listconcat(sizes, [Read<f.T, "A">, lda, Read<f.T, "B">, ldb, beta, Write<f.T, "C">, ldc])>;
  if f.IsBatched then {
    let IsCplusplus = !eq(f.L, "H"), Errors = !listconcat(gemmChecks, [Negative<"batchCount">]) in {
      def "cublas" # f.L # f.Routine # "Batched" # s.X
          : Blas<f.L # f.Routine # "Batched", s.X, "gemmBatched",
                 !listconcat(sizes, [ReadArray<f.T, "Aarray">, lda, ReadArray<f.T, "Barray">, ldb, beta, WriteArray<f.T, "Carray">, ldc, count])>;
      def "cublas" # f.L # f.Routine # "StridedBatched" # s.X
          : Blas<f.L # f.Routine # "StridedBatched", s.X, "gemmStridedBatched",
                 !listconcat(sizes, [Read<f.T, "A">, lda, In<"long long int", "strideA">, Read<f.T, "B">, ldb, In<"long long int", "strideB">, beta,
                                     Write<f.T, "C">, ldc, In<"long long int", "strideC">, count])>;
    }
  }
}

foreach s = BothSizes in foreach t = RealNumbers in
  def "cublas" # t.L # "gemmGroupedBatched" # s.X
      : Blas<t.L # "gemmGroupedBatched", s.X, "gemmGroupedBatched",
             [Read<"cublasOperation_t", "transa_array">, Read<"cublasOperation_t", "transb_array">, Read<s.I, "m_array">, Read<s.I, "n_array">,
              Read<s.I, "k_array">, Read<t.T, "alpha_array">, ReadArray<t.T, "Aarray">, Read<s.I, "lda_array">, ReadArray<t.T, "Barray">,
              Read<s.I, "ldb_array">, Read<t.T, "beta_array">, WriteArray<t.T, "Carray">, Read<s.I, "ldc_array">, In<s.I, "group_count">,
              Read<s.I, "group_size">]>;
