// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The special registers of a piece, computed once at its start. The table says which are members of
// LaunchState and BlockState; the others follow from the piece's index and from what BlockShape
// says. Their LaneShapes are promised by Uniformity::computeCall.
#include <map>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using exec::BlockShape;
using exec::BlockState;
using exec::LaunchState;
using llvm::SmallVector;
using llvm::Value;

namespace {

enum class Home { Launch, Block, Piece, Timer };

/// Where a register of spec/ptx/SpecialRegisters.td is.
struct Place {
  Home home;
  size_t offset; ///< in LaunchState or BlockState
};
constexpr Place kPlaces[] = {
#define AW_REGISTER(Id, name, signature, shape, effect, low, high, home, offset)                   \
  {Home::home, offset},
#include "codegen/Registers.inc.h"
};

/// Null: no register, or a clock, which every read asks for itself.
const Place *placeOf(Intrinsic id) {
  static constexpr Place kParamBase{Home::Launch, offsetof(LaunchState, params)};
  static constexpr Place kSharedBase{Home::Block, offsetof(BlockState, shared)};
  if (id == Intrinsic::ParamBase)
    return &kParamBase;
  if (id == Intrinsic::SharedBase)
    return &kSharedBase;
  if (unsigned(id) >= std::size(kPlaces) || kPlaces[unsigned(id)].home == Home::Timer)
    return nullptr;
  return &kPlaces[unsigned(id)];
}

/// A register as the bases of its shape, or as a vector.
struct Form {
  SmallVector<Value *, 4> bases;
  Value *vector = nullptr;
};

class RegisterReader {
public:
  explicit RegisterReader(WarpBuilder &b) : b_(b), ir_(b.ir), shape_(b.lowering.shape()) {}

  Form read(Intrinsic id);

private:
  llvm::Value *field(Intrinsic id, const Place &place);
  llvm::Value *blockDim(unsigned d);
  llvm::Value *firstThread(); ///< thread index of lane 0
  void makeTids();
  void makeTidsOfRows();
  void makeTidsInWarps();
  void makeTidsOfAnyShape();

