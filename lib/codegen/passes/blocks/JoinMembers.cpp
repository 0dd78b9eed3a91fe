// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of one block are joined that no other access stands between. Loads move up to the first
// one, and no write stands before them there. Stores move down to the last one, past no access.
#include "codegen/passes/blocks/JoinMembers.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace anywarp::codegen {
namespace {

using llvm::Value;

/// Elements from one lane's to the next one's: further apart, gathers are as fast.
constexpr int64_t kMostApart = 4, kMostTogether = 8; // of one member, of several

/// A gather or scatter of all lanes at `root + offset + stride * lane`, in bytes.
struct Member {
  llvm::IntrinsicInst *call;
  Value *root;
  int64_t offset, stride;
  llvm::FixedVectorType *type;
  llvm::Align align;

  bool isStore() const { return call->getIntrinsicID() == llvm::Intrinsic::masked_scatter; }
  unsigned lanes() const { return type->getNumElements(); }
  int64_t size() const { return type->getScalarSizeInBits() / 8; }
};

std::optional<Member> memberOf(llvm::Instruction &inst, const llvm::DataLayout &layout) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  if (!call || (call->getIntrinsicID() != llvm::Intrinsic::masked_gather &&
                call->getIntrinsicID() != llvm::Intrinsic::masked_scatter))
    return std::nullopt;
  const bool isStore = call->getIntrinsicID() == llvm::Intrinsic::masked_scatter;
  auto *mask = llvm::dyn_cast<llvm::Constant>(call->getArgOperand(isStore ? 3 : 2));
  auto *place = llvm::dyn_cast<llvm::GetElementPtrInst>(call->getArgOperand(isStore ? 1 : 0));
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(isStore ? call->getArgOperand(0)->getType()
                                                             : call->getType());
  if (!mask || !mask->isAllOnesValue() || !place || place->getNumIndices() != 1 || !type ||
      type->getScalarType()->isPointerTy() || type->getScalarSizeInBits() < 32 ||
      !llvm::isPowerOf2_32(type->getNumElements()))
    return std::nullopt;
  Value *base = place->getPointerOperand();
  if (base->getType()->isVectorTy())
    base = llvm::getSplatValue(base);
  auto *index = llvm::dyn_cast<llvm::ConstantDataVector>(place->getOperand(1));
  if (!base || !index || index->getNumElements() < 2)
    return std::nullopt;
  const int64_t unit = int64_t(layout.getTypeAllocSize(place->getSourceElementType()));
  const auto at = [&](unsigned i) { return index->getElementAsAPInt(i).getSExtValue() * unit; };
  auto *align = llvm::cast<llvm::ConstantInt>(call->getArgOperand(isStore ? 2 : 1));
  Member member{call,          nullptr, at(0),
                at(1) - at(0), type,    align->getMaybeAlignValue().valueOrOne()};
  for (unsigned i = 2; i < index->getNumElements(); ++i)
    if (at(i) - at(i - 1) != member.stride)
      return std::nullopt;
  llvm::APInt offset(layout.getIndexTypeSizeInBits(base->getType()), 0);
  member.root = base->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  member.offset += offset.getSExtValue();
  if (member.stride < 2 * member.size() || member.stride % member.size() != 0)
    return std::nullopt;
  return member;
}

bool isBefore(const Member &a, const Member &b) { return a.offset < b.offset; }

/// Members of the same structs.
class Structs {
public:
  explicit Structs(const Member &first) : members_{first} {}
  bool add(const Member &other);
  bool isStore() const { return members_.front().isStore(); }
  /// Replaces the accesses, by vectors of so many bits; false: it does not pay.
  bool join(unsigned vectorBits);

private:
  struct Part { ///< elements that one access serves
    unsigned first, count;
  };
  /// Of every element.
  llvm::Align align() const;
  int64_t least() const;
  int64_t most() const;
  unsigned elementOf(const Member &member, unsigned lane) const {
    return unsigned((member.offset - least() + lane * member.stride) / member.size());
  }
  std::vector<Part> parts(unsigned perVector) const;
  Value *placeOf(llvm::IRBuilder<> &ir, const Part &part) const;
  llvm::MDNode *commonFact(unsigned kind) const;
  void copyFacts(llvm::Instruction &to) const;
  void load(unsigned perVector);
  void store(unsigned perVector);

