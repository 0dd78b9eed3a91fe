// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels that call functions of the program: PTX, linked with the function by the room
// jitlink.
#include "cufft/Callback.h"

#include <algorithm>

#include "cufft/CallbackParams.h"
#include "jitlink/Link.h"
#include "library/DeviceArch.h"
#include "support/Trace.h"

namespace anywarp::cufft {

namespace {

constexpr unsigned kThreads = 128;

struct Element {
  bool isStore, isComplex, isDouble;
  unsigned bytes() const { return (isDouble ? 8 : 4) * (isComplex ? 2 : 1); }
};

Element elementOf(cufftXtCallbackType type) {
  return {type >= CUFFT_CB_ST_COMPLEX, (type & 2) == 0, (type & 1) != 0};
}

/// A parameter of the function's type (PTX Interoperability, "Structures are arrays of bytes").
std::string parameter(const Element &element, const char *name) {
  const std::string bytes = std::to_string(element.bytes());
  if (element.isComplex)
    return ".param .align " + bytes + " .b8 " + name + "[" + bytes + "]";
  return std::string(element.isDouble ? ".param .b64 " : ".param .b32 ") + name;
}

/// "ld.global.v2.f32 {%f0, %f1}, [address]" and its like; a store has the address first.
std::string move(const Element &element, const char *operation, const char *space,
                 const char *address) {
  const std::string letter = element.isDouble ? "d" : "f";
  const std::string values =
      element.isComplex ? "{%" + letter + "0, %" + letter + "1}" : "%" + letter + "0";
  const std::string head = std::string(operation) + space + (element.isComplex ? ".v2" : "") +
                           (element.isDouble ? ".f64 " : ".f32 ");
  const std::string place = std::string("[") + address + "]";
  return head + (operation[0] == 'l' ? values + ", " + place : place + ", " + values) + ";\n";
}

/// Number i of the dense side lies at the sum of its coordinates times their strides.
std::string offsetText() {
  std::string text = "mov.u64 %rest, %i;\nmov.u64 %offset, 0;\n";
  for (int axis = 0; axis < kCallbackAxes; ++axis) {
    const int at = 32 + axis * 16;
    text += "ld.param.u64 %n, [p+" + std::to_string(at) + "];\n";
    text += "ld.param.u64 %stride, [p+" + std::to_string(at + 8) + "];\n";
    text += "rem.u64 %t, %rest, %n;\ndiv.u64 %rest, %rest, %n;\n";
    text += "mad.lo.u64 %offset, %t, %stride, %offset;\n";
  }
  return text;
}

std::string kernelText(const Element &element, const std::string &function) {
  const std::string address = ".param .b64 data, .param .b64 offset, ";
  const std::string rest = ".param .b64 info, .param .b64 shared";
  std::string text = ".version 8.0\n.target sm_50\n.address_size 64\n.extern .func ";
  text += element.isStore
              ? function + "(" + address + parameter(element, "element") + ", " + rest
              : "(" + parameter(element, "result") + ") " + function + "(" + address + rest;
  text += ");\n.extern .shared .align 16 .b8 cufft_callback_shared[];\n"
          ".visible .entry cufft_callback(.param .align 8 .b8 p[96])\n{\n"
          ".reg .pred %done;\n.reg .b32 %a, %b, %c;\n.reg .f32 %f0, %f1;\n.reg .f64 %d0, %d1;\n"
          ".reg .b64 %i, %count, %user, %dense, %info, %shared, %rest, %offset, %n, %stride, %t;\n"
          "mov.u32 %a, %ctaid.x;\nmov.u32 %b, %ntid.x;\nmov.u32 %c, %tid.x;\n"
          "mul.wide.u32 %i, %a, %b;\ncvt.u64.u32 %t, %c;\nadd.u64 %i, %i, %t;\n"
          "mov.u32 %a, %ctaid.y;\nmov.u32 %c, %nctaid.x;\nmul.wide.u32 %t, %b, %c;\n"
          "cvt.u64.u32 %n, %a;\nmad.lo.u64 %i, %n, %t, %i;\n"
          "ld.param.u64 %user, [p];\nld.param.u64 %dense, [p+8];\nld.param.u64 %info, [p+16];\n"
          "ld.param.u64 %count, [p+24];\nsetp.ge.u64 %done, %i, %count;\n@%done ret;\n";
  text += offsetText();
  text += "mov.u64 %shared, cufft_callback_shared;\ncvta.shared.u64 %shared, %shared;\n";
  text += "mad.lo.u64 %dense, %i, " + std::to_string(element.bytes()) + ", %dense;\n";
  if (element.isStore)
    text += move(element, "ld", ".global", "%dense");
  text += "{\n.param .b64 data;\nst.param.b64 [data], %user;\n"
          ".param .b64 offset;\nst.param.b64 [offset], %offset;\n"
          ".param .b64 info;\nst.param.b64 [info], %info;\n"
          ".param .b64 shared;\nst.param.b64 [shared], %shared;\n";
  text += parameter(element, "value") + ";\n";
  text += element.isStore ? move(element, "st", ".param", "value") + "call.uni " + function +
                                ", (data, offset, value, info, shared);\n}\n"
                          : "call.uni (value), " + function + ", (data, offset, info, shared);\n" +
                                move(element, "ld", ".param", "value") + "}\n" +
                                move(element, "st", ".global", "%dense");
  return text + "ret;\n}\n";
}

/// The function's symbol if it was written without extern "C" (Itanium C++ ABI).
std::string mangled(const Element &element, const std::string &name) {
  std::string symbol = "_Z" + std::to_string(name.size()) + name + "Pvy";
  if (element.isStore)
    symbol += element.isComplex  ? element.isDouble ? "7double2" : "6float2"
              : element.isDouble ? "d"
                                 : "f";
  return symbol + "S_S_";
}

cufftResult link(const Callback &callback, std::string &program) {
  const std::string arch = library::archOfDevice();
  if (arch.empty())
    return CUFFT_SETUP_FAILED;
  const Element element = elementOf(callback.type);
  std::string log;
  for (const std::string &symbol : {callback.symbol, mangled(element, callback.symbol)}) {
    jitlink::Link linker;
    const std::string text = kernelText(element, symbol);
    if (!linker.setOptions({"-lto", "-arch=" + arch}) &&
        !linker.addData(NVJITLINK_INPUT_ANY, callback.image, callback.symbol) &&
        !linker.addData(NVJITLINK_INPUT_PTX, text, "cufft_callback") && !linker.complete() &&
        !linker.cubin(program))
      return CUFFT_SUCCESS;
    log += linker.errorLog();
  }
  if (isTraced("library"))
    trace("library", "the callback " + callback.symbol + " cannot be linked: " + log);
  return CUFFT_INTERNAL_ERROR; // (seen)
}

class CallbackStep final : public Step {
public:
  CallbackStep(std::shared_ptr<const CallbackKernel> kernel, const std::vector<Axis> &axes,
               int64_t Axis::*stride, Place user, Place dense)
      : kernel_(std::move(kernel)), axes_(axes), stride_(stride), user_(user), dense_(dense) {}
  CUresult launch(CUstream stream, const Buffers &buffers) const override {
    return kernel_->launch(stream, user_.of(buffers), dense_.of(buffers), axes_, stride_);
  }

private:
  const std::shared_ptr<const CallbackKernel> kernel_;
  const std::vector<Axis> axes_;
  int64_t Axis::*const stride_;
  const Place user_, dense_;
};

} // namespace

bool isCallbackType(cufftXtCallbackType type) {
  return type >= CUFFT_CB_LD_COMPLEX && type < CUFFT_CB_UNDEFINED;
}

cufftXtCallbackType callbackTypeOf(bool isStore, bool isComplex, bool isDouble) {
  return cufftXtCallbackType((isStore ? CUFFT_CB_ST_COMPLEX : CUFFT_CB_LD_COMPLEX) +
                             (isComplex ? 0 : 2) + (isDouble ? 1 : 0));
}

cufftResult CallbackKernel::make(const Callback &callback,
                                 std::shared_ptr<const CallbackKernel> &kernel) {
  std::shared_ptr<CallbackKernel> made(new CallbackKernel);
  if (callback.kernel) {
    made->kernel_ = callback.kernel;
    made->function_ = callback.function;
  } else {
    std::string program;
    if (cufftResult result = link(callback, program))
      return result;
    const runtime::DriverCalls &cu = library::cu();
    if (cu.cuLibraryLoadData(&made->library_, program.data(), nullptr, nullptr, 0, nullptr, nullptr,
                             0) ||
        cu.cuLibraryGetKernel(&made->kernel_, made->library_, "cufft_callback"))
      return CUFFT_NVJITLINK_FAILURE;
  }
  made->callerInfo_ = callback.callerInfo;
  made->sharedBytes_ = unsigned(callback.sharedBytes);
  kernel = std::move(made);
  return CUFFT_SUCCESS;
}

CallbackKernel::~CallbackKernel() {
  if (library_)
    (void)library::cu().cuLibraryUnload(library_);
}

CUresult CallbackKernel::launch(CUstream stream, char *user, char *dense,
                                const std::vector<Axis> &axes, int64_t Axis::*stride) const {
  CallbackParams params{user, dense, callerInfo_, 1, {{1, 0}, {1, 0}, {1, 0}, {1, 0}}};
  for (size_t i = 0; i < axes.size(); ++i) {
    const Axis &axis = axes[axes.size() - 1 - i];
    params.axis[i] = {uint64_t(axis.n), uint64_t(axis.*stride)};
    params.count *= uint64_t(axis.n);
  }
  if (!params.count)
    return CUDA_SUCCESS;
  const uint64_t blocks = (params.count + kThreads - 1) / kThreads;
  const uint64_t columns = std::min(blocks, uint64_t(1) << 30);
  void *function = function_;
  void *arguments[] = {&params, &function}; // a kernel that was linked has the first one only
  return library::cu().cuLaunchKernel(reinterpret_cast<CUfunction>(kernel_), unsigned(columns),
                                      unsigned((blocks + columns - 1) / columns), 1, kThreads, 1, 1,
                                      sharedBytes_, stream, arguments, nullptr);
}

std::unique_ptr<Step> CallbackKernel::makeStep(std::shared_ptr<const CallbackKernel> kernel,
                                               const std::vector<Axis> &axes, int64_t Axis::*stride,
                                               Place user, Place dense) {
  return std::make_unique<CallbackStep>(std::move(kernel), axes, stride, user, dense);
}

} // namespace anywarp::cufft
