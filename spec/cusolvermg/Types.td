// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVERMg: types.

def cusolverMgHandle_t : Handle<"cusolverMgContext">;
def cusolverMgGridMapping_t : Enum<[
    Value<"CUDALIBMG_GRID_MAPPING_COL_MAJOR", 0>,
    Value<"CUDALIBMG_GRID_MAPPING_ROW_MAJOR", 1>]>;
def cudaLibMgGrid_t : Typedef<"void *">;
def cudaLibMgMatrixDesc_t : Typedef<"void *">;
