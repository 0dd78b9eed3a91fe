// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes back what cuda_fp16.h or cuda_bf16.h and type.inl defined.
#undef AW_T
#undef AW_T2
#undef AW_OTHER
#undef AW_WORD
#undef AW_PTX
#undef AW_FORMAT
#undef AW_ADD_ARCH
#undef AW_FMA_ARCH
#undef AW_TANH_ARCH
#undef AW_IS_BFLOAT
#undef AW_ATOMIC_ARCH
#undef AW_ATOMIC2_ARCH
#undef AW_PASTE_
#undef AW_PASTE
#undef AW_RAW
#undef AW_RAW2
#undef AW_NAME
#undef AW_NAME2_
#undef AW_NAME2__
#undef AW_NAME2
