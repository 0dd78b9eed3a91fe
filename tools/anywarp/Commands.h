// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The subcommands that are more than a call of another program. Each answers the exit code.
#pragma once

#include <string>
#include <vector>

namespace anywarp::tool {

/// Compiles the files with our nvcc and runs the program with `arguments`.
int run(const std::vector<std::string> &files, const std::vector<std::string> &compilerOptions,
        const std::vector<std::string> &arguments);

/// Lists the devices that programs can use.
int devices();

/// Prints what a .clangd file must say so that clangd reads .cu files as our nvcc does.
int printClangdConfig();

struct ExecOptions {
  std::string device;       ///< a device model, "gpu" or empty
  bool isVerbose = false;   ///< tells what is done to the process
  bool deviceFiles = false; ///< the program sees /dev/nvidia0 and its like
};
/// Becomes the program, in a process that finds our libraries and none of NVIDIA's where we have
/// one.
int exec(const ExecOptions &options, const std::vector<std::string> &command);

/// Tells about the machine, and which CUDA libraries `program` would load from where (empty: any).
int doctor(const std::string &program);

} // namespace anywarp::tool
