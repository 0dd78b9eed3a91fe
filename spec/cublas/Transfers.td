// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: vectors and matrices to and from the device. The status of bad sizes is MAPPING_ERROR (seen).

class BadSize<string condition> : Fails<"CUBLAS_STATUS_MAPPING_ERROR", condition>;
class BadStep<string condition> : Fails<"CUBLAS_STATUS_INVALID_VALUE", condition>;

foreach s = BothSizes in foreach isAsync = [0, 1] in {
  defvar stream = !if(isAsync, [In<"cudaStream_t", "stream">], []<Param>);
  defvar suffix = !if(isAsync, "Async", "") # s.X;
  defvar x = Read<"void", "x">;
  defvar y = Write<"void", "y">;
  foreach way = ["Set", "Get"] in {
    let Errors = [BadStep<"elemSize <= 0 || incx <= 0 || incy <= 0">, BadSize<"n < 0">] in
      def "cublas" # way # "Vector" # suffix
          : LibraryFunction<!listconcat([In<s.I, "n">, In<s.I, "elemSize">, x, In<s.I, "incx">, y, In<s.I, "incy">], stream)>,
            Calls<!tolower(way) # "Vector" # !if(isAsync, "Async", "")>;
    let Errors = [BadStep<"rows < 0 || cols < 0 || elemSize <= 0 || lda <= 0 || ldb <= 0">, BadSize<"cols && (lda < rows || ldb < rows)">] in
      def "cublas" # way # "Matrix" # suffix
          : LibraryFunction<!listconcat([In<s.I, "rows">, In<s.I, "cols">, In<s.I, "elemSize">, Read<"void", "A">, In<s.I, "lda">, Write<"void", "B">,
                                         In<s.I, "ldb">], stream)>,
            Calls<!tolower(way) # "Matrix" # !if(isAsync, "Async", "")>;
  }
}
