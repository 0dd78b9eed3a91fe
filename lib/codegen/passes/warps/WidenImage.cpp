// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface instructions: one call of the engine for the whole piece, arguments and
// results as arrays over its lanes.
#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using exec::ImageOp;
using llvm::CallInst;
using llvm::Value;

/// A surface load whose last parts nobody reads becomes a narrower one, as NVIDIA's assembler does
/// it: what is clamped to the surface is then a smaller thing.
static void narrowLoad(const CallInst &call, ImageOp &op) {
  unsigned words = 0; // up to the last that is read
  for (const llvm::User *user : call.users()) {
    auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(user);
    if (!extract)
      return;
    words = std::max(words, extract->getIndices()[0] + 1);
  }
  const unsigned perPart = op.component == 3 ? 2 : 1;
  while (op.components && words <= perPart << (op.components - 1))
    --op.components;
}

void WarpBuilder::widenImage(CallInst &call) {
  ImageOp op =
      ImageOp::of(uint32_t(llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue()));
  if (op.kind == ImageOp::Load)
    narrowLoad(call, op);
  llvm::Type *i32 = ir.getInt32Ty(), *i64 = ir.getInt64Ty();
  auto array = [&](llvm::Type *element, unsigned count, const char *name) {
    llvm::AllocaInst *place = entryAlloca(llvm::ArrayType::get(element, count), name);
    place->setAlignment(llvm::Align(64));
    return place;
  };
  auto row = [&](Value *place, unsigned index) {
    return ir.CreateConstInBoundsGEP1_64(i32, place, uint64_t(index) * width);
  };
  const llvm::Align rowAlign(std::min(64u, 4 * width));
  Value *handle = call.getArgOperand(0);
  op.log2Width = uint8_t(llvm::Log2_32(width));
  op.hasOneHandle = isUniform(handle) || width == 1;
  llvm::AllocaInst *handles = array(i64, op.hasOneHandle ? 1 : width, "image.handles");
  ir.CreateAlignedStore(op.hasOneHandle ? scalar(handle) : vector(handle), handles,
                        llvm::Align(64));
  llvm::AllocaInst *arguments =
      array(i32, std::max(1u, unsigned(op.arguments)) * width, "image.arguments");
  for (unsigned i = 0; i < op.arguments; ++i)
    ir.CreateAlignedStore(vector(call.getArgOperand(2 + i)), row(arguments, i), rowAlign);
  llvm::AllocaInst *results = array(i32, 4 * width, "image.results");
  callRuntime("aw_image",
              {piece(), ir.getInt32(op.bits()), bitsOf(mask), handles, arguments, results});
  if (call.use_empty())
    return;
  Value *all = llvm::PoisonValue::get(widened(call.getType()));
  for (unsigned i = 0; i < 4; ++i)
    all =
        ir.CreateInsertValue(all, ir.CreateAlignedLoad(widened(i32), row(results, i), rowAlign), i);
  define(&call, all);
}

} // namespace anywarp::codegen
