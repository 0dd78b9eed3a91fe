# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Golden tests: RUN lines with the build tree's tools first on the path, FileCheck and `not` after them.
import os

import lit.formats

config.name = "anywarp"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ptx", ".cu", ".ll", ".test"]
config.excludes = ["cccl", "expectations", "host-objects", "inputs", "profiled", "recorded", "sanitizer"]
config.test_source_root = os.path.join(config.anywarp_source, "test")
config.test_exec_root = os.path.join(config.anywarp_build, "test")
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.anywarp_build, "bin"), "/usr/lib/llvm-19/bin", os.environ.get("PATH", "")]
)
config.environment["ANYWARP_DEVICE"] = "cpu"
config.environment["ANYWARP_DEVICE_MODEL"] = "sm_90"  # as cmake/TestEnvironment.cmake says
if os.path.exists("/usr/include/cuda/std/version"):  # Debian's libcu++-dev, which nvcc takes before our few headers of CCCL
    config.available_features.add("system-libcudacxx")
if os.path.exists(os.path.join(config.anywarp_build, "include/cccl/cuda/std/version")):
    config.available_features.add("cccl")
# Ours, where the program has no other; a complete CCCL would come before them.
config.substitutions.append(("%{few-of-cccl}", "-isystem=" + os.path.join(config.anywarp_build, "include/anywarp/cccl")))
config.substitutions.append(("%{lib}", os.path.join(config.anywarp_build, "lib")))
for name in ("HOME", "XDG_CACHE_HOME", "CUDA_CACHE_PATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
