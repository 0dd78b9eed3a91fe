// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER (libcusolver.so.12): dense, sparse and refactorization parts.
include "LibraryApi.td"

def cusolver : LibraryInfo {
  let Name = "cusolver";
  let Title = "cuSOLVER";
  let File = "libcusolver";
  let Versions = [12, 11];
  let Result = "cusolverStatus_t";
  let Success = "CUSOLVER_STATUS_SUCCESS";
  let Null = "CUSOLVER_STATUS_INVALID_VALUE";
  let BadHandle = "CUSOLVER_STATUS_NOT_INITIALIZED";
  let NotSupported = "CUSOLVER_STATUS_NOT_SUPPORTED";
  let NoVendor = "CUSOLVER_STATUS_ARCH_MISMATCH";
  let Convention = "CUSOLVERAPI";
  let HasLog = true;
  let Handles = ["cusolverDnHandle_t", "cusolverSpHandle_t", "cusolverRfHandle_t"];
}

// The four types of numbers: letter, type, type of norms, and how LAPACK's names begin.
class Scalar<string l, string t, string r, string k, string sy, string or> {
  string L = l;
  string T = t;
  string R = r;
  string K = k; // complex type of the same precision
  string Sy = sy;
  string Or = or;
}
def ScalarS : Scalar<"S", "float", "float", "cuComplex", "sy", "or">;
def ScalarD : Scalar<"D", "double", "double", "cuDoubleComplex", "sy", "or">;
def ScalarC : Scalar<"C", "cuComplex", "float", "cuComplex", "he", "un">;
def ScalarZ : Scalar<"Z", "cuDoubleComplex", "double", "cuDoubleComplex", "he", "un">;
defvar Scalars = [ScalarS, ScalarD, ScalarC, ScalarZ];

// Two precisions: of the data, and the lowest one of the factorization.
class MixedScalar<string l, string t, string lowest> {
  string L = l;
  string T = t;
  string P = "CUSOLVER_" # lowest;
}
foreach row = [["ZZ", "C_64F"], ["ZC", "C_32F"], ["ZK", "C_16F"], ["ZE", "C_16BF"], ["ZY", "C_TF32"]] in
  def Mixed#row[0] : MixedScalar<row[0], "cuDoubleComplex", row[1]>;
foreach row = [["CC", "C_32F"], ["CK", "C_16F"], ["CE", "C_16BF"], ["CY", "C_TF32"]] in
  def Mixed#row[0] : MixedScalar<row[0], "cuComplex", row[1]>;
foreach row = [["DD", "R_64F"], ["DS", "R_32F"], ["DH", "R_16F"], ["DB", "R_16BF"], ["DX", "R_TF32"]] in
  def Mixed#row[0] : MixedScalar<row[0], "double", row[1]>;
foreach row = [["SS", "R_32F"], ["SH", "R_16F"], ["SB", "R_16BF"], ["SX", "R_TF32"]] in
  def Mixed#row[0] : MixedScalar<row[0], "float", row[1]>;
defvar Mixed = [MixedZZ, MixedZC, MixedZK, MixedZE, MixedZY, MixedCC, MixedCK, MixedCE, MixedCY,
                MixedDD, MixedDS, MixedDH, MixedDB, MixedDX, MixedSS, MixedSH, MixedSB, MixedSX];

// Parameters that most rows have.
class Int<string name> : In<"int", name>;
class Int64<string name> : In<"int64_t", name>;
class DataType<string name> : In<"cudaDataType", name>;
defvar Dn = In<"cusolverDnHandle_t", "handle">;
defvar Sp = In<"cusolverSpHandle_t", "handle">;
defvar Rf = In<"cusolverRfHandle_t", "handle">;
defvar Fill = In<"cublasFillMode_t", "uplo">;

class Info<string name, bit isPositive = false> : Told<"int *", name, isPositive>;

