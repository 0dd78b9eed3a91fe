// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: what its families are made of: number types, 32- and 64-bit sizes, rows.

// T: the numbers of an operand; R: their real type.
class Numbers<string letter, string type, string real> {
  string L = letter;
  string T = type;
  string R = real;
}
def S : Numbers<"S", "float", "float">;
def D : Numbers<"D", "double", "double">;
def C : Numbers<"C", "cuComplex", "float">;
def Z : Numbers<"Z", "cuDoubleComplex", "double">;
defvar RealNumbers = [S, D];
defvar ComplexNumbers = [C, Z];
defvar AllNumbers = [S, D, C, Z];

class Sizes<string suffix, string type> {
  string X = suffix;
  string I = type;
}
def Size32 : Sizes<"", "int">;
def Size64 : Sizes<"_64", "int64_t">;
defvar BothSizes = [Size32, Size64];

// Routine: the name between "cublas" and "_v2", and the function of anywarp::cublas that does the work.
class Blas<string routine, string suffix, string work, list<Param> params>
    : LibraryFunction<!listconcat([In<"cublasHandle_t", "handle">], params)> {
  let Symbol = "cublas" # routine # suffix;
  let Calls = work;
}

// Parameters.
class Op<string name> : In<"cublasOperation_t", name>;
defvar Uplo = In<"cublasFillMode_t", "uplo">;
defvar Side = In<"cublasSideMode_t", "side">;
defvar Diag = In<"cublasDiagType_t", "diag">;
class Read<string type, string name> : In<"const " # type # " *", name>;
class Write<string type, string name> : In<type # " *", name>;
class ReadArray<string type, string name> : In<"const " # type # " *const *", name>;
class WriteArray<string type, string name> : In<type # " *const *", name>;

// Checks, under the number of the parameter.
class BadOp<string name> : Illegal<name, "!cublas::isOperation(" # name # ")">;
class Negative<string name> : Illegal<name, name # " < 0">;
class Zero<string name> : Illegal<name, name # " == 0">;
class Below<string name, string least> : Illegal<name, name # " < cublas::atLeastOne(" # least # ")">;
// NVIDIA's library looks at some factors and results in host memory before it uses them (seen).
// Where a size is 0 they may be null (seen).
class NoFactor<string name, string isUsed> : Illegal<name, "!" # name # " && " # isUsed>;
class Also<list<Fails> some, list<Fails> others> { list<Fails> All = !listconcat(some, others); }
class NoResult<string status> : Fails<status, "!result">;
// A value that is no data type at all (seen; the rest are NOT_SUPPORTED).
class NoType<string name> : Fails<"CUBLAS_STATUS_INVALID_VALUE", "!cublas::isDataType(" # name # ")">;
// The operands of a product are looked at when they agree (seen).
defvar NoOperandType = Fails<"CUBLAS_STATUS_INVALID_VALUE", "Atype == Btype && !(cublas::isDataType(Atype) && cublas::isDataType(Ctype))">;
defvar HasElements = "m > 0 && n > 0";
defvar HasOrder = "n > 0";
class NoFactors<string isUsed> {
  list<Fails> All = [NoFactor<"alpha", isUsed>, NoFactor<"beta", isUsed>];
}
defvar BadUplo = Illegal<"uplo", "!cublas::isTriangle(uplo)">;
defvar BadSide = Illegal<"side", "!cublas::isSide(side)">;
defvar BadDiag = Illegal<"diag", "!cublas::isDiagonal(diag)">;
