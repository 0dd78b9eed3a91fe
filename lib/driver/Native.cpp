// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries whose kernels are C++ code. Their PTX says what the API tells of a kernel: names and
// parameters. Its bodies are never compiled.
#include "driver/Native.h"

#include <optional>
#include <span>
#include <string>

#include "driver/code/Library.h"
#include "driver/code/Program.h"
#include "driver/entry/Entry.h"
#include "driver/process/Process.h"
#include "exec/memory/HostGuard.h"

namespace anywarp::driver {

static std::string ptxOf(const NativeKernel *kernels, unsigned count) {
  std::string text = ".version 8.1\n.target sm_50\n.address_size 64\n";
  for (const NativeKernel &kernel : std::span(kernels, count)) {
    text += std::string(".visible .entry ") + kernel.name + "(";
    if (kernel.paramBytes)
      text += ".param .align 16 .b8 params[" + std::to_string(kernel.paramBytes) + "]";
    text += ")\n.maxntid 1\n{ ret; }\n";
  }
  return text;
}

CUresult Program::makeNative(const NativeKernel *kernels, unsigned count, Ref<Program> &program) {
  JitOptions options;
  fatbin::PtxImage image;
  image.text = ptxOf(kernels, count);
  if (CUresult result = build({image}, options, program))
    return result;
  for (unsigned i = 0; i < count; ++i)
    program->natives_.emplace(kernels[i].name, &kernels[i]);
  return CUDA_SUCCESS;
}

static CUresult loadNative(CUlibrary *library, const NativeKernel *kernels, unsigned count) {
  Ref<Program> program;
  if (CUresult result = Program::makeNative(kernels, count, program))
    return result;
  Ref<Library> made = make<Library>(std::move(program), CUDA_SUCCESS);
  if (CUresult result = Process::get().publish(Object::KindLibrary, made))
    return result;
  *library = handleOf(*made);
  return CUDA_SUCCESS;
}

static CUresult settle(CUstream handle) {
  Captures &captures = Process::get().captures;
  Stream *stream = nullptr;
  if (findStream(handle, stream) == CUDA_ERROR_INVALID_HANDLE) {
    // It is gone, and its work may be of any device.
    Process::get().scheduler.waitForAll();
    return CUDA_SUCCESS;
  }
  if (!stream)
    return CUDA_SUCCESS;
  {
    LockGuard lock(captures.mutex);
    if (stream->capture)
      return CUDA_SUCCESS;
  }
  Process::get().scheduler.wait(*stream);
  return stream->context().error();
}

} // namespace anywarp::driver

extern "C" __attribute__((visibility("default"))) int
anywarp_loadNative(CUlib_st **library, const anywarp::driver::NativeKernel *kernels,
                   unsigned count) {
  using namespace anywarp::driver;
  if (vendor() && !sides::areBoth())
    return CUDA_ERROR_NOT_SUPPORTED;
  if (!library)
    return CUDA_SUCCESS;
  std::optional<sides::OnOurs> ours;
  if (sides::areBoth())
    ours.emplace();
  entry::Scope call(kLoadNativeName, nullptr,
                    {entry::Requires::Initialized, CUDA_ERROR_NOT_PERMITTED},
                    /*perThread=*/false, [](sides::Route &) {});
  if (call.ok())
    call.finish(loadNative(library, kernels, count));
  return call.result();
}

extern "C" __attribute__((visibility("default"))) int anywarp_settleStream(CUstream_st *handle) {
  using namespace anywarp::driver;
  if (vendor() && !sides::areBoth())
    return CUDA_ERROR_NOT_SUPPORTED;
  std::optional<sides::OnOurs> ours;
  if (sides::areBoth())
    ours.emplace();
  entry::Scope call(kSettleStreamName, nullptr,
                    {entry::Requires::Initialized, CUDA_ERROR_NOT_PERMITTED},
                    /*perThread=*/false, [](sides::Route &) {});
  if (call.ok())
    call.finish(settle(handle));
  return call.result();
}

extern "C" __attribute__((visibility("default"))) void anywarp_openToHost(uintptr_t address) {
  anywarp::exec::openToHost(address);
}
