// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: element types of the math libraries.

def cudaDataType : Enum<[
  Value<"CUDA_R_16F", 2>,
  Value<"CUDA_C_16F", 6>,
  Value<"CUDA_R_16BF", 14>,
  Value<"CUDA_C_16BF", 15>,
  Value<"CUDA_R_32F", 0>,
  Value<"CUDA_C_32F", 4>,
  Value<"CUDA_R_64F", 1>,
  Value<"CUDA_C_64F", 5>,
  Value<"CUDA_R_4I", 16>,
  Value<"CUDA_C_4I", 17>,
  Value<"CUDA_R_4U", 18>,
  Value<"CUDA_C_4U", 19>,
  Value<"CUDA_R_8I", 3>,
  Value<"CUDA_C_8I", 7>,
  Value<"CUDA_R_8U", 8>,
  Value<"CUDA_C_8U", 9>,
  Value<"CUDA_R_16I", 20>,
  Value<"CUDA_C_16I", 21>,
  Value<"CUDA_R_16U", 22>,
  Value<"CUDA_C_16U", 23>,
  Value<"CUDA_R_32I", 10>,
  Value<"CUDA_C_32I", 11>,
  Value<"CUDA_R_32U", 12>,
  Value<"CUDA_C_32U", 13>,
  Value<"CUDA_R_64I", 24>,
  Value<"CUDA_C_64I", 25>,
  Value<"CUDA_R_64U", 26>,
  Value<"CUDA_C_64U", 27>,
  Value<"CUDA_R_8F_E4M3", 28>,
  Value<"CUDA_R_8F_UE4M3", 28>,
  Value<"CUDA_R_8F_E5M2", 29>,
  Value<"CUDA_R_8F_UE8M0", 30>,
  Value<"CUDA_R_6F_E2M3", 31>,
  Value<"CUDA_R_6F_E3M2", 32>,
  Value<"CUDA_R_4F_E2M1", 33>
]>, Tag<"cudaDataType_t">;

def cudaEmulationStrategy : Enum<[
  Value<"CUDA_EMULATION_STRATEGY_DEFAULT", 0>,
  Value<"CUDA_EMULATION_STRATEGY_PERFORMANT", 1>,
  Value<"CUDA_EMULATION_STRATEGY_EAGER", 2>
]>, Tag<"cudaEmulationStrategy_t">;

def cudaEmulationMantissaControl : Enum<[
  Value<"CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC", 0>,
  Value<"CUDA_EMULATION_MANTISSA_CONTROL_FIXED", 1>
]>, Tag<"cudaEmulationMantissaControl_t">;

def cudaEmulationSpecialValuesSupport : Enum<[
  Value<"CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT", 0xffff>,
  Value<"CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NONE", 0>,
  Value<"CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_INFINITY", 1>,
  Value<"CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NAN", 2>
]>, Tag<"cudaEmulationSpecialValuesSupport_t">;

def libraryPropertyType : Enum<[
  Value<"MAJOR_VERSION", 0>,
  Value<"MINOR_VERSION", 1>,
  Value<"PATCH_LEVEL", 2>
]>, Tag<"libraryPropertyType_t">;

def cudaDataType_t : Typedef<"enum cudaDataType_t">;
def cudaEmulationStrategy_t : Typedef<"enum cudaEmulationStrategy_t">;
def cudaEmulationMantissaControl_t : Typedef<"enum cudaEmulationMantissaControl_t">;
def cudaEmulationSpecialValuesSupport_t : Typedef<"enum cudaEmulationSpecialValuesSupport_t">;
def libraryPropertyType_t : Typedef<"enum libraryPropertyType_t">;
