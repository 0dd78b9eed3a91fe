// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a command line asks for, checked: phase, architectures, inputs.
#pragma once

#include <map>

#include "Options.h"

#include "frontend/Frontend.h"

namespace anywarp::nvcc {

enum class Phase {
  Link,
  Object,
  Ptx,
  Cubin,
  Fatbin,
  Cuda,
  Preprocess,
  Dependencies,
  DeviceLink,
  Archive,
};

enum class Language { Cuda, Cpp, C, Ptx, Object };

struct Input {
  std::string path;
  Language language = Language::Object;
  std::string stem; ///< file name without folder and extension
  bool isStandardInput = false;
};

struct Plan {
  Phase phase = Phase::Link;
  std::vector<Input> inputs;
  std::vector<frontend::Arch> archs;                     ///< PTX to make, ascending
  std::map<std::string, std::vector<std::string>> codes; ///< wanted of each arch, by its name
  std::string output;                                    ///< -o
  std::string outputDirectory;                           ///< -odir
  std::string keepDirectory;                             ///< of --keep; "." if not said
  bool keep = false, dryRun = false, verbose = false;
  bool relocatable = false;
  frontend::CompileJob warnings; ///< only what the options say of warnings by number or name

  /// "sm_80,sm_86" if machine code for these alone is wanted of `arch`; empty if PTX is, too.
  std::string devicesOf(const frontend::Arch &arch) const;
};

/// False after a mistake, which `error` describes (without the "nvcc fatal" before it).
bool makePlan(const CommandLine &line, Plan &plan, std::string &error);

/// The compile job of a CUDA input, without its file names and phase.
frontend::CompileJob makeJob(const CommandLine &line, const Plan &plan);

} // namespace anywarp::nvcc