  std::vector<Member> members_;
};

llvm::Align Structs::align() const {
  llvm::Align least(uint64_t(members_.front().size()));
  for (const Member &member : members_)
    least = std::min(least, member.align);
  return least;
}

int64_t Structs::least() const {
  return std::min_element(members_.begin(), members_.end(), isBefore)->offset;
}
int64_t Structs::most() const {
  return std::max_element(members_.begin(), members_.end(), isBefore)->offset;
}

bool Structs::add(const Member &other) {
  const Member &first = members_.front();
  if (other.isStore() != first.isStore() || other.root != first.root ||
      other.stride != first.stride || other.type != first.type)
    return false;
  const int64_t low = std::min(least(), other.offset), high = std::max(most(), other.offset);
  if (high - low + first.size() > first.stride || (other.offset - low) % first.size() != 0 ||
      (least() - low) % first.size() != 0)
    return false;
  if (isStore() &&
      llvm::any_of(members_, [&](const Member &member) { return member.offset == other.offset; }))
    return false;
  members_.push_back(other);
  return true;
}

/// From the first member of the first lane to the last of the last. The last part ends there:
/// nothing beyond is touched.
std::vector<Structs::Part> Structs::parts(unsigned perVector) const {
  const Member &first = members_.front();
  const unsigned all =
      unsigned((most() - least() + (first.lanes() - 1) * first.stride) / first.size()) + 1;
  std::vector<Part> parts;
  for (unsigned at = 0; at < all; at += perVector)
    parts.push_back({at, std::min(perVector, all - at)});
  if (!isStore() && all >= perVector)
    parts.back() = {all - perVector, perVector};
  return parts;
}

Value *Structs::placeOf(llvm::IRBuilder<> &ir, const Part &part) const {
  const Member &first = members_.front();
  return ir.CreatePtrAdd(first.root,
                         ir.getInt64(uint64_t(least() + int64_t(part.first) * first.size())));
}

llvm::MDNode *Structs::commonFact(unsigned kind) const {
  llvm::MDNode *fact = members_.front().call->getMetadata(kind);
  const bool isCommon = llvm::all_of(
      members_, [&](const Member &member) { return member.call->getMetadata(kind) == fact; });
  return isCommon ? fact : nullptr;
}

void Structs::copyFacts(llvm::Instruction &to) const {
  for (unsigned kind : {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias,
                        llvm::LLVMContext::MD_tbaa})
    to.setMetadata(kind, commonFact(kind));
  to.setDebugLoc(members_.front().call->getDebugLoc());
}

/// Lanes of `a` but for those that `from` names: these come from `b`.
Value *choose(llvm::IRBuilder<> &ir, Value *a, Value *b, llvm::ArrayRef<int> from) {
  const unsigned n = unsigned(from.size());
  llvm::SmallVector<int, 16> index(from.begin(), from.end());
  if (!a)
    return ir.CreateShuffleVector(b, index);
  for (unsigned i = 0; i < n; ++i)
    index[i] = from[i] < 0 ? int(i) : int(n) + from[i];
  return ir.CreateShuffleVector(a, b, index);
}

