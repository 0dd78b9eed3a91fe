// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Visits what the user wrote, instances of templates included: not headers of the system, not
// what is precompiled.
#pragma once

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

namespace anywarp::frontend {

template <class Derived>
class UserCode : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Derived> {
  using Base = clang::RecursiveASTVisitor<Derived>;

public:
  explicit UserCode(clang::CompilerInstance &instance) : instance_(instance) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *decl : group)
      if (!decl->isFromASTFile() && isOfUser(decl->getLocation()))
        Base::TraverseDecl(decl);
    return true;
  }

  bool TraverseFunctionDecl(clang::FunctionDecl *f) {
    return in(f, [&] { return Base::TraverseFunctionDecl(f); });
  }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *f) {
    return in(f, [&] { return Base::TraverseCXXMethodDecl(f); });
  }
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl *f) {
    return in(f, [&] { return Base::TraverseCXXConstructorDecl(f); });
  }
  bool TraverseCXXDestructorDecl(clang::CXXDestructorDecl *f) {
    return in(f, [&] { return Base::TraverseCXXDestructorDecl(f); });
  }
  bool TraverseCXXConversionDecl(clang::CXXConversionDecl *f) {
    return in(f, [&] { return Base::TraverseCXXConversionDecl(f); });
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) {
    return in(lambda->getCallOperator(), [&] { return Base::TraverseLambdaExpr(lambda); });
  }

protected:
  /// The function, also a lambda's, whose code is being visited; null: none.
  const clang::FunctionDecl *function() const { return function_; }

  clang::ASTContext &context() const { return instance_.getASTContext(); }
  clang::DiagnosticsEngine &diagnostics() const { return instance_.getDiagnostics(); }

  bool isOfUser(clang::SourceLocation where) const {
    return where.isValid() && !instance_.getSourceManager().isInSystemHeader(where);
  }

private:
  template <class Traverse> bool in(const clang::FunctionDecl *function, Traverse traverse) {
    const clang::FunctionDecl *before = std::exchange(function_, function);
    const bool result = traverse();
    function_ = before;
    return result;
  }

  clang::CompilerInstance &instance_;
  const clang::FunctionDecl *function_ = nullptr;
};

} // namespace anywarp::frontend
