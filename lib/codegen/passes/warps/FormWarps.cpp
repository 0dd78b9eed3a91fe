// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the blocks in ControlPlan's order and writes each one's code for W lanes (WarpBuilder).
// Masks and values that lanes bring along different edges are gathered in *slots*: stack variables,
// blended on each edge under the mask of that edge, read and emptied where the lanes meet, and
// promoted to SSA at the end. One mechanism so serves joins, loops and skipped code.
#include "codegen/passes/warps/FormWarps.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "codegen/passes/Runtime.h"
#include "codegen/passes/warps/ControlPlan.h"
#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::PHINode;
using llvm::SmallVector;
using llvm::Value;

namespace {

/// An outlined matrix product: lanes that are not active or do not exist take part.
bool isOutlinedProduct(const llvm::Function &function) {
  return function.getFnAttribute("aw-warp").getValueAsString() == "all";
}

class FunctionWidener {
public:
  FunctionWidener(Lowering &lowering, llvm::Function &source, llvm::Function &target);
  Status run();

private:
  struct Slot {
    SmallVector<llvm::AllocaInst *, 4> bases; ///< for a grouped value
    llvm::AllocaInst *vector = nullptr;
  };
  void openEntry();
  void widenBlock(unsigned index);
  void enterBlock(unsigned index);
  void readPhis(unsigned index);
  void leaveBlock(unsigned index);
  void repairDominance();

  bool isLoopHeader(const BasicBlock *block) const {
    const Loop *loop = loops_.getLoopFor(block);
    return loop && loop->getHeader() == block;
  }
  /// Lanes take their value of a phi in `block` with them over the edge, as a plain rename.
  bool isRename(const BasicBlock *block) const;
  llvm::AllocaInst *makeSlot(llvm::Type *type, Value *start, const llvm::Twine &name);
  void emptyLate(llvm::DominatorTree &dominators);
  Slot &slotOf(PHINode &phi);
  llvm::AllocaInst *maskSlotOf(unsigned index);
  bool bringsAnything(const BasicBlock *to) const;
  void bring(const BasicBlock *from, BasicBlock *to, Value *lanes);
  BasicBlock *place(unsigned index) const { return entry_[index]; }

