// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface instructions: each becomes one call of @aw.texture or @aw.surface, whose
// constant ImageOp says what to do. Multisample geometries and depth comparison are not offered.
#include <llvm/ADT/SmallVector.h>

#include "codegen/emit/Observe.h"
#include "exec/KernelAbi.h"

namespace anywarp::codegen {

using exec::ImageOp;
using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

namespace {

constexpr unsigned kMaxArguments = 12; // of the intrinsics

struct Request {
  ImageOp op;
  llvm::Value *handle = nullptr;
  llvm::SmallVector<llvm::Value *, kMaxArguments> arguments; ///< i32
};

std::optional<ImageOp::Geometry> geometryOf(const Instruction &inst) {
  static constexpr std::pair<Modifier, ImageOp::Geometry> kAll[] = {
      {Modifier::N1d, ImageOp::D1},     {Modifier::N2d, ImageOp::D2},
      {Modifier::N3d, ImageOp::D3},     {Modifier::A1d, ImageOp::A1},
      {Modifier::A2d, ImageOp::A2},     {Modifier::Cube, ImageOp::Cube},
      {Modifier::Acube, ImageOp::ACube}};
  for (auto [modifier, geometry] : kAll)
    if (inst.has(modifier))
      return geometry;
  return std::nullopt;
}

} // namespace

/// The object: a register with its handle, or a .texref or .surfref variable that holds it.
llvm::Value *imageHandleOf(FunctionEmitter &e, const Operand &address) {
  if (address.hasRegister)
    return e.ir.CreateZExtOrTrunc(e.toBits(e.readRegister(address.reg)), e.intType(64));
  if (address.name.empty())
    return nullptr;
  SymbolPlace place = e.findSymbol(address.name);
  if (place.kind == SymbolPlace::Memory) {
    auto *load = e.ir.CreateAlignedLoad(e.intType(64), place.pointer, llvm::Align(8));
    return e.inSpace(load, place.space);
  }
  return nullptr;
}

namespace {

llvm::Value *word(FunctionEmitter &e, const Operand &operand, Type type) {
  return e.toBits(e.read(operand, type));
}

llvm::CallInst *emitCall(FunctionEmitter &e, Intrinsic id, Request &request) {
  request.op.arguments = uint8_t(request.arguments.size());
  llvm::SmallVector<llvm::Value *, 16> args{request.handle, e.constant(32, request.op.bits())};
  args.append(request.arguments.begin(), request.arguments.end());
  args.resize(2 + kMaxArguments, e.constant(32, 0));
  return e.call(id, args);
}

/// `[object, {coordinates}]`: handle, layer and coordinates. False: a form that is not known.
bool readPlace(FunctionEmitter &e, const Operand &address, Type coordinate, Request &request) {
  if (address.kind != Operand::Address || address.integer != 0 || address.elements.size() != 1)
    return false;
  const ImageOp::Geometry geometry = request.op.geometry;
  const unsigned layers = ImageOp::isLayered(geometry);
  const unsigned count = layers + ImageOp::dimensionsOf(geometry);
  const Operand &at = address.elements[0];
  const bool isVector = at.kind == Operand::Vector;
  if (isVector ? at.elements.size() < count : count != 1)
    return false;
  request.handle = imageHandleOf(e, address);
  if (!request.handle)
    return false;
  for (unsigned i = 0; i < count; ++i)
    request.arguments.push_back(
        word(e, isVector ? at.elements[i] : at, i < layers ? Type::U32 : coordinate));
  return true;
}

/// `count` values of a vector operand, or the one value of a scalar one.
bool readVector(FunctionEmitter &e, const Operand &operand, unsigned count, Type type,
                Request &request) {
  const bool isVector = operand.kind == Operand::Vector;
  if (isVector ? operand.elements.size() < count : count != 1)
    return false;
  for (unsigned i = 0; i < count; ++i)
    request.arguments.push_back(word(e, isVector ? operand.elements[i] : operand, type));
  return true;
}

/// Texel offsets, each in -8 … 7, as 4 bits apiece.
bool readOffset(FunctionEmitter &e, const Operand &operand, unsigned count, Request &request) {
  const bool isVector = operand.kind == Operand::Vector;
  if (isVector ? operand.elements.size() < count : count != 1)
    return false;
  llvm::Value *packed = e.constant(32, 0);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value *one = word(e, isVector ? operand.elements[i] : operand, Type::S32);
    one = e.ir.CreateShl(e.ir.CreateAnd(one, e.constant(32, 15)), 4 * i);
    packed = e.ir.CreateOr(packed, one);
  }
  request.op.hasOffset = true;
  request.arguments.push_back(packed);
  return true;
}

const Operand &elementOf(const Operand &operand, unsigned i) {
  return operand.kind == Operand::Vector ? operand.elements[i] : operand;
}
unsigned elementsOf(const Operand &operand) {
  return operand.kind == Operand::Vector ? unsigned(operand.elements.size()) : 1;
}

/// Four words, as the type of the destination has them.
bool writeTexel(FunctionEmitter &e, const Operand &to, llvm::Value *texel, Type type) {
  const unsigned count = elementsOf(to);
  auto half = [&](unsigned i) -> llvm::Value * {
    llvm::Value *value = e.ir.CreateBitCast(e.ir.CreateExtractValue(texel, i), e.ir.getFloatTy());
    return e.ir.CreateFPTrunc(value, e.ir.getHalfTy());
  };
  if (count > (type == Type::F16x2 ? 2u : 4u))
    return false;
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value *value;
    if (type == Type::F16x2) {
      llvm::Value *low = e.ir.CreateZExt(e.toBits(half(2 * i)), e.intType(32));
      llvm::Value *high = e.ir.CreateZExt(e.toBits(half(2 * i + 1)), e.intType(32));
      value = e.ir.CreateOr(low, e.ir.CreateShl(high, 16));
    } else if (type == Type::F16) {
      value = half(i);
    } else {
      value = e.fromBits(e.ir.CreateExtractValue(texel, i), type);
    }
    e.write(elementOf(to, i), value, type);
  }
  return true;
}