  WarpBuilder &b_;
  llvm::IRBuilder<llvm::InstSimplifyFolder> &ir_;
  const BlockShape shape_;
  Form tid_[3];
  bool hasTids_ = false;
  Value *ntid_[3] = {};
  Value *firstThread_ = nullptr;
};

Value *RegisterReader::field(Intrinsic id, const Place &place) {
  const IntrinsicInfo &info = infoOf(id);
  const bool isShared = id == Intrinsic::SharedBase,
             isPointer = isShared || id == Intrinsic::ParamBase;
  llvm::Type *type = isPointer               ? static_cast<llvm::Type *>(ir_.getPtrTy())
                     : info.signature == "l" ? ir_.getInt64Ty()
                                             : ir_.getInt32Ty();
  llvm::StringRef name = info.name.drop_front(3); // "aw."
  Value *value = place.home == Home::Launch ? b_.launchField(place.offset, type, name)
                                            : b_.blockField(place.offset, type, name);
  llvm::LLVMContext &context = b_.target.getContext();
  if (isShared)
    return ir_.CreateAddrSpaceCast(value, llvm::PointerType::get(context, 3));
  auto *load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (id == Intrinsic::ParamBase && load && b_.lowering.info.paramBytes) {
    llvm::MDBuilder md(context);
    auto number = [&](uint64_t bytes) {
      return llvm::MDNode::get(context, md.createConstant(ir_.getInt64(bytes)));
    };
    load->setMetadata(llvm::LLVMContext::MD_dereferenceable, number(b_.lowering.info.paramBytes));
    load->setMetadata(llvm::LLVMContext::MD_align, number(8));
  }
  return value;
}

Value *RegisterReader::blockDim(unsigned d) {
  const auto id = Intrinsic(unsigned(Intrinsic::NTidX) + d);
  if (!ntid_[d])
    ntid_[d] = field(id, *placeOf(id));
  return ntid_[d];
}

Value *RegisterReader::firstThread() {
  if (!firstThread_)
    firstThread_ = ir_.CreateMul(b_.piece(), ir_.getInt32(b_.width), "thread", true, true);
  return firstThread_;
}

void RegisterReader::makeTids() {
  if (std::exchange(hasTids_, true))
    return;
  switch (shape_.kind) {
  case BlockShape::Linear:
    tid_[0].bases = {firstThread()};
    tid_[1].bases = tid_[2].bases = {ir_.getInt32(0)};
    return;
  case BlockShape::MultipleOf32:
    return makeTidsOfRows();
  case BlockShape::DividesWarp:
    return makeTidsInWarps();
  case BlockShape::General:
    return makeTidsOfAnyShape();
  }
}

/// A piece lies in one row.
void RegisterReader::makeTidsOfRows() {
  Value *row = ir_.CreateUDiv(firstThread(), blockDim(0));
  tid_[0].bases = {ir_.CreateSub(firstThread(), ir_.CreateMul(row, blockDim(0)))};
  if (shape_.flat) {
    tid_[1].bases = {row};
    return;
  }
  tid_[1].bases = {ir_.CreateURem(row, blockDim(1))};
  tid_[2].bases = {ir_.CreateUDiv(row, blockDim(1))};
}

/// A piece is some rows, or a part of one.
void RegisterReader::makeTidsInWarps() {
  const unsigned x = shape_.x, shift = llvm::Log2_32(x), rows = std::max(b_.width / x, 1u);
  Value *zero = ir_.getInt32(0);
  Value *row = x == b_.width  ? b_.piece()
               : x < b_.width ? ir_.CreateMul(b_.piece(), ir_.getInt32(rows), "", true, true)
                              : ir_.CreateLShr(firstThread(), shift);
  const bool isGrouped = rows <= WarpBuilder::kMaxGroups;
  if (x > b_.width)
    tid_[0].bases = {ir_.CreateAnd(firstThread(), x - 1)};
  else if (isGrouped)
    tid_[0].bases.assign(rows, zero);
  else
    tid_[0].vector = b_.iota(ir_.getInt32Ty(), 1, x);
  if (isGrouped && shape_.flat) {
    for (unsigned k = 0; k < rows; ++k)
      tid_[1].bases.push_back(ir_.CreateAdd(row, ir_.getInt32(k)));
    return;
  }
  if (isGrouped) {
    Value *z = ir_.CreateUDiv(row, blockDim(1));
    Value *y = ir_.CreateSub(row, ir_.CreateMul(z, blockDim(1)));
    for (unsigned k = 0; k < rows; ++k) {
      if (k) { // the next row: cheaper than another division
        y = ir_.CreateAdd(y, ir_.getInt32(1));
        Value *wraps = ir_.CreateICmpEQ(y, blockDim(1));
        y = ir_.CreateSelect(wraps, zero, y);
        z = ir_.CreateAdd(z, ir_.CreateZExt(wraps, ir_.getInt32Ty()));
      }
      tid_[1].bases.push_back(y);
      tid_[2].bases.push_back(z);
    }
    return;
  }
  SmallVector<llvm::Constant *, 32> ofLane;
  for (unsigned i = 0; i < b_.width; ++i)
    ofLane.push_back(ir_.getInt32(i / x));
  Value *all = ir_.CreateAdd(b_.splat(row), llvm::ConstantVector::get(ofLane));
  if (shape_.flat) {
    tid_[1].vector = all;
    return;
  }
  tid_[2].vector = b_.divide(llvm::Instruction::UDiv, all, b_.splat(blockDim(1)));
  tid_[1].vector = ir_.CreateSub(all, ir_.CreateMul(tid_[2].vector, b_.splat(blockDim(1))));
}

void RegisterReader::makeTidsOfAnyShape() {
  auto quotient = [&](Value *a, Value *b) {
    return b_.width == 1 ? ir_.CreateUDiv(a, b) : b_.divide(llvm::Instruction::UDiv, a, b);
  };
  Value *all = b_.width == 1 ? firstThread()
                             : ir_.CreateAdd(b_.splat(firstThread()), b_.iota(ir_.getInt32Ty(), 1));
  Value *x = b_.splat(blockDim(0)), *y = shape_.flat ? nullptr : b_.splat(blockDim(1));
  Value *row = quotient(all, x);
  tid_[0].vector = ir_.CreateSub(all, ir_.CreateMul(row, x));
  if (shape_.flat) {
    tid_[1].vector = row;
    return;
  }
  tid_[2].vector = quotient(row, y);
  tid_[1].vector = ir_.CreateSub(row, ir_.CreateMul(tid_[2].vector, y));
}

Form RegisterReader::read(Intrinsic id) {
  const Place &place = *placeOf(id);
  if (place.home == Home::Piece) {
    if (id == Intrinsic::LaneId)
      return {{b_.width == exec::kWarpSize ? ir_.getInt32(0) : ir_.CreateAnd(firstThread(), 31)}};
    if (id == Intrinsic::WarpId)
      return {{ir_.CreateLShr(firstThread(), 5)}};
    makeTids();
    return tid_[unsigned(id) - unsigned(Intrinsic::TidX)];
  }
  if (id >= Intrinsic::NTidX && id <= Intrinsic::NTidZ)
    return {{blockDim(unsigned(id) - unsigned(Intrinsic::NTidX))}};
  return {{field(id, place)}};
}

} // namespace

void WarpBuilder::readSpecialRegisters() {
  std::map<Intrinsic, SmallVector<llvm::CallInst *, 2>> uses;
  for (llvm::Instruction &inst : llvm::instructions(source))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst))
      if (std::optional<Intrinsic> id = intrinsicOf(*call); id && placeOf(*id))
        uses[*id].push_back(call);

  RegisterReader reader(*this);
  for (auto &[id, calls] : uses) {
    Form form = reader.read(id);
    for (llvm::CallInst *call : calls) {
      if (form.bases.empty())
        define(call, form.vector);
      else if (form.bases.size() == width / shapeOf(call).group)
        defineBases(call, form.bases);
      else // one base stands for a narrower pattern too
        llvm_unreachable("special register of another shape than Uniformity promised");
    }
  }
}

} // namespace anywarp::codegen
