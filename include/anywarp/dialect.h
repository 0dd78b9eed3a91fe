// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Feature tests as nvcc and NVRTC answer them, where Clang's answers differ and sources branch on
// it.
#ifndef ANYWARP_DIALECT_H
#define ANYWARP_DIALECT_H

// Clang has these in every C++, and warns of each use.
#if __cplusplus <= 202002L
#undef __cpp_deleted_function
#undef __cpp_named_character_escapes
#undef __cpp_pack_indexing
#undef __cpp_placeholder_variables
#undef __cpp_static_call_operator
#endif

// Clang 19 has them but for corners, and tells an older state.
#if __cplusplus > 201703L
#undef __cpp_deduction_guides
#define __cpp_deduction_guides 201907L
#undef __cpp_nontype_template_args
#define __cpp_nontype_template_args 201911L
#endif

#endif