void emitTex(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  std::optional<ImageOp::Geometry> geometry = geometryOf(inst);
  if (!geometry || ops.size() < 2 || inst.types.size() < 2)
    return e.refuse(inst);
  const bool isGather = inst.opcode == Opcode::Tld4;
  const unsigned dimensions = ImageOp::dimensionsOf(*geometry);
  const bool isCube = *geometry == ImageOp::Cube || *geometry == ImageOp::ACube;
  Request request;
  request.op.kind = isGather ? ImageOp::Gather : ImageOp::Sample;
  request.op.geometry = *geometry;
  request.op.hasIntegers = inst.type(1) == Type::S32;
  request.op.component = inst.has(Modifier::G)   ? 1
                         : inst.has(Modifier::B) ? 2
                         : inst.has(Modifier::A) ? 3
                                                 : 0;
  if (!isGather)
    request.op.mode = inst.has(Modifier::Level)  ? ImageOp::Level
                      : inst.has(Modifier::Grad) ? ImageOp::Gradient
                                                 : ImageOp::Base;
  if (!readPlace(e, ops[1], inst.type(1), request))
    return e.poison(inst, "texture operand of '" + FunctionEmitter::spell(inst) +
                              "' is not supported (separate samplers are not offered)");
  size_t next = 2;
  if (request.op.mode == ImageOp::Level) {
    if (ops.size() <= next)
      return e.refuse(inst);
    request.arguments.push_back(word(e, ops[next++], Type::F32));
  } else if (request.op.mode == ImageOp::Gradient) {
    if (ops.size() <= next + 1)
      return e.refuse(inst);
    for (unsigned i = 0; i < 2; ++i)
      if (!readVector(e, ops[next++], dimensions, Type::F32, request))
        return e.refuse(inst);
  }
  // What follows is an offset (a vector where there are several coordinates) or a value to compare.
  if (ops.size() > next && !isCube && (ops[next].kind == Operand::Vector || dimensions == 1))
    if (!readOffset(e, ops[next++], dimensions, request))
      return e.refuse(inst);
  if (ops.size() > next)
    return e.poison(inst,
                    "depth comparison of '" + FunctionEmitter::spell(inst) + "' is not supported");
  llvm::Value *texel = emitCall(e, Intrinsic::TextureFetch, request);
  if (ops[0].pair)
    e.writePredicate(*ops[0].pair, e.ir.getTrue()); // every texel is resident
  if (!writeTexel(e, ops[0], texel, inst.type()))
    e.refuse(inst);
}