  Lowering &lowering_;
  llvm::Function &source_, &target_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  BlockOrder order_;
  Uniformity uniformity_;
  ControlPlan plan_;
  WarpBuilder b_;
  std::vector<BasicBlock *> entry_; ///< of each source block, in the new function
  std::vector<Value *> mask_;
  std::vector<llvm::AllocaInst *> maskSlots_;
  llvm::DenseMap<PHINode *, Slot> slots_;
  std::vector<llvm::AllocaInst *> allSlots_;
  std::vector<llvm::StoreInst *> starts_; ///< what each slot holds first
};

FunctionWidener::FunctionWidener(Lowering &lowering, llvm::Function &source, llvm::Function &target)
    : lowering_(lowering), source_(source), target_(target), dominators_(source),
      loops_(dominators_), order_(source, loops_),
      uniformity_(source, lowering.width, lowering.shape(), loops_, order_),
      plan_(order_, uniformity_, dominators_, loops_), b_(lowering, source, target, uniformity_),
      entry_(order_.size()), mask_(order_.size()), maskSlots_(order_.size()) {}

Status FunctionWidener::run() {
  openEntry();
  for (unsigned i = 0; i < order_.size() && b_.failure.ok(); ++i)
    widenBlock(i);
  if (!b_.failure.ok())
    return b_.failure;
  llvm::DominatorTree dominators(target_);
  emptyLate(dominators);
  llvm::PromoteMemToReg(allSlots_, dominators);
  repairDominance();
  b_.sinkToApart();
  return {};
}

void FunctionWidener::openEntry() {
  llvm::LLVMContext &context = target_.getContext();
  if (llvm::DISubprogram *program = source_.getSubprogram()) {
    source_.setSubprogram(nullptr);
    target_.setSubprogram(program);
    // Local memory is the function's from its start on, that of inlined calls, too.
    for (Instruction &inst : source_.getEntryBlock())
      if (llvm::isa<llvm::AllocaInst>(inst))
        inst.setDebugLoc(llvm::DILocation::get(context, program->getLine(), 0, program));
  }
  BasicBlock *start = BasicBlock::Create(context, "entry", &target_);
  for (unsigned i = 0; i < order_.size(); ++i)
    entry_[i] = BasicBlock::Create(context, order_[i]->getName(), &target_);
  b_.ir.SetInsertPoint(start);
  if (target_.getSubprogram())
    b_.ir.SetCurrentDebugLocation(llvm::DILocation::get(context, target_.getSubprogram()->getLine(),
                                                        0, target_.getSubprogram()));
  for (unsigned i = 0; i < source_.arg_size(); ++i) {
    b_.define(source_.getArg(i), target_.getArg(4 + i));
  }
  b_.readSpecialRegisters();
  b_.ir.CreateBr(entry_[0]);
}

void FunctionWidener::widenBlock(unsigned index) {
  enterBlock(index);
  for (Instruction &inst : *order_[index])
    if (!llvm::isa<PHINode>(inst) && !inst.isTerminator()) {
      b_.widen(inst);
      if (!b_.failure.ok())
        return;
    }
  leaveBlock(index);
}

/// Mask, skip when no lane is active, phis.
void FunctionWidener::enterBlock(unsigned index) {
  const BlockPlan &plan = plan_[index];
  b_.ir.SetInsertPoint(entry_[index]);
  b_.ir.SetCurrentDebugLocation(order_[index]->front().getDebugLoc());
  if (target_.getSubprogram() && !b_.ir.getCurrentDebugLocation())
    b_.ir.SetCurrentDebugLocation(
        llvm::DILocation::get(target_.getContext(), 0, 0, target_.getSubprogram()));
  switch (plan.mask) {
  case BlockPlan::Entry:
    mask_[index] = (lowering_.hasFullPieces() && source_.hasFnAttribute("aw-kernel")) ||
                           isOutlinedProduct(source_)
                       ? b_.allLanes()
                       : static_cast<Value *>(target_.getArg(3));
    break;
  case BlockPlan::Same:
    mask_[index] = mask_[plan.maskOf];
    break;
  case BlockPlan::Live:
    mask_[index] = b_.ir.CreateLoad(b_.maskType(), maskSlotOf(index), "live");
    break;
  case BlockPlan::Slot: {
    llvm::AllocaInst *slot = maskSlotOf(index);
    mask_[index] = b_.ir.CreateLoad(b_.maskType(), slot, "mask");
    b_.ir.CreateStore(b_.noLanes(), slot);
    break;
  }
  }
  b_.mask = mask_[index];
  b_.isActive = plan.isActive || plan.isGuarded;
  if (plan.isGuarded) {
    BasicBlock *body = BasicBlock::Create(target_.getContext(), order_[index]->getName() + ".on",
                                          &target_, entry_[index]->getNextNode());
    b_.ir.CreateCondBr(b_.any(b_.mask), body, entry_[plan.skip]);
    b_.ir.SetInsertPoint(body);
  }
  readPhis(index);
}

bool FunctionWidener::isRename(const BasicBlock *block) const {
  const BasicBlock *from = block->getSinglePredecessor();
  return from && !plan_.gathersLanes(order_.indexOf(block), from);
}

void FunctionWidener::readPhis(unsigned index) {
  BasicBlock *block = order_[index];
  for (PHINode &phi : block->phis()) {
    Value *same = phi.hasConstantValue();
    if (isRename(block)) {
      b_.defineAs(&phi, phi.getIncomingValue(0));
      continue;
    }
    if (llvm::isa_and_nonnull<llvm::Constant>(same)) {
      b_.defineAs(&phi, same);
      continue;
    }
    auto take = [&](llvm::AllocaInst *slot) {
      Value *value = b_.ir.CreateLoad(slot->getAllocatedType(), slot, phi.getName());
      if (!isLoopHeader(block))
        b_.ir.CreateStore(llvm::PoisonValue::get(slot->getAllocatedType()), slot);
      return value;
    };
    Slot &slot = slotOf(phi);
    if (slot.vector) {
      b_.define(&phi, take(slot.vector));
      continue;
    }
    SmallVector<Value *, 4> bases;
    for (llvm::AllocaInst *base : slot.bases)
      bases.push_back(take(base));
    b_.defineBases(&phi, bases);
  }
}

llvm::AllocaInst *FunctionWidener::makeSlot(llvm::Type *type, Value *start,
                                            const llvm::Twine &name) {
  llvm::AllocaInst *slot = b_.entryAlloca(type, name);
  llvm::IRBuilder<> ir(slot->getNextNode());
  starts_.push_back(ir.CreateStore(start, slot));
  allSlots_.push_back(slot);
  return slot;
}

/// Slots are made empty just before their first use, not at the function's start: they would live
/// everywhere, and the time of their promotion be the square of the function's size. A slot that
/// gathers over iterations, or leads from one to the next, stays empty from before the loop on.
void FunctionWidener::emptyLate(llvm::DominatorTree &dominators) {
  const llvm::LoopInfo loops(dominators);
  for (llvm::StoreInst *start : starts_) {
    llvm::SmallPtrSet<const Instruction *, 8> users;
    BasicBlock *place = nullptr;
    for (llvm::User *user : start->getPointerOperand()->users()) {
      auto *inst = llvm::cast<Instruction>(user);
      if (inst == start || !dominators.isReachableFromEntry(inst->getParent()))
        continue;
      users.insert(inst);
      place = place ? dominators.findNearestCommonDominator(place, inst->getParent())
                    : inst->getParent();
    }
    if (!place)
      continue;
    for (const Loop *loop; (loop = loops.getLoopFor(place)) &&
                           (loop->getHeader() == place || !llvm::all_of(users, [&](auto *user) {
                              return loop->contains(user->getParent());
                            }));)
      place = dominators.getNode(loop->getHeader())->getIDom()->getBlock();
    if (place == start->getParent())
      continue;
    start->moveBefore(&*llvm::find_if(
        *place, [&](Instruction &inst) { return inst.isTerminator() || users.contains(&inst); }));
  }
}

FunctionWidener::Slot &FunctionWidener::slotOf(PHINode &phi) {
  Slot &slot = slots_[&phi];
  if (slot.vector || !slot.bases.empty())
    return slot;
  LaneShape shape = uniformity_.shapeOf(&phi);
  if (b_.isGrouped(shape)) {
    for (unsigned k = 0; k < lowering_.width / shape.group; ++k)
      slot.bases.push_back(
          makeSlot(phi.getType(), llvm::PoisonValue::get(phi.getType()), phi.getName()));
  } else {
    llvm::Type *type = b_.widened(phi.getType());
    slot.vector = makeSlot(type, llvm::PoisonValue::get(type), phi.getName());
  }
  return slot;
}

llvm::AllocaInst *FunctionWidener::maskSlotOf(unsigned index) {
  if (!maskSlots_[index])
    maskSlots_[index] = makeSlot(b_.maskType(), b_.noLanes(), "mask");
  return maskSlots_[index];
}

bool FunctionWidener::bringsAnything(const BasicBlock *to) const {
  if (isLoopHeader(to))
    return plan_.of(to).mask == BlockPlan::Live || !to->phis().empty();
  return plan_.of(to).mask == BlockPlan::Slot || (!to->phis().empty() && !isRename(to));
}

/// `lanes` go from the current point, the end of `from`, to `to`.
void FunctionWidener::bring(const BasicBlock *from, BasicBlock *to, Value *lanes) {
  if (!bringsAnything(to))
    return;
  const unsigned index = order_.indexOf(to);
  if (plan_[index].mask == BlockPlan::Live) {
    b_.ir.CreateStore(lanes, maskSlotOf(index));
  } else if (plan_[index].mask == BlockPlan::Slot) {
    llvm::AllocaInst *slot = maskSlotOf(index);
    b_.ir.CreateStore(b_.either(b_.ir.CreateLoad(b_.maskType(), slot), lanes), slot);
  }
  if (isRename(to))
    return;
  // All lanes that meet there come from here, when they come from here at all.
  // Into a loop and around it nothing is blended: lanes that left do not look at its values.
  const bool isOnly = isLoopHeader(to) || (!uniformity_.isDivergentJoin(to) && b_.isActive);
  for (PHINode &phi : to->phis()) {
    LaneShape shape = uniformity_.shapeOf(&phi);
    if (llvm::isa_and_nonnull<llvm::Constant>(phi.hasConstantValue()))
      continue;
    Value *value = phi.getIncomingValueForBlock(from);
    Slot &slot = slotOf(phi);
    auto put = [&](llvm::AllocaInst *place, Value *next, Value *where) {
      if (!isOnly)
        next = b_.blend(where, next, b_.ir.CreateLoad(place->getAllocatedType(), place));
      b_.ir.CreateStore(next, place);
    };
    if (slot.vector) {
      put(slot.vector, b_.vector(value), lanes);
      continue;
    }
    for (unsigned k = 0; k < slot.bases.size(); ++k)
      put(slot.bases[k], b_.base(value, k, shape.group),
          isOnly ? nullptr : b_.any(b_.groupOf(lanes, k, shape.group)));
  }
}

void FunctionWidener::leaveBlock(unsigned index) {
  BasicBlock *block = order_[index];
  const BlockPlan &plan = plan_[index];
  Instruction *end = block->getTerminator();
  if (end->getDebugLoc())
    b_.ir.SetCurrentDebugLocation(end->getDebugLoc());
  Value *lanes = mask_[index];
  auto goTo = [&](unsigned next) {
    if (next == ControlPlan::kNowhere)
      b_.ir.CreateUnreachable();
    else
      b_.ir.CreateBr(entry_[next]);
  };
  if (auto *ret = llvm::dyn_cast<llvm::ReturnInst>(end)) {
    assert(plan.next[0] == ControlPlan::kNowhere && "one return, the last block");
    if (Value *value = ret->getReturnValue())
      b_.ir.CreateRet(b_.vector(value));
    else
      b_.ir.CreateRetVoid();
    return;
  }
  if (end->getNumSuccessors() == 0) {
    goTo(plan.next[0]);
    return;
  }
  auto isBackEdge = [&](unsigned k) { return order_.indexOf(end->getSuccessor(k)) <= index; };
  if (plan.keepsBranch) {
    // What lanes bring is put down on the way, which only one side takes.
    Value *condition = b_.scalar(end->getOperand(0));
    BasicBlock *ways[2];
    BasicBlock *here = b_.ir.GetInsertBlock();
    for (unsigned k = 0; k < 2; ++k) {
      BasicBlock *to = end->getSuccessor(k);
      ways[k] = plan.next[k] == ControlPlan::kNowhere ? nullptr : entry_[plan.next[k]];
      if (isBackEdge(k)) {
        b_.ir.SetInsertPoint(here);
        bring(block, to, lanes);
      } else if (bringsAnything(to)) {
        BasicBlock *way =
            BasicBlock::Create(target_.getContext(), block->getName() + ".way", &target_);
        b_.ir.SetInsertPoint(way);
        bring(block, to, lanes);
        b_.ir.CreateBr(ways[k]);
        ways[k] = way;
      }
    }
    b_.ir.SetInsertPoint(here);
    llvm::BranchInst *branch = b_.ir.CreateCondBr(condition, ways[0], ways[1]);
    branch->copyMetadata(*end, {llvm::LLVMContext::MD_loop});
    return;
  }
  SmallVector<Value *, 2> edges(1, lanes);
  if (end->getNumSuccessors() == 2) {
    Value *condition = b_.vector(end->getOperand(0));
    edges = {b_.both(lanes, condition), b_.without(lanes, condition)};
  }
  Value *stay = nullptr;
  for (unsigned k = 0; k < end->getNumSuccessors(); ++k) {
    if (isBackEdge(k))
      stay = edges[k];
    bring(block, end->getSuccessor(k), edges[k]);
  }
  if (!plan.isDivergentLatch)
    return goTo(plan.next[0]);
  if (plan.leave == ControlPlan::kNowhere || (b_.isActive && edges.size() == 1))
    return goTo(plan.next[0]);
  llvm::BranchInst *branch =
      b_.ir.CreateCondBr(b_.any(stay), entry_[plan.next[0]], entry_[plan.leave]);
  branch->copyMetadata(*end, {llvm::LLVMContext::MD_loop});
}

/// Where control flow merged on which no lane carries a value from its definition to a use, the
/// value is poison, a mask empty.
void FunctionWidener::repairDominance() {
  llvm::DominatorTree dominators(target_);
  struct Repair {
    Instruction *value;
    SmallVector<llvm::Use *, 4> uses;
  };
  std::vector<Repair> repairs;
  for (Instruction &inst : llvm::instructions(target_)) {
    Repair repair{&inst, {}};
    for (llvm::Use &use : inst.uses())
      if (!dominators.dominates(&inst, use) &&
          dominators.isReachableFromEntry(llvm::cast<Instruction>(use.getUser())->getParent()))
        repair.uses.push_back(&use);
    if (!repair.uses.empty())
      repairs.push_back(std::move(repair));
  }
  for (Repair &repair : repairs) {
    llvm::SSAUpdater updater;
    llvm::Type *type = repair.value->getType();
    updater.Initialize(type, repair.value->getName());
    updater.AddAvailableValue(&target_.getEntryBlock(),
                              type == b_.maskType() ? b_.noLanes() : llvm::PoisonValue::get(type));
    updater.AddAvailableValue(repair.value->getParent(), repair.value);
    for (llvm::Use *use : repair.uses)
      updater.RewriteUse(*use);
  }
}

} // namespace

