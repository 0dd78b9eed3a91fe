// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE (libcusparse.so.12).
include "LibraryApi.td"

def cusparse : LibraryInfo {
  let Name = "cusparse";
  let Title = "cuSPARSE";
  let File = "libcusparse";
  let Versions = [12];
  let Result = "cusparseStatus_t";
  let Success = "CUSPARSE_STATUS_SUCCESS";
  let Null = "CUSPARSE_STATUS_INVALID_VALUE";
  let BadHandle = "CUSPARSE_STATUS_INVALID_VALUE"; // seen; the manual says NOT_INITIALIZED
  let NotSupported = "CUSPARSE_STATUS_NOT_SUPPORTED";
  let NoVendor = "CUSPARSE_STATUS_NOT_INITIALIZED";
  let Convention = "CUSPARSEAPI";
  let HasLog = true;
  let Handles = ["cusparseHandle_t", "cusparseMatDescr_t", "const cusparseMatDescr_t", "bsrsv2Info_t", "bsrsm2Info_t",
                 "csrilu02Info_t", "bsrilu02Info_t", "csric02Info_t", "bsric02Info_t", "csru2csrInfo_t", "const cusparseColorInfo_t",
                 "pruneInfo_t", "cusparseSpVecDescr_t", "cusparseConstSpVecDescr_t", "cusparseDnVecDescr_t",
                 "cusparseConstDnVecDescr_t", "cusparseSpMatDescr_t", "cusparseConstSpMatDescr_t", "cusparseDnMatDescr_t",
                 "cusparseConstDnMatDescr_t", "cusparseSpSVDescr_t", "cusparseSpSMDescr_t", "cusparseSpGEMMDescr_t",
                 "cusparseSpMMOpPlan_t"];
}

// A family of functions that differ by the type of values: one row for each member of a list.
class ValueType<string letter, string name, string real> {
  string L = letter;
  string T = name;
  string Real = real;
}
def ValueS : ValueType<"S", "float", "float">;
def ValueD : ValueType<"D", "double", "double">;
def ValueC : ValueType<"C", "cuComplex", "float">;
def ValueZ : ValueType<"Z", "cuDoubleComplex", "double">;
def ValueH : ValueType<"H", "__half", "__half">;
defvar Floats = [ValueS, ValueD, ValueC, ValueZ];
defvar Halves = [ValueH, ValueS, ValueD];

// Parameters that many functions have.
class Context : In<"cusparseHandle_t", "handle">;
class Read<ValueType t, string name> : In<"const " # t.T # " *", name>;
class Written<ValueType t, string name> : In<t.T # " *", name>;
class By<ValueType t, string name> : In<t.T, name>;
class Ints<string name> : In<"const int *", name>;
class Descr<string name> : In<"const cusparseMatDescr_t", name>;
class Bad<string condition> : Fails<"CUSPARSE_STATUS_INVALID_VALUE", condition>;
class General<string descr> : Fails<"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", descr # "->type != CUSPARSE_MATRIX_TYPE_GENERAL">;
// Nothing to do: the call succeeds and writes nothing (seen).
class Quick<string condition> : Fails<"CUSPARSE_STATUS_SUCCESS", condition>;
// A null handle is told as the manual says (seen).
class NullContext { string BadContext = "CUSPARSE_STATUS_NOT_INITIALIZED"; }

include "Types.td"
include "Management.td"
include "MatrixDescriptor.td"
include "BlockSparse.td"
include "BlockSolve.td"
include "Preconditioners.td"
include "Banded.td"
include "Extra.td"
include "Conversion.td"
include "BlockConversion.td"
include "Sort.td"
include "Prune.td"
include "GenericDescriptors.td"
include "GenericOperations.td"

def cusparse_types : TypesHeader<["Types"]>;
def cusparse_functions : FunctionsHeader<["Management", "MatrixDescriptor", "BlockSparse", "BlockSolve", "Preconditioners", "Banded", "Extra",
                                          "Conversion", "BlockConversion", "Sort", "Prune", "GenericDescriptors", "GenericOperations"]>;
