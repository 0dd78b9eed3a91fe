// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "clang/AST/Attr.h"
#include "clang/AST/DeclBase.h"
#include "clang/AST/Expr.h"

namespace anywarp::frontend {

/// True if the source gives `decl` the attribute A; Clang adds spaces of its own.
template <class A> bool isWritten(const clang::Decl *decl) {
  const auto *attr = decl->getAttr<A>();
  return attr && !attr->isImplicit();
}

/// True for a kernel and for a function of the device alone: no code of the host has its body.
inline bool isDeviceOnly(const clang::Decl *function) {
  return function && !function->hasAttr<clang::CUDAHostAttr>() &&
         (function->hasAttr<clang::CUDAGlobalAttr>() || function->hasAttr<clang::CUDADeviceAttr>());
}

/// Is `place` the name of a __constant__ variable that is no structure? To nvcc it is const in host
/// code, too (seen). Elements and structures are the host's copy there.
inline bool isScalarConstant(const clang::Expr *place) {
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(place->IgnoreParens());
  return name && isWritten<clang::CUDAConstantAttr>(name->getDecl()) &&
         !place->getType()->isRecordType() && !place->getType()->isDependentType();
}

} // namespace anywarp::frontend
