// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "clang/AST/Attr.h"
#include "clang/AST/DeclBase.h"

namespace anywarp::frontend {

/// True if the source gives `decl` the attribute A; Clang adds spaces of its own.
template <class A> bool isWritten(const clang::Decl *decl) {
  const auto *attr = decl->getAttr<A>();
  return attr && !attr->isImplicit();
}

} // namespace anywarp::frontend