void Structs::load(unsigned perVector) {
  const Member &first = members_.front();
  llvm::IRBuilder<> ir(first.call);
  auto *wide = llvm::FixedVectorType::get(first.type->getScalarType(), perVector);
  const std::vector<Part> from = parts(perVector);
  std::vector<Value *> loaded;
  for (const Part &part : from) {
    llvm::Instruction *row = ir.CreateAlignedLoad(wide, placeOf(ir, part), align(), "members");
    copyFacts(*row);
    loaded.push_back(row);
  }
  for (const Member &member : members_) {
    ir.SetInsertPoint(member.call);
    llvm::SmallVector<Value *, 4> pieces;
    for (unsigned lane = 0; lane < first.lanes(); lane += perVector) {
      Value *piece = nullptr;
      llvm::SmallVector<int, 16> at(perVector, -1);
      for (unsigned k = 0; k < from.size(); ++k) {
        bool isUsed = false;
        for (unsigned i = 0; i < perVector; ++i) {
          const unsigned element = elementOf(member, lane + i);
          const bool isHere = std::min<unsigned>(element / perVector, from.size() - 1) == k;
          at[i] = isHere ? int(element - from[k].first) : -1;
          isUsed |= isHere;
        }
        if (isUsed)
          piece = choose(ir, piece, loaded[k], at);
      }
      pieces.push_back(piece);
    }
    member.call->replaceAllUsesWith(llvm::concatenateVectors(ir, pieces));
  }
}

void Structs::store(unsigned perVector) {
  const Member &first = members_.front();
  llvm::IRBuilder<> ir(members_.back().call);
  for (const Part &part : parts(perVector)) {
    Value *row = nullptr;
    llvm::SmallVector<llvm::Constant *, 16> isSet(perVector, ir.getFalse());
    for (const Member &member : members_)
      for (unsigned lane = 0; lane < first.lanes(); lane += perVector) {
        llvm::SmallVector<int, 16> at(perVector, -1), piece;
        for (unsigned i = 0; i < perVector; ++i) {
          const unsigned element = elementOf(member, lane + i);
          piece.push_back(int(lane + i));
          if (element >= part.first && element < part.first + part.count) {
            at[element - part.first] = int(i);
            isSet[element - part.first] = ir.getTrue();
          }
        }
        if (llvm::any_of(at, [](int from) { return from >= 0; }))
          row = choose(ir, row, ir.CreateShuffleVector(member.call->getArgOperand(0), piece), at);
      }
    if (!row)
      continue;
    const bool isFull =
        llvm::all_of(isSet, [&](const llvm::Constant *bit) { return bit->isOneValue(); });
    llvm::Instruction *store = isFull ? static_cast<llvm::Instruction *>(
                                            ir.CreateAlignedStore(row, placeOf(ir, part), align()))
                                      : ir.CreateMaskedStore(row, placeOf(ir, part), align(),
                                                             llvm::ConstantVector::get(isSet));
    copyFacts(*store);
  }
}

bool Structs::join(unsigned vectorBits) {
  const Member &first = members_.front();
  if (first.stride / first.size() > (members_.size() > 1 ? kMostTogether : kMostApart))
    return false;
  const unsigned perVector = std::min(unsigned(vectorBits / 8 / first.size()), first.lanes());
  if (isStore())
    store(perVector);
  else
    load(perVector);
  for (const Member &member : members_)
    member.call->eraseFromParent();
  return true;
}

} // namespace

llvm::PreservedAnalyses JoinMembersPass::run(llvm::Function &function,
                                             llvm::FunctionAnalysisManager &) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  std::vector<Structs> found;
  for (llvm::BasicBlock &block : function) {
    // Those that nothing stands between so far: of loads no write, of stores no access.
    std::vector<Structs> open;
    const auto close = [&](bool areLoads) {
      for (size_t i = 0; i < open.size();)
        if (areLoads || open[i].isStore()) {
          found.push_back(std::move(open[i]));
          open.erase(open.begin() + std::ptrdiff_t(i));
        } else {
          ++i;
        }
    };
    for (llvm::Instruction &inst : block) {
      if (const std::optional<Member> member = memberOf(inst, layout)) {
        if (llvm::any_of(open, [&](Structs &structs) { return structs.add(*member); }))
          continue;
        close(/*areLoads=*/member->isStore());
        open.emplace_back(*member);
      } else if (inst.mayReadOrWriteMemory() && !inst.isDebugOrPseudoInst()) {
        close(/*areLoads=*/inst.mayWriteToMemory());
      }
    }
    close(/*areLoads=*/true);
  }
  bool changed = false;
  for (Structs &structs : found)
    changed |= structs.join(vectorBits_);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace anywarp::codegen
