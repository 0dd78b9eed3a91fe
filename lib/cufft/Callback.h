// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the program that load or store each number of a transform (manual, section "cuFFT
// Callback Routines"). A kernel calls one for each number, between the program's memory and the
// work area; the transform itself runs there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cufft/Api.h"
#include "cufft/Step.h"

namespace anywarp::cufft {

/// What cufftXtSetJITCallback was told, or cufftXtSetCallback.
struct Callback {
  std::string symbol, image;
  cufftXtCallbackType type;
  void *callerInfo;
  size_t sharedBytes = 0;
  CUkernel kernel = nullptr; ///< of a program that is linked with the kernels of LinkedCallbacks.cu
  void *function = nullptr;  ///< device function that this kernel calls
};

bool isCallbackType(cufftXtCallbackType type);
/// The type that loads or stores the numbers of a side.
cufftXtCallbackType callbackTypeOf(bool isStore, bool isComplex, bool isDouble);

/// A kernel that calls the function, linked and loaded. Any thread may launch it.
class CallbackKernel {
public:
  /// NVJITLINK_FAILURE: the function is not in the image, or is another kind of function.
  static cufftResult make(const Callback &callback, std::shared_ptr<const CallbackKernel> &kernel);
  ~CallbackKernel();
  /// A step from the program's side `axes`, with strides as `stride` names them, to dense memory,
  /// or back.
  static std::unique_ptr<Step> makeStep(std::shared_ptr<const CallbackKernel> kernel,
                                        const std::vector<Axis> &axes, int64_t Axis::*stride,
                                        Place user, Place dense);

  CUresult launch(CUstream stream, char *user, char *dense, const std::vector<Axis> &axes,
                  int64_t Axis::*stride) const;

private:
  CallbackKernel() = default;
  CUlibrary library_ = nullptr;
  CUkernel kernel_ = nullptr;
  void *callerInfo_ = nullptr, *function_ = nullptr;
  unsigned sharedBytes_ = 0;
};

} // namespace anywarp::cufft