// What the manual documents as CUSOLVER_STATUS_INVALID_VALUE. A GPU writes the parameter's number to info, with a minus (seen).
// Success without work and without a word (seen).
class Idle<string condition> : Fails<"CUSOLVER_STATUS_SUCCESS", condition>;
class Invalid<string condition> : Fails<"CUSOLVER_STATUS_INVALID_VALUE", condition>;
class Bad<string param, string condition, string status = "INVALID_VALUE"> : Numbered<param, "CUSOLVER_STATUS_" # status, condition>;
// A descriptor of the sparse functions: a null one, or one of a matrix that is not general, is refused (seen).
class General<string name> : Fails<"CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "!cusolver::isGeneral(" # name # ")">;
class Negative<string name> : Bad<name, name # " < 0">;
class Leading<string name, string rows> : Bad<name, name # " < 1 || " # name # " < (" # rows # ")">;
// More or fewer than LAPACK allows. NAME itself is not negative.
class Beyond<string name, string most> : Bad<name, name # " < 0 || " # name # " > (" # most # ")">;
// A matrix wider than high: info is 0 (seen).
class Wide<string status> : Bad<"", "m < n", status>;
// The interval of a selection: the il-th to the iu-th value, or those in (vl, vu].
class SelectionOfIndices<string n> {
  list<Fails> Errors = [
    Bad<"il", "range == CUSOLVER_EIG_RANGE_I && (il < 1 || il > std::max<int64_t>(1, " # n # "))">,
    Bad<"iu", "range == CUSOLVER_EIG_RANGE_I && (iu < std::min<int64_t>(" # n # ", il) || iu > " # n # ")">];
}
class Selection<string n> {
  list<Fails> Errors = !listconcat([Bad<"vu", "range == CUSOLVER_EIG_RANGE_V && " # n # " > 0 && vu <= vl">], SelectionOfIndices<n>.Errors);
}
// Memory of singular vectors; LAPACK's letters.
class JobU<string name, string other = ""> : Bad<name,
    "!std::strchr(\"ASON\", " # name # ") || !" # name # !if(!empty(other), "", " || (" # name # " == 'O' && " # other # " == 'O')")>;
defvar VectorsU = Bad<"ldu", "ldu < 1 || ((jobu == 'A' || jobu == 'S') && ldu < m)">;
defvar VectorsVt = Bad<"ldvt", "ldvt < 1 || (jobvt == 'A' && ldvt < n) || (jobvt == 'S' && ldvt < std::min(m, n))">;
class Vectors<string name, string rows> : Bad<name, name # " < 1 || (jobz == CUSOLVER_EIG_MODE_VECTOR && " # name # " < " # rows # ")">;
defvar LiveParams = Invalid<"params && !cusolver::isLive(params)">; // null: the defaults
class Live<string name> : Invalid<"!cusolver::isLive(" # name # ")">;
defvar Uplo = Bad<"uplo", "uplo != CUBLAS_FILL_MODE_LOWER && uplo != CUBLAS_FILL_MODE_UPPER">;
defvar Trans = Bad<"trans", "trans != CUBLAS_OP_N && trans != CUBLAS_OP_T && trans != CUBLAS_OP_C">;
// With Q of real numbers T, of complex ones C.
class TransQ<string letter> : Bad<"trans", "trans != CUBLAS_OP_N && trans != CUBLAS_OP_" # !if(!eq(letter, "or"), "T", "C")>;
defvar Side = Bad<"side", "side != CUBLAS_SIDE_LEFT && side != CUBLAS_SIDE_RIGHT">;
defvar Diag = Bad<"diag", "diag != CUBLAS_DIAG_NON_UNIT && diag != CUBLAS_DIAG_UNIT">;
defvar Jobz = Bad<"jobz", "jobz != CUSOLVER_EIG_MODE_NOVECTOR && jobz != CUSOLVER_EIG_MODE_VECTOR">;
defvar Itype = Bad<"itype", "itype < CUSOLVER_EIG_TYPE_1 || itype > CUSOLVER_EIG_TYPE_3">;
defvar Range = Bad<"range", "range < CUSOLVER_EIG_RANGE_ALL || range > CUSOLVER_EIG_RANGE_V">;
// Functions of the 64-bit interface whose parameters a GPU numbers as the typed function's (seen).
class NumberedAsTyped : Uncounted<["cusolverDnParams_t", "cudaDataType"]>;

include "TypesCommon.td"
include "TypesDense.td"
include "TypesSparse.td"
include "TypesRefactor.td"
include "HelperCommon.td"
include "Helper.td"
include "RefinementParams.td"
include "Refinement.td"
include "Cholesky.td"
include "Lu.td"
include "Qr.td"
include "Ldlt.td"
include "Reduction.td"
include "Svd.td"
include "Eigen.td"
include "Jacobi.td"
include "Generic.td"
include "Logger.td"
include "SparseHelper.td"
include "SparseSolve.td"
include "SparseEigen.td"
include "SparseOrder.td"
include "SparseBatched.td"
include "SparseLow.td"
include "Refactor.td"

def cusolver_types : TypesHeader<["TypesCommon"]>;
def cusolver_functions : FunctionsHeader<["HelperCommon"]>;
def cusolverdn_types : TypesHeader<["TypesDense"]>;
def cusolverdn_functions : FunctionsHeader<["Helper", "RefinementParams", "Refinement", "Cholesky", "Lu", "Qr", "Ldlt", "Reduction", "Svd",
                                            "Eigen", "Jacobi", "Generic", "Logger"]>;
def cusolversp_types : TypesHeader<["TypesSparse"]>;
def cusolversp_functions : FunctionsHeader<["SparseHelper", "SparseSolve", "SparseEigen", "SparseOrder", "SparseBatched"]>;
def cusolversp_low_functions : FunctionsHeader<["SparseLow"]>;
def cusolverrf_types : TypesHeader<["TypesRefactor"]>;
def cusolverrf_functions : FunctionsHeader<["Refactor"]>;
