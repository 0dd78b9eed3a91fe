/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The further names of the functions: NVIDIA's headers call each by one that ends in the toolkit's
   version, and programs built for CUDA 12 ask for another version of the symbols. A part of the shared
   library only: versions need its script. */
#define AW_ALIAS(name, version)                                                                    \
  ".globl __" #name "_" #version "\n.type __" #name "_" #version ", @function\n"                   \
  "__" #name "_" #version ":\n jmp " #name "@PLT\n.size __" #name "_" #version ", .-__" #name      \
  "_" #version "\n"
#define AW_VERSIONS(name)                                                                          \
  __asm__(".text\n" AW_ALIAS(name, 13_0) AW_ALIAS(name, 12_0) AW_ALIAS(name, 12_1)                 \
              AW_ALIAS(name, 12_2) AW_ALIAS(name, 12_3) AW_ALIAS(name, 12_4) AW_ALIAS(name, 12_5)  \
                  AW_ALIAS(name, 12_6) AW_ALIAS(name, 12_8) AW_ALIAS(name, 12_9)                   \
                      ".globl aw12_" #name "\n.type aw12_" #name ", @function\n"                   \
          "aw12_" #name ":\n jmp " #name "@PLT\n.size aw12_" #name ", .-aw12_" #name "\n"          \
          ".symver aw12_" #name ", " #name "@libnvJitLink.so.12\n");

AW_VERSIONS(nvJitLinkAddData)
AW_VERSIONS(nvJitLinkAddFile)
AW_VERSIONS(nvJitLinkComplete)
AW_VERSIONS(nvJitLinkCreate)
AW_VERSIONS(nvJitLinkDestroy)
AW_VERSIONS(nvJitLinkGetErrorLog)
AW_VERSIONS(nvJitLinkGetErrorLogSize)
AW_VERSIONS(nvJitLinkGetInfoLog)
AW_VERSIONS(nvJitLinkGetInfoLogSize)
AW_VERSIONS(nvJitLinkGetLinkedCubin)
AW_VERSIONS(nvJitLinkGetLinkedCubinSize)
AW_VERSIONS(nvJitLinkGetLinkedPtx)
AW_VERSIONS(nvJitLinkGetLinkedPtxSize)
