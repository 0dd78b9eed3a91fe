// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words that Clang knows and NVRTC does not. Headers of the system and our own have them all.
#include "frontend/nvrtc/Rules.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TokenKinds.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

/// Those of the builtin functions that NVIDIA's library 13.0 knows; the rest was tried.
const llvm::StringSet<> &knownBuiltins() {
  static const llvm::StringSet<> names = {
      "__builtin_addressof", "__builtin_assume",      "__builtin_assume_aligned",
      "__builtin_bit_cast",  "__builtin_copysign",    "__builtin_copysignf",
      "__builtin_expect",    "__builtin_isfinite",    "__builtin_isinf",
      "__builtin_isnan",     "__builtin_unreachable", "__builtin_is_constant_evaluated",
  };
  return names;
}

/// Keywords of C and of GNU's, traits and Clang's templates that are names like others to it.
const llvm::StringSet<> &foreignKeywords() {
  static const llvm::StringSet<> names = {
      "_Accum",
      "_Atomic",
      "_BitInt",
      "_Bool",
      "_Complex",
      "_ExtInt",
      "_Float16",
      "_Generic",
      "_Imaginary",
      "_Nonnull",
      "_Noreturn",
      "_Null_unspecified",
      "_Nullable",
      "_Static_assert",
      "_Thread_local",
      "__alignof",
      "__array_extent",
      "__array_rank",
      "__auto_type",
      "__bf16",
      "__builtin_choose_expr",
      "__builtin_convertvector",
      "__builtin_offsetof",
      "__builtin_types_compatible_p",
      "__complex",
      "__complex__",
      "__const",
      "__const__",
      "__datasizeof",
      "__decltype",
      "__extension__",
      "__fp16",
      "__imag",
      "__imag__",
      "__is_arithmetic",
      "__is_array",
      "__is_bounded_array",
      "__is_complete_type",
      "__is_compound",
      "__is_const",
      "__is_convertible",
      "__is_floating_point",
      "__is_fundamental",
      "__is_integral",
      "__is_layout_compatible",
      "__is_literal",
      "__is_lvalue_expr",
      "__is_lvalue_reference",
      "__is_member_function_pointer",
      "__is_member_object_pointer",
      "__is_member_pointer",
      "__is_nothrow_convertible",
      "__is_nullptr",
      "__is_object",
      "__is_pointer",
      "__is_pointer_interconvertible_base_of",
      "__is_reference",
      "__is_referenceable",
      "__is_rvalue_expr",
      "__is_rvalue_reference",
      "__is_same",
      "__is_same_as",
      "__is_scalar",
      "__is_scoped_enum",
      "__is_signed",
      "__is_trivially_equality_comparable",
      "__is_trivially_relocatable",
      "__is_unbounded_array",
      "__is_unsigned",
      "__is_void",
      "__is_volatile",
      "__label__",
      "__make_integer_seq",
      "__null",
      "__nullptr",
      "__real",
      "__real__",
      "__reference_binds_to_temporary",
      "__signed",
      "__signed__",
      "__thread",
      "__typeof",
      "__typeof__",
      "__type_pack_element",
      "__volatile",
  };
  return names;
}

bool isForeign(StringRef name) {
  return isForeignBuiltin(name) || foreignKeywords().contains(name);
}

/// The prelude is the main file when it is precompiled, and no system header; what somebody has put
/// into our folder is one to Clang.
bool isOfSystem(const SourceManager &manager, SourceLocation where) {
  const StringRef path = manager.getFilename(where);
  if (path.starts_with(installation().include + "/"))
    return isOwnHeader(path);
  return manager.isInSystemHeader(where);
}

/// True if the parenthesis there is that of __has_builtin.
bool followsHasBuiltin(const SourceManager &manager, SourceLocation parenthesis) {
  auto [file, offset] = manager.getDecomposedLoc(manager.getSpellingLoc(parenthesis));
  bool isInvalid = false;
  StringRef text = manager.getBufferData(file, &isInvalid);
  return !isInvalid && text.take_front(offset).rtrim().ends_with("__has_builtin");
}

} // namespace

bool isForeignBuiltin(StringRef name) {
  bool isBuiltin = name.starts_with("__builtin_") || name.starts_with("__sync_") ||
                   name.starts_with("__atomic_") || name.starts_with("__c11_atomic_");
  return isBuiltin && !knownBuiltins().contains(name);
}

void forgetForeignWord(Preprocessor &preprocessor, Token &token) {
  static SourceLocation parenthesis; // if the token before was one
  const SourceLocation before =
      std::exchange(parenthesis, token.is(tok::l_paren) ? token.getLocation() : SourceLocation());
  const bool hasWord = !token.isAnnotation() && token.isNot(tok::raw_identifier);
  const IdentifierInfo *word = hasWord ? token.getIdentifierInfo() : nullptr;
  if (!word || !word->getName().starts_with("_"))
    return;
  const SourceManager &manager = preprocessor.getSourceManager();
  const bool isKeyword = token.isNot(tok::identifier);
  if ((!isKeyword && before.isInvalid()) || !isForeign(word->getName()) ||
      isOfSystem(manager, manager.getSpellingLoc(token.getLocation())))
    return;
  if (before.isValid() && followsHasBuiltin(manager, before)) {
    token.setIdentifierInfo(preprocessor.getIdentifierInfo("__nvrtc_does_not_know_it"));
    token.setKind(tok::identifier);
  } else if (isKeyword) {
    token.setKind(tok::identifier);
  }
}

} // namespace anywarp::frontend
