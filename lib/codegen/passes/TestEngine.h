// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For the unit tests of this folder: lowers a kernel given as text of scalar device IR, compiles it
// in this process and runs it with a small sequential engine. The same text can also run without
// any lowering, thread by thread: the reference that all widths must agree with.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>

#include "codegen/Codegen.h"

namespace llvm::orc {
class LLJIT;
}

namespace anywarp::codegen::test {

struct Dim {
  uint32_t x = 1, y = 1, z = 1;
  uint32_t count() const { return x * y * z; }
};

/// Sends the arguments as PTX lays them out: each aligned to its size.
class Params {
public:
  template <typename T> Params &add(T value) {
    bytes_.resize((bytes_.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
    const char *raw = reinterpret_cast<const char *>(&value);
    bytes_.insert(bytes_.end(), raw, raw + sizeof(T));
    return *this;
  }
  const void *data() const { return bytes_.data(); }

private:
  std::vector<char> bytes_;
};

/// A kernel compiled for one width and shape of blocks.
class TestKernel {
public:
  /// `body` is the text of a module; the declarations of Intrinsics.def are put before it.
  TestKernel(llvm::StringRef body, const CodegenOptions &options);
  ~TestKernel();
  Status status() const { return status_; }
  const exec::Kernel &kernel() const { return kernel_; }
  const std::string &loweredText() const { return text_; }
  /// Runs the grid block after block. False: the pieces of a block wait for each other for ever.
  bool run(Dim grid, Dim block, const Params &params, uint32_t sharedBytes = 0);
  /// Address of a symbol that the kernel's module defines.
  void *symbol(llvm::StringRef name);

private:
  Status status_;
  std::string text_;
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  exec::Kernel kernel_;
};

/// Runs `body`'s kernel thread by thread, without lowering. For kernels whose threads do not talk.
bool runReference(llvm::StringRef body, Dim grid, Dim block, const Params &params);

/// The class of a launch as the driver would choose it.
CodegenOptions optionsFor(unsigned width, Dim grid, Dim block);

/// What printf and the fault functions of the last run left.
struct Events {
  std::vector<std::string> lines;
  uint32_t faultThread = 0;
  exec::Fault fault = exec::Fault::None;
  unsigned delayed = 0; ///< reductions that came late
  uint64_t dense = 0;   ///< arrays of theirs in which generated code combined
};
Events &events();

/// Every width.
inline constexpr unsigned kWidths[] = {1, 8, 16, 32};

} // namespace anywarp::codegen::test
