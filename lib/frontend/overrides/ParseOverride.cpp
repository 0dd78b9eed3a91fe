// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Behind `typename`, nvcc (and g++) take a dependent name followed by `<` for a template without
// the keyword `template`; Clang 19 reads it so, too, but calls it an error. Replaced as in
// SemaOverride.cpp.
#include "frontend/Overrides.h"

#include "clang/Basic/DiagnosticParse.h"
#include "clang/Parse/Parser.h"

using namespace clang;

// Clang's own functions.
DiagnosticBuilder realDiag(Parser *, SourceLocation, unsigned id) asm("__real_" AW_DIAG);
bool realScope(Parser *, CXXScopeSpec &, ParsedType, bool objectHasErrors, bool enteringContext,
               bool *mayBePseudoDestructor, bool isTypename, const IdentifierInfo **lastName,
               bool onlyNamespace, bool inUsingDeclaration) asm("__real_" AW_SCOPE);

static bool isBehindTypename = false;

bool wrapScope(Parser *, CXXScopeSpec &, ParsedType, bool, bool, bool *, bool,
               const IdentifierInfo **, bool, bool) asm("__wrap_" AW_SCOPE);
bool wrapScope(Parser *parser, CXXScopeSpec &scope, ParsedType object, bool objectHasErrors,
               bool enteringContext, bool *mayBePseudoDestructor, bool isTypename,
               const IdentifierInfo **lastName, bool onlyNamespace, bool inUsingDeclaration) {
  bool before = std::exchange(isBehindTypename, isTypename);
  bool result =
      realScope(parser, scope, object, objectHasErrors, enteringContext, mayBePseudoDestructor,
                isTypename, lastName, onlyNamespace, inUsingDeclaration);
  isBehindTypename = before;
  return result;
}

DiagnosticBuilder wrapDiag(Parser *, SourceLocation, unsigned id) asm("__wrap_" AW_DIAG);
DiagnosticBuilder wrapDiag(Parser *parser, SourceLocation where, unsigned id) {
  if (id == diag::err_missing_dependent_template_keyword && isBehindTypename) {
    id = diag::warn_missing_dependent_template_keyword;
    parser->getActions().getDiagnostics().setSeverity(id, diag::Severity::Ignored, {});
  }
  return realDiag(parser, where, id);
}