/// Size and number of the parts that suld.b, sust and sured move.
bool setParts(Request &request, Type type, unsigned count) {
  const unsigned bytes = ptx::sizeInBits(type) / 8;
  if (bytes * count > 16 || !llvm::isPowerOf2_32(bytes) || !llvm::isPowerOf2_32(count))
    return false;
  request.op.component = uint8_t(llvm::Log2_32(bytes));
  request.op.components = uint8_t(llvm::Log2_32(count));
  return true;
}

std::optional<Request> surfaceRequest(FunctionEmitter &e, const Instruction &inst,
                                      const Operand &address) {
  std::optional<ImageOp::Geometry> geometry = geometryOf(inst);
  if (!geometry || *geometry == ImageOp::Cube || *geometry == ImageOp::ACube)
    return std::nullopt;
  Request request;
  request.op.geometry = *geometry;
  request.op.isFormatted = inst.has(Modifier::P);
  request.op.mode = inst.has(Modifier::Clamp)  ? ImageOp::Clamp
                    : inst.has(Modifier::Zero) ? ImageOp::Zero
                                               : ImageOp::Trap;
  if (!readPlace(e, address, Type::S32, request))
    return std::nullopt;
  return request;
}

void emitLoad(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  std::optional<Request> request = surfaceRequest(e, inst, ops[1]);
  const unsigned count = elementsOf(ops[0]), bits = ptx::sizeInBits(inst.type());
  if (!request || !setParts(*request, inst.type(), count))
    return e.refuse(inst);
  request->op.kind = ImageOp::Load;
  llvm::Value *words = emitCall(e, Intrinsic::SurfaceAccess, *request);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value *value;
    if (bits == 64) {
      value = e.ir.CreateZExt(e.ir.CreateExtractValue(words, 2 * i), e.intType(64));
      llvm::Value *high = e.ir.CreateZExt(e.ir.CreateExtractValue(words, 2 * i + 1), e.intType(64));
      value = e.ir.CreateOr(value, e.ir.CreateShl(high, 32));
    } else {
      value = e.ir.CreateTrunc(e.ir.CreateExtractValue(words, i), e.intType(bits));
    }
    e.write(elementOf(ops[0], i), value, inst.type());
  }
}

/// The words of an operand of 8 to 64 bits.
void pushWords(FunctionEmitter &e, const Operand &operand, Type type, Request &request) {
  llvm::Value *value = word(e, operand, type);
  if (value->getType()->getIntegerBitWidth() == 64) {
    request.arguments.push_back(e.ir.CreateTrunc(value, e.intType(32)));
    request.arguments.push_back(e.ir.CreateTrunc(e.ir.CreateLShr(value, 32), e.intType(32)));
    return;
  }
  request.arguments.push_back(e.ir.CreateZExt(value, e.intType(32)));
}

void emitStore(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  std::optional<Request> request = surfaceRequest(e, inst, ops[0]);
  const unsigned count = elementsOf(ops[1]);
  if (!request || !setParts(*request, inst.type(), count))
    return e.refuse(inst);
  request->op.kind = ImageOp::Store;
  for (unsigned i = 0; i < count; ++i)
    pushWords(e, elementOf(ops[1], i), inst.type(), *request);
  emitCall(e, Intrinsic::SurfaceAccess, *request);
}

