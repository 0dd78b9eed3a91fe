// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// anywarp clangd: Clang's CUDA mode with our headers, and without the options that only nvcc knows.
#include <fmt/format.h>

#include "Commands.h"
#include "Places.h"

namespace anywarp::tool {

int printClangdConfig() {
  const std::string include = (binDir().parent_path() / "include").string();
  fmt::print(
      "CompileFlags:\n"
      "  Compiler: clang++\n"
      "  Remove: [-x, '-forward-unknown*', '--forward-unknown*', '--generate-code*', '-gencode*', "
      "'-arch*',\n"
      "           '--gpu-architecture*', '-code*', '-rdc*', '--relocatable-device-code*', -dc, "
      "--device-c,\n"
      "           '-Xcompiler*', '--compiler-options*', '-Xptxas*', '--ptxas-options*', "
      "'-Xcudafe*',\n"
      "           '-Xnvlink*', -lineinfo, --generate-line-info, -G, --device-debug, "
      "'--extended-lambda',\n"
      "           '-extended-lambda', '--expt-*', '-expt-*', --use_fast_math, -use_fast_math, "
      "'-ftz*',\n"
      "           '--ftz*', '-prec-*', '--prec-*', '-fmad*', '--fmad*', '-maxrregcount*', "
      "'--maxrregcount*',\n"
      "           '-cudart*', '--cudart*', '-default-stream*', '--default-stream*', '--threads*', "
      "'-diag-*',\n"
      "           '--diag-*', '-res-usage', '--resource-usage', '-src-in-ptx', '--source-in-ptx',\n"
      "           '--Werror*', '-compress-mode*', '--compress-mode*', '-restrict', '--restrict', "
      "'-keep*',\n"
      "           '--keep*', '--split-compile*', '-allow-unsupported-compiler',\n"
      "           '--allow-unsupported-compiler', '--options-file*', '-ccbin*', "
      "'--compiler-bindir*']\n"
      "  Add:\n");
  for (const char *option : {"-xcuda",
                             "--cuda-host-only",
                             "--cuda-gpu-arch=sm_75",
                             "-nocudainc",
                             "-nocudalib",
                             "--cuda-path=/nonexistent",
                             "-Wno-unknown-pragmas",
                             "-D__CUDACC__",
                             "-D__NVCC__",
                             "-D__CUDACC_VER_MAJOR__=13",
                             "-D__CUDACC_VER_MINOR__=0",
                             "-D__CUDACC_VER_BUILD__=88",
                             "-D__CUDA_ARCH_LIST__=750",
                             "-D__CUDACC_EXTENDED_LAMBDA__",
                             "-D__CUDACC_RELAXED_CONSTEXPR__",
                             "-Xclang",
                             "-target-sdk-version=12.5",
                             "-Xclang",
                             "-fcuda-allow-variadic-functions",
                             "-include",
                             "anywarp/prelude.h"})
    fmt::print("    - {}\n", option);
  fmt::print("    - -isystem\n    - {0}\n    - -isystem\n    - {0}/cccl\n", include);
  fmt::print("    - -idirafter\n    - {}/anywarp/cccl\n", include);
  return 0;
}

} // namespace anywarp::tool