Status widenFunction(Lowering &lowering, llvm::Function &source, llvm::Function &target) {
  return FunctionWidener(lowering, source, target).run();
}

namespace {

llvm::Type *widened(llvm::Type *type, unsigned width) {
  if (width == 1 || type->isVoidTy())
    return type;
  if (auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
    SmallVector<llvm::Type *, 4> fields;
    for (llvm::Type *field : record->elements())
      fields.push_back(widened(field, width));
    return llvm::StructType::get(type->getContext(), fields);
  }
  return llvm::FixedVectorType::get(type->getScalarType(), width * WarpBuilder::elementsOf(type));
}

/// Declares the W-lane code of `source` under `name`.
llvm::Function *declareWide(Lowering &lowering, llvm::Function &source, const std::string &name) {
  llvm::LLVMContext &context = lowering.module.getContext();
  llvm::Type *ptr = llvm::PointerType::get(context, 0), *i32 = llvm::Type::getInt32Ty(context);
  SmallVector<llvm::Type *, 8> params{ptr, ptr, i32,
                                      widened(llvm::Type::getInt1Ty(context), lowering.width)};
  for (llvm::Argument &arg : source.args())
    params.push_back(widened(arg.getType(), lowering.width));
  auto *type =
      llvm::FunctionType::get(widened(source.getReturnType(), lowering.width), params, false);
  llvm::Function *wide =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, lowering.module);
  const char *names[] = {"launch", "block", "piece", "mask"};
  for (unsigned i = 0; i < 4; ++i)
    wide->getArg(i)->setName(names[i]);
  for (unsigned i = 0; i < 2; ++i) {
    llvm::AttrBuilder attributes(context);
    attributes.addAttribute(llvm::Attribute::NoAlias);
    attributes.addAttribute(llvm::Attribute::NonNull);
    attributes.addDereferenceableAttr(i == 0 ? sizeof(exec::LaunchState)
                                             : sizeof(exec::BlockState));
    attributes.addAlignmentAttr(8);
    wide->addParamAttrs(i, attributes);
  }
  wide->setDoesNotThrow();
  return wide;
}