void emitReduce(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  std::optional<Request> request = surfaceRequest(e, inst, ops[0]);
  if (!request || !setParts(*request, inst.type(), 1))
    return e.refuse(inst);
  request->op.kind = ImageOp::Reduce;
  request->op.isSigned = ptx::isSigned(inst.type());
  request->op.components = inst.has(Modifier::Min)   ? ImageOp::Min
                           : inst.has(Modifier::Max) ? ImageOp::Max
                           : inst.has(Modifier::And) ? ImageOp::And
                           : inst.has(Modifier::Or)  ? ImageOp::Or
                                                     : ImageOp::Add;
  pushWords(e, ops[1], inst.type(), *request);
  emitCall(e, Intrinsic::SurfaceAccess, *request);
}

void emitQuery(FunctionEmitter &e, const Instruction &inst) {
  static constexpr std::pair<Modifier, ImageOp::Question> kQuestions[] = {
      {Modifier::Width, ImageOp::Width},
      {Modifier::Height, ImageOp::Height},
      {Modifier::Depth, ImageOp::Depth},
      {Modifier::ChannelDataType, ImageOp::DataType},
      {Modifier::ChannelOrder, ImageOp::Order},
      {Modifier::NormalizedCoords, ImageOp::Normalized},
      {Modifier::ArraySize, ImageOp::Layers},
      {Modifier::NumMipmapLevels, ImageOp::Levels},
      {Modifier::NumSamples, ImageOp::Samples},
      {Modifier::FilterMode, ImageOp::Filter},
      {Modifier::AddrMode0, ImageOp::AddressMode0},
      {Modifier::AddrMode1, ImageOp::AddressMode1},
      {Modifier::AddrMode2, ImageOp::AddressMode2},
      {Modifier::MemoryLayout, ImageOp::MemoryLayout}};
  const auto &ops = inst.operands;
  if (ops.size() < 2 || ops[1].kind != Operand::Address || !ops[1].elements.empty())
    return e.refuse(inst);
  for (auto [modifier, question] : kQuestions) {
    if (!inst.has(modifier))
      continue;
    Request request;
    request.op.kind = ImageOp::Query;
    request.op.mode = question;
    request.handle = imageHandleOf(e, ops[1]);
    if (!request.handle)
      return e.refuse(inst);
    if (ops.size() > 2)
      request.arguments.push_back(word(e, ops[2], Type::U32));
    llvm::Value *answer = emitCall(e, Intrinsic::TextureFetch, request);
    e.write(ops[0], e.ir.CreateExtractValue(answer, 0), Type::B32);
    return;
  }
  return e.refuse(inst);
}

void emitIsType(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  if (ops.size() < 2 || inst.type() == Type::SamplerRef)
    return e.refuse(inst);
  Request request;
  request.op.kind = inst.type() == Type::TexRef ? ImageOp::IsTexture : ImageOp::IsSurface;
  request.handle = e.toBits(e.read(ops[1], Type::U64));
  llvm::Value *answer = emitCall(e, Intrinsic::TextureFetch, request);
  e.writePredicate(ops[0], e.ir.CreateIsNotNull(e.ir.CreateExtractValue(answer, 0)));
}

} // namespace

void emitTexture(FunctionEmitter &e, const Instruction &inst) {
  switch (inst.opcode) {
  case Opcode::Tex:
  case Opcode::Tld4:
    return emitTex(e, inst);
  case Opcode::Suld:
    return emitLoad(e, inst);
  case Opcode::Sust:
    return emitStore(e, inst);
  case Opcode::Sured:
    return emitReduce(e, inst);
  case Opcode::Txq:
  case Opcode::Suq:
    return emitQuery(e, inst);
  case Opcode::Istypep:
    return emitIsType(e, inst);
  default:
    return e.refuse(inst);
  }
}

} // namespace anywarp::codegen
