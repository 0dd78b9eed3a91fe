// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cusparse/products/Operators.h"

#include <algorithm>

#include "jitlink/Link.h"
#include "library/DeviceArch.h"
#include "support/Trace.h"

namespace anywarp::cusparse {

namespace {

constexpr unsigned kThreads = 128;
constexpr int kParameters = sizeof(OperatorParams) / 8;
constexpr const char *kRegisters[kParameters] = {
    "offsets", "indices", "values", "b",           "c",     "rows",
    "columns", "base",    "stepB",  "columnStepB", "stepC", "columnStepC"};

/// A type as PTX and the Itanium C++ ABI know it.
struct Element {
  const char *move, *letter; ///< of one component
  int size, components;
  const char *mangled;
  int bytes() const { return size * components; }
};

const Element *elementOf(cudaDataType type) {
  static constexpr Element kFloat{".f32", "f", 4, 1, "ff"}, kDouble{".f64", "d", 8, 1, "dd"},
      kComplex{".f32", "f", 4, 2, "6float2S_"}, kDoubleComplex{".f64", "d", 8, 2, "7double2S_"};
  switch (type) {
  case CUDA_R_32F:
    return &kFloat;
  case CUDA_R_64F:
    return &kDouble;
  case CUDA_C_32F:
    return &kComplex;
  case CUDA_C_64F:
    return &kDoubleComplex;
  default:
    return nullptr;
  }
}

/// A parameter of that type (PTX Interoperability, "Structures are arrays of bytes").
std::string parameter(const Element &element, const std::string &name) {
  const std::string bytes = std::to_string(element.bytes());
  if (element.components == 2)
    return ".param .align " + bytes + " .b8 " + name + "[" + bytes + "]";
  return std::string(element.size == 8 ? ".param .b64 " : ".param .b32 ") + name;
}

/// The registers of value `name`: "%fx0" or "{%fx0, %fx1}".
std::string value(const Element &element, const std::string &name) {
  const std::string first = std::string("%") + element.letter + name;
  return element.components == 2 ? "{" + first + "0, " + first + "1}" : first + "0";
}
std::string load(const Element &element, const char *space, const std::string &name,
                 const std::string &address) {
  return std::string("ld") + space + (element.components == 2 ? ".v2" : "") + element.move + " " +
         value(element, name) + ", [" + address + "];\n";
}
std::string store(const Element &element, const char *space, const std::string &name,
                  const std::string &address) {
  return std::string("st") + space + (element.components == 2 ? ".v2" : "") + element.move + " [" +
         address + "], " + value(element, name) + ";\n";
}

std::string copy(const Element &element, const std::string &to, const std::string &from) {
  std::string text;
  for (const char *part : {"0", "1"})
    text += std::string(element.size == 8 ? "mov.b64 %" : "mov.b32 %") + element.letter + to +
            part + ", %" + element.letter + from + part + ";\n";
  return text;
}

std::string symbolOf(const Element &element, const std::string &name) {
  return "_Z" + std::to_string(name.size()) + name + element.mangled;
}
/// result = name(x, y)
std::string call(const Element &element, const std::string &name, const std::string &result,
                 const std::string &x, const std::string &y) {
  return "{\n" + parameter(element, "x") + ";\n" + parameter(element, "y") + ";\n" +
         parameter(element, "z") + ";\n" + store(element, ".param", x, "x") +
         store(element, ".param", y, "y") + "call.uni (z), " + symbolOf(element, name) +
         ", (x, y);\n" + load(element, ".param", result, "z") + "}\n";
}

std::string declarations(const Element &element) {
  std::string text = ".version 8.0\n.target sm_50\n.address_size 64\n";
  for (const char *name : {"add_op", "mul_op", "epilogue"})
    text += ".extern .func (" + parameter(element, "z") + ") " + symbolOf(element, name) + "(" +
            parameter(element, "x") + ", " + parameter(element, "y") + ");\n";
  text += ".visible .entry cusparse_spmm_op(.param .align 8 .b8 p[" +
          std::to_string(sizeof(OperatorParams)) +
          "])\n{\n.reg .pred %done;\n.reg .b32 %t0, %t1, %t2, %t3;\n"
          ".reg .b64 %i, %w, %row, %column, %at, %end, %from, %k, %size;\n.reg " +
          std::string(element.size == 8 ? ".b64 " : ".b32 ");
  const char *separator = "";
  for (const char *name : {"a", "m", "v", "s", "o"})
    for (const char *part : {"0", "1"}) {
      text += std::string(separator) + "%" + element.letter + name + part;
      separator = ", ";
    }
  text += ";\n.reg .b64 ";
  for (int i = 0; i < kParameters; ++i)
    text += std::string(i ? ", %" : "%") + kRegisters[i];
  return text + ";\n";
}

/// index = memory[address + number * width], whatever the width.
std::string loadIndex(bool isWide, const std::string &index, const std::string &address) {
  return (isWide ? "ld.global.s64 " : "ld.global.s32 ") + index + ", [" + address + "];\n";
}

/// Thread i computes element (i / columns, i % columns) of C, and sums in the order of the entries.
/// The sum begins with the first product, and is 0 if there is none (seen).
std::string kernelText(const Element &element, bool isWide) {
  const std::string width = isWide ? "8" : "4", bytes = std::to_string(element.bytes());
  std::string text = declarations(element);
  for (int i = 0; i < kParameters; ++i)
    text +=
        std::string("ld.param.u64 %") + kRegisters[i] + ", [p+" + std::to_string(i * 8) + "];\n";
  text += "mov.u32 %t0, %ctaid.y;\nmov.u32 %t1, %nctaid.x;\nmov.u32 %t2, %ctaid.x;\n"
          "mov.u32 %t3, %ntid.x;\nmul.wide.u32 %i, %t0, %t1;\ncvt.u64.u32 %w, %t2;\n"
          "add.u64 %i, %i, %w;\ncvt.u64.u32 %w, %t3;\nmul.lo.u64 %i, %i, %w;\n"
          "mov.u32 %t0, %tid.x;\ncvt.u64.u32 %w, %t0;\nadd.u64 %i, %i, %w;\n"
          "mul.lo.u64 %size, %rows, %columns;\nsetp.ge.u64 %done, %i, %size;\n@%done ret;\n"
          "div.u64 %row, %i, %columns;\nrem.u64 %column, %i, %columns;\n"
          "mad.lo.u64 %at, %row, " +
          width + ", %offsets;\n";
  text += loadIndex(isWide, "%from", "%at") + loadIndex(isWide, "%end", "%at+" + width);
  text += "sub.u64 %from, %from, %base;\nsub.u64 %end, %end, %base;\nmov.u64 %k, %from;\n"
          "mad.lo.u64 %b, %column, %columnStepB, %b;\n"
          "mad.lo.u64 %c, %column, %columnStepC, %c;\nmad.lo.u64 %c, %row, %stepC, %c;\n";
  for (const char *part : {"0", "1"})
    text += std::string(element.size == 8 ? "mov.b64 %" : "mov.b32 %") + element.letter + "s" +
            part + ", 0;\n";
  text += "LOOP:\nsetp.ge.s64 %done, %k, %end;\n@%done bra STORE;\n"
          "mad.lo.u64 %at, %k, " +
          width + ", %indices;\n" + loadIndex(isWide, "%w", "%at") +
          "sub.u64 %w, %w, %base;\nmad.lo.u64 %at, %k, " + bytes + ", %values;\n" +
          load(element, ".global", "a", "%at") + "mad.lo.u64 %at, %w, %stepB, %b;\n" +
          load(element, ".global", "v", "%at") + call(element, "mul_op", "m", "a", "v") +
          "setp.ne.s64 %done, %k, %from;\n@%done bra ADD;\n" + copy(element, "s", "m") +
          "bra NEXT;\nADD:\n" + call(element, "add_op", "s", "s", "m") +
          "NEXT:\nadd.u64 %k, %k, 1;\nbra LOOP;\nSTORE:\n" + load(element, ".global", "o", "%c") +
          call(element, "epilogue", "s", "s", "o") + store(element, ".global", "s", "%c");
  return text + "ret;\n}\n";
}

bool link(const Operators &operators, const Element &element, bool isWide, std::string &program) {
  const std::string arch = library::archOfDevice();
  if (arch.empty())
    return false;
  jitlink::Link linker;
  if (!linker.setOptions({"-lto", "-arch=" + arch}) &&
      !linker.addData(NVJITLINK_INPUT_ANY, operators.add, "add_op") &&
      !linker.addData(NVJITLINK_INPUT_ANY, operators.multiply, "mul_op") &&
      !linker.addData(NVJITLINK_INPUT_ANY, operators.epilogue, "epilogue") &&
      !linker.addData(NVJITLINK_INPUT_PTX, kernelText(element, isWide), "cusparse_spmm_op") &&
      !linker.complete() && !linker.cubin(program))
    return true;
  if (isTraced("library"))
    trace("library", "the operators of cusparseSpMMOp cannot be linked: " + linker.errorLog());
  return false;
}

} // namespace

bool OperatorKernel::offers(cudaDataType type) { return elementOf(type) != nullptr; }

std::shared_ptr<const OperatorKernel> OperatorKernel::make(const Operators &operators,
                                                           cudaDataType type, bool hasWideIndices) {
  std::shared_ptr<OperatorKernel> made(new OperatorKernel);
  std::string program;
  const runtime::DriverCalls &cu = library::cu();
  if (!link(operators, *elementOf(type), hasWideIndices, program) ||
      cu.cuLibraryLoadData(&made->library_, program.data(), nullptr, nullptr, 0, nullptr, nullptr,
                           0) ||
      cu.cuLibraryGetKernel(&made->kernel_, made->library_, "cusparse_spmm_op"))
    return nullptr;
  return made;
}

OperatorKernel::~OperatorKernel() {
  if (library_)
    (void)library::cu().cuLibraryUnload(library_);
}

CUresult OperatorKernel::launch(CUstream stream, const OperatorParams &params) const {
  const uint64_t count = uint64_t(params.rows) * uint64_t(params.columns);
  if (!count)
    return CUDA_SUCCESS;
  const uint64_t blocks = (count + kThreads - 1) / kThreads;
  const uint64_t width = std::min(blocks, uint64_t(1) << 30);
  OperatorParams copy = params;
  void *arguments[] = {&copy};
  return library::cu().cuLaunchKernel(reinterpret_cast<CUfunction>(kernel_), unsigned(width),
                                      unsigned((blocks + width - 1) / width), 1, kThreads, 1, 1, 0,
                                      stream, arguments, nullptr);
}

} // namespace anywarp::cusparse