/// "KERNEL.bind": enters the W-lane code of the functions here into their descriptors.
void makeBind(Lowering &lowering,
              llvm::ArrayRef<std::pair<std::string, llvm::Function *>> functions) {
  llvm::Module &module = lowering.module;
  llvm::IRBuilder<> ir(module.getContext());
  llvm::Function *bind = nullptr;
  for (auto &[name, wide] : functions) {
    llvm::GlobalVariable *descriptor = module.getNamedGlobal(name + ".desc");
    if (!descriptor)
      continue;
    if (!bind) {
      bind = llvm::Function::Create(llvm::FunctionType::get(ir.getVoidTy(), false),
                                    llvm::GlobalValue::ExternalLinkage, lowering.name + ".bind",
                                    module);
      ir.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", bind));
      ir.CreateRetVoid();
      ir.SetInsertPoint(&bind->back().back());
    }
    Value *place = ir.CreateConstInBoundsGEP1_64(
        ir.getInt8Ty(), descriptor,
        offsetof(exec::FunctionDescriptor, entry) + sizeof(void *) * llvm::Log2_32(lowering.width));
    ir.CreateStore(wide, place);
  }
}

} // namespace

/// A line for each record (emit/Emitter.cpp): offset in the thread's local memory, bytes, function,
/// name, type.
static std::string listRecords(const llvm::Function &kernel) {
  std::string lines;
  LocalLayout local(kernel);
  for (const Instruction &inst : kernel.getEntryBlock())
    if (const llvm::MDNode *node = inst.getMetadata(kRecordMetadata))
      if (auto *place = llvm::dyn_cast<llvm::AllocaInst>(&inst);
          place && local.offsets.count(place))
        lines += std::to_string(local.offsets.lookup(place)) + "\t" +
                 std::to_string(place->getAllocationSize(kernel.getDataLayout())->getFixedValue()) +
                 "\t" + llvm::cast<llvm::MDString>(node->getOperand(0))->getString().str() + "\n";
  return lines;
}

