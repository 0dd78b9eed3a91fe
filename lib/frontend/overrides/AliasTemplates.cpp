// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An alias template that only gives another template a second name is that template where it is a
// template argument (CWG 1286): `H<Alias>` is `H<Class>` with `template <class T> using Alias =
// Class<T>`. nvcc's passes and g++ agree on it; Clang 19 makes two types of them, whose mangled
// names differ from those in g++'s objects. Replaced as in SemaOverride.cpp.
#include "frontend/Overrides.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"

using namespace clang;

// Clang's own.
TemplateArgument realCanonical(const ASTContext *,
                               const TemplateArgument &) asm("__real_" AW_CANONICAL);

namespace {

struct Position {
  unsigned depth = ~0u, index = ~0u;
  bool operator==(const Position &other) const {
    return depth == other.depth && index == other.index;
  }
};

template <class Parameter> Position positionOf(const Parameter *parameter) {
  return {parameter->getDepth(), parameter->getIndex()};
}

Position positionOf(const NamedDecl *parameter) {
  if (const auto *type = dyn_cast<TemplateTypeParmDecl>(parameter))
    return positionOf(type);
  if (const auto *value = dyn_cast<NonTypeTemplateParmDecl>(parameter))
    return positionOf(value);
  return positionOf(cast<TemplateTemplateParmDecl>(parameter));
}

/// The template parameter that `argument` is and nothing else.
Position parameterIn(const TemplateArgument &written) {
  TemplateArgument argument =
      written.isPackExpansion() ? written.getPackExpansionPattern() : written;
  if (argument.getKind() == TemplateArgument::Type && !argument.getAsType().hasQualifiers()) {
    if (const auto *type = argument.getAsType()->getAs<TemplateTypeParmType>())
      return positionOf(type);
  } else if (argument.getKind() == TemplateArgument::Expression) {
    if (const auto *name = dyn_cast<DeclRefExpr>(argument.getAsExpr()->IgnoreParens()))
      if (const auto *value = dyn_cast<NonTypeTemplateParmDecl>(name->getDecl()))
        return positionOf(value);
  } else if (argument.getKind() == TemplateArgument::Template) {
    if (const auto *parameter = dyn_cast_or_null<TemplateTemplateParmDecl>(
            argument.getAsTemplate().getAsTemplateDecl()))
      return positionOf(parameter);
  }
  return {};
}

bool hasDefault(const NamedDecl *parameter) {
  if (const auto *type = dyn_cast<TemplateTypeParmDecl>(parameter))
    return type->hasDefaultArgument();
  if (const auto *value = dyn_cast<NonTypeTemplateParmDecl>(parameter))
    return value->hasDefaultArgument();
  return cast<TemplateTemplateParmDecl>(parameter)->hasDefaultArgument();
}

/// Whether both are alike but for their constraints.
bool agree(const ASTContext &context, const NamedDecl *one, const NamedDecl *other) {
  if (one->getKind() != other->getKind() ||
      one->isTemplateParameterPack() != other->isTemplateParameterPack() ||
      hasDefault(one) != hasDefault(other))
    return false;
  if (const auto *value = dyn_cast<NonTypeTemplateParmDecl>(one))
    if (!context.hasSameType(value->getType(), cast<NonTypeTemplateParmDecl>(other)->getType()))
      return false;
  if (const auto *parameter = dyn_cast<TemplateTemplateParmDecl>(one))
    if (!context.isSameTemplateParameterList(
            parameter->getTemplateParameters(),
            cast<TemplateTemplateParmDecl>(other)->getTemplateParameters()))
      return false;
  return !hasDefault(one) || context.isSameDefaultTemplateArgument(one, other);
}

/// The template that `alias` is another name of; null where it is a template of its own.
TemplateDecl *underlying(const ASTContext &context, const TypeAliasTemplateDecl *alias) {
  QualType type = alias->getTemplatedDecl()->getUnderlyingType();
  const auto *named = type->getAs<TemplateSpecializationType>();
  if (!named || type.hasQualifiers())
    return nullptr;
  auto *result =
      dyn_cast_or_null<RedeclarableTemplateDecl>(named->getTemplateName().getAsTemplateDecl());
  // Of a member of another template's instance nvcc and g++ make no second name.
  if (!result || result->getInstantiatedFromMemberTemplate())
    return nullptr;
  const TemplateParameterList *parameters = alias->getTemplateParameters();
  const TemplateParameterList *others = result->getTemplateParameters();
  ArrayRef<TemplateArgument> arguments = named->template_arguments();
  if (parameters->size() != others->size() || parameters->size() != arguments.size())
    return nullptr;
  for (unsigned i = 0; i < parameters->size(); ++i) {
    const NamedDecl *parameter = parameters->getParam(i);
    if (!agree(context, parameter, others->getParam(i)) ||
        !(parameterIn(arguments[i]) == positionOf(parameter)))
      return nullptr;
  }
  // g++ lets the alias have fewer constraints, not more.
  if (alias->hasAssociatedConstraints() && !context.isSameTemplateParameterList(parameters, others))
    return nullptr;
  return result;
}

} // namespace

TemplateArgument wrapCanonical(const ASTContext *,
                               const TemplateArgument &) asm("__wrap_" AW_CANONICAL);
TemplateArgument wrapCanonical(const ASTContext *context, const TemplateArgument &argument) {
  TemplateArgument result = realCanonical(context, argument);
  if (result.getKind() != TemplateArgument::Template)
    return result;
  TemplateDecl *named = result.getAsTemplate().getAsTemplateDecl();
  while (const auto *alias = dyn_cast_or_null<TypeAliasTemplateDecl>(named)) {
    named = underlying(*context, alias);
    if (named)
      result = realCanonical(context, TemplateArgument(TemplateName(named)));
  }
  return result;
}
