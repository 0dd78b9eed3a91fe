/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions under the version that programs built for CUDA 12 ask for. A part of the shared library
   only: versions need its script. */
#define AW_VERSION_12(name)                                                                        \
  __asm__(".text\n.globl aw12_" #name "\n.type aw12_" #name ", @function\n"                        \
          "aw12_" #name ":\n jmp " #name "@PLT\n.size aw12_" #name ", .-aw12_" #name "\n"           \
          ".symver aw12_" #name ", " #name "@libnvrtc.so.12\n");

AW_VERSION_12(nvrtcAddNameExpression)
AW_VERSION_12(nvrtcCompileProgram)
AW_VERSION_12(nvrtcCreateProgram)
AW_VERSION_12(nvrtcDestroyProgram)
AW_VERSION_12(nvrtcGetCUBIN)
AW_VERSION_12(nvrtcGetCUBINSize)
AW_VERSION_12(nvrtcGetErrorString)
AW_VERSION_12(nvrtcGetLTOIR)
AW_VERSION_12(nvrtcGetLTOIRSize)
AW_VERSION_12(nvrtcGetLoweredName)
AW_VERSION_12(nvrtcGetNumSupportedArchs)
AW_VERSION_12(nvrtcGetOptiXIR)
AW_VERSION_12(nvrtcGetOptiXIRSize)
AW_VERSION_12(nvrtcGetPCHCreateStatus)
AW_VERSION_12(nvrtcGetPCHHeapSize)
AW_VERSION_12(nvrtcGetPCHHeapSizeRequired)
AW_VERSION_12(nvrtcGetPTX)
AW_VERSION_12(nvrtcGetPTXSize)
AW_VERSION_12(nvrtcGetProgramLog)
AW_VERSION_12(nvrtcGetProgramLogSize)
AW_VERSION_12(nvrtcGetSupportedArchs)
AW_VERSION_12(nvrtcSetFlowCallback)
AW_VERSION_12(nvrtcSetPCHHeapSize)
AW_VERSION_12(nvrtcVersion)