/// Functions that lanes call one by one go where they are called.
static void inlineEachLane(llvm::Module &module) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (!function.hasFnAttribute(kEachLane))
      continue;
    while (!function.use_empty()) {
      llvm::InlineFunctionInfo info;
      llvm::InlineFunction(*llvm::cast<llvm::CallInst>(function.user_back()), info);
    }
    function.eraseFromParent();
  }
}

Status formWarps(Lowering &lowering) {
  std::vector<std::pair<llvm::Function *, llvm::Function *>> work;
  std::vector<std::pair<std::string, llvm::Function *>> functions;
  work.push_back(
      {lowering.kernel, declareWide(lowering, *lowering.kernel, lowering.name + ".warp")});
  lowering.warp = work[0].second;
  for (llvm::Function &source : llvm::make_early_inc_range(lowering.module))
    if (!source.isDeclaration() && source.hasFnAttribute("aw-function"))
      work.push_back({&source, nullptr});
  for (auto &[source, wide] : llvm::drop_begin(work)) {
    wide = declareWide(lowering, *source, wideFunctionName(source->getName(), lowering.width));
    if (!source->hasFnAttribute("aw-warp"))
      wide->addFnAttr("aw-function");
    functions.push_back({source->getName().str(), wide});
  }
  for (auto [source, wide] : work) {
    if (Status status = widenFunction(lowering, *source, *wide); !status.ok())
      return status;
    if (source != lowering.kernel && !lowering.options.waitsInPlace)
      for (Instruction &inst : llvm::instructions(*wide))
        if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst); call && isWait(*call))
          return Status(
              StatusCode::NotSupported,
              "function '" + source->getName().str() +
                  "' is recursive or called through a pointer and waits for other threads");
  }
  lowering.registers = listRecords(*lowering.kernel);
  for (auto [source, wide] : work)
    source->dropAllReferences();
  for (auto [source, wide] : work)
    source->eraseFromParent();
  lowering.kernel = nullptr;
  inlineEachLane(lowering.module);
  makeBind(lowering, functions);
  return {};
}

} // namespace anywarp::codegen
