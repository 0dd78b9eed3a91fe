// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvBLAS: the routines, each with and without Fortran's underscore.

class Fortran<string routine, string work, list<Param> params> : LibraryFunction<params> {
  let Symbol = routine;
  let Calls = work;
  let Result = "void";
}
class Letter<string name> : In<"const char *", name>;
class Size<string name> : In<"const int *", name>;
class Numbers<string letter, string type, string real> {
  string L = letter;
  string T = type;
  string R = real;
}

foreach end = ["_", ""] in
  foreach t = [Numbers<"s", "float", "float">, Numbers<"d", "double", "double">, Numbers<"c", "cuComplex", "float">,
               Numbers<"z", "cuDoubleComplex", "double">] in {
    defvar isReal = !eq(t.T, t.R);
    defvar a = [In<"const " # t.T # " *", "a">, Size<"lda">];
    defvar b = [In<"const " # t.T # " *", "b">, Size<"ldb">];
    defvar c = [In<t.T # " *", "c">, Size<"ldc">];
    defvar alpha = In<"const " # t.T # " *", "alpha">;
    defvar beta = In<"const " # t.T # " *", "beta">;
    def t.L # "gemm" # end
        : Fortran<t.L # "gemm" # end, "gemm", !listconcat([Letter<"transa">, Letter<"transb">, Size<"m">, Size<"n">, Size<"k">, alpha], a, b, [beta], c)>;
    defvar rank = [Letter<"uplo">, Letter<"trans">, Size<"n">, Size<"k">];
    foreach h = !if(isReal, [0], [0, 1]) in {
      defvar form = !if(h, "he", "sy");
      defvar scalar = !if(h, t.R, t.T);
      def t.L # form # "mm" # end
          : Fortran<t.L # form # "mm" # end, form # "mm", !listconcat([Letter<"side">, Letter<"uplo">, Size<"m">, Size<"n">, alpha], a, b, [beta], c)>;
      def t.L # form # "rk" # end
          : Fortran<t.L # form # "rk" # end, form # "rk",
                    !listconcat(rank, [In<"const " # scalar # " *", "alpha">], a, [In<"const " # scalar # " *", "beta">], c)>;
      def t.L # form # "r2k" # end
          : Fortran<t.L # form # "r2k" # end, form # "r2k", !listconcat(rank, [alpha], a, b, [In<"const " # scalar # " *", "beta">], c)>;
    }
    foreach r = ["trsm", "trmm"] in
      def t.L # r # end
          : Fortran<t.L # r # end, r, !listconcat([Letter<"side">, Letter<"uplo">, Letter<"transa">, Letter<"diag">, Size<"m">, Size<"n">, alpha], a,
                                                  [In<t.T # " *", "b">, Size<"ldb">])>;
  }
