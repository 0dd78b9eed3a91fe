// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASLt: descriptors. Each has Init_internal, which fills one that the program owns, Create, Destroy, SetAttribute, GetAttribute.

class Descriptor<string name, string type, string attribute, string param, list<Param> arguments> {
  string N = name;
  string T = type;
  string A = attribute;
  string P = param;
  list<Param> Arguments = arguments;
}
foreach d = [Descriptor<"MatrixLayout", "cublasLtMatrixLayout_t", "cublasLtMatrixLayoutAttribute_t", "matLayout",
                        [In<"cudaDataType", "type">, In<"uint64_t", "rows">, In<"uint64_t", "cols">, In<"int64_t", "ld">]>,
             Descriptor<"MatmulDesc", "cublasLtMatmulDesc_t", "cublasLtMatmulDescAttributes_t", "matmulDesc",
                        [In<"cublasComputeType_t", "computeType">, In<"cudaDataType_t", "scaleType">]>,
             Descriptor<"MatrixTransformDesc", "cublasLtMatrixTransformDesc_t", "cublasLtMatrixTransformDescAttributes_t", "transformDesc",
                        [In<"cudaDataType", "scaleType">]>,
             Descriptor<"MatmulPreference", "cublasLtMatmulPreference_t", "cublasLtMatmulPreferenceAttributes_t", "pref", []>,
             Descriptor<"EmulationDesc", "cublasLtEmulationDesc_t", "cublasLtEmulationDescAttributes_t", "emulationDesc", []>] in {
  defvar subject = In<d.T, d.P>;
  defvar none = Fails<"CUBLAS_STATUS_INVALID_VALUE", "!" # d.P>;
  let Errors = [none, Fails<"CUBLAS_STATUS_ALLOC_FAILED", "size < sizeof(*" # d.P # ")">] in
    def "cublasLt" # d.N # "Init_internal" : LibraryFunction<!listconcat([subject, In<"size_t", "size">], d.Arguments)>;
  def "cublasLt" # d.N # "Create" : LibraryFunction<!listconcat([Out<d.T # " *", d.P>], d.Arguments)>;
  def "cublasLt" # d.N # "Destroy" : LibraryFunction<[subject]>;
  let Errors = [none] in {
    def "cublasLt" # d.N # "SetAttribute"
        : LibraryFunction<[subject, In<d.A, "attr">, In<"const void *", "buf">, In<"size_t", "sizeInBytes">]>;
    def "cublasLt" # d.N # "GetAttribute"
        : LibraryFunction<[subject, In<d.A, "attr">, In<"void *", "buf">, In<"size_t", "sizeInBytes">, In<"size_t *", "sizeWritten">]>;
  }
}
