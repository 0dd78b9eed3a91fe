// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang gives a union the type of one of its members. Device functions take and give unions as
// values of that type, and a value has no padding: where the member has bytes of that kind, the
// other members lost theirs. Such a union is a row of integers here. (Host code passes unions as
// the processor's manual says.) Replaced as in SemaOverride.cpp.
#include "frontend/Overrides.h"
#include "frontend/PassState.h"

#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

using namespace clang;
using namespace anywarp::frontend;

namespace clang::CodeGen {
class CodeGenTypes;
}

// Clang's own. It gives a unique_ptr, in memory of the caller.
void *realLayout(void *result, CodeGen::CodeGenTypes *, const RecordDecl *,
                 llvm::StructType *) asm("__real_" AW_RECORD_LAYOUT);

namespace {

bool hasPadding(const llvm::DataLayout &layout, llvm::Type *type) {
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return hasPadding(layout, array->getElementType());
  auto *members = llvm::dyn_cast<llvm::StructType>(type);
  if (!members)
    return layout.getTypeAllocSizeInBits(type) != layout.getTypeSizeInBits(type);
  uint64_t covered = 0;
  for (llvm::Type *member : members->elements()) {
    if (hasPadding(layout, member))
      return true;
    covered += layout.getTypeAllocSize(member);
  }
  return covered != layout.getTypeAllocSize(members);
}

} // namespace

void *wrapLayout(void *, CodeGen::CodeGenTypes *, const RecordDecl *,
                 llvm::StructType *) asm("__wrap_" AW_RECORD_LAYOUT);
void *wrapLayout(void *result, CodeGen::CodeGenTypes *types, const RecordDecl *record,
                 llvm::StructType *type) {
  void *made = realLayout(result, types, record, type);
  if (isHostPass() || !record->isUnion())
    return made;
  const ASTContext &context = record->getASTContext();
  // Of its own: a data layout remembers where the members of a type are.
  const llvm::DataLayout layout(context.getTargetInfo().getDataLayoutString());
  if (!hasPadding(layout, type))
    return made;
  const ASTRecordLayout &known = context.getASTRecordLayout(record);
  const uint64_t size = uint64_t(known.getSize().getQuantity());
  const uint64_t unit = std::min<uint64_t>(uint64_t(known.getAlignment().getQuantity()), 8);
  type->setBody({llvm::ArrayType::get(
                    llvm::IntegerType::get(type->getContext(), 8 * unsigned(unit)), size / unit)},
                type->isPacked());
  return made;
}
